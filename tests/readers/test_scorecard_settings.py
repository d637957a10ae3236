"""`[scorecard]` and the tables in a settings file: written, read back, refused by name."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from ircompare.errors import InputError
from ircompare.readers.scorecard_settings import Choices
from ircompare.readers.settings import Settings, load_settings, read_settings, write_settings
from ircompare.readers.settings_runs import RunFile
from ircompare.scorecard.settings import Settings as Declared


def refused(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_settings(text.encode(), "x.toml")
    return [f"{one.what}; {one.expected}" for one in caught.value.problems]


WHOLE = Settings(
    qrels="/data/qrels.txt",
    runs=(RunFile("/data/a.run", measurements="/data/a.csv"), RunFile("/b", answers="/data/b")),
    variants="/data/v.tsv",
    scorecard=Choices(
        Declared(
            head_min=100,
            tail_max=3,
            training_domains=("billing", "sync"),
            frequency_shares=(Fraction(1, 100), Fraction(1, 10)),
            gain="exponential",
            freshness="half_life=48h",
            reference_time="2026-07-01",
            intent_steps=(Fraction(2, 5), Fraction(1, 3)),
        ),
        (("query_group", "language"),),
        "/data/mine.toml",
    ),
    source="x.toml",
)


def test_what_is_written_is_read_back() -> None:
    assert read_settings(write_settings(WHOLE).encode(), "x.toml", folder="/data") == WHOLE
    shorter = write_settings(WHOLE, folder="/data")
    assert '"v.tsv"' in shorter
    assert '"mine.toml"' in shorter
    assert read_settings(shorter.encode(), "x.toml", folder="/data") == WHOLE


def test_paths_start_at_the_folder_and_a_profile_by_name_does_not(tmp_path: Path) -> None:
    place = tmp_path / "ircompare.toml"
    place.write_text(
        'variants = "v.tsv"\n[[runs]]\npath = "a.run"\nmeasurements = "m.csv"\n'
        '[scorecard]\nprofile = "academic"\n'
    )
    found = load_settings(place)
    assert list(found.tables()) == [
        ("variants", str(tmp_path / "v.tsv")),
        ("measurements", str(tmp_path / "m.csv")),
    ]
    assert [slot for slot, _, _ in found.files()] == ["run"]
    assert found.scorecard.profile == "academic"


@pytest.mark.parametrize(
    ("line", "key", "expected"),
    [
        ("head_min = 0", "head_min", "head_min must be a whole number of at least 1, not 0"),
        ("head_min = 5", "head_min", "head_min must be above tail_max, not 5 with 5"),
        ('measure = "f1"', "measure", "measure must be one of recall"),
        ("training_domains = [1]", "training_domains", "a list of names in quotes"),
        ("frequency_shares = [0.1]", "frequency_shares", "two shares such as"),
        ('freshness = "old"', "freshness", "freshness must be one of news, e-commerce, academic"),
        ("freshness = 48", "freshness", "freshness must be one of news"),
        ('reference_time = "now"', "reference_time", "reference_time must be a day or a time"),
        ('intent_steps = "12"', "intent_steps", "weights such as"),
        ('intent_steps = ["x"]', "intent_steps", "weights such as"),
        ("intent_steps = [-1]", "intent_steps", "intent_steps must be numbers of at least 0"),
        ("intent_steps = [0]", "intent_steps", "intent_steps must be numbers"),
        ("profile = 3", "profile", "the name of a profile, or a TOML file, in quotes"),
        ("fields = 3", "fields", "a table such as"),
        ('fields = { mood = "x" }', "fields.mood", "one of the keys frequency"),
        ('fields = { intent = "" }', "fields.intent", "the name of a field in quotes"),
    ],
)
def test_a_value_that_cannot_be_used(line: str, key: str, expected: str) -> None:
    (found,) = refused(f"[scorecard]\n{line}\n")
    assert found.startswith(f'key "scorecard.{key}" has a value that cannot be used; {expected}')


def test_unknown_keys_are_named() -> None:
    (found,) = refused("[scorecard]\nheadmin = 3\n")
    assert found.startswith('unknown key "scorecard.headmin"; scorecard.measure')
    (found,) = refused('[[runs]]\npath = "a"\nlatency = "b"\n')
    assert found.startswith('unknown key "runs[1].latency"')
    assert refused("scorecard = 3\n")[0].endswith("a table [scorecard]")


def test_a_day_of_the_settings_file_needs_no_quotes() -> None:
    found = read_settings(b"[scorecard]\nreference_time = 2026-07-01\n", "x.toml")
    assert found.scorecard.settings.reference_time == "2026-07-01"


def test_repeated_runs_are_a_list_of_paths(tmp_path: Path) -> None:
    held = Settings(runs=(RunFile("/data/a", repeats=("/data/a2", "/b/a3")), RunFile("/data/b")))
    text = write_settings(held, folder="/data")
    assert 'repeats = [\n    "a2",\n    "/b/a3",\n]' in text
    assert text.count("repeats") == 1
    assert read_settings(text.encode(), "", folder="/data") == held
    assert list(held.tables()) == [("repeat", "/data/a2"), ("repeat", "/b/a3")]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ('"a2"', 'key "runs[1].repeats" has a value that cannot be used; a list of paths'),
        ('["a2", 3]', 'key "runs[1].repeats[2]" has a value that cannot be used; a path'),
        ('[""]', 'key "runs[1].repeats[1]" has a value that cannot be used; a path'),
    ],
)
def test_what_is_no_list_of_paths_is_refused(value: str, told: str) -> None:
    (found,) = refused(f'[[runs]]\npath = "a"\nrepeats = {value}\n')
    assert found.startswith(told)
