"""Until the end, no request reveals anything of the deal that is not face up."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from random import Random

import httpx
import pytest

from domain.dominoes import NUMBERS
from domain.events import Deal
from domain.game import Game
from domain.log import replay
from domain.pieces import CAVEMEN
from domain.rules import Rules
from service.games.codec import decode_all
from service.games.starting.beginnings import Beginnings
from service.runtime.clock import wall_clock
from service.services import Services
from service.store.event_store import EventStore
from tests.support.api_play import KINGDOMINO, TRIBE, Guest, Json, choice, fine, offered, post, started, welcome
from tests.support.stream_reader import Follower, following
from tests.support.variants import only

_SEPARATORS = (",", ", ", '","', '", "', " ", "-", ";", "\\n", "\n", "|")


def tell_tale(rules: Rules, rng: Random) -> Deal:
    """A deal whose hidden orders cannot be mistaken for anything that may be shown.

    What is unseen is shown in ascending order, and no three of these dominoes and no five of these cavemen in a row
    are: 2, 1, 4, 3, 6, 5 … and again and again from Z to A.
    """
    numbers = sorted(NUMBERS)
    dominoes = tuple(number for pair in zip(numbers[1::2], numbers[::2], strict=True) for number in pair)
    rounds = zip_longest(*([name] * CAVEMEN[name] for name in sorted(CAVEMEN, reverse=True)))
    cavemen = tuple(name for names in rounds for name in names if name is not None)
    return Deal(dominoes, cavemen if rules.mode == "tribe" else None, tuple(reversed(range(rules.seats))))


@pytest.mark.parametrize("every", only([29], [29, 5]))  # events: so often everything is asked for
@pytest.mark.parametrize("rules", [TRIBE, KINGDOMINO | {"seats": 3}], ids=["tribe", "kingdomino"])
async def test_nothing_sent_before_the_end_shows_the_deal(
    remote: httpx.AsyncClient, log: EventStore, remote_services: Services, rules: Json, every: int
) -> None:
    remote_services.tables.beginnings = Beginnings(remote_services.store, wall_clock, tell_tale)
    heard, last = Ears(remote), 0
    game, guests = await started(remote, rules, hints=True)
    async with following(remote, game) as player, following(remote, game) as spectator:
        while (choices := await offered(remote, game, guests[0]))["seat"] is not None:
            if choices["seq"] - last >= every:
                last = choices["seq"]
                await _ask_everything(remote, game, guests, choices)
            for follower in (player, spectator):
                await follower.reached(choices["seq"])
                heard.also(follower)
            _search(heard.everything(), await _whole(log, game))
            fine(await post(remote, game, guests[choices["seat"]], choice(choices)))
    begun = fine(await remote.get(f"/api/games/{game}/events"))[0]["event"]
    assert begun["salt"] == (await _whole(log, game)).salt


class Ears:
    """Records every byte of every response, including headers."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._heard: list[bytes] = []
        client.event_hooks = {"response": [self._hear]}

    async def _hear(self, response: httpx.Response) -> None:
        self._heard += (part for header in response.headers.raw for part in header)
        if not response.headers["content-type"].startswith("text/event-stream"):
            self._heard.append(await response.aread())

    def also(self, follower: Follower) -> None:
        self._heard.append("\n".join(follower.lines).encode())
        follower.lines.clear()

    def everything(self) -> bytes:
        """The bytes recorded since the last call."""
        heard, self._heard = b"\n".join(self._heard), []
        return heard


async def _whole(log: EventStore, game: str) -> Game:
    """The game with its hidden orders."""
    return replay(stamped.event for stamped in decode_all(await log.read(game)))


async def _table(client: httpx.AsyncClient, game: str) -> Json:
    return fine(await client.get(f"/api/games/{game}"))


def _search(heard: bytes, game: Game) -> None:
    assert game.deal is not None
    assert game.salt is not None
    hidden = [number for number in game.deal.dominoes if number in game.position.unseen]
    secrets = [b'"deal"', b'"salt"', b"deal=", game.salt[:12].encode(), bytes.fromhex(game.salt)[:6]]
    secrets += _spellings(hidden[:3]) if len(hidden) >= 3 else ()
    secrets += _spellings(game.pile[:5]) if len(game.pile) >= 5 else ()
    for secret in secrets:
        assert secret not in heard, f"{secret!r} was told at event {game.version}"


def _spellings(order: Sequence[object]) -> Iterator[bytes]:
    for separator in _SEPARATORS:
        yield separator.join(map(str, order)).encode()
    numbers = [value for value in order if isinstance(value, int)]
    if numbers:
        yield bytes(numbers)
        yield bytes(numbers).hex().encode()


async def _ask_everything(client: httpx.AsyncClient, game: str, guests: list[Guest], choices: Json) -> None:
    """Reads everything there is, as players and as a spectator, with all kinds of errors."""
    stranger = await welcome(client, "Stranger")
    mover, other = guests[choices["seat"]], guests[choices["seat"] - 1]
    for headers in ({}, stranger.headers, mover.headers, other.headers, {"Authorization": "Bearer x"}):
        for route in (
            "",
            "?at=1",
            "?at=2",
            "?at=99999",
            "/events",
            "/moves",
            "/unseen",
            "/record",
            "/steps",
            "/frames",
            "/analysis",
            "/hints/1-500",
            "/nothing",
        ):
            await client.get(f"/api/games/{game}{route}", headers=headers)
    await client.get(f"/api/games/{game}/events", headers={"Accept": "application/x-ndjson"})
    await client.post(f"/api/games/{game}/fork", headers=stranger.headers, json={"at": choices["seq"]})
    for guest in (mover, other, stranger):
        await client.post(f"/api/games/{game}/hints", headers=guest.headers)
    unseen = (await _table(client, game))["unseen"]
    wrong: list[Json] = [
        {"type": "undo"} if choices["undo"] is None else {"type": "nothing"},
        *({"type": kind, "domino": domino} for kind in ("draft", "claim") for domino in (*unseen[:1], 0, 99)),
        {"type": "place", "domino": unseen[0] if unseen else 0, "a": [99, 0], "b": [98, 0]},
        {"type": "recruit", "caveman": "oafish_warrior", "source": "pile", "spend": [[9, 9]], "at": [9, 9]},
        {"type": "fire", "at": [99, 99]},
    ]
    for move in wrong:
        for guest in (mover, other, stranger):
            assert not (await post(client, game, guest, move)).is_success
    await post(client, game, mover, choice(choices), seq=1)


async def test_the_search_for_leaks_finds_a_leaked_deal(
    remote: httpx.AsyncClient, log: EventStore, remote_services: Services
) -> None:
    remote_services.tables.beginnings = Beginnings(remote_services.store, wall_clock, tell_tale)
    name, _ = await started(remote, TRIBE)
    game = await _whole(log, name)
    assert game.salt is not None
    for secret in (b"6,5,8", b"6 5 8", bytes([6, 5, 8]), ",".join(game.pile).encode(), b'"salt"', game.salt.encode()):
        with pytest.raises(AssertionError, match="was told at event"):
            _search(b"x" + secret + b"x", game)
