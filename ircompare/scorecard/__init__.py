"""The scorecard: twelve dimensions from declared inputs, and the companions beside them."""
