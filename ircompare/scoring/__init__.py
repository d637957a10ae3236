"""From a run and judgements to exact values, and from two runs to paired deltas."""
