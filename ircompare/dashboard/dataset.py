"""The files of a session put together: a collection and up to two runs that can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ircompare.api import distinct_names
from ircompare.dashboard.belonging import place_of
from ircompare.dashboard.data.understood import Understood, kept, understand
from ircompare.dashboard.files import PAIRED, Given, Role, library
from ircompare.dashboard.judgements.marks import Marked, marked
from ircompare.dashboard.recent import Recent
from ircompare.inference.whatif import with_patch
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.levels import Level
from ircompare.model.stored import AnyRun


@dataclass(frozen=True, eq=False)
class Dataset:
    """What can be compared.

    Attributes:
        digest: Names this set of files in addresses and caches.
        files: Each file as understood.
        collection: Qrels, and corpus and queries where given; None without usable qrels.
        a, b: The two runs, None where not given or not usable.
        chunk_map: The document of each chunk, None where not given or not usable.
        base: Digest of the set without what-if judgements; its own where there are none.
        further: Runs that can be used and are neither of the two, in the order given.
    """

    digest: str
    files: tuple[Understood, ...]
    collection: Collection | None
    a: AnyRun | None
    b: AnyRun | None
    chunk_map: ChunkMap | None = None
    base: str = ""
    further: tuple[AnyRun, ...] = ()

    @property
    def patch(self) -> Qrels | None:
        """The what-if judgements that differ from the user's; None without any."""
        return self.collection.what_if if self.collection is not None else None

    @property
    def ready(self) -> bool:
        """Whether at least one run can be scored."""
        return self.collection is not None and (self.a is not None or self.b is not None)

    @property
    def runs(self) -> tuple[AnyRun, ...]:
        """The runs that are there, A first."""
        return tuple(run for run in (self.a, self.b) if run is not None)

    def file(self, slot: str, role: Role = "") -> Understood | None:
        """The file in a slot, of a role where each run has one of its own."""
        for item in self.files:
            if item.given.slot == slot and (slot not in PAIRED or item.given.role == role):
                return item
        return None

    @property
    def roles(self) -> tuple[str, ...]:
        """What names each run that is there: A, B, and further ones by their number from 0."""
        two = (role for role, run in (("A", self.a), ("B", self.b)) if run is not None)
        return (*two, *map(str, range(len(self.further))))

    def run(self, role: str) -> AnyRun | None:
        """The run of a role; None where it is not there."""
        if role.isdecimal():
            return self.further[int(role)]
        return self.a if role == "A" else self.b

    def level(self, role: str) -> Level | None:
        """What a run was said to name; None where its ids decide."""
        if role.isdecimal():
            return _neither(self.files)[int(role)][0].level or None
        held = self.file("run", "A" if role == "A" else "B")
        return (held.given.level or None) if held is not None else None

    @property
    def same_content(self) -> bool:
        """Whether both runs are the same bytes."""
        a, b = self.file("run", "A"), self.file("run", "B")
        return a is not None and b is not None and a.content == b.content


_ASSEMBLED: Recent[str, Dataset] = Recent(8)
_PATCHED: Recent[str, tuple[Dataset, Dataset]] = Recent(8)


def dataset(digest: str) -> Dataset | None:
    """The data set of a digest, with its what-if judgements; None where the server lacks it."""
    made = marked(digest)
    return _patched(digest, made) if made.marks else _as_given(digest)


def _patched(digest: str, made: Marked) -> Dataset | None:
    """The same files with the qrels as the marks make them, put together once."""
    before = _as_given(made.base)
    if before is None or before.collection is None:
        return before
    found = _PATCHED.get(digest)
    if found is None or found[0] is not before:
        after = replace(
            before,
            digest=digest,
            base=before.digest,
            collection=with_patch(before.collection, made.patch),
        )
        found = before, after
        _PATCHED.put(digest, found)
    return found[1]


def _as_given(digest: str) -> Dataset | None:
    """The data set of a digest without any mark.

    Put together once, unless a file was gone: giving it again mends the same data set.
    """
    found = _ASSEMBLED.get(digest)
    files = library().files(digest) if found is None else None
    if files is not None:
        found = assemble(digest, files)
        if all(kept(given) is not None for given in files):
            _ASSEMBLED.put(digest, found)
    return found


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
    chunk_map = found.get("chunk_map")
    two = _two(files, found.get("runA"), found.get("runB"))
    return Dataset(
        digest,
        settled,
        collection,
        *two,
        chunk_map if isinstance(chunk_map, ChunkMap) else None,
        base=digest,
        further=_further(settled, two),
    )


def _two(files: Sequence[Given], a: object, b: object) -> tuple[AnyRun | None, AnyRun | None]:
    """Run A and run B; told apart by their files where both are called the same."""
    first, second = (run if isinstance(run, AnyRun) else None for run in (a, b))
    if first is None or second is None or first.name != second.name:
        return first, second
    places = {item.role: item.path or item.source for item in files if item.slot == "run"}
    names = distinct_names([places["A"], places["B"]])
    return replace(first, name=names[0]), replace(second, name=names[1])


def _further(files: Sequence[Understood], two: Sequence[AnyRun | None]) -> tuple[AnyRun, ...]:
    """The runs that are neither of the two; one called as another is told apart by its file."""
    runs = [item for item in files if item.given.slot == "run"]
    places = distinct_names([place_of(item.given) for item in runs])
    apart = dict(zip((item.given for item in runs), places, strict=True))
    taken = {run.name for run in two if run is not None}
    found: list[AnyRun] = []
    for given, run in _neither(files):
        found.append(replace(run, name=apart[given]) if run.name in taken else run)
        taken.add(found[-1].name)
    return tuple(found)


def _neither(files: Sequence[Understood]) -> list[tuple[Given, AnyRun]]:
    """The runs that are neither of the two and can be used, with their files."""
    lone = [item for item in files if item.given.slot == "run" and not item.given.role]
    values = ((item.given, item.loaded.value) for item in lone if item.loaded is not None)
    return [(given, value) for given, value in values if isinstance(value, AnyRun)]
