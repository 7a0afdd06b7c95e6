"""Until a player's first attempt is graded, no route, page, error or log reveals the answer to them."""

import logging
from itertools import pairwise

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from domain.notation.moves import write_move
from puzzles.puzzle import Puzzle
from service import assembly
from service.pages.assets import VERSION
from service.runtime.logging_setup import JsonLines
from service.services import Services
from tests.service.api.test_secrecy import Ears
from tests.support.api_persons import ManualClock
from tests.support.api_play import Guest, Json, fine, welcome
from tests.support.api_puzzles import attempt, puzzle_api, sent, stands
from tests.support.puzzle_samples import some_puzzle, worst_line

# Numbers too long to occur by chance in durations and tokens, and an optimum that is never reached.
OPTIMUM, GREEDY, BOARDS, NODES = 739_397_133_317, 739_391_133_719, 697_793_377_133, 726_173_377_331
SECRETS = [str(number).encode() for number in (OPTIMUM, GREEDY, BOARDS, NODES)]
# A browser without our files gets all sentences with a page, those about answers too.
KEPT = {"Cookie": f"kept={VERSION}"}
ROUTES = ("", "/result", "/nothing", "?date=2027-01-15", "/hints", "/attempts")


def tell_tale(seed: int) -> Puzzle:
    puzzle = some_puzzle(seed, themes=("only_board",))
    answer = replace(puzzle.answer, optimum=OPTIMUM, greedy=GREEDY, boards=BOARDS, nodes=NODES)
    return replace(puzzle, answer=answer)


def secrets(puzzle: Puzzle) -> list[bytes]:
    """The numbers of the answer, and any two consecutive moves of the line, in every notation."""
    samples = [*SECRETS, b"only_board", b'"optimum":', b'"line":', b'"answer":']
    for move, other in pairwise(puzzle.answer.line):
        samples += [msgspec.json.encode([move, other])[1:-1], f"{write_move(move)} {write_move(other)}".encode()]
        samples.append(msgspec.json.encode([write_move(move), write_move(other)])[1:-1])
    return samples


async def ask_everything(client: httpx.AsyncClient, puzzle: str, guest: Guest, wrong: list[Json]) -> None:
    """All requests that are possible without a complete attempt, with every kind of error."""
    for headers in ({}, guest.headers, {"Authorization": "Bearer x"}):
        for route in ROUTES:
            await client.get(f"/api/puzzles/{puzzle}{route}", headers=headers)
        for address in (
            "/api/puzzles/daily",
            "/api/puzzles/daily?date=2027-01-16",
            "/api/puzzles/archive",
            "/api/puzzles/archive?month=2027-01",
            "/api/puzzles/next",
            "/api/puzzles/next?failed=true",
            "/api/puzzles/leaderboard",
            "/api/puzzles/dump",
            "/api/me/puzzles",
            "/api/me/export",
            "/metrics",
        ):
            await client.get(address, headers=headers)
        for page in (f"/puzzles/{puzzle}", "/puzzles", "/"):
            await client.get(page, headers={**headers, **KEPT})
        await client.post(f"/api/puzzles/{puzzle}/begin", headers=headers)
        for moves in ([], wrong[:1], wrong, [*wrong, *wrong]):
            for route in ("moves", "attempts"):
                body = {"moves": moves} if route == "moves" or len(moves) != len(wrong) else {"moves": [None]}
                await client.post(f"/api/puzzles/{puzzle}/{route}", json=body, headers=headers)


def told(caplog: pytest.LogCaptureFixture) -> bytes:
    """The log lines of all processes, as they are written."""
    return "\n".join(JsonLines().format(record) for record in caplog.records).encode()


async def with_a_day(services: Services) -> tuple[Puzzle, Puzzle]:
    """The puzzle of the day, and one for practice."""
    daily, practice = tell_tale(2), tell_tale(3)
    await services.library.add(daily, "days")
    await services.library.add(practice, "practice")
    return daily, practice


@pytest.fixture
def no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembly, "shipped_puzzles", lambda: ())


@pytest.mark.usefixtures("no_catalogue")
async def test_nothing_that_is_sent_or_logged_before_the_first_attempt_shows_the_answer(
    server_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        heard = Ears(client)
        guest, solver = await welcome(client, "Oona"), await welcome(client, "Solver")
        for puzzle in await with_a_day(services):
            fine(await client.get("/api/puzzles/daily"))
            worst = sent(worst_line(puzzle))
            await ask_everything(client, puzzle.id, guest, worst)
            everything = heard.everything() + told(caplog)
            fine(await attempt(client, solver, puzzle.id, worst))  # another player's attempt changes nothing
            heard.everything()
            await ask_everything(client, puzzle.id, guest, worst)
            everything += heard.everything() + told(caplog)
            for secret in secrets(puzzle):
                assert secret not in everything, f"{secret!r} was told"


@pytest.mark.usefixtures("no_catalogue")
async def test_the_search_for_leaks_finds_a_leaked_answer(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        heard = Ears(client)
        _, puzzle = await with_a_day(services)
        guest = await welcome(client, "Oona")
        assert await stands(client, puzzle.id, [])
        assert not any(secret in heard.everything() for secret in secrets(puzzle))
        graded = fine(await attempt(client, guest, puzzle.id, sent(worst_line(puzzle))))
        assert graded["optimum"] == OPTIMUM
        fine(await client.get(f"/api/puzzles/{puzzle.id}/result", headers=guest.headers))
        everything = heard.everything()
        for number in (OPTIMUM, GREEDY, BOARDS):
            assert str(number).encode() in everything
        assert b"only_board" in everything
