"""Solving puzzles over the API."""

import httpx
import pytest

from puzzles.shipped.shipped import shipped_puzzles
from tests.support.api_persons import ManualClock, token_for
from tests.support.api_play import Guest, Json, fine, recruitments, refused, welcome
from tests.support.api_puzzles import any_line, attempt, begin, known_puzzle, puzzle_api, sent, stands, take_hint
from tests.support.puzzle_samples import some_puzzle, worst_line

PUZZLE = some_puzzle(2)
BEST, WORST = sent(PUZZLE.answer.line), sent(worst_line(PUZZLE))


async def result(client: httpx.AsyncClient, guest: Guest, puzzle: str = PUZZLE.id) -> httpx.Response:
    return await client.get(f"/api/puzzles/{puzzle}/result", headers=guest.headers)


# Viewing


async def test_anybody_can_look_at_the_puzzle_of_the_day(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        shown = fine(await client.get("/api/puzzles/daily"))
        assert shown["day"] == "2027-01-15"
        puzzle = await known_puzzle(services, shown["id"])
        problem = puzzle.problem
        assert shown["dominoes"] == list(problem.dominoes)
        assert [tile["domino"] for tile in shown["tiles"]] == shown["dominoes"]
        assert len(shown["territory"]["squares"]) == len(problem.territory.squares)
        assert fine(await client.get(f"/api/puzzles/{shown['id']}")) == shown
        assert fine(await client.get("/api/puzzles/daily?date=2027-01-15")) == shown


async def test_only_tribe_mode_has_a_cave(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        for puzzle in shipped_puzzles():
            await services.library.add(puzzle, "practice")
            shown = fine(await client.get(f"/api/puzzles/{puzzle.id}"))
            is_tribe = puzzle.problem.rules.mode == "tribe"
            assert (shown["cave"] is not None, shown["recruits"] is not None) == (is_tribe, is_tribe)


async def test_a_future_day_or_one_before_the_first_returns_404(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        fine(await client.get("/api/puzzles/daily"))
        await services.calendar.schedule_ahead()
        answers = set()
        for day in ("2027-01-16", "2027-01-14", "2030-01-01", "0001-01-01", "9999-12-31"):
            answers.add((await client.get(f"/api/puzzles/daily?date={day}")).text)
            refused(await client.get(f"/api/puzzles/leaderboard?date={day}"), 404)
        assert len(answers) == 1, "it does not tell why"
        assert "no_puzzle_that_day" in answers.pop()
        refused(await client.get("/api/puzzles/daily?date=tomorrow"), 400)
        nobody = refused(await client.get("/api/puzzles/nosuchpuzz"), 404)
        for name in await services.calendar.scheduled() - set((await services.calendar.so_far()).values()):
            assert refused(await client.get(f"/api/puzzles/{name}"), 404) == nobody
            refused(await client.post(f"/api/puzzles/{name}/moves", json={"moves": []}), 404)


# Moves


async def test_the_offered_moves_lead_to_a_complete_attempt(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        for number, puzzle in enumerate(shipped_puzzles()[::6]):
            await services.library.add(puzzle, "practice")
            moves = await any_line(client, puzzle.id, number)
            shown = await stands(client, puzzle.id, moves)
            assert shown["placed"] == len(puzzle.problem.dominoes)
            assert shown["score"]["total"] <= puzzle.answer.optimum
            assert len(shown["notation"]) == len(shown["moves"])


async def test_recruits_are_offered_by_their_parts(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        puzzle = next(recruit for recruit in shipped_puzzles() if "two_recruits" in recruit.themes)
        await services.library.add(puzzle, "practice")
        places = [move for move in sent(puzzle.answer.line) if move["type"] != "recruit"]
        offered = await stands(client, puzzle.id, places)
        assert (offered["step"], offered["recruits"], offered["is_complete"]) == ("recruit", 2, True)
        assert offered["moves"] == [{"type": "pass"}]
        recruit = recruitments({**offered["recruit"], "pile": None})[0]
        after = await stands(client, puzzle.id, [*places, recruit])
        assert after["recruits"] == 1
        assert len(after["cave"]) == len(offered["cave"]) - 1
        assert (await stands(client, puzzle.id, [*places, {"type": "pass"}]))["step"] == "over"


async def test_a_move_that_is_not_legal_is_refused_with_its_number_and_the_rule(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        guest = await welcome(client, "Oona")
        wrong: list[Json] = [WORST[0], {**WORST[1], "b": [9, 9]}]
        for route in ("moves", "attempts"):
            address = f"/api/puzzles/{PUZZLE.id}/{route}"
            answer = await client.post(address, json={"moves": wrong}, headers=guest.headers)
            problem = refused(answer, 422)
            assert (problem["move"], problem["code"], problem["rule"]) == (2, "apart", "O3")
            assert problem["detail"].startswith("Move 2: ")
            headers = {**guest.headers, "Accept-Language": "de"}
            german = (await client.post(address, json={"moves": wrong}, headers=headers)).json()
            assert german["detail"].startswith("Zug 2: ")
            assert refused(await client.post(address, json={"moves": [{"type": "undo"}]}, headers=guest.headers), 400)


# Attempts


async def test_the_optimum_earns_three_stars_for_guests_and_accounts(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        for puzzle in shipped_puzzles()[::5]:
            await services.library.add(puzzle, "practice")
            guest = await welcome(client, "Oona")
            shown = fine(await attempt(client, guest, puzzle.id, sent(puzzle.answer.line)))
            assert (shown["score"], shown["gap"], shown["solved"], shown["stars"]) == (
                puzzle.answer.optimum,
                0,
                True,
                3,
            )
            assert shown["points"]["total"] == shown["score"]
            assert shown["rating"]["after"] > shown["rating"]["before"] == 1500


async def test_an_attempt_needs_a_player(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        address = f"/api/puzzles/{PUZZLE.id}"
        refused(await client.post(f"{address}/attempts", json={"moves": BEST}), 401)
        refused(await client.post(f"{address}/hints"), 401)
        refused(await client.get(f"{address}/result"), 401)
        guest = await welcome(client, "Oona")
        reader = await token_for(client, guest.headers, "read")
        answer = await client.post(f"{address}/attempts", json={"moves": BEST}, headers=reader["headers"])
        refused(answer, 403)


async def test_an_illegal_or_incomplete_attempt_is_not_counted(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        guest = await welcome(client, "Oona")
        assert refused(await attempt(client, guest, PUZZLE.id, BEST[:1]), 422)["move"] == 2
        assert refused(await attempt(client, guest, PUZZLE.id, []), 422)["code"] == "attempt_unfinished"
        assert refused(await attempt(client, guest, PUZZLE.id, [*BEST, BEST[0]]), 422)["move"] == 3
        refused(await result(client, guest), 403)
        shown = fine(await attempt(client, guest, PUZZLE.id, BEST))
        assert (shown["attempt"], shown["solved"]) == (1, True)


async def test_a_retry_is_graded_but_not_rated(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        guest = await welcome(client, "Oona")
        first = fine(await attempt(client, guest, PUZZLE.id, WORST))
        second = fine(await attempt(client, guest, PUZZLE.id, BEST))
        assert first["rating"]["after"] < 1500
        assert (second["attempt"], second["solved"], second["rating"]) == (2, True, None)
        own = fine(await client.get("/api/me/puzzles", headers=guest.headers))
        assert own["rating"]["rated"] == 1
        assert (own["results"][0]["solved"], own["results"][0]["best"]) == (False, PUZZLE.answer.optimum)


async def test_a_repeated_attempt_with_the_same_key_changes_nothing(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        guest = await welcome(client, "Oona")
        first = fine(await attempt(client, guest, PUZZLE.id, WORST, "one"))
        assert fine(await attempt(client, guest, PUZZLE.id, WORST, "one")) == first
        fine(await attempt(client, guest, PUZZLE.id, BEST, "two"))
        assert fine(await attempt(client, guest, PUZZLE.id, WORST, "one")) == first
        assert len(fine(await result(client, guest))["attempts"]) == 2
        refused(await attempt(client, guest, PUZZLE.id, BEST, "x" * 201), 400)


async def test_the_time_counts_from_the_beginning_and_not_from_a_look(server_url: str) -> None:
    hand = ManualClock()
    async with puzzle_api(server_url, hand) as (client, services):
        guest = await welcome(client, "Oona")
        name = fine(await client.get("/api/puzzles/daily", headers=guest.headers))["id"]
        fine(await client.get(f"/api/puzzles/{name}", headers=guest.headers))
        assert [key async for key in services.store.keys(f"*{name}.by.*")] == [], "a look is not recorded"
        hand.pass_seconds(1_000)
        begun = fine(await begin(client, guest, name))
        hand.pass_seconds(60)
        assert fine(await begin(client, guest, name)) == begun
        assert fine(await client.get("/api/puzzles/daily", headers=guest.headers))["begun"] == begun["begun"]
        best = sent((await known_puzzle(services, name)).answer.line)
        assert fine(await attempt(client, guest, name, best))["seconds"] == 60.0
        assert fine(await begin(client, guest, name)) == begun
        refused(await client.post(f"/api/puzzles/{name}/begin"), 401)
        refused(await begin(client, guest, "nosuchpuzz"), 404)


async def test_an_attempt_without_a_beginning_has_no_time(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        guest = await welcome(client, "Oona")
        assert fine(await attempt(client, guest, PUZZLE.id, BEST))["seconds"] is None
        assert fine(await begin(client, guest, PUZZLE.id)) == {"begun": None}


# Hints


async def test_the_hint_ladder_shows_its_cost_first_and_counts_its_rungs(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        guest, address = await welcome(client, "Oona"), f"/api/puzzles/{PUZZLE.id}"
        for number, rung in enumerate(("terrain", "region", "cell")):
            shown = fine(await client.get(address, headers=guest.headers))["ladder"]
            assert shown["next"] == {"rung": rung, "stars": 1, "rating": 0.33}
            taken = fine(await take_hint(client, guest, PUZZLE.id))
            assert taken["hint"]["rung"] == rung
            assert len(taken["ladder"]["taken"]) == number + 1
        assert refused(await take_hint(client, guest, PUZZLE.id), 409)["code"] == "no_more_hints"
        assert fine(await client.get(address, headers=guest.headers))["ladder"]["next"] is None
        shown = fine(await attempt(client, guest, PUZZLE.id, BEST))
        assert (shown["solved"], shown["stars"], shown["hints"]) == (True, 0, 3)
        assert shown["rating"]["after"] == shown["rating"]["before"] == 1500, "hints cost only what can be won"
        assert shown["rating"]["provisional"]
        assert [entry["rung"] for entry in fine(await result(client, guest))["hints"]] == ["terrain", "region", "cell"]


async def test_a_hint_after_the_first_attempt_costs_nothing(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        guest = await welcome(client, "Oona")
        fine(await attempt(client, guest, PUZZLE.id, BEST))
        shown = fine(await take_hint(client, guest, PUZZLE.id))
        assert shown["ladder"]["next"] == {"rung": "region", "stars": 0, "rating": 0.0}
        assert fine(await result(client, guest))["attempts"][0]["stars"] == 3


# The result


async def test_the_result_shows_the_answer_after_the_first_attempt(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        guests = [await welcome(client, f"Guest {number}") for number in range(3)]
        assert refused(await result(client, guests[0]), 403)["code"] == "no_attempt_yet"
        for guest, moves in zip(guests, (WORST, BEST, BEST), strict=True):
            fine(await attempt(client, guest, PUZZLE.id, moves))
        shown = fine(await result(client, guests[0]))
        assert shown["optimum"] == shown["line"][-1]["total"] == PUZZLE.answer.optimum
        assert [step["move"] for step in shown["line"]] == BEST
        assert shown["boards"] == PUZZLE.answer.boards
        assert shown["solvers"] == 3
        assert [entry["solvers"] for entry in shown["histogram"]] == [1, 2]
        assert shown["histogram"][-1]["score"] == PUZZLE.answer.optimum
        assert sum(entry["solvers"] for entry in shown["heat"]) == 6
        assert [entry["moves"] for entry in shown["attempts"]] == [WORST]
        assert shown["points"]["total"] == shown["optimum"]
        assert [entry["points"]["total"] for entry in shown["attempts"]] == [shown["attempts"][0]["score"]]
        assert shown["themes"] == ["patience"]


@pytest.mark.parametrize(("hints", "end"), [(0, "★★★ ✓"), (1, "★★☆ ✓ 💡1")])
async def test_the_text_to_share_does_not_reveal_the_answer(server_url: str, hints: int, end: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        shown = fine(await client.get("/api/puzzles/daily"))
        puzzle, guest = await known_puzzle(services, shown["id"]), await welcome(client, "Oona")
        for _ in range(hints):
            fine(await take_hint(client, guest, puzzle.id))
        graded = fine(await attempt(client, guest, puzzle.id, sent(puzzle.answer.line)))
        assert graded["share"] == f"Firstfire 2027-01-15 {end}"


async def test_the_text_to_share_shows_the_gap_to_the_optimum(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add(PUZZLE, "practice")
        graded = fine(await attempt(client, await welcome(client, "Oona"), PUZZLE.id, WORST))
        assert graded["share"].startswith(f"Firstfire {PUZZLE.id} ")
        assert f"\N{MINUS SIGN}{graded['gap']}" in graded["share"]
        assert str(PUZZLE.answer.optimum) not in graded["share"].split(PUZZLE.id)[1]
