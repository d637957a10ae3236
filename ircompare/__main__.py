"""`python -m ircompare`."""

import sys

from ircompare.cli import main

if __name__ == "__main__":
    sys.exit(main())
