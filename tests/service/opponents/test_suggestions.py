"""Whom suggestions look at: neighbours on the leaderboard and people one has met, and never too many."""

from collections.abc import Sequence

import pytest

from projections.listing import ListedSeat, Listing, Status
from projections.timing import Days
from service.lists.index import ListIndex
from service.opponents.suggestions import MET, NEAR
from service.people.identity import Person
from tests.support.seeking import DISCOVERY, SeekingWorld


async def account(world: SeekingWorld, name: str) -> Person:
    """Under a name that no other test needs."""
    return await world.account(f"{name} who is suggested")


async def play(
    world: SeekingWorld, game: str, people: Sequence[Person], *, status: Status = "over", rated: bool = False
) -> None:
    """A game of these people, the best first, as it stands in the lists."""
    seats = tuple(ListedSeat(person.name, person.player, total=9, rank=rank) for rank, person in enumerate(people, 1))
    line = Listing(game, status, DISCOVERY, seats, is_rated=rated, touched=world.clock.now, clock=Days(3))
    await ListIndex(world.services.store).put(line, 1)
    await world.services.ratings.settle(line)


async def suggestions(world: SeekingWorld, person: Person, days: int = 3) -> list[str]:
    people = await world.services.suggestions.of(person, DISCOVERY, days)
    return [other.name.partition(" ")[0] for other in people]


async def test_people_one_has_met_and_neighbours_on_the_board(world: SeekingWorld) -> None:
    oona, *others = [await account(world, name) for name in ("Oona", "Bo", "Ca", "Di", "Eg", "Fu", "Gi")]
    for number in range(10):
        for other in others[1:]:
            await play(world, f"rated{number}{other.name}", [others[0], other], rated=True)
    while await world.services.ratings.take_in():
        pass
    assert await suggestions(world, oona) == ["Bo"], "only Bo has played against five others"
    assert await suggestions(world, oona, days=14) == [], "nobody plays at this pace"
    await play(world, "met", [oona, others[1]])
    assert sorted(await suggestions(world, oona)) == ["Bo", "Ca"]
    await play(world, "now", [oona, others[0]], status="running")
    assert await suggestions(world, oona) == ["Ca"], "not those with whom one plays just now"


@pytest.mark.parametrize("blocker", [0, 1])
async def test_nobody_who_is_blocked_either_way(world: SeekingWorld, blocker: int) -> None:
    people = [await account(world, name) for name in ("Oona", "Bo")]
    await play(world, "met", people)
    assert await suggestions(world, people[0]) == ["Bo"]
    await world.services.blocks.put(people[blocker], people[1 - blocker].player)
    assert await suggestions(world, people[0]) == []


async def test_no_guests_and_nobody_who_has_left(world: SeekingWorld) -> None:
    oona, bo, guest = await account(world, "Oona"), await account(world, "Bo"), await world.guest("Ugh")
    await play(world, "met", [oona, bo, guest])
    assert await suggestions(world, oona) == ["Bo"]
    await world.services.own_data.forget(bo.player)
    assert await suggestions(world, oona) == []


async def test_however_many_there_are_few_are_looked_at(world: SeekingWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    oona, looked_at = await account(world, "Oona"), set[str]()

    async def nobody(player: str, *, rated: bool) -> None:
        looked_at.add(player)

    monkeypatch.setattr(world.services.candidates, "person", nobody)
    for number in range(40):
        await play(world, f"met{number}", [oona, Person(f"met-{number}", f"Met {number}")])
        for other in range(10):
            people = [Person(f"rated-{number}", "Somebody"), Person(f"other-{other % 5}", "Else")]
            await play(world, f"rated{number}x{other}", people, rated=True)
    while await world.services.ratings.take_in():
        pass
    await suggestions(world, oona)
    assert MET < len(looked_at) <= MET + 2 * NEAR
