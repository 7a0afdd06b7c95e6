"""Everything one may come to see, and how to get there: for what must hold of every page."""

from collections.abc import Awaitable, Callable
from typing import Final

from service.store.log import EventStore
from tests.browser.person import Person
from tests.browser.staged import DISCOVERY, KINGDOMINO, TOTEM, TRIBE, finished, stage, turn_of, until
from tests.support.play import Played

_MIDDLE: Final = 20  # events after which there is something to see


def _staged() -> dict[str, Played]:
    """Games of the person who looks, by what is to be done there."""
    return {
        "claim": until(KINGDOMINO, turn_of(0, "claim")),
        "place": until(DISCOVERY, turn_of(0, "place", _MIDDLE)),
        "fire": until(DISCOVERY, turn_of(0, "fire", _MIDDLE)),
        "totem": until(TOTEM, turn_of(0, "totem")),
        "draft": until(TRIBE, turn_of(0, "draft", _MIDDLE)),
        "recruit": until(
            TRIBE, lambda game: turn_of(0, "recruit", _MIDDLE)(game) and len(game.position.territory.squares) > 12
        ),
        "kingdomino": until(KINGDOMINO, turn_of(0, "place", _MIDDLE)),
        "finished": finished(TRIBE),
    }


async def settle(person: Person, store: EventStore, prefix: str) -> None:
    """Makes the person a guest who has such games, each named with this prefix."""
    player = await person.is_guest("Oona")
    for name, played in _staged().items():
        await stage(store, f"{prefix}{name}", played, player)


async def _mine(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.sees(".action.mine")


async def _ghost(person: Person, game: str) -> None:
    await _mine(person, game)
    await person.takes_the_board()
    await person.presses("ArrowRight")
    await person.sees(".board .ghost")


async def _paying(person: Person, game: str) -> None:
    await _mine(person, game)
    if await person.page.locator(".cave button").count():
        await person.page.locator(".cave button").first.click()
        await person.sees(".board .spot")


async def _dialog(person: Person, game: str, entry: str) -> None:
    await person.opens_game(game)
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(f".heading details.menu button:has(use[href='#icon-{entry}'])").click()
    await person.sees("dialog[open]")


async def _fair(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.page.locator("button:has(use[href='#icon-check'])").first.click()
    await person.sees("dialog[open] code")


async def _waiting(person: Person, game: str) -> None:
    await person.opens("/new")
    await person.page.locator("input[name=company][value=friends]").check(force=True)
    await person.page.locator("button.main.big").click()
    await person.sees(".invite")


async def _spoilt_record(person: Person, game: str) -> None:
    await person.opens("/record")
    await person.page.locator("textarea").fill("firstfire 1\nrules 1 origins discovery 2\nnonsense\n")
    await person.page.locator("form.record button.main").click()
    await person.sees(".problem")


def _at(path: str) -> Callable[[Person, str], Awaitable[None]]:
    async def go(person: Person, game: str) -> None:
        await person.opens(path)

    return go


async def _replay(person: Person, game: str) -> None:
    await person.opens_game(game, 60)


async def _lists(person: Person, game: str) -> None:
    await person.opens("/games")
    await person.sees("main a.game-name")


# By name: the staged game it is about, how to get there, and what the console says anyway.
VIEWS: Final[dict[str, tuple[str, Callable[[Person, str], Awaitable[None]], str]]] = {
    "front": ("", _at("/"), ""),
    "lobby": ("", _at("/lobby"), ""),
    "new game": ("", _at("/new"), ""),
    "my games": ("", _lists, ""),
    "sign in": ("", _at("/sign-in"), ""),
    "record": ("", _at("/record"), ""),
    "spoilt record": ("", _spoilt_record, "422"),
    "lost": ("", _at("/nowhere/at/all"), "404"),
    "waiting for players": ("", _waiting, ""),
    "no such game": ("", _at("/game/nosuchgame"), "404"),
    "table, claim": ("claim", _mine, ""),
    "table, place": ("place", _ghost, ""),
    "table, place in Kingdomino": ("kingdomino", _ghost, ""),
    "table, fire": ("fire", _mine, ""),
    "table, totem": ("totem", _mine, ""),
    "table, draft": ("draft", _mine, ""),
    "table, recruit": ("recruit", _mine, ""),
    "table, pay": ("recruit", _paying, ""),
    "replay": ("finished", _replay, ""),
    "finished game": ("finished", lambda person, game: person.opens_game(game), ""),
    "fair deal": ("finished", _fair, ""),
    "keys": ("place", lambda person, game: _dialog(person, game, "keyboard"), ""),
    "play on from here": ("finished", lambda person, game: _dialog(person, game, "fork"), ""),
    "resign": ("place", lambda person, game: _dialog(person, game, "flag"), ""),
}


async def show(person: Person, prefix: str, view: str) -> None:
    game, go, says = VIEWS[view]
    if says:
        person.expects(says)
    await go(person, f"{prefix}{game}")
    await person.page.wait_for_function("() => !document.querySelector('main [aria-busy=true]')")
