"""Readers: the bytes of a file and its name in, a checked value or all its problems out."""

from ircompare.readers.files import load
from ircompare.readers.guess import Guess
from ircompare.readers.loaded import Loaded, Slot
from ircompare.readers.reading import (
    read,
    read_chunk_map,
    read_corpus,
    read_qrels,
    read_queries,
    read_run,
)
from ircompare.readers.sniff import sniff, sniff_path

__all__ = [
    "Guess",
    "Loaded",
    "Slot",
    "load",
    "read",
    "read_chunk_map",
    "read_corpus",
    "read_qrels",
    "read_queries",
    "read_run",
    "sniff",
    "sniff_path",
]
