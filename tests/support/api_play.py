"""What callers do: arrive as guests, sit down, choose among the moves offered, play to the end."""

from collections.abc import Awaitable, Callable, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

import httpx

Json = Any
DISCOVERY: Json = {"game": "origins", "mode": "discovery", "seats": 2}
TRIBE: Json = {"game": "origins", "mode": "tribe", "seats": 2}
KINGDOMINO: Json = {"game": "kingdomino", "seats": 2}
RATED: Json = {"rated": True, "clock": {"type": "days", "days": 3}}
PROBLEM = "application/problem+json"


class Guest(NamedTuple):
    player: str
    name: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


async def welcome(client: httpx.AsyncClient, name: str) -> Guest:
    return Guest(**fine(await client.post("/api/guests", json={"name": name})))


async def account(client: httpx.AsyncClient, name: str) -> Guest:
    """A guest who has made an account; the name is made unique."""
    guest = await welcome(client, name)
    credentials = {"name": f"{name} {guest.player[:12]}", "password": "a mammoth behind the volcano"}
    fine(await client.post("/api/account", json=credentials, headers=guest.headers))
    return guest


async def opened(client: httpx.AsyncClient, guest: Guest, rules: Json, **more: Json) -> Json:
    return fine(await client.post("/api/games", json={"rules": rules, **more}, headers=guest.headers))


async def started(client: httpx.AsyncClient, rules: Json, **more: Json) -> tuple[str, list[Guest]]:
    """A game with a guest on every seat, or with account holders if it is rated."""
    come = account if more.get("rated") else welcome
    guests = [await come(client, f"Guest {seat}") for seat in range(rules["seats"])]
    table = await opened(client, guests[0], rules, **more)
    invite = {"invite": table["invite"]} if table["invite"] else {}
    for guest in guests[1:]:
        fine(await client.post(f"/api/games/{table['id']}/join", headers=guest.headers, params=invite))
    return table["id"], guests


async def offered(client: httpx.AsyncClient, game: str, guest: Guest, **query: bool) -> Json:
    return fine(await client.get(f"/api/games/{game}/moves", headers=guest.headers, params=query))


async def post(client: httpx.AsyncClient, game: str, guest: Guest, move: Json, **query: int) -> httpx.Response:
    return await client.post(f"/api/games/{game}/moves", json=move, headers=guest.headers, params=query)


async def play(
    client: httpx.AsyncClient,
    game: str,
    guests: Sequence[Guest],
    *,
    moves: int = 10_000,
    meanwhile: Callable[[Json], Awaitable[None]] | None = None,
) -> int:
    """Plays at most this many moves; returns how many events there are. `meanwhile` sees each offer first."""
    for _ in range(moves):
        choices = await offered(client, game, guests[0])
        if choices["seat"] is None:
            break
        if meanwhile is not None:
            await meanwhile(choices)
        fine(await post(client, game, guests[choices["seat"]], choice(choices), seq=choices["seq"]))
    events = fine(await client.get(f"/api/games/{game}/events", headers=guests[0].headers))
    return len(events)


def choice(choices: Json) -> Json:
    """One of the moves offered; recruits whenever it can."""
    if choices["recruit"] and (recruits := recruitments(choices["recruit"])):
        return recruits[choices["seq"] * 7 % len(recruits)]
    return choices["moves"][choices["seq"] * 7 % len(choices["moves"])]


def recruitments(offer: Json) -> list[Json]:
    """Every recruit that the offer describes."""
    recruits = []
    for source, price in (("cave", 2), ("pile", 4)):
        for caveman in dict.fromkeys(offer[source] or ()):
            for spend in _prices(offer["resources"], price):
                recruits += [
                    {"type": "recruit", "caveman": caveman, "source": source, "spend": spend, "at": at}
                    for at in (*offer["free"], *spend)
                ]
    return recruits


def _prices(resources: dict[str, list[Json]], price: int) -> list[list[Json]]:
    return [
        list(cells)
        for kinds in combinations(resources, price)
        for cells in product(*(resources[kind] for kind in kinds))
    ]


def fine(response: httpx.Response) -> Json:
    assert response.is_success, response.text
    return response.json()


def refused(response: httpx.Response, status: int) -> Json:
    """The problem: said in the right way, with a sentence that can be read."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == PROBLEM
    problem = response.json()
    assert problem["status"] == status
    assert problem["title"]
    assert " " in problem["detail"]
    return problem
