"""Calendars and feeds as text, read back by the programs of others."""

from datetime import UTC, datetime
from typing import Any

import feedparser
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from service.subscriptions.atom_text import FeedItem, atom_text
from service.subscriptions.calendar_text import Moment, calendar_text

AT = 1_800_000_000_000
texts = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=200)


@given(texts)
def test_whatever_a_title_says_a_calendar_program_reads_it(title: str) -> None:
    text = calendar_text(
        "Firstfire", [Moment("turn-abc@firstfire", AT, AT - 5000, title, "https://play.example/game/abc")]
    )
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    calendar = Calendar.from_ical(text)
    event: Any
    (event,) = calendar.walk("VEVENT")
    assert str(event["SUMMARY"]) == title
    assert event["UID"] == "turn-abc@firstfire"
    assert event["DTSTART"].dt == datetime.fromtimestamp(AT / 1000, UTC)
    assert str(event["URL"]) == "https://play.example/game/abc"
    assert str(calendar["X-WR-CALNAME"]) == "Firstfire"


def test_a_calendar_may_be_empty() -> None:
    assert Calendar.from_ical(calendar_text("Firstfire", [])).walk("VEVENT") == []


@given(texts, texts)
def test_whatever_a_title_says_a_feed_reader_reads_it(name: str, title: str) -> None:
    title = title.strip() or "-"
    item = FeedItem(
        "https://a.example/1", title, "https://a.example/game/1?a=1&b=2", AT, "1 < 2 & 3", "https://a.example/p"
    )
    text = atom_text(name, "https://a.example/feed", "https://a.example/", [item], "de")
    feed = feedparser.parse(text, sanitize_html=False)
    assert not feed.bozo, feed.get("bozo_exception")
    (entry,) = feed.entries
    assert entry.link == "https://a.example/game/1?a=1&b=2"
    assert entry.id == "https://a.example/1"
    assert entry.updated_parsed[:3] == (2027, 1, 15)
    assert entry.enclosures[0].type == "image/png"


def test_control_characters_do_not_break_a_feed() -> None:
    item = FeedItem("https://a.example/1", "a\x00b\x1b", "https://a.example/1", AT)
    feed = feedparser.parse(atom_text("n", "https://a.example/feed", "https://a.example/", [item], "en"))
    assert not feed.bozo
    assert feed.entries[0].title == "ab"
