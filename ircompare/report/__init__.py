"""Results as words, JSON, tables and Markdown: what leaves the package."""
