"""Texts of a large corpus on pages: read from its file, and an error in words once that changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ircompare.dashboard.files import from_path, from_upload, library, with_roles
from ircompare.readers import files
from ircompare.readers.large_corpus import load as large
from tests.conftest import TUTORIAL
from tests.pages import FIXTURES, opened, words


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tutorial's corpus as JSON lines, which count as a large file."""
    monkeypatch.setattr(files, "LARGE", 0)
    monkeypatch.setattr(large, "LARGE", 0)
    texts = json.loads((TUTORIAL / "corpus.json").read_text("utf-8"))
    lines = [json.dumps({"_id": name, "text": text}) for name, text in texts.items()]
    path = tmp_path / "corpus.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return path


def digest_with(corpus: Path) -> str:
    given = [from_upload(name, (TUTORIAL / name).read_bytes()) for name in FIXTURES[1:]]
    return library().register(with_roles([from_path(corpus, "corpus"), *given]))


def test_pages_show_texts_that_stand_in_the_file(corpus: Path) -> None:
    at = opened("query", digest_with(corpus), k="2", q="q2")
    labels = [label for table in at.dataframe for label in table.value["Document"]]
    texts = json.loads((TUTORIAL / "corpus.json").read_text("utf-8"))
    assert texts["d3"].split("\n")[0] in labels


def test_a_corpus_that_changed_is_told_in_words(corpus: Path) -> None:
    digest = digest_with(corpus)
    opened("query", digest, k="2", q="q2")
    corpus.write_text(corpus.read_text("utf-8") + "\n", "utf-8")
    at = opened("query", digest, k="2", q="q4")
    assert "This page cannot be shown in full" in [error.value for error in at.error]
    assert "file changed on disk after it was read" in words(at)
