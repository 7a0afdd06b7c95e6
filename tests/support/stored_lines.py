"""What the stored lines of lists of games mean."""

from typing import Any, Final

import msgspec

from projections.listing import ListedSeat, Listing
from projections.timing import Bank, Days
from service.lists import index
from tests.support.stored_events import AT, OLD_RULES

_LINE_RULES: Final = index._Rules(
    game="origins", seats=3, mode="totem", variants=("homo_habilis", "empire_of_fire"), version=1
)


_LINE_SEATS: Final = (
    index._Seat(
        name="Oona", player="oona-id", bot=None, total=71, rank=2, has_left=True, answer_time=45_000, kept_for=None
    ),
    index._Seat(
        name="Flint", player=None, bot="flint", total=68, rank=3, has_left=False, answer_time=250, kept_for="ugh-id"
    ),
)

_BUILT_SEATS: Final = (
    msgspec.structs.replace(_LINE_SEATS[0], land=".gG/l*w"),
    msgspec.structs.replace(_LINE_SEATS[1], land="*"),
)


# Three lines as the first release wrote them; of any two flags one differs in one of these.
_RUNNING: Final[dict[str, Any]] = {
    "game": "somegame",
    "status": "running",
    "rules": _LINE_RULES,
    "seats": _LINE_SEATS,
    "is_private": True,
    "is_rated": True,
    "is_record": False,
    "seq": 41,
    "turn": 2,
    "touched": AT,
    "due": AT + 5,
    "clock": Days(days=3),
    "has_hints": False,
}
_RECORD: Final[dict[str, Any]] = {
    "game": "othergame",
    "status": "over",
    "rules": _LINE_RULES,
    "seats": _LINE_SEATS[:1],
    "is_private": True,
    "is_rated": False,
    "is_record": True,
    "seq": 42,
    "turn": None,
    "touched": AT,
    "due": None,
    "clock": Bank(bank=600, increment=20, cap=900),
    "has_hints": False,
}
_OPEN: Final[dict[str, Any]] = {
    "game": "opengame",
    "status": "open",
    "rules": _LINE_RULES,
    "seats": _LINE_SEATS,
    "is_private": False,
    "is_rated": True,
    "is_record": False,
    "seq": 0,
    "turn": None,
    "touched": AT,
    "due": None,
    "clock": Days(days=3),
    "has_hints": True,
}

LINES: Final[dict[str, tuple[int, Listing]]] = {
    "line.unhurried.old": (17, index._Line(**_RUNNING)),
    "line.record.old": (18, index._Line(**_RECORD)),
    "line.old": (
        19,
        index._Line(
            game="oldgame",
            status="open",
            rules=index._Rules(game="kingdomino", seats=2, mode=None, variants=(), version=1),
            seats=(index._Seat(name="Ugh"),),
        ),
    ),
    "line.map.old": (0, Listing(game="oldestgame", status="open", rules=OLD_RULES, seats=(ListedSeat(name="Nag"),))),
    "line.earnings.old": (20, index._Line(**_RUNNING, is_left_early=True, has_earnings=False)),
    "line.record.earnings.old": (21, index._Line(**_RECORD, is_left_early=False, has_earnings=True)),
    "line.open.earnings.old": (22, index._Line(**_OPEN, is_left_early=False, has_earnings=True)),
    "line.rests.old": (
        23,
        index._Line(
            **_RUNNING,
            is_left_early=True,
            has_earnings=False,
            rests=index._Rests(days_off=True, holidays=False, quiet=(1320, 480)),
        ),
    ),
    "line.record.rests.old": (24, index._Line(**_RECORD, is_left_early=False, has_earnings=True, rests=None)),
    "line.open.rests.old": (
        25,
        index._Line(
            **_OPEN,
            is_left_early=False,
            has_earnings=True,
            rests=index._Rests(days_off=False, holidays=True, quiet=None),
        ),
    ),
    "line.guided.old": (
        26,
        index._Line(
            **_RUNNING | {"seats": _BUILT_SEATS},
            is_left_early=True,
            has_earnings=False,
            rests=index._Rests(days_off=True, holidays=False, quiet=(1320, 480)),
        ),
    ),
    "line.record.guided.old": (
        27,
        index._Line(
            **_RECORD | {"seats": _BUILT_SEATS[:1]},
            is_left_early=False,
            has_earnings=True,
            rests=None,
        ),
    ),
    "line.open.guided.old": (
        28,
        index._Line(
            **_OPEN | {"seats": _BUILT_SEATS},
            is_left_early=False,
            has_earnings=True,
            rests=index._Rests(days_off=False, holidays=True, quiet=None),
        ),
    ),
    "line": (
        29,
        index._Line(
            **_RUNNING | {"seats": _BUILT_SEATS},
            is_left_early=True,
            has_earnings=False,
            rests=index._Rests(days_off=True, holidays=False, quiet=(1320, 480)),
            is_guided=True,
            of_day="2026-11-19",
        ),
    ),
    "line.record": (
        30,
        index._Line(
            **_RECORD | {"seats": _BUILT_SEATS[:1]},
            is_left_early=False,
            has_earnings=True,
            rests=None,
            is_guided=False,
        ),
    ),
}
