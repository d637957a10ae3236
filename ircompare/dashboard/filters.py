"""Which queries are listed, in which order: one value, kept in the address."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace

from ircompare.inference.slice_words import slice_words
from ircompare.scoring.causes import CAUSES

SHOWS = {
    "regressed": "regressed in either measure",
    "differs": "differing in either measure",
    "all": "all scored",
    "unscored": "not scored",
}
VERDICTS = {"": "any", "improved": "improved", "tied": "tied", "regressed": "regressed"}
SIGNS = {"improved": 1, "tied": 0, "regressed": -1}
FLAGS = {
    "": "any",
    "missing_a": "missing in A",
    "missing_b": "missing in B",
    "ties": "ties at a relevant document",
    "unjudged": "unjudged above in B",
}
SORTS = {
    "loss": "Largest loss first",
    "gain": "Largest gain first",
    "id": "By id",
    "file": "Order of the file",
}


@dataclass(frozen=True)
class Filters:
    """What is listed. Each field is a parameter of the address; defaults are left out there.

    Attributes:
        measure: The measure shown in charts and sorted by: `rr` or `recall`.
        show: A key of SHOWS; "" for regressed if there is any, else differs, else all.
        recall, rr: A verdict in that measure, "" for any.
        rank_a, rank_b: A bin of first relevant ranks, such as `4–5`, "" for any.
        value_a, value_b: A bin of the shown measure's values, such as `0.1–0.2`, or one exact
            value, such as `1/3`; "" for any.
        low, high: Bounds of a tenth of deltas of the shown measure, "" for none.
        cause: A key of CAUSES, of the shown measure.
        flag: A key of FLAGS.
        find: Text that the query's text or id contains, whatever its case.
        sort: A key of SORTS.
        field: The query field that slices are made of, "" for the one that a page chooses.
        slice: Label of a slice of this field, "" for every query.
    """

    measure: str = "rr"
    show: str = ""
    recall: str = ""
    rr: str = ""
    rank_a: str = ""
    rank_b: str = ""
    value_a: str = ""
    value_b: str = ""
    low: str = ""
    high: str = ""
    cause: str = ""
    flag: str = ""
    find: str = ""
    sort: str = "loss"
    field: str = ""
    slice: str = ""

    @classmethod
    def from_params(cls, params: Mapping[str, str]) -> Filters:
        """Filters from the parameters of an address; unknown values fall back to defaults."""
        known = {field.name: params[field.name] for field in fields(cls) if field.name in params}
        good = {name: text for name, text in known.items() if _valid(name, text)}
        if not (good.get("low") and good.get("high")):
            good = {name: text for name, text in good.items() if name not in ("low", "high")}
        if not good.get("field"):
            good.pop("slice", None)
        return cls(**good)

    def params(self) -> dict[str, str]:
        """The parameters of an address that give these filters."""
        standard = asdict(Filters())
        return {name: text for name, text in asdict(self).items() if text != standard[name]}

    def only(self, **changes: str) -> Filters:
        """These filters with all chips removed, then the changes made."""
        kept = Filters(measure=self.measure, sort=self.sort, field=self.field)
        return replace(kept, **changes)

    @property
    def other(self) -> str:
        """The measure that breaks ties of the sort."""
        return "recall" if self.measure == "rr" else "rr"

    def chips(self) -> tuple[str, ...]:
        """The filters in force beside `show`, in words."""
        return tuple(words for words, _ in self.parts())

    def parts(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each filter in force beside `show`: its words, and the fields that hold it."""
        for label, name, text in (("Recall", "recall", self.recall), ("RR", "rr", self.rr)):
            if text:
                yield f"{label} {text}", (name,)
        for label, name in (("first relevant rank", "rank"), ("value", "value")):
            pair = (f"{name}_a", f"{name}_b")
            a, b = (getattr(self, side) for side in pair)
            if a or b:
                yield f"{label} {a or 'any'} → {b or 'any'}", pair
        if self.low and self.high:
            yield delta_words(self.low, self.high), ("low", "high")
        if self.cause:
            yield CAUSES[self.cause], ("cause",)
        if self.flag:
            yield FLAGS[self.flag], ("flag",)
        if self.find:
            yield f'contains "{self.find}"', ("find",)
        if self.slice:
            yield slice_words(self.field, self.slice), ("slice",)

    def without(self, names: tuple[str, ...]) -> Filters:
        """These filters with some of their fields empty."""
        return replace(self, **dict.fromkeys(names, ""))


def delta_words(low: str, high: str) -> str:
    """A tenth of deltas in words."""
    if float(low) == float(high) == 0:
        return "delta 0"
    return f"delta {low} to {high}".replace("-", "−")


def _valid(name: str, text: str) -> bool:
    choices = {
        "measure": ("rr", "recall"),
        "show": ("", *SHOWS),
        "recall": tuple(VERDICTS),
        "rr": tuple(VERDICTS),
        "flag": tuple(FLAGS),
        "cause": ("", *CAUSES),
        "sort": tuple(SORTS),
    }
    if name in ("low", "high"):
        return _is_delta(text)
    return name not in choices or text in choices[name]


def _is_delta(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False
