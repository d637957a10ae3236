"""The Query page: one query, its relevant documents, both rankings."""
