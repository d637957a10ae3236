"""The Chunks page, and the chunk map as a slot."""
