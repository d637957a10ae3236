"""The full report of a comparison: its parts, and how they become HTML and Markdown."""
