"""The shell command that prints the values a page shows."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from string import ascii_uppercase

from ircompare.inference.declared import Declared
from ircompare.model.protocol import Protocol
from ircompare.readers.settings import budget_keys


def copy_command(
    files: Iterable[tuple[str, str, str]],
    protocol: Protocol,
    levels: Mapping[str, str] | None = None,
    declared: Declared | None = None,
) -> str:
    """`python -m ircompare compare …` for two runs and more, `evaluate` for one, else `check`.

    Args:
        files: (slot, role, path) of each file; of two runs the one with role "A" comes first.
        protocol: Every choice that is not a default is written out; k always.
        levels: What runs were told to name, by path: chunks or documents.
        declared: What a comparison is concluded under; None where nothing is concluded.
    """
    listed = list(files)
    runs = sum(slot == "run" for slot, _, _ in listed)
    words = ["python", "-m", "ircompare", _command(runs), *input_words(listed, levels)]
    words += protocol_words(protocol) if runs else []
    if declared is not None and _command(runs) == "compare":
        words += ["--conclude", "--bounds", *declared_words(declared)]
    return shlex.join(words)


def input_words(
    files: Iterable[tuple[str, str, str]], levels: Mapping[str, str] | None = None
) -> list[str]:
    """The options that name these files; see `copy_command`."""
    listed, words = list(files), list[str]()
    runs = sorted((file for file in listed if file[0] == "run"), key=lambda file: file[1] or "~")
    for slot in ("corpus", "queries", "qrels", "chunk_map"):
        for _, _, path in (file for file in listed if file[0] == slot):
            words += [f"--{slot.replace('_', '-')}", path]
    for _, _, path in runs:
        words += ["--run", path]
    for letter, (_, _, path) in zip(ascii_uppercase, runs, strict=False):
        if levels and path in levels:
            words += ["--level", f"{letter}={levels[path]}"]
    return words


def _command(runs: int) -> str:
    return {0: "check", 1: "evaluate"}.get(runs, "compare")


def protocol_words(protocol: Protocol) -> list[str]:
    """The options that make this protocol on the command line."""
    words = ["--k", str(protocol.k)]
    if protocol.split is not None:
        words += ["--split", protocol.split]
    if protocol.judgements != "exhaustive":
        words += ["--judgements", protocol.judgements]
    if protocol.min_relevance != 1:
        words += ["--min-relevance", str(protocol.min_relevance)]
    if protocol.order is not None:
        words += ["--order", protocol.order]
    if protocol.no_relevant != "exclude":
        words += ["--no-relevant", protocol.no_relevant]
    for key, n in budget_keys(protocol).items():
        words += [f"--{key.replace('_', '-')}", str(n)]
    return words


def declared_words(declared: Declared) -> list[str]:
    """The options that make these declarations on the command line."""
    words: list[str] = []
    for key, margin in declared.margins:
        words += ["--margin", f"{key}={margin}"]
    if declared.group_field is not None:
        words += ["--group-field", declared.group_field]
    words += ["--hand-picked"] if declared.hand_picked else []
    words += ["--start", str(declared.start)] if declared.start != Declared().start else []
    return words
