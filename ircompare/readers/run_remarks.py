"""What a reader counts and remarks of the rankings of a run, all at once or part by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from ircompare.errors import Problem, some
from ircompare.model.run import Run
from ircompare.readers.identifiers import damaged, damaged_ids
from ircompare.readers.provenance import Described


class Remarks:
    """Gathers counts and remarks over the rankings of one run, put in order by score if it can be.

    Attributes:
        tags: The different tags, in order of first appearance.
    """

    def __init__(self, source: str, tags: Sequence[str] = ()) -> None:
        self._source = source
        self.tags = dict.fromkeys(tags)
        self._counts = {"queries": 0, "rows": 0, "depth": 0}
        self._damaged: dict[str, None] = {}
        self._disagreeing: list[str] = []
        self._beyond_ties = 0

    def see(self, scored: Run) -> None:
        """Take in some queries with all their rankings."""
        counts = self._counts
        counts["queries"] += len(scored)
        counts["rows"] += len(scored.documents)
        counts["depth"] = max(counts["depth"], scored.depth)
        if scored.scores is not None:
            ties = counts.get("queries with ties", 0)
            counts["queries with ties"] = ties + scored.tied_queries()
        self._damaged.update(dict.fromkeys(damaged(scored.documents)))
        disagreeing = scored.rank_disagreements()
        if disagreeing:
            self._disagreeing.extend(disagreeing)
            self._beyond_ties += len(scored.rank_disagreements(among_ties=False))

    def counts(self) -> dict[str, int]:
        """What was counted, in the order to show."""
        return dict(self._counts)

    def provenance(
        self, companion: Described, header: Mapping[str, object] | None = None
    ) -> dict[str, object]:
        """What the companion says, then the header, then the tag column; the last one holds."""
        tag: dict[str, object] = {"tag": next(iter(self.tags))} if len(self.tags) == 1 else {}
        return {**companion.values, **(header or {}), **tag}

    def on_rankings(self) -> list[Problem]:
        """Remarks on tags, and on ranks that differ from the order by score."""
        return [*self._several_tags(), *self._disagreements()]

    def on_ids(self, query_ids: Sequence[str]) -> list[Problem]:
        """A remark on ids that a spreadsheet has changed."""
        names = pa.array([*self._damaged, *query_ids], pa.string())
        return damaged_ids([names], self._source)

    def _several_tags(self) -> list[Problem]:
        if len(self.tags) < 2:
            return []
        return [
            Problem(
                "several-tags",
                f"file has {len(self.tags)} different tags",
                self._source,
                expected="one run in one file",
                found=some(self.tags),
                mend="split the file if it holds several runs",
            )
        ]

    def _disagreements(self) -> list[Problem]:
        queries, real = self._disagreeing, self._beyond_ties
        if not queries:
            return []
        count = "1 query" if len(queries) == 1 else f"{len(queries)} queries"
        if real < len(queries):
            count += f", in {real or 'none'} of them beyond equal scores"
        return [
            Problem(
                "rank-disagreement",
                f"order by score differs from the rank column in {count}",
                self._source,
                expected="ranks that follow the scores",
                found=some(queries),
                mend="choose the order rank if the rank column is right",
            )
        ]
