"""The version of this package, and of what it computes and draws with."""

from __future__ import annotations

import platform
from importlib import metadata

_PACKAGES = ("numpy", "pyarrow", "scipy", "statsmodels", "altair", "vl-convert-python", "jinja2")


def own_version() -> str:
    """The package with its version, if it is installed."""
    try:
        return f"ircompare {metadata.version('ircompare')}"
    except metadata.PackageNotFoundError:
        return "ircompare, run from a checkout that is not installed"


def versions() -> str:
    """The package, Python, and the packages behind numbers and charts that are installed."""
    found = [own_version(), f"Python {platform.python_version()}"]
    for name in _PACKAGES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return " · ".join(found)
