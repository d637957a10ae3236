"""How page tests open a page: files in memory, protocol and filters in the address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import chdir

from streamlit import config
from streamlit.testing.v1 import AppTest

from ircompare.dashboard import loading
from ircompare.dashboard.files import Given, from_path, from_upload, library, with_roles
from tests.conftest import DATA, PATIENCE, ROOT, TUTORIAL

# Streamlit reads its settings once, from the folder in which a test may happen to stand then.
with chdir(ROOT):
    config.get_config_options()
# A page waits for its files, however slow the machine is: what is shown meanwhile has its own test.
loading.PATIENCE = PATIENCE
SHELL = ROOT / "ircompare" / "dashboard" / "shell.py"
FIXTURES = (
    "corpus.json",
    "queries.json",
    "qrels.json",
    "run.fixture_A.json",
    "run.fixture_B.json",
)
SLOTS = ("corpus", "queries", "qrels")


def given(name: str, content: object, slot: str) -> Given:
    """One file of a data set, as JSON."""
    data = json.dumps(content, ensure_ascii=False).encode()
    found = from_upload(f"{name}.json", data)
    assert found.slot == slot, f"{name} was taken for {found.slot}"
    return found


def dataset_of(
    *,
    qrels: Mapping[str, Mapping[str, int]],
    runs: Mapping[str, Mapping[str, list[str]]],
    queries: Mapping[str, Mapping[str, object]] | None = None,
    corpus: Mapping[str, str] | None = None,
) -> str:
    """Hold a made-up data set and return its digest."""
    files = [given("qrels", qrels, "qrels")]
    files += [given(name, run, "run") for name, run in runs.items()]
    if queries is not None:
        files.append(given("queries", queries, "queries"))
    if corpus is not None:
        files.append(given("corpus", corpus, "corpus"))
    return library().register(with_roles(files))


def tutorial_set(*left_out: str) -> str:
    """Hold the tutorial, perhaps without some of its files, and return its digest."""
    names = [name for name in FIXTURES if name not in left_out]
    files = [from_upload(name, (TUTORIAL / name).read_bytes()) for name in names]
    return library().register(with_roles(files))


def helpcentre_set() -> str:
    """Hold the help centre with both rankings of articles and return its digest."""
    names = (
        ("corpus.jsonl", "corpus"),
        ("queries.jsonl", "queries"),
        ("qrels.txt", "qrels"),
        ("runs/bm25.run", "run"),
        ("runs/lsa.run", "run"),
    )
    folder = DATA / "helpcentre"
    return library().register(with_roles([from_path(folder / name, slot) for name, slot in names]))


def session() -> AppTest:
    """A session that has not run yet; a run may take as long as it takes on a slow machine."""
    return AppTest.from_file(str(SHELL), default_timeout=2 * PATIENCE)


def opened(page: str, digest: str, **address: str) -> AppTest:
    """A page as a deep link opens it; nothing on it failed."""
    at = session()
    at.query_params["ds"] = digest
    for name, text in address.items():
        at.query_params[name] = text
    at.switch_page(f"../../pages/{page}.py")
    at.run()
    assert not at.exception
    return at


def card_page(digest: str, **address: str) -> AppTest:
    """The Scorecard page as a deep link opens it on the help centre's test questions."""
    return opened("scorecard", digest, **{"k": "5", "split": "test", **address})


def words(at: AppTest) -> str:
    """Everything that stands on the page as Markdown, caption, text, heading, warning or info."""
    kinds = (at.markdown, at.caption, at.text, at.subheader, at.warning, at.info, at.code)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def button(at: AppTest, label: str):
    """The button of a label."""
    return next(item for item in at.button if item.label == label)


# Pixels of a table on a page 1280 wide and on a phone, and of its column of boxes.
WIDE, PHONE, BOXES = 900, 358, 34


def widths(table) -> dict[str, int]:
    """Pixels of each column of a table, in order; 0 where it is as wide as what it holds."""
    held = json.loads(table.proto.columns)
    return {name: held.get(name, {}).get("width") or 0 for name in table.value}


def click_cell(at: AppTest, table: int, row: int, column: str) -> AppTest:
    """Select one cell of a table, as a click does, and run the page."""
    key = at.dataframe[table].proto.id.split("-", 2)[2]
    at.session_state[key] = {"selection": {"rows": [], "columns": [], "cells": [(row, column)]}}
    return at.run()


def click(at: AppTest, chart: str, selection: str, **fields: object) -> AppTest:
    """Click a mark of a chart, as often as it was clicked before plus one."""
    generation = at.session_state[f"clicks-{chart}"]
    at.session_state[f"{chart}-{generation}"] = {"selection": {selection: [fields]}}
    at.run()
    assert not at.exception
    return at


def select_row(at: AppTest, row: int, table: int = 0) -> AppTest:
    """Select one row of a table and run the page."""
    key = at.dataframe[table].proto.id.split("-", 2)[2]
    at.session_state[key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    at.run()
    assert not at.exception
    return at
