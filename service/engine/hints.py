"""Hints: which moves are best in a position of a game, and how they are found while somebody waits.

A hint is known by its event and its strength, so asking again for the same position costs nothing. It is not part of
any log: it lies beside the game for a day. A first ranking is there as soon as anybody can look; it is refined until
the time is up. When the game moves on meanwhile, the search is called off.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from domain.commands import Step
from domain.errors import Reason
from domain.notation.moves import write_move
from puzzles.search.budget import Choice
from service.engine.questions import Rank, Ranked
from service.engine.search_pool import SearchFailed, Thinkers, Urgency
from service.games.handle import Handler
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.runtime.shutdown import cancel_all
from service.store.event_store import EventStore
from service.store.keys import tag_of
from service.store.values import Counter, Value

STRENGTH: Final = 500  # milliseconds from the question to the last answer
MOST_MOVES: Final = 12
MOST_A_MINUTE: Final = 60
TOO_MANY_QUESTIONS: Final = Reason(
    "too_many_questions", "", "You ask for more hints than can be thought about: wait a minute, then go on."
)
NOTHING_TO_HINT: Final = Reason("nothing_to_hint", "", "Nobody has anything to choose after event {event}.")
_MINUTE: Final = 60_000  # milliseconds
_KEPT: Final = 24 * 60 * 60
_FIRST_PLAYOUTS, _FIRST_SECONDS = 300, 0.06
_SPARE: Final = 0.06  # seconds of the time for the way to the worker and back
_LEAST: Final = 0.2  # seconds of thinking, even for a question that had to wait
_CAUTION: Final = 0.85  # what is begun should be finished in time: an unfinished comparison is worth less
_LOOK_EVERY: Final = 0.02

Status: TypeAlias = Literal["queued", "running", "done", "stale", "failed"]


class SuggestedMove(msgspec.Struct, frozen=True):
    """A move and what to expect after it, in points."""

    move: Step
    notation: str
    value: float  # the lead, under the name that the contract has for it
    lead: float  # over the best opponent, at the end
    score: float  # own points, at the end
    wins: float  # the share of games won
    error: float  # standard error of the lead
    trials: int  # games played out to find it


class Hint(msgspec.Struct, frozen=True):
    hint: str
    status: Status
    seq: int  # the event after which the position stands
    seat: int  # whose move it is
    progress: float = 0.0
    moves: list[SuggestedMove] = []  # best first


_DECODER: Final = msgspec.msgpack.Decoder(Hint)


def hint_name(seq: int) -> str:
    return f"{seq}-{STRENGTH}"


class Hints:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def find(self, game: str, name: str) -> Hint | None:
        data = await Value(self._store, _key(game, name)).get()
        return None if data is None else _DECODER.decode(data)

    async def begin(self, game: str, seq: int, seat: int) -> Hint:
        """The hint for this position: one that waits to be made, unless there is one that is of use."""
        name = hint_name(seq)
        hint = Hint(name, "queued", seq, seat)
        known = await Value(self._store, _key(game, name)).get_or_set(msgspec.msgpack.encode(hint), seconds=_KEPT)
        found = hint if known is None else _DECODER.decode(known)
        if found.status not in ("failed", "stale"):  # a game that is over has hints for what it went past, too
            return found
        await self.keep(game, hint)
        return hint

    async def keep(self, game: str, hint: Hint) -> None:
        await Value(self._store, _key(game, hint.hint)).set(msgspec.msgpack.encode(hint), seconds=_KEPT)

    async def count(self, player: str) -> None:
        """Counts one expensive request; raises Refused when the limit is exceeded."""
        counter = Counter(self._store, f"asked:{player}:{self._clock() // _MINUTE}")
        if await counter.increment(milliseconds=_MINUTE) > MOST_A_MINUTE:
            raise Refused(TOO_MANY_QUESTIONS, "too_many", retry_after=_MINUTE // 1000)

    def now(self) -> int:
        return self._clock()


def _key(game: str, name: str) -> str:
    return f"{tag_of(game)}:hint:{game}:{name}"


async def suggest(
    hints: Hints, handler: Handler, thinkers: Thinkers, game: str, name: str, position: str, asked: int
) -> None:
    """Make a hint that was asked for at this time, in milliseconds; raises Unavailable."""
    hint = await hints.find(game, name)
    if hint is None or hint.status in ("done", "stale"):
        return  # it is too late, or another worker made it
    seconds = STRENGTH / 1000 - _SPARE - max(0, hints.now() - asked) / 1000
    making = asyncio.create_task(_make(hints, thinkers, game, hint, position, seconds))
    moving = asyncio.create_task(_moved_on(handler, game, hint.seq))
    try:
        await asyncio.wait({making, moving}, return_when=asyncio.FIRST_COMPLETED)
        if making.done():
            await making
            return
        await moving
        await cancel_all([making])
        await hints.keep(game, msgspec.structs.replace(hint, status="stale"))
    finally:
        await cancel_all([moving, making])


async def _moved_on(handler: Handler, game: str, seq: int) -> None:
    """Returns when nobody can use a hint for this event any more; of a game that is over, never."""
    while True:
        known = await handler.current(game)
        if known.version > seq and known.position.winners is None:
            return
        await asyncio.sleep(_LOOK_EVERY)


async def _make(hints: Hints, thinkers: Thinkers, game: str, hint: Hint, position: str, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    end, seed = loop.time() + seconds, hint.seq
    try:
        first = await thinkers.think(Rank(position, _FIRST_PLAYOUTS, seed), _FIRST_SECONDS, Urgency.HINT)
        assert isinstance(first, Ranked)
        hint = _refined(hint, first.choices, "running", _FIRST_SECONDS * 1000 / STRENGTH)
        await hints.keep(game, hint)
        left = max(_LEAST, end - loop.time())
        playouts = int(_FIRST_PLAYOUTS / first.seconds * left * _CAUTION)
        if playouts > _FIRST_PLAYOUTS:
            last = await thinkers.think(Rank(position, playouts, seed), left, Urgency.HINT)
            assert isinstance(last, Ranked)
            hint = _refined(hint, last.choices, "running", 1.0)
    except SearchFailed:
        if not hint.moves:
            await hints.keep(game, msgspec.structs.replace(hint, status="failed"))
            return
    await hints.keep(game, msgspec.structs.replace(hint, status="done", progress=1.0))


def _refined(hint: Hint, choices: Sequence[Choice], status: Status, progress: float) -> Hint:
    moves = [_suggested(choice) for choice in choices[:MOST_MOVES]]
    return msgspec.structs.replace(hint, status=status, progress=round(progress, 2), moves=moves)


def _suggested(choice: Choice) -> SuggestedMove:
    lead = round(choice.lead, 2)
    return SuggestedMove(
        move=choice.step,
        notation=write_move(choice.step),
        value=lead,
        lead=lead,
        score=round(choice.score, 2),
        wins=round(choice.wins, 3),
        error=round(choice.error, 2),
        trials=choice.trials,
    )
