"""The packages that statistics need, which scoring and the gate do without."""

from __future__ import annotations

from importlib.util import find_spec

from ircompare.errors import InputError, Problem

NEEDED = {"scipy": "SciPy", "statsmodels": "statsmodels"}


def require_statistics() -> None:
    """Refuse to go on where SciPy or statsmodels is absent.

    Raises:
        InputError: Which of them, and what to install.
    """
    absent = [name for module, name in NEEDED.items() if find_spec(module) is None]
    if absent:
        verb = "is" if len(absent) == 1 else "are"
        raise InputError(
            Problem(
                "no-statistics",
                f"{' and '.join(absent)} {verb} not installed, so nothing can be tested",
                mend='pip install -e ".[inference]"',
            )
        )
