"""Hints: which moves are best in a position of a game, searched for while a player waits.

A hint is named after its event and its strength, so requesting it again for the same position costs nothing. It is not
part of any log: it is stored beside the game for a day. A first ranking is stored almost at once and refined until the
time is up. If the game moves on in the meantime, the search is cancelled.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from domain.commands import Step
from domain.errors import Reason
from domain.notation.moves import write_move
from puzzles.search.benefit import Benefit
from puzzles.search.budget import Choice
from service.engine.job_requests import HintRequest
from service.engine.questions import Explain, Explained, Rank, Ranked
from service.engine.search_pool import SearchFailed, SearchPool
from service.games.fair_play import check_fair_play
from service.games.live_games import LiveGames
from service.games.seating import Seating
from service.games.tables import Tables
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.runtime.shutdown import cancel_all
from service.store.bells import HINT, Bells
from service.store.event_store import EventStore
from service.store.keys import tag_of
from service.store.structures.values import Value

STRENGTH: Final = 500  # milliseconds from the request to the last refinement
MOST_MOVES: Final = 12
NOTHING_TO_HINT: Final = Reason("nothing_to_hint", "", "Nobody has anything to choose after event {event}.")
NOT_YOUR_HINT: Final = Reason("not_your_hint", "", "While the game runs, a hint is only for the seat it was made for.")
_LIFETIME: Final = 24 * 60 * 60  # seconds
_FIRST_PLAYOUTS, _FIRST_SECONDS = 300, 0.06
_OVERHEAD: Final = 0.06  # seconds of that for the way to the worker and back
_LEAST: Final = 0.2  # seconds of searching, even for a request that had to wait
_TO_EXPLAIN: Final = 0.08  # of these for finding what the first move brings
_SLOWER: Final = 0.5  # as many playouts a second as in the first ranking, for these go on to the end of the game
_CAUTION: Final = 0.85  # aim to finish early: a comparison that is cut off is worth less
_LOOK_EVERY: Final = 0.02

Status: TypeAlias = Literal["queued", "running", "done", "stale", "failed"]


class SuggestedMove(msgspec.Struct, frozen=True):
    """A move and what to expect after it, in points."""

    move: Step
    notation: str
    value: float  # the lead, under its name in the contract
    lead: float  # over the best opponent, at the end
    score: float  # own points, at the end
    wins: float  # the share of games won
    error: float  # standard error of the lead
    trials: int  # games played out to find it
    proven: bool = False  # whether the lead is certain, if all seats play as well as they can
    equal: bool = False  # whether the search cannot tell that the first move is better


class Hint(msgspec.Struct, frozen=True):
    hint: str
    status: Status
    seq: int  # the event after which the position stands
    seat: int  # whose move it is
    progress: float = 0.0
    moves: list[SuggestedMove] = []  # best first
    benefit: Benefit | None = None  # what the first move brings compared with another one, if that is sure
    than: int = 0  # the place of that other move in `moves`


_DECODER: Final = msgspec.msgpack.Decoder(Hint)


def hint_name(seq: int) -> str:
    return f"{seq}-{STRENGTH}"


def is_useless(hint: Hint | None) -> bool:
    """Whether a search has to be started for it. A stale hint can be of use again when the game is over."""
    return hint is None or hint.status in ("failed", "stale")


class Hints:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def find(self, game: str, name: str) -> Hint | None:
        data = await Value(self._store, _key(game, name)).get()
        return None if data is None else _DECODER.decode(data)

    async def has_advised(self, game: str, seq: int, move: str) -> bool:
        """Whether a hint after this event, if there was one in the last day, named the move as one of the best."""
        hint = await self.find(game, hint_name(seq))
        return hint is not None and any(suggested.equal and suggested.notation == move for suggested in hint.moves)

    async def begin(self, game: str, seq: int, seat: int) -> Hint:
        """The hint for this position: the stored one if it is of use, otherwise a new one that is to be made."""
        name = hint_name(seq)
        hint = Hint(name, "queued", seq, seat)
        data = await Value(self._store, _key(game, name)).get_or_set(msgspec.msgpack.encode(hint), seconds=_LIFETIME)
        stored = hint if data is None else _DECODER.decode(data)
        if not is_useless(stored):
            return stored
        await self.keep(game, hint)
        return hint

    async def keep(self, game: str, hint: Hint, owner: str = "") -> None:
        """Store the hint, and let the one who asked for it know: an open page of theirs."""
        await Value(self._store, _key(game, hint.hint)).set(msgspec.msgpack.encode(hint), seconds=_LIFETIME)
        if owner:
            await Bells(self._store).ring(HINT, f"{game}/{hint.hint}", [owner])

    def now(self) -> int:
        return self._clock()


async def shown_hint(hint: Hint, game: str, table: Seating, seat: int | None, tables: Tables, live: LiveGames) -> Hint:
    """The hint as the reader at `seat` may see it now; raises Refused."""
    view = await live.view(game, hint.seq, table.nameless)
    if not view.is_over and seat != hint.seat:
        raise Refused(NOT_YOUR_HINT, "forbidden")
    await check_fair_play(tables, live, table, view)
    is_late = not view.is_over and view.seq > hint.seq and hint.status in ("queued", "running")
    return msgspec.structs.replace(hint, status="stale") if is_late else hint


def _key(game: str, name: str) -> str:
    return f"{tag_of(game)}:hint:{game}:{name}"


async def suggest(hints: Hints, live: LiveGames, thinkers: SearchPool, request: HintRequest) -> None:
    """Makes the hint; raises Unavailable."""
    game = request.game
    hint = await hints.find(game, request.hint)
    if hint is None or hint.status in ("done", "stale"):
        return  # it is too late, or another worker made it
    making = asyncio.create_task(_make(hints, thinkers, hint, request))
    moving = asyncio.create_task(_moved_on(live, game, hint.seq))
    try:
        await asyncio.wait({making, moving}, return_when=asyncio.FIRST_COMPLETED)
        if making.done():
            await making
            return
        await moving
        await cancel_all([making])
        await hints.keep(game, msgspec.structs.replace(hint, status="stale"), request.owner)
    finally:
        await cancel_all([moving, making])


async def _moved_on(live: LiveGames, game: str, seq: int) -> None:
    """Returns when a hint for this event is of no use any more; never if the game is over."""
    while True:
        state = await live.current(game)
        if state.version > seq and state.position.winners is None:
            return
        await asyncio.sleep(_LOOK_EVERY)


async def _make(hints: Hints, thinkers: SearchPool, hint: Hint, request: HintRequest) -> None:
    loop, game, position, seed = asyncio.get_running_loop(), request.game, request.position, hint.seq
    end = loop.time() + STRENGTH / 1000 - _OVERHEAD - max(0, hints.now() - request.requested_at) / 1000
    try:
        first = await thinkers.think(Rank(position, _FIRST_PLAYOUTS, seed), _FIRST_SECONDS, request.urgency)
        assert isinstance(first, Ranked)
        hint = refined(hint, first.choices, "running", _FIRST_SECONDS * 1000 / STRENGTH)
        await hints.keep(game, hint, request.owner)
        left = max(_LEAST, end - loop.time() - _TO_EXPLAIN)
        choices = first.choices
        playouts = int(_FIRST_PLAYOUTS / first.seconds * left * _CAUTION)
        if playouts > _FIRST_PLAYOUTS:
            last = await thinkers.think(Rank(position, playouts, seed), left, request.urgency)
            assert isinstance(last, Ranked)
            hint, choices = refined(hint, last.choices, "running", 1.0), last.choices
        playouts = int(_FIRST_PLAYOUTS / first.seconds * _SLOWER * _TO_EXPLAIN)
        hint = await _explained(thinkers, hint, choices, playouts, request)
    except SearchFailed:
        if not hint.moves:
            await hints.keep(game, msgspec.structs.replace(hint, status="failed"), request.owner)
            return
    await hints.keep(game, msgspec.structs.replace(hint, status="done", progress=1.0), request.owner)


async def _explained(
    thinkers: SearchPool, hint: Hint, choices: Sequence[Choice], playouts: int, request: HintRequest
) -> Hint:
    """The hint with what its first move brings compared with the first that is not as good; raises SearchFailed."""
    than = next((place for place, move in enumerate(hint.moves) if not move.equal), 0)
    if not than:
        return hint
    question = Explain(request.position, playouts, hint.seq, choices[0], choices[than])
    answer = await thinkers.think(question, _TO_EXPLAIN, request.urgency)
    assert isinstance(answer, Explained)
    return hint if answer.benefit is None else msgspec.structs.replace(hint, benefit=answer.benefit, than=than)


def refined(hint: Hint, choices: Sequence[Choice], status: Status, progress: float) -> Hint:
    moves = [_suggested(choice, choices[0]) for choice in choices[:MOST_MOVES]]
    return msgspec.structs.replace(hint, status=status, progress=round(progress, 2), moves=moves)


def _suggested(choice: Choice, best: Choice) -> SuggestedMove:
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
        proven=choice.proven,
        equal=choice.is_as_good_as(best),
    )
