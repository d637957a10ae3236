"""What was supplied, as exact values: corpus, queries, qrels, runs, and the protocol."""
