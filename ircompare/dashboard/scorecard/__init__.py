"""The Scorecard page."""
