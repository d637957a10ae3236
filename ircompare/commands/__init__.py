"""What the commands do with their inputs; the command line itself is `cli.py`."""
