"""The Cutoffs page."""
