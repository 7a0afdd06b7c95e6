"""What cannot follow: one event out of place after a sound beginning.

`replay` refuses what is impossible as it stands; what is possible but against the rules is for `audit` to refuse.
"""

import pytest

from domain.events import (
    BotDrawn,
    CavemanRecruited,
    CaveRevealed,
    ChiefsDrawn,
    DominoDiscarded,
    DominoDrafted,
    DominoPlaced,
    Event,
    FireLanded,
    FireLost,
    GameCancelled,
    GameFinished,
    LineRevealed,
    RecruitPassed,
    SeatResigned,
    TotemMoved,
    TurnUndone,
    VictoryClaimed,
)
from domain.game import INITIAL, Game
from domain.log import audit, replay
from domain.position import Slot
from domain.rules import Rules
from tests.support.spec import DISCOVERY, NEOLITHIC, TOTEM, TRIBE, Read, damaged_at, played, public, started, table

READERS = pytest.mark.parametrize("read", [replay, audit])


def cannot_follow(*cases: tuple[Game, Event]) -> pytest.MarkDecorator:
    names = [f"{type(event).__name__} {number}" for number, (_, event) in enumerate(cases)]
    return pytest.mark.parametrize(("game", "event"), cases, ids=names)


CLAIMING, PLACING = replay(public(started(DISCOVERY))), table(DISCOVERY, "hut L L")
LINE_DUE, CHIEFS_DUE, CAVE_DUE = (
    replay(public(started(DISCOVERY))[:1]),
    replay(public(started(DISCOVERY))[:2]),
    replay(public(started(TRIBE))[:2]),
)
FIRE_DUE = table(DISCOVERY, "hut V1 L", step="fire", volcano=(1, 0))
TOTEM_DUE = table(TOTEM, "hut", "hut Lr", "hut Lr", step="totem", totems={"fish": 0})
RECRUIT_DUE = table(TRIBE, "hut Gr Lr", step="recruit", cave=("hunter",), pile=("painter",))
UNCLAIMED = table(Rules("origins", 3, "discovery"), step="reveal", line=(Slot(45, 0), Slot(46)))
TWO_WAITING = replay(public(started(NEOLITHIC))[:1])
OVER = replay(played(DISCOVERY))


@READERS
@cannot_follow(
    (INITIAL, LineRevealed(1, (1, 2, 3, 4))),
    (INITIAL, DominoDrafted(0, 1)),
    (INITIAL, TurnUndone(0, 0)),
    (INITIAL, GameFinished((0,))),
    (CLAIMING, started(DISCOVERY)[0]),
    (LINE_DUE, LineRevealed(2, (1, 2, 3, 4))),
    (LINE_DUE, LineRevealed(1, (1, 2, 3))),
    (LINE_DUE, LineRevealed(1, (4, 3, 2, 1))),
    (LINE_DUE, LineRevealed(1, (1, 1, 2, 3))),
    (LINE_DUE, LineRevealed(1, (0, 1, 2, 3))),
    (LINE_DUE, ChiefsDrawn((0, 1, 2, 3))),
    (TWO_WAITING, DominoDrafted(0, 1)),
    (CHIEFS_DUE, ChiefsDrawn((0, 1, 2, 2))),
    (CHIEFS_DUE, CaveRevealed(("hunter", "hunter", "painter", "painter"))),
    (CAVE_DUE, CaveRevealed(("hunter", "hunter", "painter"))),
    (CAVE_DUE, CaveRevealed(("hunter", "hunter", "painter", "painter", "shaman"))),
    (CAVE_DUE, CaveRevealed(("hunter", "hunter", "hunter", "painter"))),
    (CLAIMING, DominoDrafted(0, 5)),
    (CLAIMING, DominoDrafted(1, 1)),
    (CLAIMING, DominoDiscarded(None, 1, "unclaimed")),
    (UNCLAIMED, DominoDiscarded(None, 45, "unclaimed")),
    (CLAIMING, SeatResigned(4, "pebble")),
    (CLAIMING, VictoryClaimed(0)),
    (CLAIMING, GameCancelled(4)),
    (PLACING, GameCancelled(0)),
    (OVER, GameCancelled(0)),
    (PLACING, GameCancelled(0, (1, 2))),
    (PLACING, GameCancelled(4, (0, 1, 2, 3))),
    (PLACING, BotDrawn(1, "pebble", 0, (2, 3))),
    (PLACING, TurnUndone(0, 99, (1,))),
    (TWO_WAITING, VictoryClaimed(0)),
    (TWO_WAITING, VictoryClaimed(2)),
    (PLACING, DominoPlaced(0, 2, (0, 1), (0, 2))),
    (PLACING, DominoDiscarded(0, 2, "no_room")),
    (PLACING, FireLost(0, (1, 0), 1)),
    (PLACING, TotemMoved("fish", 1, 0)),
    (PLACING, TotemMoved("fish", None, 0)),
    (TOTEM_DUE, TotemMoved("mammoth", None, 4)),
    (PLACING, TurnUndone(0, 99)),
    (PLACING, GameFinished((0,))),
    (FIRE_DUE, FireLanded(0, (1, 0), (3, 0), 1, None)),
    (FIRE_DUE, FireLanded(0, (2, 0), (2, 0), 1, None)),
    (FIRE_DUE, FireLanded(1, (1, 0), (2, 0), 1, None)),
    (TOTEM_DUE, TotemMoved("fish", 1, 2)),
    (RECRUIT_DUE, RecruitPassed(1)),
    (RECRUIT_DUE, CavemanRecruited(0, "hunter", "cave", ((1, 0), (2, 0)), (3, 0))),
    (RECRUIT_DUE, CavemanRecruited(0, "hunter", "cave", ((1, 0), (0, 0)), (1, 0))),
    (RECRUIT_DUE, CavemanRecruited(0, "shaman", "cave", ((1, 0), (2, 0)), (1, 0))),
    (RECRUIT_DUE, CavemanRecruited(0, "shaman", "pile", ((1, 0), (2, 0)), (1, 0))),
    (PLACING, DominoPlaced(0, 1, (3, 3), (4, 4))),
    (RECRUIT_DUE, CavemanRecruited(0, "hunter", "cave", ((1, 0),), (1, 0))),
    (PLACING, DominoPlaced(0, 1, (1, 0), (1, 0))),
    (PLACING, DominoDiscarded(0, 1, "declined")),
    (FIRE_DUE, FireLanded(0, (1, 0), (2, 0), 3, None)),
    (OVER, DominoPlaced(0, 1, (1, 0), (2, 0))),
    (OVER, SeatResigned(0, "pebble")),
    (OVER, GameFinished((0,))),
)
def test_what_cannot_follow_is_refused(read: Read, game: Game, event: Event) -> None:
    assert damaged_at(read, [event], game) == game.version + 1


def test_the_cavemen_already_in_the_cave_stay_there() -> None:
    game = table(TRIBE, step="reveal", cave=("hunter",), pile=("fisher", "painter", "shaman"))
    assert damaged_at(replay, [CaveRevealed(("shaman", "fisher", "painter", "hunter"))], game) == 101


@cannot_follow(
    (TOTEM_DUE, TotemMoved("fish", 0, 3)),
    (PLACING, DominoDiscarded(0, 1, "no_room")),
    (FIRE_DUE, FireLost(0, (1, 0), 1)),
)
def test_what_is_possible_but_against_the_rules_is_for_the_audit_to_refuse(game: Game, event: Event) -> None:
    assert damaged_at(replay, [event], game) is None
    assert damaged_at(audit, [event], game) == game.version + 1
