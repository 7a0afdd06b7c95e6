"""Two people at two browsers: an invite link, each other's moves, and a private game without its invite."""

import pytest

from tests.support.browser_person import Arrive, Person
from tests.support.browser_play import Player
from tests.support.servers import eventually


async def private_table(owner: Person) -> str:
    """Opens a table for a friend; gives its invite link."""
    await owner.opens("/new")
    await owner.ticks("input[name=company][value=friends]")
    await owner.page.locator("button.main.big").click()
    await owner.arrives(r"/game/\w+")
    return await owner.page.locator(".invite input").input_value()


async def test_two_people_meet_by_an_invite_link_and_see_each_others_moves(arrive: Arrive) -> None:
    owner, friend = await arrive(), await arrive()
    link = await private_table(owner)
    await friend.page.goto(link)
    await friend.sees(".waiting .seat-0 .kind", "guest")
    await friend.page.locator(".message button.main").click()
    await friend.sees_table()
    await owner.sees_table()
    for person in (owner, friend):
        await person.stays()
    players = {person: Player(person, seed) for seed, person in enumerate((owner, friend))}
    acts = dict.fromkeys(players, 0)
    while min(acts.values()) < 5:
        mover = await whose_turn(owner, friend)
        before = await mover.step()
        await players[mover].act(await players[mover].look())
        await mover.reaches(before + 1)
        await (friend if mover is owner else owner).reaches(await mover.step())
        acts[mover] += 1
    assert await owner.has_stayed()
    assert await friend.has_stayed()


async def whose_turn(*people: Person) -> Person:
    movers: list[Person] = []

    async def somebody_is_to_move() -> bool:
        movers[:] = [person for person in people if await person.page.locator(".action.mine").count()]
        return bool(movers)

    await eventually(somebody_is_to_move)
    return movers[0]


async def test_a_private_game_without_its_invite_says_what_to_ask_for(arrive: Arrive) -> None:
    owner, stranger = await arrive(), await arrive()
    await private_table(owner)
    await stranger.opens(f"/game/{owner.game}")
    await stranger.sees("[role=alert]", "invite link")
    stranger.expects("404")


@pytest.mark.long
async def test_a_cancelled_table_shows_that_to_visitors(arrive: Arrive) -> None:
    owner, friend = await arrive(), await arrive()
    link = await private_table(owner)
    await friend.page.goto(link)
    await friend.sees(".message button.main")
    await owner.page.locator(".message button", has_text="Call it off").click()
    await owner.arrives("/lobby")
    await friend.sees(".message h1", "called off")


async def test_the_owner_of_a_private_table_makes_a_new_link(arrive: Arrive) -> None:
    owner, friend = await arrive(), await arrive()
    old = await private_table(owner)
    await owner.page.locator(".message button", has_text="New link").click()
    field = owner.page.locator(".invite input")
    await owner.page.wait_for_function("old => document.querySelector('.invite input')?.value !== old", arg=old)
    new = await field.input_value()
    await friend.page.goto(old)
    await friend.sees("[role=alert]", "invite link")
    friend.expects("404")
    await friend.page.goto(new)
    await friend.sees(".message button.main")
    assert not await friend.page.locator(".message button", has_text="New link").count()
    await friend.page.locator(".message button.main").click()
    await owner.sees_table()
