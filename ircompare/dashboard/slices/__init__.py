"""The Slices page."""
