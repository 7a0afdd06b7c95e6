"""A person's page: who they are, how it went against each other, ratings, games; and the ways that lead there."""

from random import Random
from time import time

import httpx

from domain.rules import Rules
from domain.scoring import standings
from service.games.seating import SeatTaken, TableOpened
from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person
from tests.support.play import random_game
from tests.support.servers import LONGEST_WAIT, eventually
from tests.support.staged_games import store_game
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, finished, stage

DAY = 86_400_000


async def play_each_other(
    store: EventStore, name: str, players: tuple[str, str], rules: Rules, count: int
) -> list[int]:
    """Finished rated games of these two; gives for each which of them came out in front: 0, 1, or -1 for both."""
    winners = []
    for number in range(count):
        played = random_game(rules, Random(number))
        opened = TableOpened(rules, (None, None), rated=True)
        seats = [SeatTaken(seat, player, ("Oona", "Brak")[seat]) for seat, player in enumerate(players)]
        begin = int(time() * 1000) - (count - number) * DAY
        await store_game(store, f"{name}{number}", [opened, *seats], played, begin)
        ranks = [
            standing.rank for standing in sorted(standings(played.end.position), key=lambda standing: standing.seat)
        ]
        winners.append(-1 if ranks[0] == ranks[1] else ranks.index(1))
    return winners


async def is_known(person: Person, player: str, *, games: int, rated: int = 0) -> None:
    """Returns when the lists have taken in this many results, and the ratings `rated` of them."""
    async with httpx.AsyncClient(base_url=person.url, timeout=LONGEST_WAIT) as client:

        async def is_so() -> bool:
            profile = (await client.get(f"/api/players/{player}")).json()
            played = sum(count for name, count in profile["results"].items() if name.endswith(" played"))
            return bool(played >= games and len(profile["history"]) >= rated)

        await eventually(is_so)


async def test_two_people_see_how_it_went_between_them(arrive: Arrive, store: EventStore) -> None:
    oona, brak = await arrive(), await arrive()
    players = await oona.is_guest("Oona"), await brak.is_guest("Brak")
    winners = await play_each_other(store, "rivals", players, KINGDOMINO, 5)
    await is_known(oona, players[0], games=5)
    own, other = winners.count(0), winners.count(1)
    await oona.opens(f"/people/{players[1]}")
    await oona.sees("h1", "Brak")
    await oona.sees(".figure", f"You {own} : {other} Brak")
    await brak.opens(f"/people/{players[0]}")
    await brak.sees(".figure", f"You {other} : {own} Oona")
    await brak.sees(".results th", "Kingdomino")


async def test_ratings_are_a_picture_and_a_table(arrive: Arrive, store: EventStore) -> None:
    person = await arrive()
    player = await person.is_guest("Oona")
    await play_each_other(store, "rated", (player, f"rival{player}"), DISCOVERY, 4)
    await is_known(person, player, games=4, rated=4)
    await person.opens(f"/people/{player}")
    label = await person.page.locator(".curves svg").get_attribute("aria-label")
    await person.page.locator(".curves summary").click()
    rows = [" ".join(row.split("\t")[1:]) for row in await person.texts(".curves tbody tr")]
    assert len(rows) == 4
    # Rows are in the order of the games' ends. The last to be rated may be another: workers hear of games in any order.
    assert label in rows
    await person.page.locator(".curves tbody a").first.click()
    await person.arrives(r"/game/rated3/1$")


async def test_leaders_are_those_with_enough_games_against_enough_opponents(arrive: Arrive, store: EventStore) -> None:
    person = await arrive()
    player = await person.is_guest("Oona")
    for rival in range(5):
        await play_each_other(store, f"ladder{rival}", (player, f"rival{rival}{player}"), KINGDOMINO, 2)
    await is_known(person, player, games=10, rated=10)
    await person.opens("/lobby")
    await person.page.locator("main a", has_text="Best players").click()
    await person.page.locator("main nav a", has_text="Kingdomino").click()
    await person.sees(".leaders tr.is-you th", "Oona")
    names = await person.texts(".leaders tbody th")
    assert not any("Brak" in name for name in names), "two games are not enough"


async def test_a_rated_game_is_offered_to_those_with_an_account(guest: Person) -> None:
    await guest.is_guest("Oona")
    await guest.opens("/new?with=friends")
    await guest.misses("input[name=rated]")
    await guest.sees(".boxes", "Only with an account")
    await guest.has_account("Oona of the ladder", "a mammoth behind the volcano")
    await guest.opens("/new?with=friends")
    await guest.ticks("input[name=rated]")
    await guest.until("() => !document.querySelector('input[name=private]').checked")  # a rated game is public
    await guest.sees(".summary li", "Rated")
    await guest.ticks("input[name=private]")
    await guest.until("() => !document.querySelector('input[name=rated]').checked")


async def test_names_at_tables_and_in_lists_lead_there(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "namesover", finished(DISCOVERY), player)
    await guest.opens_game("namesover")
    await guest.page.locator(".plate .nameplate a", has_text="Ugh").click()
    await guest.arrives(f"/people/{player}$")
    await guest.sees("h1", "Oona")
    await guest.opens("/games")
    await guest.page.locator("[aria-labelledby=list-over] .sitter a", has_text="Nag").first.click()
    await guest.arrives("/people/nobody1$")
    await guest.sees("h1", "Nag")


async def test_the_menu_links_to_the_own_profile_which_links_to_the_settings(guest: Person) -> None:
    player = await guest.is_guest("Oona")
    await guest.opens("/")
    await guest.page.locator(".corner summary").click()
    await guest.page.locator(".corner a", has_text="Profile").click()
    await guest.arrives(f"/people/{player}$")
    assert not await guest.page.locator("#versus-title").count()
    await guest.page.locator("main a", has_text="Settings").click()
    await guest.arrives("/settings")


async def test_an_unknown_player_shows_a_message(guest: Person) -> None:
    guest.expects("404")
    await guest.opens("/people/nobody-at-all")
    await guest.sees("h1", "Nobody is here")
