"""Options that several commands share: files, further judgements, protocol, output, limits."""

from __future__ import annotations

from typing import get_args

import click

from ircompare.commands.options import MaxDrop, Whole, together
from ircompare.model.protocol import Judgements, NoRelevant, Order

file_options = together(
    click.option("--corpus", metavar="FILE", help="Documents that are searched."),
    click.option("--queries", metavar="FILE", help="Queries with text and split."),
    click.option("--qrels", metavar="FILE", help="Judgements."),
    click.option(
        "--judge",
        metavar="NAME",
        help="Whose grades count in qrels with a column judge: the name of one, or majority for "
        "the grade that more than half of a pair's judges give. Judges may differ only with it.",
    ),
    click.option(
        "--run",
        multiple=True,
        metavar="FILE",
        help="A run; the first is A, the reference. A folder stands for the files in it by name, "
        "without hidden ones, descriptions of runs and those named before.",
    ),
    click.option(
        "--config",
        metavar="FILE",
        help="Settings with paths, run names and protocol. [default: ircompare.toml, if it is "
        "there; options win over it]",
    ),
)
further_options = together(
    click.option(
        "--judged",
        multiple=True,
        metavar="FILE",
        help="Further judgements, such as a filled judging sheet: they are added to the qrels and "
        "may not contradict them. Rows without a grade are left out; repeatable.",
    ),
    click.option(
        "--what-if",
        metavar="FILE",
        help="Judgements that take the place of those in the qrels, or are added to them, such as "
        "a patch exported from the dashboard. Every result tells of them.",
    ),
)
protocol_options = together(
    click.option("--split", metavar="NAME", help="Split that is scored. [default: test]"),
    click.option(
        "--judgements",
        type=click.Choice(get_args(Judgements)),
        help="Whether every pair is judged, 0 or 1, or some are unjudged: these count as not "
        "relevant and are reported. [default: exhaustive]",
    ),
    click.option(
        "--order",
        type=click.Choice(get_args(Order)),
        help="What puts a ranking in order. [default: score where the run has scores, else rank, "
        "else as listed]",
    ),
    click.option(
        "--min-relevance",
        type=Whole(),
        help="Grade from which a document is relevant; pooled only. [default: 1]",
    ),
    click.option(
        "--no-relevant",
        type=click.Choice(get_args(NoRelevant)),
        help="What a judged query with nothing relevant counts: it is left out, or 0. "
        "[default: exclude]",
    ),
)
cutoff_option = click.option(
    "--k", multiple=True, type=Whole(), help="Cutoff, the last rank that counts; repeatable."
)
output_option = click.option(
    "--output", metavar="FILE", help="Write the result there, all or nothing."
)
scored_options = together(
    click.option(
        "--per-query",
        metavar="FILE",
        help="Write a row for each query, as .csv or .parquet; of a table of runs also as .json, "
        "and without the causes of changes.",
    ),
    output_option,
    click.option(
        "--fingerprint", is_flag=True, help="Fingerprint the collection under pooled too."
    ),
)
limit_options = together(
    click.option(
        "--max-regressed",
        type=Whole(least=0),
        metavar="N",
        help="Quality limit: at most N queries may regress in Recall or RR.",
    ),
    click.option(
        "--max-drop",
        type=MaxDrop(),
        multiple=True,
        metavar="MEASURE=X",
        help="Quality limit: the mean of a measure may fall by at most X, such as MRR=0.02 or "
        "MRR@10=1/50; repeatable.",
    ),
)
slices_option = click.option(
    "--slice",
    multiple=True,
    metavar="FIELD",
    help='Also compare slice by slice of a query field: a column of the queries file, "query '
    'length" (in words) or "relevant documents"; repeatable. With --format csv: a row for each '
    "slice, none for each query.",
)
pitfalls_option = click.option(
    "--pitfalls",
    is_flag=True,
    help="Also print how means go wrong under six common mistakes, beside the right values; as "
    "text and JSON.",
)
