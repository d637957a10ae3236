"""The scorecard's tables and declarations between a session and a settings file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ircompare.dashboard.files import Given, Role
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.readers.loaded import Slot
from ircompare.readers.settings import Settings

PER_RUN: tuple[Slot, ...] = ("measurements", "answers")
ROLES: tuple[Role, ...] = ("A", "B")


def files(settings: Settings) -> Iterator[tuple[Slot, str, str | None, Role]]:
    """(slot, path, name, role) of each file that settings name, tables of two runs too."""
    for slot, path, name in settings.files():
        yield slot, path, name, ""
    if settings.variants is not None:
        yield "variants", settings.variants, None, ""
    for role, run in zip(ROLES, settings.runs, strict=False):
        for slot in PER_RUN:
            table: str | None = getattr(run, slot)
            if table is not None:
                yield slot, table, None, role


def kept(settings: Settings, files: Sequence[Given]) -> Settings:
    """Settings with the tables of each run among these files, and the session's declarations.

    Args:
        files: Those that the settings were made from, run A before run B.
    """
    paths = {(item.slot, item.role): item.path or item.source for item in files}
    roles = [item.role for item in files if item.slot == "run"]
    runs = tuple(
        replace(
            run,
            measurements=paths.get(("measurements", role)) if role else None,
            answers=paths.get(("answers", role)) if role else None,
        )
        for role, run in zip(roles, settings.runs, strict=True)
    )
    return replace(settings, runs=runs, scorecard=card_declared.declared())
