"""TREC topics, in the form of SGML and as XML."""

from __future__ import annotations

import pytest

from ircompare.errors import InputError
from ircompare.readers import read, read_queries

CLASSIC = """<top>

<num> Number: 301
<title> International Organized
   Crime

<desc> Description:
Identify organizations &amp; groups: AT&T, x < y.

<narr> Narrative:
A relevant document must.

</top>
<TOP>
<num> Number: 302 </num>
<title> Topic: Poliomyelitis </title>
</TOP>
"""


def test_classic_topics():
    loaded = read(CLASSIC.encode(), "topics.301-450")
    queries = loaded.value
    assert (loaded.slot, loaded.format) == ("queries", "TREC topics")
    assert queries.ids == ("301", "302")
    assert queries.texts == ("International Organized Crime", "Poliomyelitis")
    assert dict(queries.fields) == {
        "desc": ("Identify organizations & groups: AT&T, x < y.", None),
        "narr": ("A relevant document must.", None),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            '<topics>\n<topic number="1"><query>virus origin</query>'
            "<question>what is it</question></topic></topics>",
            {"1": "virus origin"},
            id="number as an attribute",
        ),
        pytest.param(
            "<?xml version='1.0'?>\r\n<xml>\r\n<top>\r\n<num> 007</num>\r\n"
            "<title>\r\na b\r\nc .\r\n"
            "</title>\r\n</top>\r\n</xml>",
            {"007": "a b c ."},
            id="XML around it",
        ),
        pytest.param("<top><num>1</num><title>A</title></top>", {"1": "A"}, id="one line"),
        pytest.param("<top>\n<num>1\n<question>who\n</top>", {"1": "who"}, id="question alone"),
    ],
)
def test_other_forms(text, expected):
    queries = read_queries(text.encode(), "topics").value
    assert dict(zip(queries.ids, queries.texts, strict=True)) == expected


def test_faults_of_topics_name_the_line_on_which_they_begin():
    text = "<top>\n<title> x\n</top>\n<top>\n<num> 2\n<desc> y\n</top>\n"
    text += "<top>\n<num> 3\n<title> z\n"
    with pytest.raises(InputError) as caught:
        read_queries(text.encode(), "topics")
    assert [str(problem) for problem in caught.value.problems] == [
        "topics:1: topic has no number\n"
        "  expected: <num> and <title>, or a number and <query>\n"
        "  found:    <title>",
        'topics:4: topic "2" has no text\n'
        "  expected: <num> and <title>, or a number and <query>\n"
        "  found:    <num>, <desc>",
        "topics:8: <top> is not closed\n  expected: </top> before the next topic",
    ]


def test_a_topic_twice_is_an_error():
    with pytest.raises(InputError) as caught:
        read_queries(b"<top><num>1<title>a</top>\n<top><num>1<title>b</top>", "topics")
    assert caught.value.problems[0].what == 'query id "1" twice'


def test_entities_are_never_expanded():
    text = '<!DOCTYPE x [<!ENTITY a "aaaa">]><top><num>1</num><title>&a;&a;</title></top>'
    assert read_queries(text.encode(), "topics").value.texts == ("&a;&a;",)
