"""Starts the dashboard: Streamlit on the checkout's app.py, on this machine only."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from string import ascii_uppercase

import click

from ircompare.commands.inputs import Options, merged
from ircompare.commands.run_tables import with_tables
from ircompare.errors import InputError, Problem
from ircompare.readers.files import require_text
from ircompare.readers.profiles import SUFFIX
from ircompare.readers.scorecard_line import NOTHING, as_text
from ircompare.readers.settings import Settings
from ircompare.report.command import declared_words

CHECKOUT = Path(__file__).resolve().parents[2]
CHUNK_SAMPLE = "helpcentre-chunks"


def launch(options: Options) -> int:
    """Start the dashboard and wait until it ends; returns the exit code.

    Raises:
        InputError: app.py, Streamlit or a file is absent, or a path is not UTF-8.
        click.UsageError: No sample of this name, or a table of a run that is not given.
    """
    words = command(options)
    try:
        ended = subprocess.run(words, cwd=CHECKOUT, check=False)
    except KeyboardInterrupt:
        return 0
    return 0 if ended.returncode == 0 else 4


def command(options: Options) -> list[str]:
    """The command that starts Streamlit with the files and protocol asked for.

    Raises:
        InputError: app.py, Streamlit or a file is absent, or a path is not UTF-8.
        click.UsageError: No sample of this name, or a table of a run that is not given.
    """
    app = CHECKOUT / "app.py"
    if not app.is_file():
        raise _absent("app.py is not beside the package", "run from a checkout: pip install -e .")
    if find_spec("streamlit") is None:
        raise _absent("Streamlit is not installed", 'pip install -e ".[dashboard]"')
    said = with_tables(merged(options), options)
    server = ["--server.address", "localhost", "--browser.gatherUsageStats", "false"]
    start = [sys.executable, "-m", "streamlit", "run", str(app), *server, "--"]
    declared = [*_card(said), *declared_words(said.declared)]
    files = [*_inputs(said), *_tables(said)]
    return [*start, *_sample(options.get("sample")), *files, *_protocol(options, said), *declared]


def _absent(what: str, mend: str) -> InputError:
    return InputError(Problem("no-dashboard", what, mend=mend))


def _sample(name: str | None) -> list[str]:
    if name is None:
        return []
    folders = (path.name for path in (CHECKOUT / "data").iterdir() if path.is_dir())
    known = sorted([*folders, CHUNK_SAMPLE])
    if name not in known:
        raise click.UsageError(f"No sample {name!r}: choose one of {', '.join(known)}.")
    return ["--sample", name]


def _inputs(said: Settings) -> list[str]:
    here = str(Path.cwd())
    require_text(here)
    words = ["--data-dir", here]
    for slot, path, name in said.files():
        words += [f"--{slot.replace('_', '-')}", _place(path)]
        words += ["--run-name", name or ""] if slot == "run" else []
        words += ["--judge", name] if slot == "qrels" and name else []
    return words


def _tables(said: Settings) -> Iterator[str]:
    """Tables of the scorecard and repeated runs, of each run by its letter."""
    if said.variants is not None:
        yield from ("--variants", _place(said.variants))
    for letter, run in zip(ascii_uppercase, said.runs, strict=False):
        for slot, path in run.tables():
            yield from (f"--{slot}", f"{letter}={_place(path)}")


def _place(path: str) -> str:
    """The file from wherever it is seen; the dashboard runs in another folder.

    Raises:
        InputError: There is no such file, or its path is not UTF-8.
    """
    place = Path(path).absolute()
    if not place.is_file():
        raise InputError(Problem("no-such-file", "no such file", path, mend="check the path"))
    require_text(str(place))
    return str(place)


def _card(said: Settings) -> list[str]:
    """What is declared for the scorecard, where anything is; a profile of one's own by path."""
    text, profile = as_text(said.scorecard), said.scorecard.profile
    own = profile is not None and profile.endswith(SUFFIX)
    words = ["--profile", _place(profile)] if own and profile else []
    return words + ([] if text == NOTHING else ["--card", text])


def _protocol(options: Options, said: Settings) -> list[str]:
    chosen = dict(said.protocol)
    if options.get("k") is not None:
        chosen["k"] = options["k"]
    own = ((x, run.level) for x, run in zip(ascii_uppercase, said.runs, strict=False) if run.level)
    told = dict([*own, *(options.get("level") or ())])
    pairs = [*chosen.items(), *(("level", f"{name}={level}") for name, level in told.items())]
    return [word for key, value in pairs for word in (f"--{key.replace('_', '-')}", str(value))]
