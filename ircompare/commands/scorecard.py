"""`scorecard`: the twelve dimensions of two runs, and a composite only where one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from ircompare.commands.inputs import Options, merged, read_inputs, run_names
from ircompare.commands.judged import judged
from ircompare.commands.options import warn
from ircompare.commands.output import emit
from ircompare.commands.run_tables import place_of, with_tables
from ircompare.engines.without_pandas import let_pandas_in
from ircompare.readers.profiles import profile_of, rules_at
from ircompare.readers.scorecard_tables import (
    RunTableFiles,
    TableFiles,
    load_tables,
    scorecard_inputs,
)
from ircompare.readers.settings import Settings
from ircompare.report.atomic import write_atomic
from ircompare.report.json_report import json_text
from ircompare.report.phrases import listed
from ircompare.report.replay import replay_jsonl
from ircompare.report.scorecard_companions import whole_json
from ircompare.report.scorecard_pareto import TradeOff, pareto_json, pareto_text
from ircompare.report.scorecard_tables import scorecard_csv
from ircompare.report.scorecard_text import scorecard_text
from ircompare.scorecard.alerts import Rule
from ircompare.scorecard.card import scorecard
from ircompare.scorecard.companions import Companions, companions
from ircompare.scorecard.composite import Composite, composite
from ircompare.scorecard.fronts import fronts, without_scores
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.pareto import Front, configuration_front
from ircompare.scorecard.profiles import Profile
from ircompare.scorecard.row import Row
from ircompare.scorecard.unread import remarks
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import Evaluation

UNREAD = 4


def run_scorecard(options: Options) -> int | None:
    """Compute every row that the inputs allow, and write them.

    Returns the exit code where a field had values that cannot be read: the rows that rest on it
    say so, all others stand.
    """
    said = with_tables(merged(options), options)
    _require_runs(said, options)
    said = _declared(said, options)
    profile, rules, replays = _profile(said, options), _rules(options), _replays(said, options)
    a, b = said.runs[:2]
    choices = said.scorecard
    tables = load_tables(
        TableFiles(
            said.variants,
            RunTableFiles(a.measurements, a.answers, a.repeats, a.pairs),
            RunTableFiles(b.measurements, b.answers, b.repeats, b.pairs),
        )
    )
    at = judged(read_inputs(said, 2), said, options, choices.settings.k)
    each = [evaluation for (evaluation,) in at.evaluations([choices.settings.k])]
    let_pandas_in()  # fairlearn and scikit-learn stand on it
    inputs = scorecard_inputs(
        compare(*each[:2]),
        choices.settings,
        tables,
        dict(choices.fields),
        chunks=(at.sides[0].collapsed, at.sides[1].collapsed),
    )
    rows = scorecard(inputs)
    chosen = None if profile is None else composite(profile, rows, inputs)
    beside = companions(inputs, rows, rules)
    for place, path in replays:
        write_atomic(path, replay_jsonl(inputs, place))
    at.say()
    unread = remarks(inputs)
    warn([*at.remarks, *(note for one in tables.loaded for note in one.warnings), *unread])
    _print(options, inputs, rows, chosen, beside, _trade_off(options, inputs.comparison, each))
    return UNREAD if unread else None


def _require_runs(said: Settings, options: Options) -> None:
    """Refuse other than two runs, but where each run is to be a point of a front.

    Raises:
        click.UsageError: Too few runs, or too many.
    """
    further = options["pareto"] == "configurations"
    if len(said.runs) < 2 or (len(said.runs) > 2 and not further):
        more = "" if further else " More runs go with --pareto configurations."
        raise click.UsageError(f"The scorecard is of two runs: give --run twice.{more}")


def _print(
    options: Options,
    inputs: Inputs,
    rows: tuple[Row, ...],
    chosen: Composite | None,
    beside: Companions,
    held: TradeOff | None,
) -> None:
    """The scorecard in the format asked for; CSV has the twelve rows alone."""
    if options["format"] == "json":
        told = whole_json(rows, inputs, chosen, beside)
        emit(options, json_text(told if held is None else told | {"pareto": pareto_json(held)}))
    elif options["format"] == "csv":
        emit(options, scorecard_csv(rows, inputs, chosen, beside.rules))
    else:
        text = scorecard_text(rows, inputs, chosen, beside)
        emit(options, text if held is None else text + pareto_text(held))


def _trade_off(options: Options, pair: Comparison, runs: Sequence[Evaluation]) -> TradeOff | None:
    """Recall against precision as asked for; None where it was not.

    Raises:
        click.UsageError: A form that cannot hold it, or thresholds of a run without scores.
    """
    wanted, level = options["pareto"], options["service_level"]
    if wanted is None:
        if level is not None:
            raise click.UsageError("--service-level goes with --pareto.")
        return None
    if options["format"] == "csv":
        raise click.UsageError("--pareto goes with --format text or json; CSV has the rows alone.")
    lacking = without_scores(pair) if wanted == "thresholds" else []
    if lacking:
        verb = "has" if len(lacking) == 1 else "have"
        raise click.UsageError(f"{listed(lacking)} {verb} no scores for --pareto thresholds.")
    if not pair.count:
        raise click.UsageError("No query is scored, so there is nothing for --pareto.")
    if wanted == "configurations":
        found: tuple[Front, ...] = (configuration_front(runs),)
    else:
        found = fronts(pair, "cutoff" if wanted == "cutoffs" else "threshold")
    return TradeOff(found, tuple(run.name for run in runs), pair.a.k, level)


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
    profile = profile_of(name)
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
    return None if path is None else rules_at(path)
