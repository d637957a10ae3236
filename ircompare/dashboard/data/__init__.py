"""The Data page: how files come in and what they were understood as."""
