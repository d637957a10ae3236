"""Whether an engine still returns what a recorded one returned on the same library."""
