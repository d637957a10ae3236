"""Packages that single dimensions need; without one its row says so instead of a number."""

from __future__ import annotations

from importlib.util import find_spec

NAMES = {"sklearn": "scikit-learn", "fairlearn": "fairlearn", "scipy": "SciPy"}


def lacks(*modules: str) -> list[str]:
    """What to install, in words; empty where everything is there."""
    return [
        f'the package {NAMES[module]} (pip install -e ".[inference]")'
        for module in modules
        if find_spec(module) is None
    ]
