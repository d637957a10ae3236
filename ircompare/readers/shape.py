"""What the first bytes of a large run say of the form of its lines."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from ircompare.errors import Problems
from ircompare.readers import names
from ircompare.readers.columnar import FIELDS, separators
from ircompare.readers.columnar_pieces import Fields
from ircompare.readers.delimited import TABLE_NAMES
from ircompare.readers.guess_lines import header_delimiter
from ircompare.readers.layouts import LAYOUTS, choose_layout
from ircompare.readers.text import shorten

CALLED = {"query_id": "query", "doc_id": "document"}


@dataclass(frozen=True)
class Shape:
    """The form of a run whose records come one after the other.

    Attributes:
        format: Name of the format, as shown.
        fields: Name of each field as `part_of` knows it, anything else where it is not kept.
        separators: What may separate them, the likelier first; "" where they are columns.
        header: Bytes of the line that names the columns, 0 without one.
        extra: Names of the columns that are not understood.
        samples: Up to three records as they stand in the file, shortened.
        compression: "gzip", "zstd" or "".
    """

    format: str
    fields: Fields
    separators: tuple[str, ...]
    header: int = 0
    extra: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    compression: str = ""

    @property
    def first_line(self) -> int:
        """Line of the first record."""
        return 2 if self.header else 1


def shape_of(head: bytes, form: str) -> Shape | None:
    """The form of a run's lines; None where only the readers of whole files know it.

    Args:
        head: Its first bytes, at least one whole line.
        form: What they look like: `lines` or `table`.
    """
    first, found, _ = head.partition(b"\n")
    try:
        line = first.decode().rstrip("\r")
    except UnicodeDecodeError:
        return None
    if not found or not line.strip():
        return None
    return _lines(head, line) if form == "lines" else _table(head, line, len(first) + 1)


def _lines(head: bytes, line: str) -> Shape | None:
    layout, _ = choose_layout(LAYOUTS["run"], [line])
    if layout.kind is None:
        return None
    fields = FIELDS[layout.kind]
    tried = separators(line.encode(), fields)
    return Shape(layout.format, fields, tried, samples=_samples(head))


def _table(head: bytes, line: str, size: int) -> Shape | None:
    delimiter = header_delimiter(line)
    if delimiter not in {",", ";", "\t"} or '"' in line:
        return None
    cells = line.split(delimiter)
    header = names.match(cells, "run", Problems(""))
    if header is None:
        return None
    fields = [f"column {at}" for at in range(len(cells))]
    for name, at in header.places.items():
        fields[at] = CALLED.get(name, name)
    return Shape(
        TABLE_NAMES[delimiter],
        tuple(fields),
        (delimiter,),
        size,
        tuple(header.others),
        _samples(head[size:]),
    )


def _samples(records: bytes) -> tuple[str, ...]:
    lines = records.decode("utf-8", "ignore").replace("\r", "").split("\n")
    return tuple(shorten(line) for line in islice(lines, 3) if line)
