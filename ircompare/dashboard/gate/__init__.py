"""The Gate page and its badge."""
