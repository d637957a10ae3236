"""The Chunks page and chunk runs on the other pages, every number against another computation."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from ircompare.dashboard.chunks.fold import fold_frame, fold_sentences
from ircompare.dashboard.files import Given, from_path, from_upload, library, with_roles
from ircompare.dashboard.text import plain
from ircompare.report.budget_report import span_words
from ircompare.scoring.fold import fold_of
from tests.chunk_worlds import collapsed
from tests.conftest import DATA, TUTORIAL
from tests.pages import button, click_cell, dataset_of, given, opened, tutorial_set, words

HELP = DATA / "helpcentre"
CHUNKED = ("runs/bm25_chunks.run", "runs/lsa_chunks.run")
COLLECTION = ("corpus.jsonl", "queries.jsonl", "qrels.txt")


def help_set(*names: str) -> str:
    files = [from_path(HELP / name) for name in (*COLLECTION, *names)]
    return library().register(with_roles(files))


def tutorial_chunks(*runs: str) -> str:
    names = ["corpus.json", "queries.json", "qrels.json", "chunk_to_doc.json", *runs]
    slots = {"chunk_to_doc.json": "chunk_map"}
    files = [from_path(TUTORIAL / name, slots.get(name)) for name in names]  # type: ignore[arg-type]
    return library().register(with_roles(files))


def chunk_set(
    *,
    qrels: Mapping[str, Mapping[str, int]],
    chunk_map: Mapping[str, object],
    runs: Mapping[str, Mapping[str, list[str]]],
    corpus: Mapping[str, str] | None = None,
) -> str:
    files: list[Given] = [given("qrels", qrels, "qrels")]
    files += [given(name, run, "run") for name, run in runs.items()]
    if corpus is not None:
        files.append(given("corpus", corpus, "corpus"))
    made = from_upload("map.json", json.dumps(chunk_map).encode())
    files.append(Given(made.source, made.digest, "chunk_map"))
    return library().register(with_roles(files))


def frames(at, column: str) -> list:
    return [item.value for item in at.dataframe if column in item.value.columns]


def test_the_golden_fixture_has_one_sixth_under_a_budget_of_two_and_two_thirds_in_full():
    at = opened(
        "chunks", tutorial_chunks("chunk_run.json", "run.fixture_B.json"), k="2", budget="2"
    )
    recall, rr = frames(at, "All chunks")[:2]
    assert recall.iloc[0].tolist() == ["Recall@2 A", "2/3 (0.667)", "1/6 (0.167)", "−1/2 (−0.500)"]
    assert rr.iloc[0].tolist() == ["MRR@2 A", "1/2 (0.500)", "1/3 (0.333)", "−1/6 (−0.167)"]
    assert recall.iloc[1].tolist() == ["Recall@2 B", "5/6 (0.833)", "5/6 (0.833)", "0"]
    assert plain("chunk_run") in words(at)
    assert "compared on documents" in words(at)
    assert plain("From 3 chunks on, both protocols agree on every query.") in words(at)


def test_one_chunk_run_alone_shows_the_golden_means():
    at = opened("chunks", tutorial_chunks("chunk_run.json"), k="2")
    (every,) = frames(at, "budget")
    assert every["Recall@2"].tolist() == ["1/6 (0.167)", "1/6 (0.167)", "2/3 (0.667)"]
    assert every["MRR@2"].tolist() == ["1/3 (0.333)", "1/3 (0.333)", "1/2 (0.500)"]
    assert "needs 3 chunks in the median" in words(at)


def test_the_page_opens_at_the_smallest_budget_at_which_a_verdict_changes():
    at = opened("chunks", help_set("chunk_map.tsv", *CHUNKED), k="5")
    assert at.number_input(key="budget_field").value == 2
    text = words(at)
    assert "The budget decides who leads in Recall" in text
    assert plain("(+0.006)") in text
    assert plain("(−0.024)") in text
    assert "21 queries of 130 in RR@5" in text


def test_means_of_the_page_are_those_of_an_independent_collapse():
    at = opened("chunks", help_set("chunk_map.tsv", *CHUNKED), k="5", budget="3")
    documents = dict(line.split("\t")[:2] for line in lines("chunk_map.tsv")[1:])
    relevant: dict[str, set[str]] = {}
    for line in lines("qrels.txt"):
        query, _, document, grade = line.split()
        if int(grade) and query in test_queries():
            relevant.setdefault(query, set()).add(document)
    for row, name in enumerate(CHUNKED):
        ranked: dict[str, list[str]] = {}
        for line in lines(name):
            query, _, chunk, _, _, _ = line.split()
            ranked.setdefault(query, []).append(chunk)
        for column, n in (("All chunks", None), ("First 3 chunks", 3)):
            recalls, firsts = [], []
            for query, wanted in relevant.items():
                top = collapsed(ranked.get(query, [])[:n], documents)[:5]
                recalls.append(len(wanted.intersection(top)) / len(wanted))
                found = [rank for rank, name in enumerate(top, 1) if name in wanted]
                firsts.append(1 / found[0] if found else 0)
            for frame, values in zip(frames(at, "All chunks")[:2], (recalls, firsts), strict=True):
                shown = frame[column][row].split("(")[-1].rstrip(")")
                assert float(shown) == pytest.approx(sum(values) / len(values), abs=6e-4)


def lines(name: str) -> list[str]:
    return (HELP / name).read_text("utf-8").splitlines()


def test_queries() -> set[str]:
    return {
        each["_id"] for each in map(json.loads, lines("queries.jsonl")) if each["split"] == "test"
    }


test_queries.__test__ = False  # type: ignore[attr-defined]


def test_the_budget_stands_in_the_address_and_is_put_in_force_everywhere():
    digest = help_set("chunk_map.tsv", *CHUNKED)
    at = opened("chunks", digest, k="5")
    assert plain("chunks: collapse all, then cut") in words(at)
    at.number_input(key="budget_field").set_value(4).run()
    assert at.query_params["budget"] == "4"
    button(at, "Use on every page").click().run()
    assert at.query_params["chunks"] == "first"
    assert plain("chunks: first 4 chunks, then collapse") in words(at)
    for page in ("compare", "query", "cutoffs"):
        other = opened(page, digest, k="5", budget="4", chunks="first")
        assert plain("chunks: first 4 chunks, then collapse") in words(other)
    at = opened("compare", digest, k="5", budget="1", chunks="first")
    assert "0.336 → 0.277" in words(at).replace("\\", "")


def test_token_budgets_count_tokens():
    at = opened("chunks", help_set("chunk_map.tsv", *CHUNKED), k="5", unit="tokens")
    assert at.number_input(key="budget_field").value == 17
    assert frames(at, "First 17 tokens")
    at.selectbox(key="unit_field").set_value("chunks").run()
    assert at.number_input(key="budget_field").value == 2
    assert not at.exception


def test_a_cell_of_the_list_shows_how_its_chunks_fold():
    at = opened("chunks", help_set("chunk_map.tsv", *CHUNKED), k="5")
    tables = [item.value for item in at.dataframe]
    number = next(n for n, frame in enumerate(tables) if "Query" in frame.columns)
    name = tables[number]["Id"][3]
    click_cell(at, number, 3, "Query")
    assert at.query_params["q"] == name
    assert at.selectbox(key="chunks_query").value == name
    assert len(frames(at, "Chunk")) == 2


def test_the_fold_says_what_is_cut_away_and_what_no_budget_brings_back():
    from ircompare.dashboard import calls
    from ircompare.model.protocol import Budget, Protocol

    digest = tutorial_chunks("chunk_run.json")
    side = calls.side(digest, Protocol(k=2, split="test"), "A")
    fold = fold_of(side, "q2", Budget("chunks", 2))
    assert fold is not None
    assert fold_sentences(fold) == [
        "2 of 3 chunks bring 1 of 2 documents.",
        "Relevant and cut away: d4 (rank 2, by chunk 3).",
    ]
    frame = fold_frame(fold, {})
    assert frame["Document"].tolist() == ["brings 1", "again 1", "brings 2"]
    assert frame["Budget"].tolist() == ["taken", "taken", "cut away"]
    other = fold_of(side, "q3", None)
    assert other is not None
    assert not other.cut_away
    assert fold_of(side, "q4", None) is None


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        ([(1, 1, 3), (-1, 4, 9)], "better up to 3, worse from 4"),
        ([(0, 1, 1), (1, 2, 9)], "tied at 1, better from 2"),
        ([(0, 1, 2), (1, 3, 5), (0, 6, 9)], "tied up to 2, better from 3 to 5, tied from 6"),
        ([(1, 1, 9)], "better throughout"),
    ],
)
def test_spans_in_words(spans, said):
    assert span_words(spans) == said


@pytest.mark.parametrize("judgements", ["exhaustive", "pooled"])
@pytest.mark.parametrize("page", ["data", "compare", "query", "cutoffs", "chunks"])
def test_a_chunk_run_without_a_map_is_offered_the_slot(page, judgements):
    at = opened(page, help_set(*CHUNKED), k="5", judgements=judgements)
    text = words(at)
    assert "**Chunks are ranked, documents are judged**" in text
    assert "unknown" not in text
    assert button(at, "Make the chunk map from the ids")


def test_the_map_is_made_from_the_ids_in_one_click():
    at = opened("data", help_set(*CHUNKED), k="5")
    assert at.text_input(key="chunk_delimiter").value == "#"
    button(at, "Make the chunk map from the ids").click().run()
    assert plain("chunk_map.json") in words(at)
    assert plain("all 339 ids are chunks of the map") in words(at)
    assert any("130 of 141 queries are scored" in item.value for item in at.success)


def test_ids_that_do_not_resolve_are_listed():
    runs = {"one": {"q": ["d1#0", "d9#0"]}}
    digest = dataset_of(
        qrels={"q": {"d1": 1}},
        runs=runs,
        corpus={"d1": "a", "d2": "b"},
        queries={"q": {"text": "x"}},
    )
    at = opened("data", digest, judgements="pooled")
    button(at, "Make the chunk map from the ids").click().run()
    assert "1 chunk id does not resolve to a document of the corpus." in words(at)
    assert "d9#0" in words(at)


HOSTILE = {
    "![x](http://evil.example/1.png)": "<b>*d*</b>",
    "=1+1": "<b>*d*</b>",
    "$c$ | `x`": "中文#1",
}


def test_hostile_ids_stand_literally():
    digest = chunk_set(
        qrels={"q": {"<b>*d*</b>": 0, "中文#1": 1}},
        chunk_map=HOSTILE,
        runs={"one": {"q": list(HOSTILE)}, "two": {"q": list(HOSTILE)[::-1]}},
    )
    at = opened("chunks", digest, judgements="pooled", k="1")
    assert not at.exception
    assert "![x](" not in words(at)
    assert [chunk for frame in frames(at, "Chunk") for chunk in frame["Chunk"]][:3] == list(HOSTILE)


def test_a_run_of_both_levels_is_decided_by_a_click():
    digest = chunk_set(
        qrels={"q": {"d1": 1, "d2": 0}},
        chunk_map={"d1": "d2", "d2": "d1"},
        runs={"both": {"q": ["d2", "d1"]}},
    )
    at = opened("data", digest, judgements="pooled", k="1")
    assert "**Chunks or documents?**" in words(at)
    button(at, "Read run A as chunks").click().run()
    assert plain('run "both" is read as chunks, as was asked') in words(at)
    assert any("--level A=chunk" in code.value for code in at.code)


def test_qrels_that_judge_chunks_are_scored_on_chunks():
    digest = chunk_set(
        qrels={"q": {"d1#0": 1, "d1#1": 0}},
        chunk_map={"d1#0": "d1", "d1#1": "d1"},
        runs={"one": {"q": ["d1#1", "d1#0"]}, "two": {"q": ["d1#0"]}},
    )
    at = opened("chunks", digest, judgements="pooled", k="1")
    assert "The qrels judge chunks" in words(at)
    assert "Recall@1 0 → 1" in words(at).replace("\\", "")
    compared = opened("compare", digest, judgements="pooled", k="1")
    assert "Recall@1 0 → 1" in words(compared).replace("\\", "")


def test_without_a_chunk_run_nothing_changes():
    at = opened("compare", tutorial_set(), k="2")
    assert "chunks" not in words(at)
    for digest in (tutorial_set(), tutorial_chunks("run.fixture_A.json", "run.fixture_B.json")):
        page = opened("chunks", digest, k="2")
        assert page.info
        assert button(page, "Open this sample")


def test_the_empty_page_opens_the_sample_in_one_click():
    at = opened("chunks", "")
    assert "does the budget decide who leads?" in words(at)
    button(at, "Open this sample").click().run()
    assert not at.exception
    assert "The budget decides who leads in Recall" in words(at)


def test_other_ways_to_collapse_are_told_apart():
    from ircompare.dashboard import calls
    from ircompare.dashboard.chunks import tables as chunks_tables
    from ircompare.dashboard.chunks.words import Both
    from ircompare.dashboard.dataset import dataset
    from ircompare.model.protocol import Protocol

    digest = help_set("chunk_map.tsv", *CHUNKED)
    data = dataset(digest)
    assert data is not None
    assert data.chunk_map is not None
    pair = calls.comparison(digest, Protocol(k=5, chunks=data.chunk_map.rule()))
    frame = chunks_tables.rules_frame(
        data, data.chunk_map, Both(pair, pair, 4, "chunks"), Protocol(k=5)
    )
    assert len(frame) == 8
    first, best = frame.iloc[1].tolist()[2:], frame.iloc[3].tolist()[2:]
    assert first == best
    assert any("lower than with fewer" in str(cell) for cell in frame.iloc[5:].to_numpy().ravel())
