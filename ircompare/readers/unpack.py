"""The bytes as supplied, unpacked: gzip and zstd by their magic bytes, within limits."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass

import pyarrow as pa

from ircompare.errors import InputError, Problem

LIMIT = 4 << 30
RATIO = 200
RATIO_FROM = 64 << 20
_BLOCK = 1 << 20
_PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
BOM = b"\xef\xbb\xbf"
_FOREIGN = {
    b"PK\x03\x04": ("a ZIP archive or an Excel workbook", "unpack it, or save the sheet as CSV"),
    b"\xd0\xcf\x11\xe0": ("an old Excel workbook", "save the sheet as CSV"),
    b"\x04\x22\x4d\x18": ("packed with LZ4", "unpack it with `lz4 -d`"),
    b"BZh": ("packed with bzip2", "unpack it with `bzip2 -d`"),
    b"\xfd7zXZ\x00": ("packed with xz", "unpack it with `xz -d`"),
    b"7z\xbc\xaf": ("a 7-Zip archive", "unpack it"),
    b"%PDF-": ("a PDF document", "export the table as text"),
}
_TAR = slice(257, 262)


@dataclass(frozen=True, eq=False)
class Content:
    """What one file holds.

    Attributes:
        source: Name of the file or upload.
        raw: Its bytes, unpacked and without a byte order mark.
        compression: "gzip", "zstd" or "".
        size: Bytes as supplied.
        digest: Hexadecimal SHA-256 of the bytes as supplied.
    """

    source: str
    raw: bytes
    compression: str = ""
    size: int = 0
    digest: str = ""

    def refuse(self, code: str, what: str, **parts: str | int | None) -> InputError:
        """An error about the whole file."""
        return InputError(Problem(code, what, self.source, **parts))  # type: ignore[arg-type]


def packing(data: bytes) -> str:
    """How some bytes are packed, by their first four: "gzip", "zstd" or ""."""
    return next((name for magic, name in _PACKED.items() if data.startswith(magic)), "")


def swells(size: int, unpacked: int) -> bool:
    """Whether a packed file of some size unpacks to far more than a file of records does."""
    return unpacked > RATIO_FROM and unpacked > RATIO * size


def unpack(data: bytes, source: str, *, limit: int = LIMIT) -> Content:
    """The content of a file, unpacked.

    Args:
        limit: Most bytes that a packed file may unpack to.

    Raises:
        InputError: The file is empty, truncated, damaged, too large or of a kind that is not read.
    """
    packed = packing(data)
    supplied = Content(source, data, packed, len(data), hashlib.sha256(data).hexdigest())
    raw = _inflate(supplied, limit) if packed else data
    content = Content(source, raw, packed, supplied.size, supplied.digest)
    refuse_foreign(content)
    if not raw:
        inside = " once unpacked" if packed else ""
        raise content.refuse(
            "empty-file", f"file is empty (0 bytes{inside})", mend="check how the file was written"
        )
    if raw.startswith(BOM):
        return Content(source, raw[len(BOM) :], packed, supplied.size, supplied.digest)
    return content


def _inflate(supplied: Content, limit: int) -> bytes:
    stream = pa.CompressedInputStream(pa.BufferReader(supplied.raw), supplied.compression)
    unpacked = io.BytesIO()
    try:
        while block := stream.read(_BLOCK):
            unpacked.write(block)
            _check_size(supplied, unpacked.tell(), limit)
    except OSError as error:
        raise _damaged(supplied, str(error), unpacked.tell()) from error
    return unpacked.getvalue()


def _check_size(supplied: Content, size: int, limit: int) -> None:
    if size > limit:
        raise supplied.refuse(
            "too-large",
            f"file unpacks to more than {limit:,} bytes",
            expected=f"at most {limit:,} bytes once unpacked",
            found=f"{supplied.size:,} bytes of {supplied.compression}, not read to the end",
            mend="split the file",
        )
    if swells(supplied.size, size):
        raise supplied.refuse(
            "too-large",
            f"file unpacks to more than {RATIO} times its size",
            found=f"{supplied.size:,} bytes of {supplied.compression}, not read to the end",
            mend="unpack the file first, if it is what it should be",
        )


def _damaged(supplied: Content, reason: str, unpacked: int) -> InputError:
    got = f"the first {unpacked:,} bytes could be unpacked"
    if "truncated" in reason.lower():
        return supplied.refuse(
            "truncated-file",
            f"{supplied.compression} data truncated at byte {supplied.size}",
            expected="a complete file",
            found=got,
            mend="copy or download the file again",
        )
    return supplied.refuse(
        "damaged-file",
        f"{supplied.compression} data cannot be unpacked",
        found=f"{reason}; {got}",
        mend="copy or download the file again",
    )


def refuse_foreign(content: Content) -> None:
    """Refuse files of a kind that is not read, by their first bytes.

    Raises:
        InputError: It is one.
    """
    kind = next((kind for magic, kind in _FOREIGN.items() if content.raw.startswith(magic)), None)
    if content.raw[_TAR] == b"ustar":
        kind = ("a tar archive", "unpack it and give one file of it")
    if content.compression and content.raw.startswith(tuple(_PACKED)):
        kind = ("packed twice", "unpack it once")
    if kind is not None:
        raise content.refuse(
            "foreign-file",
            f"file is {kind[0]}",
            expected="text, JSON or Parquet, packed with gzip or zstd or not at all",
            mend=kind[1],
        )
