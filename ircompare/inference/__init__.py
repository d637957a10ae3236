"""What paired deltas allow to conclude about other queries, and what they do not."""
