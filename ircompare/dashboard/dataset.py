"""The files of a session put together: a collection and up to two runs that can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ircompare.dashboard.data.understood import Understood, understand
from ircompare.dashboard.files import Given, Role, library
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.levels import Level
from ircompare.model.run import Run


@dataclass(frozen=True, eq=False)
class Dataset:
    """What can be compared.

    Attributes:
        digest: Names this set of files in addresses and caches.
        files: Each file as understood.
        collection: Qrels, and corpus and queries where given; None without usable qrels.
        a, b: The two runs, None where not given or not usable.
        chunk_map: The document of each chunk, None where not given or not usable.
    """

    digest: str
    files: tuple[Understood, ...]
    collection: Collection | None
    a: Run | None
    b: Run | None
    chunk_map: ChunkMap | None = None

    @property
    def ready(self) -> bool:
        """Whether at least one run can be scored."""
        return self.collection is not None and (self.a is not None or self.b is not None)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs that are there, A first."""
        return tuple(run for run in (self.a, self.b) if run is not None)

    def file(self, slot: str, role: Role = "") -> Understood | None:
        """The file in a slot, of a role where the slot is `run`."""
        for item in self.files:
            if item.given.slot == slot and (slot != "run" or item.given.role == role):
                return item
        return None

    def level(self, role: str) -> Level | None:
        """What a run was said to name; None where its ids decide."""
        held = self.file("run", "A" if role == "A" else "B")
        return (held.given.level or None) if held is not None else None

    @property
    def same_content(self) -> bool:
        """Whether both runs are the same bytes."""
        a, b = self.file("run", "A"), self.file("run", "B")
        return a is not None and b is not None and a.given.digest == b.given.digest


@lru_cache(maxsize=32)
def dataset(digest: str) -> Dataset | None:
    """The data set of a digest, None where this server does not know it."""
    files = library().files(digest)
    return None if files is None else assemble(digest, files)


def assemble(digest: str, files: Sequence[Given]) -> Dataset:
    """Read every file and put the values together."""
    read = ((given, understand(given)) for given in files)
    settled = tuple(Understood(given, item.loaded, item.error) for given, item in read)
    found: dict[str, object] = {}
    for item in settled:
        if item.loaded is not None:
            found[item.given.slot + item.given.role] = item.loaded.value
    qrels, corpus, queries = found.get("qrels"), found.get("corpus"), found.get("queries")
    collection = None
    if isinstance(qrels, Qrels):
        collection = Collection(
            qrels,
            corpus if isinstance(corpus, Corpus) else None,
            queries if isinstance(queries, Queries) else None,
        )
    a, b, chunk_map = found.get("runA"), found.get("runB"), found.get("chunk_map")
    return Dataset(
        digest,
        settled,
        collection,
        a if isinstance(a, Run) else None,
        b if isinstance(b, Run) else None,
        chunk_map if isinstance(chunk_map, ChunkMap) else None,
    )
