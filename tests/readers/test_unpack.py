"""Packed files are known by their first bytes, and unpacked within limits."""

from __future__ import annotations

import gzip
import io
import tarfile

import pyarrow as pa
import pytest

from ircompare.errors import InputError
from ircompare.readers import read, unpack
from ircompare.readers.unpack import unpack as unpacked

PLAIN = b"q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n"


def zstd(data: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


def refusal(data: bytes, **limits: int) -> str:
    with pytest.raises(InputError) as caught:
        unpacked(data, "a.run", **limits)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "packing"),
    [
        pytest.param(PLAIN, "", id="plain"),
        pytest.param(gzip.compress(PLAIN), "gzip", id="gzip"),
        pytest.param(
            gzip.compress(PLAIN[:14]) + gzip.compress(PLAIN[14:]), "gzip", id="two members"
        ),
        pytest.param(zstd(PLAIN), "zstd", id="zstd"),
        pytest.param(b"\xef\xbb\xbf" + PLAIN, "", id="byte order mark"),
        pytest.param(gzip.compress(b"\xef\xbb\xbf" + PLAIN), "gzip", id="mark inside gzip"),
    ],
)
def test_the_same_content_comes_out_of_every_packing(data, packing):
    content = unpacked(data, "a.run")
    assert (content.raw, content.compression, content.size) == (PLAIN, packing, len(data))


def test_the_digest_is_of_the_bytes_as_supplied():
    assert unpacked(PLAIN, "a").digest != unpacked(gzip.compress(PLAIN), "a").digest
    assert read(PLAIN, "a").digest == read(PLAIN, "b").digest


@pytest.mark.parametrize("pack", [gzip.compress, zstd], ids=["gzip", "zstd"])
def test_every_truncation_is_an_input_error_that_names_the_byte(pack):
    whole = pack(PLAIN * 20)
    for length in range(4, len(whole)):
        assert f"data truncated at byte {length}" in refusal(whole[:length]).splitlines()[0]


def test_a_truncated_file_is_described_in_full():
    whole = gzip.compress(b"x" * 3_000_000, mtime=0)
    assert refusal(whole[:-5]) == (
        f"a.run: gzip data truncated at byte {len(whole) - 5}\n"
        "  expected: a complete file\n"
        "  found:    the first 2,097,152 bytes could be unpacked\n"
        "  mend:     copy or download the file again"
    )


def test_damaged_data_is_an_input_error():
    whole = bytearray(gzip.compress(PLAIN * 20))
    whole[15] ^= 0xFF
    assert "gzip data " in refusal(bytes(whole))
    assert "gzip data cannot be unpacked" in refusal(gzip.compress(PLAIN) + b"rubbish")


def test_no_more_is_unpacked_than_the_limit():
    assert refusal(gzip.compress(bytes(5_000_000)), limit=2_000_000) == (
        "a.run: file unpacks to more than 2,000,000 bytes\n"
        "  expected: at most 2,000,000 bytes once unpacked\n"
        f"  found:    {len(gzip.compress(bytes(5_000_000))):,} bytes of gzip, not read to the end\n"
        "  mend:     split the file"
    )


def test_data_that_unpacks_to_far_more_than_its_size_is_refused(monkeypatch):
    monkeypatch.setattr(unpack, "RATIO_FROM", 1 << 20)
    message = refusal(gzip.compress(bytes(5_000_000)))
    assert message.startswith("a.run: file unpacks to more than 200 times its size")


def tar() -> bytes:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.run"))
    return sink.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        pytest.param(b"PK\x03\x04rest", "a ZIP archive or an Excel workbook", id="zip"),
        pytest.param(b"\x04\x22\x4d\x18rest", "packed with LZ4", id="lz4"),
        pytest.param(b"BZh91AY", "packed with bzip2", id="bzip2"),
        pytest.param(b"\xfd7zXZ\x00rest", "packed with xz", id="xz"),
        pytest.param(tar(), "a tar archive", id="tar"),
        pytest.param(gzip.compress(tar()), "a tar archive", id="tar.gz"),
        pytest.param(gzip.compress(gzip.compress(PLAIN)), "packed twice", id="gzip in gzip"),
    ],
)
def test_other_kinds_of_files_are_named(data, kind):
    assert refusal(data).splitlines()[0] == f"a.run: file is {kind}"


@pytest.mark.parametrize(
    ("data", "headline"),
    [
        pytest.param(b"", "a.run: file is empty (0 bytes)", id="empty"),
        pytest.param(
            gzip.compress(b""), "a.run: file is empty (0 bytes once unpacked)", id="empty gzip"
        ),
    ],
)
def test_an_empty_file_is_refused(data, headline):
    assert refusal(data).splitlines()[0] == headline
