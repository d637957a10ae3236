"""Slots of lines and tables: told from the header or the columns of the first lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from ircompare.errors import Problems
from ircompare.readers.guess import Guess, Seen
from ircompare.readers.guess_json import either, guess_texts, is_short
from ircompare.readers.guess_tables import measured_alone, pairs_at_all, scorecard_slot
from ircompare.readers.layouts import blank_fields, tab_fields
from ircompare.readers.loaded import Slot
from ircompare.readers.names import COLUMNS, known_names, plain
from ircompare.readers.numbers import check_grade, check_score

_LOOKED_AT = 300
Rows = Sequence[Sequence[str]]


def look_lines(lines: Sequence[str]) -> Seen:
    """Form and guess of a file from its first lines that are neither blank nor comments."""
    records = list(islice((line for line in _filled(lines) if line[0] != "#"), _LOOKED_AT))
    records = records or list(islice(_filled(lines), _LOOKED_AT))
    if not records:
        return Seen("lines", None)
    delimiter = header_delimiter(records[0])
    if delimiter:
        table = [cells(line, delimiter) for line in records]
        return Seen("table", guess_columns(table[0], table[1:], _table_name(delimiter)))
    rows, tabbed = _split(records)
    guess = _guess_widths(rows, tabbed)
    if guess is not None:
        return Seen("lines", guess)
    if sum("," in line for line in records) * 2 > len(records):
        return Seen("table", _guess_commas(records))
    return Seen("lines", None)


def _filled(lines: Iterable[str]) -> Iterator[str]:
    return (line for line in lines if line.strip(" \t"))


def header_delimiter(line: str) -> str:
    """What separates the names of columns in a first line; "" where it is no header."""
    for delimiter in ("\t", ",", ";"):
        named = cells(line, delimiter) if delimiter in line else []
        if known_names(named) >= 2 or measured_alone({plain(name) for name in named}):
            return delimiter
    names = {plain(name) for name in blank_fields(line)}
    ids = names & set(COLUMNS["qrels"]["query_id"]) and names & set(COLUMNS["run"]["doc_id"])
    return " " if ids and known_names(list(names)) >= 3 else ""


def cells(line: str, delimiter: str) -> list[str]:
    """Cells of one line, quotes at their ends removed: enough to recognise, not to read."""
    if delimiter == " ":
        return blank_fields(line)
    return [cell.strip(' "') for cell in line.split(delimiter)]


def _table_name(delimiter: str) -> str:
    return {"\t": "TSV", ",": "CSV", ";": "CSV", " ": "columns with a header"}[delimiter]


def guess_columns(header: Sequence[str], rows: Rows, format: str) -> Guess | None:
    """The slot of a table from the names of its columns."""
    names = {plain(name) for name in header}
    has = {column: names & set(known) for column, known in _ANY.items()}
    why = f"columns {', '.join(list(header)[:6])}"
    beside = scorecard_slot(names)
    if beside:
        return Guess(beside, format, why=why, sure=True)
    if has["chunk"] and has["document"] and not has["query"]:
        return Guess("chunk_map", format, why=why, sure=True)
    if has["query"] and (has["document"] or has["chunk"]) and not names & {"text", "title"}:
        return _guess_pairs(names, header, rows, format, why)
    texted = bool(names & {*COLUMNS["queries"]["text"], *COLUMNS["corpus"]["text"]})
    if names & {"split", "question", "query_text"} or (has["query"] and not has["document"]):
        return either(True, format, why)
    if "title" in names or has["document"]:
        return either(False, format, why)
    if not texted:
        return None
    at = next(at for at, name in enumerate(header) if plain(name) in COLUMNS["queries"]["text"])
    pairs = [(row[0], row[at]) for row in rows if len(row) == len(header)]
    short = all(is_short(text) for _, text in pairs)
    asks = bool(pairs) and short and guess_texts(pairs, "").slot == "queries"
    return either(asks, format, why)


_ANY = {
    "query": COLUMNS["qrels"]["query_id"],
    "document": COLUMNS["qrels"]["doc_id"],
    "chunk": COLUMNS["chunk_map"]["chunk_id"],
}


def _guess_pairs(
    names: set[str], header: Sequence[str], rows: Rows, format: str, why: str
) -> Guess:
    """Qrels or a run, whose columns may both be query, document and score."""
    graded = names & (set(COLUMNS["qrels"]["grade"]) - {"score"})
    if graded and not names & {"rank", "score"}:
        return Guess("qrels", format, why=why, sure=True)
    if names & {"rank", "similarity", "tag"} or "score" not in names:
        beside: tuple[Slot, ...] = ("pairs",) if pairs_at_all(names) else ()
        sure = bool(names & {"rank", "similarity"}) and not beside
        return Guess("run", format, why=why, alternatives=beside, sure=sure)
    at = [plain(name) for name in header].index("score")
    values = [row[at] for row in rows if len(row) == len(header)]
    if all(map(is_whole, values)) and len(set(values)) <= 20:
        return Guess("qrels", format, why=f"{why}; scores are whole", alternatives=("run",))
    return Guess("run", format, why=f"{why}; scores are fractions", alternatives=("qrels",))


def _split(lines: Sequence[str]) -> tuple[Rows, bool]:
    """Fields of the lines, split on tabs where all have the same number of them."""
    tabs = {line.count("\t") for line in lines}
    if len(tabs) == 1 and tabs != {0}:
        return [tab_fields(line) for line in lines], True
    return [blank_fields(line) for line in lines], False


def _guess_widths(rows: Rows, tabbed: bool) -> Guess | None:
    """The slot of lines without a header from the number of their fields."""
    width = Counter(map(len, rows)).most_common(1)[0][0]
    typical = [row for row in rows if len(row) == width]
    shown = f"{width} columns, such as {' '.join(typical[0])[:60]}"
    if width == 1:
        return None if "," in typical[0][0] else _guess_ids(rows)
    if width == 2:
        return _guess_two([(row[0], row[1]) for row in typical]) if tabbed else None
    if width == 3:
        return _guess_three(typical, shown)
    if width == 4 and _mostly(typical, 3, is_number):
        return Guess("qrels", "TREC qrels", why=shown, sure=True)
    if width >= 5:
        return _guess_wide(typical, width, shown)
    return None


def _guess_ids(rows: Rows) -> Guess | None:
    words = "".join(row[0] for row in rows)
    if any(len(row) != 1 for row in rows) or "\ufffd" in words or not words.isprintable():
        return None
    return Guess("corpus", "list of ids", why="one word a line")


def _guess_two(pairs: Sequence[tuple[str, str]]) -> Guess:
    guess = guess_texts(pairs, "TSV id → text")
    if guess.slot == "chunk_map":
        return Guess("chunk_map", "TSV", why=guess.why, alternatives=("queries",))
    why = "two columns, id and text"
    return Guess("queries", "TSV", why=why, alternatives=("chunk_map", "corpus"))


def _guess_three(rows: Rows, shown: str) -> Guess | None:
    """An MS MARCO run where the third column counts up within each query, else BEIR qrels."""
    if not _mostly(rows, 2, is_number):
        return None
    by_query: dict[str, list[str]] = {}
    for row in rows:
        by_query.setdefault(row[0], []).append(row[2])
    several = [ranks for ranks in by_query.values() if len(ranks) > 1]
    if several and all(_counts_up(ranks) for ranks in by_query.values()):
        return Guess("run", "MS MARCO run", why=f"{shown}; ranks count up", alternatives=("qrels",))
    return Guess("qrels", "BEIR qrels", why=shown, alternatives=("run",))


def _counts_up(ranks: Sequence[str]) -> bool:
    if not all(map(is_whole, ranks)):
        return False
    numbers = [int(rank) for rank in ranks]
    return len(set(numbers)) == len(numbers) and min(numbers) in {0, 1}


def _guess_wide(rows: Rows, width: int, shown: str) -> Guess | None:
    second = Counter(row[1] for row in rows).most_common(1)[0][0]
    if width == 6 and _mostly(rows, 4, is_number) and _mostly(rows, 3, is_number):
        return Guess("run", "TREC run", why=shown, sure=True)
    if second.upper() == "Q0" and _mostly(rows, -2, is_number):
        return Guess("run", "TREC run", why=shown, alternatives=("qrels",))
    if width == 5 and _mostly(rows, 3, is_number) and _mostly(rows, 4, is_number):
        return Guess("run", "TREC run", why=shown, alternatives=("qrels",))
    if is_number(second) and _mostly(rows, -1, is_number):
        return Guess("qrels", "TREC qrels", why=shown, alternatives=("run",))
    if second.upper() == "Q0":
        return Guess("run", "TREC run", why=shown, alternatives=("qrels",))
    return None


def _guess_commas(lines: Sequence[str]) -> Guess | None:
    """Two columns without a header may be queries; other names of columns are not known."""
    import csv

    try:
        rows = list(csv.reader(lines))
    except csv.Error:
        return None
    if 2 * sum(len(row) == 2 and " " not in row[0] for row in rows) > len(rows):
        return Guess("queries", "CSV", why="two columns, id and text", alternatives=("corpus",))
    return None


def _mostly(rows: Rows, at: int, test: Callable[[str], bool]) -> bool:
    hits = sum(test(row[at]) for row in rows)
    return 2 * hits > len(rows)


def is_number(field: str) -> bool:
    """Whether a field is a finite decimal."""
    problems = Problems("")
    check_score(field, False, None, problems)
    return not len(problems)


def is_whole(field: str) -> bool:
    """Whether a field is a whole number."""
    problems = Problems("")
    check_grade(field, False, None, problems)
    return not len(problems)
