"""Exact, paired comparison of retrieval runs."""
