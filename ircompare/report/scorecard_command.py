"""The shell command that prints the scorecard a page shows."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_settings import Choices
from ircompare.report.command import input_words, protocol_words
from ircompare.scorecard.settings import Settings

COMPANIONS = ("freshness", "reference_time", "intent_steps")


def scorecard_command(
    files: Iterable[tuple[str, str, str]],
    protocol: Protocol,
    levels: Mapping[str, str] | None,
    choices: Choices,
) -> str:
    """`python -m ircompare scorecard …` for two runs with their tables; see `copy_command`."""
    listed = list(files)
    words = ["python", "-m", "ircompare", "scorecard", *input_words(listed, levels)]
    for slot, role, path in listed:
        if slot == "variants":
            words += ["--variants", path]
        elif slot in ("measurements", "answers", "pairs", "repeat") and role:
            words += [f"--{slot}", f"{role}={path}"]
    _, _, *rest = protocol_words(protocol)  # the rows have cutoffs of their own
    return shlex.join([*words, *rest, *choice_words(choices)])


def choice_words(choices: Choices) -> list[str]:
    """The options that declare these choices, as far as there are any; see `without_option`."""
    held, usual, words = choices.settings, Settings(), list[str]()
    if held.head_min is not None:
        words += ["--head-min", str(held.head_min)]
    if held.tail_max != usual.tail_max:
        words += ["--tail-max", str(held.tail_max)]
    for domain in held.training_domains:
        words += ["--training-domain", domain]
    words += ["--freshness", held.freshness] if held.freshness is not None else []
    words += ["--reference-time", held.reference_time] if held.reference_time is not None else []
    for share in held.intent_steps:
        words += ["--intent-step", str(share)]
    for key, name in choices.fields:
        words += ["--field", f"{key}={name}"]
    return words + (["--profile", choices.profile] if choices.profile is not None else [])


def without_option(choices: Choices) -> bool:
    """Whether some choice can only stand in a settings file."""
    named = ("head_min", "tail_max", "training_domains", *COMPANIONS)
    own = {name: getattr(choices.settings, name) for name in named}
    return replace(Settings(), **own) != choices.settings
