"""The Scorecard page: its fingerprint, and fields that do not fit."""

from __future__ import annotations

from dataclasses import replace

from ircompare.dashboard.files import from_upload, library, with_roles
from ircompare.dashboard.samples import SAMPLES
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.scorecard.view import UNREAD
from ircompare.dashboard.text import plain
from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_line import OWN, as_text, from_text
from ircompare.readers.scorecard_settings import Choices
from ircompare.report.scorecard_companions import whole_json
from ircompare.scorecard.composite import composite
from ircompare.scorecard.profiles import load_profile
from tests.pages import button, opened, words

SAMPLE = SAMPLES["helpcentre"]


def small(*corpus: bytes, frequency: object = 9) -> str:
    """One query, one or more documents as lines of JSON, two runs."""
    files = [
        from_upload("qrels.json", b'{"q1": {"d": 1}}'),
        from_upload("a.json", b'{"q1": ["d"]}'),
        from_upload("b.json", b'{"q1": []}'),
        from_upload(
            "queries.json", f'{{"q1": {{"text": "t", "frequency": {frequency}}}}}'.encode()
        ),
        from_upload("corpus.jsonl", b"\n".join(corpus) or b'{"_id": "d", "text": "x"}'),
    ]
    slots = ("qrels", "run", "run", "queries", "corpus")
    return library().register(
        with_roles([replace(one, slot=slot) for one, slot in zip(files, slots, strict=True)])
    )


def test_the_page_shows_the_fingerprint_of_its_exports():
    digest = library().register(SAMPLE.given())
    inputs = card_calls.inputs(digest, Protocol(k=5, split="test"), SAMPLE.choices())
    rows, beside = card_calls.rows(inputs), card_calls.beside(inputs)
    chosen = composite(load_profile("customer-service"), rows, inputs)
    told = [whole_json(rows, inputs, one, beside) for one in (None, chosen)]
    alone, weighed = (one["fingerprints"]["scorecard_sha256"] for one in told)
    assert alone != weighed
    for profile, found in ((None, alone), ("customer-service", weighed)):
        card = as_text(replace(SAMPLE.choices(), profile=profile))
        said = words(opened("scorecard", digest, k="5", split="test", card=card))
        assert (
            f"Fingerprint of protocol, declarations, weights and alert rules: {found[:12]}" in said
        )


def test_a_bad_value_is_told_in_full_and_leaves_the_other_rows():
    at = opened("scorecard", small(frequency='"![x](http://evil)"'), card='{"head_min":10}')
    assert [item.value for item in at.warning] == [UNREAD]
    (told,) = [str(item.value) for item in at.code if "is not a whole number" in str(item.value)]
    assert told.splitlines() == [
        'queries.json: frequency of query "q1" is not a whole number of at least 0',
        "  expected: plain digits, such as 120",
        '  found:    "![x](http://evil)"',
        "  mend:     correct the value, or leave it empty",
    ]
    said = words(at)
    assert plain("that can be read (frequency of query") in said
    assert plain("Recall@5") in said
    assert not [item for item in (*at.markdown, *at.caption) if "![x](http" in str(item.value)]
    labels = [str(item.label) for item in at.button]
    assert "Take every field by its own name" not in labels
    templates = {item.proto.label for item in at.get("download_button")}
    assert "Template: queries" in templates  # for the domain; no empty column of frequencies


def test_mixed_time_zones_are_told_and_leave_the_other_rows():
    lines = [
        b'{"_id": "d", "text": "x", "updated": "2026-07-01T00:00:00Z"}',
        b'{"_id": "e", "text": "y", "updated": "2026-07-01"}',
    ]
    at = opened("scorecard", small(*lines), judgements="pooled")
    assert [item.value for item in at.warning] == [UNREAD]
    assert "corpus.jsonl: some times of `updated` have a time zone and some have none" in words(at)
    assert plain("Recall@5") in words(at)


def test_a_name_of_a_field_that_only_documents_have_is_an_error_with_the_way_out():
    digest = small(b'{"_id": "d", "text": "x", "topic": "y"}')
    at = opened("scorecard", digest, card='{"fields":{"domain":"topic"}}')
    assert [item.value for item in at.error] == ["Fields or tables do not fit the scorecard"]
    button(at, "Take every field by its own name").click().run()
    assert not at.error


def test_an_own_profile_stands_in_the_address_by_a_mark_that_names_no_file():
    held = Choices(profile="/x/own.toml")
    assert as_text(held, "/x/own.toml") == f'{{"profile":"{OWN}"}}'
    assert as_text(held, "/x/other.toml") == "{}"
    assert from_text(as_text(held, "/x/own.toml"), "/x/own.toml") == held
    assert from_text(f'{{"profile":"{OWN}"}}') == Choices()
    assert from_text('{"profile":"/x/own.toml"}', "/x/own.toml") is None
