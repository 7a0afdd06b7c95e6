"""When a notice is sent, by which way. Pure: everything it depends on is passed in. Times are in milliseconds.

Nothing is lost by waiting: whatever holds a notice back (a delay, a person who is on the site, quiet hours, the digest)
gives a later time, and the notice is looked at again then. It is dropped only when it is settled: the move was made, a
newer notice took its place, or the person does not want it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from projections.notices import PASSING, Kind, Way
from service.notices.preferences import Preferences
from service.notices.records import Item, Notices
from service.notices.times import after_quiet, last_digest, next_digest

AWAY_AFTER: Final = 80_000  # a minute, and twenty seconds because presence is written so rarely
TOO_OLD: Final = 7 * 24 * 60 * 60 * 1000
_MINUTE: Final = 60_000


class Dispatch(NamedTuple):
    item: Item
    way: Way


class Plan(NamedTuple):
    now: list[Dispatch]
    digest: int | None  # the day whose digest is due
    digested: list[Item]  # what belongs into it, besides the games that wait
    look_at: int | None  # when to look again, if nothing happens before


def plan(
    notices: Notices,
    preferences: Preferences,
    reachable: Mapping[Way, int],
    seen: int,
    now: int,
    is_settled: Callable[[Item], bool],
) -> Plan:
    """`reachable` are the ways that lead to the person, and since when; `seen` is when they last did something."""
    due: list[Dispatch] = []
    looks: list[int] = []
    digested: list[Item] = []
    for item in _relevant(notices, preferences, now, is_settled):
        for way, since in reachable.items():
            timing = preferences.timing(item.notice.kind, way)
            if timing == "off" or way in item.ways or item.notice.at < since:
                continue
            if timing == "digest":
                if item.mark > notices.in_digest:
                    digested.append(item)
                continue
            at = _sent_at(item, delay=preferences.delay * _MINUTE if timing == "delayed" else 0, seen=seen)
            at = held(max(at, now), item.notice.kind, preferences)
            if at <= now:
                due.append(Dispatch(item, way))
            else:
                looks.append(at)
    digest, digest_at = _digest(notices, preferences, reachable, seen, now)
    if digest_at is not None:
        looks.append(digest_at)
    return Plan(due, digest, digested, min(looks, default=None))


def held(at: int, kind: Kind, preferences: Preferences) -> int:
    """`at`, or the end of the quiet hours if they hold a notice of this kind back."""
    if kind == "time_short" and preferences.urgent_in_quiet:
        return at
    return after_quiet(at, preferences)


def may_be_sent(item: Item, preferences: Preferences, ways: Iterable[Way]) -> bool:
    """Whether something may still have to be sent by itself, or taken away. A digest looks at the games instead."""
    if item.is_closed:
        return False
    timings = (preferences.timing(item.notice.kind, way) for way in ways if way not in item.ways)
    return bool(item.ways) or (not item.is_read and any(timing in ("at_once", "delayed") for timing in timings))


def to_close(notices: Notices, preferences: Preferences, is_settled: Callable[[Item], bool]) -> list[Item]:
    """Notices that are on their way, or that devices may still show, although the move is made, the day is over or the
    game is muted."""
    shown = {item.notice.tag: item for item in notices.items.values() if item.ways}
    return [
        item
        for item in shown.values()
        if not item.is_closed
        and (item.notice.game in preferences.muted or (item.notice.kind in PASSING and is_settled(item)))
    ]


def _relevant(notices: Notices, preferences: Preferences, now: int, is_settled: Callable[[Item], bool]) -> list[Item]:
    oldest = max(now - TOO_OLD, preferences.changed)
    return [
        item
        for item in notices.newest_of_each_tag()
        if item.notice.at >= oldest
        and not item.is_read
        and item.notice.game not in preferences.muted
        and not is_settled(item)
    ]


def _sent_at(item: Item, delay: int, seen: int) -> int:
    return max(item.notice.at + delay, seen + AWAY_AFTER)


def _digest(
    notices: Notices, preferences: Preferences, reachable: Mapping[Way, int], seen: int, now: int
) -> tuple[int | None, int | None]:
    """The day whose digest is due, and when to look for one again."""
    if "mail" not in reachable or not preferences.has_digest:
        return None, None
    day, at = last_digest(now, preferences)
    if day <= notices.digested or at < max(preferences.changed, reachable["mail"]):
        return None, next_digest(now, preferences)
    at = after_quiet(max(now, seen + AWAY_AFTER), preferences)
    return (day, next_digest(now, preferences)) if at <= now else (None, at)
