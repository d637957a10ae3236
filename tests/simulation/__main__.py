"""`python -m tests.simulation`: type I error and interval coverage as a Markdown table.

Takes some minutes and is no part of the tests. Ends with 1 where a rate is off its nominal level by
more than three of its own standard errors, on the side that misleads.
"""

from __future__ import annotations

import argparse
import sys

from tests.simulation.cases import CASES
from tests.simulation.rates import ERRORS, Rates, rates

UNITS = (10, 20, 50, 200)
HEAD = (
    "case",
    "n",
    "tested",
    "sign-flip rejects",
    "Student rejects",
    "95 % interval holds",
    "± 1 error",
    "at its level",
)


def main() -> int:
    """Print a row for every case and number of units."""
    asked = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    asked.add_argument("--samples", type=int, default=2000, help="samples a row (2000)")
    asked.add_argument("--start", type=int, default=1, help="random start (1)")
    chosen = asked.parse_args()
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    kept = True
    for case in CASES:
        for units in UNITS:
            found = rates(case, units, chosen.samples, chosen.start)
            kept = kept and (found.nominal or not case.judged)
            print(row(found), flush=True)
    print(f"\n{chosen.samples:,} samples a row, start {chosen.start}; nominal 0.050 and 0.950.")
    print(f"At its level: within {ERRORS} errors of it, or on the cautious side of it.")
    return 0 if kept else 1


def row(found: Rates) -> str:
    """One line of the table."""
    level = ("yes" if found.nominal else "NO") if found.case.judged else "not promised"
    parts = [
        found.case.name,
        str(found.units),
        f"{found.tested / found.samples:.1%}",
        _rate(found.rejected),
        _rate(found.student),
        _rate(found.held),
        _rate(found.error),
        level,
    ]
    return f"| {' | '.join(parts)} |"


def _rate(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


if __name__ == "__main__":
    sys.exit(main())
