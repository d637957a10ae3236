"""Reads an HTML report back with a real parser: elements, headings, tables and images."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "img", "source", "br", "hr"}


@dataclass
class Element:
    """One element with what stands in it."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text below it."""
        return "".join(
            child if isinstance(child, str) else child.text for child in self.children
        ).strip()

    def walk(self) -> Iterator[Element]:
        """Itself and all elements below it, in order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, *tags: str) -> list[Element]:
        """All elements of these tags below it, in order."""
        return [one for one in self.walk() if one.tag in tags]

    def one(self, tag: str) -> Element:
        """The only element of a tag below it."""
        (found,) = self.all(tag)
        return found


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"<{tag}> repeats an attribute"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> ends <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")


def parsed(page: str) -> Element:
    """The root of a page in which every element is closed where it should be."""
    tree = _Tree()
    tree.feed(page)
    tree.close()
    assert tree.open == [tree.root]
    return tree.root


def table(root: Element, caption: str) -> list[list[str]]:
    """The cells of the table whose caption begins so, its head first."""
    found = [one for one in root.all("table") if one.one("caption").text.startswith(caption)]
    assert len(found) == 1, f"{len(found)} tables begin with {caption!r}"
    return [[cell.text for cell in row.all("th", "td")] for row in found[0].all("tr")]


def section(root: Element, title: str) -> Element:
    """The section of a heading."""
    (found,) = [
        one
        for one in root.all("section")
        if isinstance(one.children[1], Element) and one.children[1].text == title
    ]
    return found


def facts(root: Element) -> dict[str, str]:
    """Every name of a list of facts with its value."""
    names, values = root.all("dt"), root.all("dd")
    return {name.text: value.text for name, value in zip(names, values, strict=True)}


def images(root: Element) -> list[bytes]:
    """Every SVG of the page, light and dark."""
    start = "data:image/svg+xml;base64,"
    held = [one.attributes["src"] for one in root.all("img")]
    held += [one.attributes["srcset"] for one in root.all("source")]
    assert all(text.startswith(start) for text in held)
    return [base64.b64decode(text.removeprefix(start), validate=True) for text in held]
