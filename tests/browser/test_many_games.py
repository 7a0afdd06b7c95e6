"""Somebody with many games: what happened meanwhile, finding one, noting something about it, going to the next."""

from typing import Final

from domain.commands import Play
from domain.game import Game
from domain.rules import Rules
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from service.store.structures.values import Value
from tests.support.browser_person import Person
from tests.support.browser_play import Player
from tests.support.play import Played
from tests.support.staged_tables import DISCOVERY, TRIBE, finished, stage, turn_of, until

LISTED: Final = "main a.game-name"
ARE_NOTICED: Final = """async () => {
    const { notices } = await (await fetch("/api/notices")).json();
    return notices.filter(({ kind }) => kind === "turn" || kind === "finished").length === 6;
}"""
_IS_BELOW: Final = """({ firstElementChild: title, lastElementChild: about }) =>
  about.getBoundingClientRect().top >= title.getBoundingClientRect().bottom - 1"""
THREE: Final = Rules("kingdomino", 3, None, ("must_place",))


def others_next(game: Game) -> bool:
    """The moment when seat 0 claims a domino, and after that somebody else."""
    return turn_of(0, "claim")(game) and len(game.position.chiefs) > 1 and game.position.chiefs[1] != 0


def is_ended_by_another(played: Played) -> bool:
    last = played.commands[-1]
    return isinstance(last, Play) and last.seat != 0


async def test_who_returns_to_many_games_sees_what_happened_and_finds_one(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    for number in range(5):
        await stage(store, f"many{number}", until(TRIBE, turn_of(0, "place")), player, names=("Oona", "Zoë"))
    games = (finished(DISCOVERY, seed) for seed in range(20))
    await stage(store, "manyover", next(game for game in games if is_ended_by_another(game)), player)
    await guest.until(ARE_NOTICED)
    await Value(store, f"presence:{player}").set(wall_clock() - 5 * 60 * 60 * 1000)
    await guest.opens("/games")
    await guest.counts(LISTED, 6)
    await guest.sees(".meanwhile", "5 games")
    await guest.sees(".meanwhile a[href='/game/manyover']")

    await guest.page.locator("li:has([href='/game/many3']) [aria-pressed]").click()
    await guest.sees("li:has([href='/game/many3']) [aria-pressed=true]")
    await guest.page.locator("li:has([href='/game/manyover/1']) .notes-beside button").nth(1).click()
    await guest.page.fill("#note-label", "my first")
    await guest.ticks("dialog [name=is_muted]")
    await guest.page.click("dialog .main")
    await guest.sees("li:has([href='/game/manyover/1']) .game-label", "my first")

    await guest.presses("/")
    await guest.page.keyboard.type("FIRST discovery")
    await guest.counts(LISTED, 1)
    await guest.arrives(r"/games\?text=FIRST\+discovery$")
    await guest.page.click(".filter-star")
    await guest.sees(".empty")
    await guest.opens("/games?starred=yes&opponent=Zo%C3%AB&turn=mine")
    await guest.counts(LISTED, 1)
    await guest.sees(f"{LISTED}[href='/game/many3']")
    await guest.page.click(".filters .plain")
    await guest.counts(LISTED, 6)
    await guest.misses(".meanwhile a[href='/game/manyover']")  # it is muted
    await guest.page.click(".meanwhile .row button")
    await guest.misses(".meanwhile")

    await guest.opens("/settings/notices")  # where all that is muted can be heard again
    await guest.counts(".muted-games li", 1)
    await guest.page.locator(".muted-games button").click()
    await guest.misses(".muted-games")
    await guest.sees("section[aria-labelledby=muted-title]", "You have muted no game")
    await guest.opens("/games")
    await guest.misses("li:has([href='/game/manyover/1']) .notes-beside [title=Muted]")


async def test_after_a_move_the_next_game_is_offered_or_gone_to(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    for name in ("nexta", "nextb", "nextc"):
        await stage(store, name, until(THREE, others_next), player)
    await stage(store, "nextover", finished(THREE), player)
    await guest.opens_game("nexta")
    await guest.sees(".action.mine")
    await guest.misses(".next-game")
    moves = Player(guest)
    await moves.act(await moves.look())
    await guest.sees(".next-game", "2")
    await guest.page.click(".next-game")
    await guest.arrives("/game/next[bc]")
    await guest.sees(".action.mine")
    await guest.page.evaluate("localStorage.setItem('after_move', 'go')")
    before = guest.path
    moves = Player(guest)
    await moves.act(await moves.look())
    await guest.until("(before) => location.pathname !== before", before)
    await guest.sees(".action.mine")
    await guest.page.locator(".heading details.menu summary").click()
    await guest.page.locator(".heading details.menu button:has(use[href='#icon-list'])").click()
    assert await guest.page.locator("dialog .choice > span").first.evaluate(_IS_BELOW), "it looks as in the list"
    await guest.page.fill("dialog #note-label", "the last one")
    await guest.page.click("dialog .main")
    await guest.misses("dialog[open]")
    await guest.opens("/games")
    await guest.sees(".game-label", "the last one")
    await guest.opens_game("nextover")
    await guest.sees(".next-game.main")
    assert await guest.page.locator(".stage .main").count() == 1, (
        "what is offered first is one thing, after the end too"
    )
