"""What-if judgements, suspects and judges: the marks of a session and the Judgements page."""
