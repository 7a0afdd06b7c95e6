"""A feed as text by Atom (RFC 4287). Pure; times are in milliseconds."""

from collections.abc import Iterable
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from service.runtime.clock import moment


class FeedItem(NamedTuple):
    id: str
    title: str
    link: str
    at: int
    text: str = ""
    picture: str = ""


def atom_text(name: str, address: str, site: str, items: Iterable[FeedItem], language: str) -> bytes:
    """The feed called `name`, which is read at `address`; `site` is the page that it is about."""
    feed = Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": language})
    items = list(items)
    _add(feed, "title", name)
    _add(feed, "id", address)
    _add(feed, "updated", _time(max((item.at for item in items), default=0)))
    SubElement(SubElement(feed, "author"), "name").text = "Firstfire"
    SubElement(feed, "link", {"rel": "self", "href": address, "type": "application/atom+xml"})
    SubElement(feed, "link", {"rel": "alternate", "href": site, "type": "text/html"})
    for item in items:
        _add_item(feed, item)
    text: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return text


def _add_item(feed: Element, item: FeedItem) -> None:
    entry = SubElement(feed, "entry")
    _add(entry, "title", item.title)
    _add(entry, "id", item.id)
    _add(entry, "updated", _time(item.at))
    _add(entry, "published", _time(item.at))
    SubElement(entry, "link", {"rel": "alternate", "href": item.link, "type": "text/html"})
    if item.picture:
        SubElement(entry, "link", {"rel": "enclosure", "href": item.picture, "type": "image/png"})
    if item.text:
        _add(entry, "summary", item.text)


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = "".join(character for character in text if character >= " ")


def _time(at: int) -> str:
    return moment(at).isoformat(timespec="seconds").replace("+00:00", "Z")
