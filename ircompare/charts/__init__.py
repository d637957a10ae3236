"""Results → Altair charts: pure functions, small data, colours from an explicit palette."""
