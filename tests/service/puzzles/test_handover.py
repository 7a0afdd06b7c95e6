"""Attempts of a guest become those of an account: nothing is counted, and nobody rated, once more."""

import pytest

from puzzles.puzzle import Puzzle
from service.assembly import assemble
from service.puzzles.results import Result
from service.runtime.clock import wall_clock
from service.services import Services
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.puzzle_samples import some_puzzle

PUZZLES = (some_puzzle(2), some_puzzle(3))
GUEST, ACCOUNT = "guest-id", "account-id"


async def solve(services: Services, puzzle: Puzzle, player: str) -> Result:
    await services.attempts.attempt(puzzle, player, puzzle.answer.line)
    return await services.results.record(await services.attempts.of(puzzle, player), player, None)


async def standing(services: Services, puzzle: Puzzle) -> tuple[object, ...]:
    """All that is counted about a puzzle, apart from who did it."""
    results = services.results
    board = [place.result.score for place in await results.leaderboard(puzzle.id, 10)]
    return await results.scores(puzzle.id), await results.heat(puzzle.id), await results.puzzle_rating(puzzle), board


async def test_an_attempt_goes_over_and_no_rating_changes(store: EventStore) -> None:
    services = assemble(store, wall_clock)
    [puzzle, other] = PUZZLES
    solved = await solve(services, puzzle, GUEST)
    await solve(services, other, ACCOUNT)
    before, rating = await standing(services, puzzle), await services.results.solver_rating(ACCOUNT)
    for _ in range(2):
        await services.puzzle_data.hand_over(GUEST, ACCOUNT)
    result = await services.results.of(ACCOUNT, puzzle.id)
    assert result is not None
    assert (result.score, result.at, result.attempts) == (solved.score, solved.at, 1)
    assert (result.rating, result.rating_before) == (rating.rating, rating.rating)
    assert await services.results.solver_rating(ACCOUNT) == rating
    assert await standing(services, puzzle) == before
    assert [place.player for place in await services.results.leaderboard(puzzle.id, 10)] == [ACCOUNT]
    assert await services.results.of_player(GUEST) == {}
    assert await services.attempts.count(GUEST) == 0
    again = await services.results.record(await services.attempts.of(puzzle, ACCOUNT), ACCOUNT, None)
    assert again == result, "it has been counted"


async def test_what_the_account_did_itself_stays(store: EventStore) -> None:
    services, puzzle = assemble(store, wall_clock), PUZZLES[0]
    await solve(services, puzzle, GUEST)
    own = await solve(services, puzzle, ACCOUNT)
    await services.puzzle_data.hand_over(GUEST, ACCOUNT)
    assert await services.results.of(ACCOUNT, puzzle.id) == own
    assert await services.results.of(GUEST, puzzle.id) is not None


@pytest.mark.parametrize(("part", "method"), [("attempts", "copy"), ("results", "hand_over"), ("attempts", "remove")])
async def test_an_interrupted_handover_can_be_repeated(
    store: EventStore, part: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, puzzle = assemble(store, wall_clock), PUZZLES[0]
    await solve(services, puzzle, GUEST)
    before = await standing(services, puzzle)

    async def lost(*_: object) -> None:
        raise Unavailable("lost")

    with monkeypatch.context() as failing:
        failing.setattr(getattr(services, part), method, lost)
        with pytest.raises(Unavailable):
            await services.puzzle_data.hand_over(GUEST, ACCOUNT)
    await services.puzzle_data.hand_over(GUEST, ACCOUNT)
    assert await standing(services, puzzle) == before
    assert [place.player for place in await services.results.leaderboard(puzzle.id, 10)] == [ACCOUNT]
