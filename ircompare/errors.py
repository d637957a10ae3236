"""What can be wrong with an input, and the one exception that carries it.

    InputError        what a user mends: one or more Problems, all of an input together
    ValueError        what a caller of this package mends: an argument out of range

A failed gate or a lost query is a result, never an exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

SHOWN = 20


@dataclass(frozen=True)
class Problem:
    """One fault or one remark about an input: place, what is wrong, and how to mend it.

    Attributes:
        code: Stable name of the kind of fault, such as `duplicate-document`.
        what: Headline, lower case, no full stop, no advice; it quotes what the user wrote.
        source: Name of the file or upload.
        line: Line as an editor counts it, from 1; None where a line says nothing.
        expected: What would have been right.
        found: What stood there.
        mend: What to do about it.
        contract_reason: Text of the tutorial's contract for the four faults it names.
    """

    code: str
    what: str
    source: str = ""
    line: int | None = None
    expected: str = ""
    found: str = ""
    mend: str = ""
    contract_reason: str | None = None

    @property
    def place(self) -> str:
        """Source and line as `file:line`, so that editors can jump to it."""
        source = printable(self.source)
        return f"{source}:{self.line}" if self.line is not None else source

    def __str__(self) -> str:
        head = f"{self.place}: {self.what}" if self.place else self.what
        details = [("expected", self.expected), ("found", self.found), ("mend", self.mend)]
        return "\n".join([head, *(f"  {name + ':':<9} {text}" for name, text in details if text)])

    def as_dict(self) -> dict[str, object]:
        """The parts that are present, for JSON."""
        parts = {**vars(self), "source": printable(self.source)}
        return {name: value for name, value in parts.items() if value not in ("", None)}


class InputError(Exception):
    """An input that cannot be used, with every problem found in it.

    Args:
        problems: The problems to show, in the order of the input.
        total: How many there are, if more were found than are carried along.
    """

    def __init__(self, problems: Iterable[Problem] | Problem, total: int | None = None) -> None:
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.total = max(total or 0, len(self.problems))
        super().__init__(str(self))

    def __str__(self) -> str:
        shown = [str(problem) for problem in self.problems[:SHOWN]]
        rest = self.total - len(shown)
        return "\n".join([*shown, f"… and {rest} more problems"] if rest > 0 else shown)


class Problems:
    """Collects the problems of one input and raises them together.

    Only the first `SHOWN` are kept; the rest are counted, so a file in which every line is
    bad costs no memory.

    >>> problems = Problems("a.run")
    >>> problems.add("bad-score", "score 'x' is not a number", line=3)
    >>> problems.raise_any()
    Traceback (most recent call last):
    ircompare.errors.InputError: a.run:3: score 'x' is not a number
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.kept: list[Problem] = []
        self.total = 0

    def add(self, code: str, what: str, **parts: object) -> None:
        """Note one problem of this source; `parts` are the other fields of Problem."""
        self.total += 1
        if len(self.kept) < SHOWN:
            self.kept.append(replace(Problem(code, what, self.source), **parts))  # type: ignore[arg-type]

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note problems made elsewhere."""
        for problem in problems:
            self.total += 1
            if len(self.kept) < SHOWN:
                self.kept.append(problem)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.kept)

    def __len__(self) -> int:
        return self.total

    def raise_any(self) -> None:
        """Raise InputError if anything was noted."""
        if self.total:
            raise InputError(self.kept, self.total)


def printable(path: str) -> str:
    r"""A path as text that every file can hold: bytes in it that are not UTF-8 are escaped.

    >>> printable("b\udcff.run"), printable("导出.run")
    ('b\\udcff.run', '导出.run')
    """
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


def quote(text: str, limit: int = 60) -> str:
    """Text in double quotes for a message: control characters escaped, shortened in the middle."""
    if len(text) > limit:
        text = f"{text[: limit - 16]}…{text[-12:]}"
    inner = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    return f'"{inner}"'


def some(items: Iterable[object], total: int | None = None, limit: int = 3) -> str:
    """The first few items of a list, quoted, with the number of those left out."""
    listed = list(items)
    rest = (total if total is not None else len(listed)) - min(limit, len(listed))
    shown = ", ".join(quote(str(item)) for item in listed[:limit])
    return f"{shown} and {rest} more" if rest > 0 else shown
