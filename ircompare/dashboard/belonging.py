"""Which run a table belongs to: it goes with that run, whichever role the run has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ircompare.readers.reading import run_name

if TYPE_CHECKING:
    from ircompare.dashboard.files import Given


def place_of(item: Given) -> str:
    """What names a file among those of a session."""
    return item.path or item.source


def belongs(table: Given, run: Given) -> bool:
    """Whether a table is one of this run; the same file may be both runs, then its role decides."""
    if table.slot == "run" or (run.role and table.role != run.role):
        return False
    return table.of == place_of(run) if table.of else bool(run.role)


def followed(table: Given, files: Sequence[Given]) -> Given:
    """A table that belongs to a run, with the role that this run has; none where it is gone."""
    if not table.of:
        return table
    roles = [run.role for run in files if run.slot == "run" and place_of(run) == table.of]
    return table if table.role in roles else replace(table, role=roles[0] if roles else "")


def bound(
    files: Sequence[Given], single: Sequence[str], several: Sequence[str]
) -> tuple[Given, ...]:
    """The files with each table tied to the run whose role it has, or whose name is in its own.

    Args:
        single, several: Slots of which a run has one file, and any number.
    """
    settled = list(files)
    for at, item in enumerate(settled):
        free = item.slot in (*single, *several) and not item.of
        run = _owner(item, settled, single) if free else None
        if run is not None:
            settled[at] = replace(item, of=place_of(run))
    return tuple(settled)


def _owner(table: Given, files: Sequence[Given], single: Sequence[str]) -> Given | None:
    """The run of its role; without a role, one that is not compared and has no such table yet."""
    runs = [run for run in files if run.slot == "run"]
    if table.role:
        return next((run for run in runs if run.role == table.role), None)
    run = namesake(table, runs)
    if run is None or run.role:
        return None
    has = any(one.slot == table.slot and one.of == place_of(run) for one in files)
    return None if has and table.slot in single else run


def namesake(table: Given, files: Sequence[Given]) -> Given | None:
    """The run whose name stands in the name of a table; None where none does."""
    runs = [run for run in files if run.slot == "run" and table.slot != "run"]
    named = [run for run in runs if run_name(run.source) in table.source]
    return max(named, key=lambda run: len(run_name(run.source)), default=None)
