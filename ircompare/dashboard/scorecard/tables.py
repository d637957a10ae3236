"""The scorecard's tables and declarations between a session and a settings file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, repeat

from ircompare.dashboard.belonging import belongs, place_of
from ircompare.dashboard.files import Given, Role
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.readers.loaded import Slot
from ircompare.readers.settings import Settings
from ircompare.readers.settings_runs import RunFile

PER_RUN: tuple[Slot, ...] = ("measurements", "answers", "pairs")
ROLES: tuple[Role, ...] = ("A", "B")


def files(settings: Settings) -> Iterator[tuple[Slot, str, str | None, Role, str]]:
    """(slot, path, name, role, path of its run) of each file that settings name, tables last."""
    for slot, path, name in settings.files():
        yield slot, path, name, "", ""
    if settings.variants is not None:
        yield "variants", settings.variants, None, "", ""
    none: Role = ""
    for role, run in zip(chain(ROLES, repeat(none)), settings.runs, strict=False):
        for slot, path in run.tables():
            yield slot, path, None, role, run.path


def kept(settings: Settings, files: Sequence[Given]) -> Settings:
    """Settings with the tables of each run among these files, and the session's declarations.

    Args:
        files: Those that the settings were made from, run A before run B.
    """
    given = [item for item in files if item.slot == "run"]
    runs = tuple(
        _with_tables(run, [one for one in files if belongs(one, item)])
        for item, run in zip(given, settings.runs, strict=True)
    )
    return replace(settings, runs=runs, scorecard=card_declared.declared())


def _with_tables(run: RunFile, own: Sequence[Given]) -> RunFile:
    """A run with the paths of its tables and its repeated runs."""
    paths: dict[str, str] = {item.slot: place_of(item) for item in own}
    return replace(
        run,
        measurements=paths.get("measurements"),
        answers=paths.get("answers"),
        pairs=paths.get("pairs"),
        repeats=tuple(place_of(item) for item in own if item.slot == "repeat"),
    )
