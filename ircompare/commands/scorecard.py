"""`scorecard`: the twelve dimensions of two runs, and a composite only where one is chosen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from ircompare.commands.inputs import Options, merged, read_inputs, run_names
from ircompare.commands.judged import judged
from ircompare.commands.options import warn
from ircompare.commands.output import emit
from ircompare.commands.run_tables import place_of, with_tables
from ircompare.engines.without_pandas import let_pandas_in
from ircompare.errors import InputError, Problem
from ircompare.readers.scorecard_tables import (
    RunTableFiles,
    TableFiles,
    load_tables,
    scorecard_inputs,
)
from ircompare.readers.settings import Settings
from ircompare.report.atomic import write_atomic
from ircompare.report.json_report import json_text
from ircompare.report.replay import replay_jsonl
from ircompare.report.scorecard_companions import companions_json
from ircompare.report.scorecard_tables import scorecard_csv, scorecard_json
from ircompare.report.scorecard_text import scorecard_text
from ircompare.scorecard.alerts import Rule, read_rules
from ircompare.scorecard.card import scorecard
from ircompare.scorecard.companions import Companions, companions
from ircompare.scorecard.composite import Composite, composite
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.profiles import Profile, load_profile, read_profile
from ircompare.scorecard.row import Row
from ircompare.scoring.comparison import compare

NAMED = "a TOML file, or the name of a profile without a suffix"


def run_scorecard(options: Options) -> None:
    """Compute every row that the inputs allow, and write them."""
    said = with_tables(merged(options), options)
    if len(said.runs) != 2:
        raise click.UsageError("The scorecard is of two runs: give --run twice.")
    said = _declared(said, options)
    profile, rules, replays = _profile(said, options), _rules(options), _replays(said, options)
    a, b = said.runs
    choices = said.scorecard
    tables = load_tables(
        TableFiles(
            said.variants,
            RunTableFiles(a.measurements, a.answers),
            RunTableFiles(b.measurements, b.answers),
        )
    )
    at = judged(read_inputs(said, 2), said, options, choices.settings.k)
    (first,), (second,) = at.evaluations([choices.settings.k])
    let_pandas_in()  # fairlearn and scikit-learn stand on it
    inputs = scorecard_inputs(
        compare(first, second), choices.settings, tables, dict(choices.fields)
    )
    rows = scorecard(inputs)
    chosen = None if profile is None else composite(profile, rows, inputs)
    beside = companions(inputs, rows, rules)
    for place, path in replays:
        write_atomic(path, replay_jsonl(inputs, place))
    at.say()
    warn([*at.remarks, *(note for one in tables.loaded for note in one.warnings)])
    _print(options, inputs, rows, chosen, beside)


def _print(
    options: Options,
    inputs: Inputs,
    rows: tuple[Row, ...],
    chosen: Composite | None,
    beside: Companions,
) -> None:
    """The scorecard in the format asked for; CSV has the twelve rows alone."""
    if options["format"] == "json":
        told = {**scorecard_json(rows, inputs, chosen), "companions": companions_json(beside)}
        emit(options, json_text(told))
    elif options["format"] == "csv":
        emit(options, scorecard_csv(rows, inputs))
    else:
        emit(options, scorecard_text(rows, inputs, chosen, beside))


def _replays(said: Settings, options: Options) -> list[tuple[int, Path]]:
    """Which run's worst queries go to which file.

    Raises:
        click.UsageError: A run that is not given.
    """
    names = run_names(said.runs)
    return [(place_of(run, names, "replay"), Path(path)) for run, path in options["replay"]]


def _declared(said: Settings, options: Options) -> Settings:
    """The settings with what the flags declare.

    Raises:
        click.UsageError: Declarations that do not go together.
    """
    flags = {
        "head_min": options["head_min"],
        "tail_max": options["tail_max"],
        "training_domains": options["training_domain"] or None,
        "freshness": options["freshness"],
        "reference_time": options["reference_time"],
        "intent_steps": options["intent_step"] or None,
    }
    held = said.scorecard
    try:
        settings = replace(
            held.settings, **{key: one for key, one in flags.items() if one is not None}
        )
    except ValueError as fault:
        raise click.UsageError(f"{str(fault)[:1].upper()}{str(fault)[1:]}.") from fault
    fields = tuple(sorted({**dict(held.fields), **dict(options["field"])}.items()))
    return replace(
        said,
        scorecard=replace(
            held, settings=settings, fields=fields, profile=options["profile"] or held.profile
        ),
    )


def _profile(said: Settings, options: Options) -> Profile | None:
    """The profile chosen, with the weights given; None where none was chosen.

    Raises:
        InputError: There is no such profile, or it is faulty.
        click.UsageError: Weights without a profile, or of a component that it lacks.
    """
    name, weights = said.scorecard.profile, dict(options["weight"])
    if name is None:
        if weights:
            raise click.UsageError("--weight changes a profile: choose one with --profile.")
        return None
    profile = (
        read_profile(_bytes_of(name, "profile", NAMED), name)
        if name.endswith(".toml")
        else load_profile(name)
    )
    known = [one.key for one in profile.components]
    for key in weights:
        if key not in known:
            raise click.UsageError(f"The profile has no component {key!r}: {', '.join(known)}.")
    components = tuple(
        replace(one, weight=weights.get(one.key, one.weight)) for one in profile.components
    )
    if not any(one.weight for one in components):
        raise click.UsageError("All weights are 0.")
    return replace(profile, components=components)


def _rules(options: Options) -> tuple[Rule, ...] | None:
    """The alert rules given; None for those of the package.

    Raises:
        InputError: The file cannot be read, or is faulty.
    """
    path = options["alert_rules"]
    return None if path is None else read_rules(_bytes_of(path, "alert rules", "a TOML file"), path)


def _bytes_of(path: str, what: str, expected: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(
            Problem(
                "no-such-file",
                f"{what} cannot be read: {error.strerror or error}",
                path,
                expected=expected,
                mend="check the path",
            )
        ) from error
