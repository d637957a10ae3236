"""Keeps pandas out of a process in which nothing uses it."""

from __future__ import annotations

import sys


def keep_pandas_out() -> None:
    """Say from now on that pandas is absent.

    Where pyarrow finds pandas it imports it, for 0.4 s, only to recognise its types.
    """
    sys.meta_path.insert(0, _WithoutPandas)


def let_pandas_in() -> None:
    """Take back what `keep_pandas_out` said, for charts."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not _WithoutPandas]


class _WithoutPandas:
    """Finds no pandas, and has nothing to say of any other module."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Say that pandas is absent, and nothing of any other module."""
        if name == "pandas":
            raise ModuleNotFoundError("only charts use pandas here", name=name)
