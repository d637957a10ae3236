"""A corpus of millions of documents, used for its ids; its texts are read where they stand."""
