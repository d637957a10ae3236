"""Judgements beside the qrels: filled judging sheets, which add, and what-if patches."""

from __future__ import annotations

from dataclasses import replace

from ircompare.commands.inputs import Options
from ircompare.inference.whatif import extended, with_patch
from ircompare.model.collection import Collection
from ircompare.readers import load
from ircompare.readers.loaded import Loaded
from ircompare.scoring.numbers import counted


def with_further(collection: Collection, options: Options) -> tuple[Collection, tuple[str, ...]]:
    """The collection with the judgements of `--judged` and `--what-if`, and what they brought.

    Raises:
        InputError: A file is faulty, or a sheet contradicts the qrels.
    """
    told = []
    for path in options.get("judged") or ():
        sheet = load(path, "qrels")
        collection = replace(collection, qrels=extended(collection.qrels, sheet.value))
        told.append(_said(sheet, "judged in addition"))
    path = options.get("what_if")
    if path is not None:
        patch = load(path, "qrels")
        collection = with_patch(collection, patch.value)
        told.append(_said(patch, "what if, in place of or beside the qrels"))
    return collection, tuple(told)


def _said(loaded: Loaded[object], use: str) -> str:
    blank = loaded.counts.get("rows not judged", 0)
    rest = f"; {counted(blank, 'row')} left blank" if blank else ""
    return f"{loaded.source}: {counted(loaded.counts['judgements'], 'judgement')}, {use}{rest}"
