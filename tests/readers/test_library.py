"""Libraries from disk: which files are pages, how they are named, what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ircompare.errors import InputError
from ircompare.readers.library import read_library


def _write(root: Path, **files: bytes | str) -> Path:
    for name, body in files.items():
        _put(root, name, body)
    return root


def _put(root: Path, name: str, body: bytes | str = "x") -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body.encode() if isinstance(body, str) else body)


def _names(root: Path, *files: str, **options: object) -> list[str]:
    for name in files:
        _put(root, name)
    return list(read_library(root, **options).pages)  # type: ignore[arg-type]


def test_the_fingerprints_are_those_of_the_published_vectors(tmp_path):
    library = read_library(_write(tmp_path, **{"a.md": "hello", "b.md": "世界"}))
    assert library.v1 == "cf70a018450557f9"
    assert library.v2.startswith("a83bd79f63235cff")
    assert library.source == str(tmp_path)


def test_names_are_relative_posix_paths(tmp_path):
    assert _names(tmp_path, "a.md", "deep/er/b.md") == ["a.md", "deep/er/b.md"]


def test_hidden_files_and_folders_are_left_out(tmp_path):
    files = ("a.md", ".hidden.md", ".git/b.md", "in/.c/d.md")
    assert _names(tmp_path, *files) == ["a.md"]


def test_links_are_not_followed(tmp_path):
    outside = tmp_path / "outside"
    _put(outside, "secret.md")
    root = tmp_path / "root"
    _put(root, "a.md")
    (root / "link.md").symlink_to(outside / "secret.md")
    (root / "folder").symlink_to(outside, target_is_directory=True)
    (root / "broken.md").symlink_to(tmp_path / "nowhere")
    assert _names(root) == ["a.md"]


def test_what_is_no_regular_file_is_left_out(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    assert _names(tmp_path, "a.md", "folder.md/b.md") == ["a.md", "folder.md/b.md"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        pytest.param("**/*.md", ["a.md", "in/b.md", "in/deep/c.md"], id="default"),
        pytest.param("*.md", ["a.md"], id="one level"),
        pytest.param("in/*.md", ["in/b.md"], id="one folder"),
        pytest.param("in/**/*.md", ["in/b.md", "in/deep/c.md"], id="below one folder"),
        pytest.param("**", ["a.md", "in/b.md", "in/deep/c.md", "up.MD", "x.txt"], id="all"),
        pytest.param("**/[ab].*", ["a.md", "in/b.md"], id="letters"),
        pytest.param("**/*.MD", ["up.MD"], id="case differs"),
    ],
)
def test_the_pattern_chooses_the_pages(tmp_path, pattern, expected):
    files = ("a.md", "in/b.md", "in/deep/c.md", "x.txt", "up.MD")
    assert sorted(_names(tmp_path, *files, pages=pattern)) == expected


@pytest.mark.parametrize("pattern", ["", "/etc/*", "../*.md", "a//b", "./a.md"])
def test_a_pattern_that_leaves_the_library_is_refused(tmp_path, pattern):
    with pytest.raises(InputError, match="is not relative to the library"):
        _names(tmp_path, "a.md", pages=pattern)


def test_names_may_lose_their_extension(tmp_path):
    library_names = _names(tmp_path, "v1.2/a.b.md", "c.md", strip_suffix=True)
    assert sorted(library_names) == ["c", "v1.2/a.b"]


def test_two_pages_that_differ_in_their_extension_alone_are_refused(tmp_path):
    with pytest.raises(InputError, match='page name "a" twice'):
        _names(tmp_path, "a.md", "a.txt", pages="**", strip_suffix=True)


def test_every_page_that_is_not_utf_8_is_named(tmp_path):
    _write(tmp_path, **{"a.md": b"caf\xe9", "in/b.md": b"\xff", "c.md": b"fine"})
    with pytest.raises(InputError) as caught:
        read_library(tmp_path)
    assert [problem.source for problem in caught.value.problems] == [
        f"{tmp_path}/a.md",
        f"{tmp_path}/in/b.md",
    ]


def test_a_name_with_a_control_character_is_refused(tmp_path):
    with pytest.raises(InputError, match="holds a control character"):
        _names(tmp_path, "a\nb.md")


def test_a_file_name_that_is_not_utf_8_is_refused(tmp_path):
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md"))).write_text("x")
    with pytest.raises(InputError, match="holds a lone surrogate"):
        read_library(tmp_path)


def test_an_absent_library_is_an_input_error(tmp_path):
    with pytest.raises(InputError) as caught:
        read_library(tmp_path / "none")
    assert str(caught.value) == (
        f"{tmp_path}/none: folder cannot be read: No such file or directory\n"
        "  expected: a folder of pages, or a corpus file\n"
        "  mend:     check the path and its permissions"
    )


def test_a_folder_without_a_page_is_an_input_error(tmp_path):
    _put(tmp_path, "a.txt")
    with pytest.raises(InputError) as caught:
        read_library(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: library holds no page\n"
        '  expected: at least one file that matches "**/*.md"\n'
        "  mend:     check the folder, or the pattern of the pages"
    )


def test_a_corpus_file_is_a_library_of_its_texts(tmp_path):
    path = tmp_path / "corpus.json"
    path.write_text('{"a.md": "hello", "b.md": "世界"}', "utf-8")
    assert read_library(path).v1 == "cf70a018450557f9"


def test_the_body_of_a_corpus_document_leaves_out_its_title(tmp_path):
    path = tmp_path / "corpus.jsonl"
    path.write_text(
        '{"_id": "a.md", "title": "T", "text": "hello"}\n{"_id": "b.md", "text": "世界"}\n', "utf-8"
    )
    assert read_library(path).v1 == "cf70a018450557f9"


def test_a_corpus_of_ids_alone_is_refused(tmp_path):
    path = tmp_path / "ids.txt"
    path.write_text("a.md\nb.md\n")
    with pytest.raises(InputError, match="corpus has no texts"):
        read_library(path)
