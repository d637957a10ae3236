"""The sample collections that come with the project."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ircompare.dashboard import settings, state
from ircompare.dashboard.files import Given, from_path, with_roles
from ircompare.dashboard.filters import Filters
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.readers.loaded import Slot
from ircompare.readers.scorecard_settings import NOTHING_CHOSEN, Choices
from ircompare.readers.settings import SETTINGS_NAME, load_settings

FOLDER = Path(__file__).resolve().parents[2] / "data"


@dataclass(frozen=True)
class Sample:
    """One sample collection.

    Attributes:
        name: Its name on the command line.
        title, about: What a card says.
        files: Slot and file name of each file; runs in the order A, B.
        k: The cutoff it opens with.
        folder: Its folder below data/; "" for that of its name.
        page: The page that opening it leads to.
    """

    name: str
    title: str
    about: str
    files: tuple[tuple[Slot, str], ...]
    k: int
    folder: str = ""
    page: str = "compare"

    def given(self) -> tuple[Given, ...]:
        """Its files, opened from disk."""
        return with_roles([from_path(self.place / name, slot) for slot, name in self.files])

    @property
    def place(self) -> Path:
        """The folder of its files."""
        return FOLDER / (self.folder or self.name)

    def choices(self) -> Choices:
        """What its settings file declares for the scorecard; nothing without such a file."""
        path = self.place / SETTINGS_NAME
        return load_settings(path).scorecard if path.is_file() else NOTHING_CHOSEN

    def open(self) -> None:
        """Make it the session's data set, with its own protocol and nothing filtered."""
        state.set_files(self.given())
        state.set_filters(Filters())
        card_declared.declare(self.choices())
        own = {"k": self.k, "split": "test"}
        settings.set_defaults(**{**settings.DEFAULTS, **own})


SAMPLES = {
    sample.name: sample
    for sample in (
        Sample(
            "tutorial",
            "Tutorial",
            "5 queries and 6 documents in Chinese, small enough to check every number by hand. "
            "The means rise, and one query regresses.",
            (
                ("corpus", "corpus.json"),
                ("queries", "queries.json"),
                ("qrels", "qrels.json"),
                ("run", "run.fixture_A.json"),
                ("run", "run.fixture_B.json"),
            ),
            2,
        ),
        Sample(
            "helpcentre",
            "Help centre",
            "A bilingual help centre, Chinese and English, exhaustively judged; BM25 against "
            "latent semantic analysis.",
            (
                ("corpus", "corpus.jsonl"),
                ("queries", "queries.jsonl"),
                ("qrels", "qrels.txt"),
                ("run", "runs/bm25.run"),
                ("run", "runs/lsa.run"),
                ("variants", "variants.tsv"),
                ("measurements", "measured/bm25.csv"),
                ("measurements", "measured/lsa.csv"),
                ("answers", "answers/bm25.csv"),
                ("answers", "answers/lsa.csv"),
                ("pairs", "pairs/bm25.csv"),
                ("pairs", "pairs/lsa.csv"),
                ("repeat", "runs/repeats/bm25_2.run"),
                ("repeat", "runs/repeats/lsa_2.run"),
                ("repeat", "runs/repeats/lsa_3.run"),
            ),
            5,
        ),
        Sample(
            "helpcentre-chunks",
            "Help centre, chunks",
            "The same help centre searched in chunks of one or two sentences: rankings of chunks "
            "become rankings of documents, and the chunk budget decides which run leads.",
            (
                ("corpus", "corpus.jsonl"),
                ("queries", "queries.jsonl"),
                ("qrels", "qrels.txt"),
                ("chunk_map", "chunk_map.tsv"),
                ("run", "runs/bm25_chunks.run"),
                ("run", "runs/lsa_chunks.run"),
            ),
            5,
            folder="helpcentre",
            page="chunks",
        ),
    )
}
