"""Reviews beside the logs: small, and just as they were."""

import zlib
from random import Random

import msgspec

from domain.commands import DraftDomino, Step
from domain.legal import legal
from domain.position import Position
from domain.rules import Rules
from puzzles.review.review import Hindsight, Review
from puzzles.search.budget import Choice
from service.engine.hints import Hint, Hints, refined
from service.engine.reviews import Reviews
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support.play import random_game
from tests.support.reviewing import review


def guessed(position: Position, played: Step, rng: Random) -> list[Choice]:
    """A search whose numbers have many digits."""
    best = rng.choice(legal(position))
    return [Choice(best, rng.gauss(9, 3), 50, 0.5, rng.random(), 9), Choice(played, rng.gauss(0, 3), 50, 0.5, 1.0, 9)]


def some_review() -> Review:
    made = review(random_game(Rules("origins", 4, "tribe"), Random(1)).events, guessed)
    return msgspec.structs.replace(made, hindsights=[Hindsight(0, 61, 64, "8@f8f9 9@e9e8")])


async def test_a_stored_review_is_read_unchanged(store: EventStore) -> None:
    reviews, made = Reviews(store), some_review()
    assert await reviews.find("game") is None
    assert not await reviews.exists("game")
    await reviews.keep("game", made)
    stored = await reviews.find("game")
    assert stored == made
    assert type(stored) is Review
    assert await reviews.exists("game")
    assert not await reviews.exists("another")


async def test_a_review_takes_little_room(store: EventStore) -> None:
    made = some_review()
    await Reviews(store).keep("game", made)
    [key] = [key async for key in store.keys("*review*")]
    size = await store.servers.call(key, "HSTRLEN", key, "game")
    assert size < len(zlib.compress(msgspec.json.encode(made)))
    assert size < 25 * len(made.decisions)


async def test_progress_is_shown_until_the_review_is_finished(store: EventStore) -> None:
    reviews = Reviews(store)
    assert await reviews.progress("game") is None
    await reviews.note("game", 1 / 3)
    assert await reviews.progress("game") == 0.33
    assert await reviews.judged("game") == []
    some = some_review().decisions[:2]
    await reviews.note("game", 2 / 3, some)
    assert await reviews.judged("game") == some
    await reviews.keep("game", some_review())
    assert await reviews.progress("game") is None
    assert await reviews.judged("game") == []


async def test_a_review_knows_what_hints_have_advised(store: EventStore) -> None:
    """The moves that the search could not separate from the best one, but no others; none where there was no hint."""
    hints = Hints(store, wall_clock)
    choices = [Choice(DraftDomino(domino), lead, 50, 0.5, 0.4, 9) for domino, lead in ((8, 3.0), (11, 2.3), (14, 2.1))]
    await hints.keep("game", refined(Hint("7-500", "running", 7, 0), choices, "done", 1.0))
    advised = [move for move in ("=8", "=11", "=14") if await hints.has_advised("game", 7, move)]
    assert advised == ["=8", "=11"]
    assert not await hints.has_advised("game", 8, "=8")
    assert not await hints.has_advised("another", 7, "=8")
