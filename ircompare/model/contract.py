"""The tutorial's words for the four inputs its contract rejects; they never change."""

DUPLICATE = "duplicate document ID; deduplicate upstream explicitly"
UNKNOWN_DOCUMENT = "unknown document ID"
WRONG_SPLIT = "unknown or wrong-split query"
UNJUDGED = "unjudged or unknown documents: exhaustive qrels required"
