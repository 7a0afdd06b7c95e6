"""Past days, practice, leaderboards, the caller's results, the dump, and puzzles from games."""

import json

import httpx
from msgspec.structs import replace

from service.puzzles.library import PuzzleFilter
from service.services import Services
from tests.support.api_persons import ManualClock
from tests.support.api_play import KINGDOMINO, Guest, Json, fine, refused, started, welcome
from tests.support.api_puzzles import attempt, begin, known_puzzle, puzzle_api, sent, take_hint
from tests.support.puzzle_samples import DISCOVERY, some_puzzle, worst_line


async def solve(client: httpx.AsyncClient, services: Services, guest: Guest, name: str) -> Json:
    puzzle = await known_puzzle(services, name)
    return fine(await attempt(client, guest, name, sent(puzzle.answer.line)))


async def own(client: httpx.AsyncClient, guest: Guest) -> Json:
    return fine(await client.get("/api/me/puzzles", headers=guest.headers))


# Days


async def test_past_days_are_listed_with_the_callers_results(server_url: str) -> None:
    hand = ManualClock()
    async with puzzle_api(server_url, hand) as (client, services):
        guest, names = await welcome(client, "Oona"), []
        for _ in range(20):
            names.append(fine(await client.get("/api/puzzles/daily", headers=guest.headers))["id"])
            hand.pass_days(1)
        await solve(client, services, guest, names[2])
        shown = fine(await client.get("/api/puzzles/archive?month=2027-01", headers=guest.headers))
        assert shown["first"] == "2027-01-15"
        assert [day["puzzle"] for day in shown["days"]] == names[:17][::-1]
        assert [day["result"] is not None for day in shown["days"][::-1]] == [number == 2 for number in range(17)]
        assert not next(day["result"] for day in shown["days"] if day["result"])["on_the_day"]
        february = fine(await client.get("/api/puzzles/archive"))
        assert february["month"] == "2027-02"
        assert february["days"][-1] == {**february["days"][-1], "day": "2027-02-01", "solvers": 0, "result": None}
        assert fine(await client.get("/api/puzzles/archive?month=2027-03"))["days"] == []
        for month in ("2027", "2027-13", "soon", "2027-1"):
            assert refused(await client.get(f"/api/puzzles/archive?month={month}"), 400)["code"] == "not_a_month"


async def test_the_leaderboard_of_a_day_shows_scores_to_those_who_have_one(server_url: str) -> None:
    hand = ManualClock()
    async with puzzle_api(server_url, hand) as (client, services):
        guests = [await welcome(client, name) for name in ("Quick", "Helped", "Slow", "Reader")]
        name = fine(await client.get("/api/puzzles/daily"))["id"]
        for guest in guests:
            fine(await begin(client, guest, name))
        await solve(client, services, guests[0], name)
        fine(await take_hint(client, guests[1], name))
        await solve(client, services, guests[1], name)
        hand.pass_seconds(30)
        await solve(client, services, guests[2], name)
        shown = fine(await client.get("/api/puzzles/leaderboard", headers=guests[2].headers))
        assert shown["puzzle"] == name
        assert [place["name"] for place in shown["places"]] == ["Slow", "Quick", "Helped"]
        assert [place["you"] for place in shown["places"]] == [True, False, False]
        assert [place["seconds"] for place in shown["places"]] == [30.0, None, None]
        optimum = (await known_puzzle(services, name)).answer.optimum
        assert {place["score"] for place in shown["places"]} == {optimum}
        for headers in (guests[3].headers, {}):
            hidden = fine(await client.get("/api/puzzles/leaderboard", headers=headers))
            assert {place["score"] for place in hidden["places"]} == {None}


async def test_a_streak_counts_days_done_on_the_day(server_url: str) -> None:
    hand = ManualClock()
    async with puzzle_api(server_url, hand) as (client, services):
        guest, names = await welcome(client, "Oona"), []
        for number in range(9):
            names.append(fine(await client.get("/api/puzzles/daily"))["id"])
            if number not in (0, 8):
                await solve(client, services, guest, names[-1])
            hand.pass_days(1)
        # Seven in a row earn a freeze, which the eighth uses up; the first day is made up for later.
        await solve(client, services, guest, names[0])
        assert (await own(client, guest))["streak"] == {
            "days": 7,
            "longest": 7,
            "freezes": 0,
            "until_freeze": 7,
            "today": False,
        }
        await solve(client, services, guest, fine(await client.get("/api/puzzles/daily"))["id"])
        shown = (await own(client, guest))["streak"]
        assert shown["days"] == 8
        assert fine(await client.get("/api/me/streak", headers=guest.headers)) == shown


# Practice


async def test_practice_is_near_the_rating_new_and_never_a_day(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        guest, seen = await welcome(client, "Oona"), set()
        for number in range(10):
            await services.library.add(some_puzzle(number), "days")
        await services.calendar.schedule_ahead()
        days = await services.calendar.scheduled()
        practice = set(await services.library.listed())
        for _ in practice:
            shown = fine(await client.get("/api/puzzles/next", headers=guest.headers))
            seen.add(shown["id"])
            await solve(client, services, guest, shown["id"])
        assert seen == practice
        assert not seen & days
        assert refused(await client.get("/api/puzzles/next", headers=guest.headers), 404)["code"] == "no_puzzle_left"
        fine(await client.get("/api/puzzles/next"))


async def test_puzzles_for_times_without_a_connection_are_new_and_need_no_service(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        guest = await welcome(client, "Oona")
        with_recruits = replace(some_puzzle(0).problem, recruits=1)
        await services.library.add(replace(some_puzzle(0), problem=with_recruits), "practice")
        for number in range(1, 14):
            await services.library.add(some_puzzle(number), "practice")
        ahead = fine(await client.get("/api/puzzles/ahead", headers=guest.headers))
        assert len({puzzle["id"] for puzzle in ahead}) == 10
        for puzzle in ahead:
            await solve(client, services, guest, puzzle["id"])
        left = fine(await client.get("/api/puzzles/ahead", headers=guest.headers))
        assert not {puzzle["id"] for puzzle in ahead} & {puzzle["id"] for puzzle in left}
        problems = [(await known_puzzle(services, puzzle["id"])).problem for puzzle in [*ahead, *left]]
        assert len(problems) >= 13
        assert not any(problem.recruits for problem in problems)


async def test_practice_is_as_hard_as_the_callers_rating(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        for number in range(40):
            puzzle = some_puzzle(number, difficulty=500 + 50 * number)
            await services.library.add(puzzle, "practice")
        names = [fine(await client.get("/api/puzzles/next"))["id"] for _ in range(10)]
        difficulties = [(await known_puzzle(services, name)).difficulty for name in names]
        assert all(1200 <= difficulty <= 1800 for difficulty in difficulties)


async def test_practice_can_be_made_harder_or_easier(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        for number in range(40):
            await services.library.add(some_puzzle(number, difficulty=3000 + 20 * number), "practice")
        for rating, least in ((3400, 3300), (10**30, 3600)):
            names = [fine(await client.get(f"/api/puzzles/next?rating={rating}"))["id"] for _ in range(5)]
            assert min([(await known_puzzle(services, name)).difficulty for name in names]) >= least
        refused(await client.get("/api/puzzles/next?rating=high"), 400)


async def test_the_next_puzzle_is_of_the_same_mode_and_about_as_hard(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        await services.library.add_shipped()
        mode = PuzzleFilter(game="origins", mode="discovery")
        easiest = (await services.library.listed(mode.list_name))[:8]
        hardest = (await services.library.listed(mode.list_name))[-8:]
        for rating, near in ((0, easiest), (3000, hardest)):
            for _ in range(4):
                shown = fine(await client.get(f"/api/puzzles/next?game=origins&mode=discovery&rating={rating}"))
                assert shown["rules"]["mode"] == "discovery"
                assert shown["id"] in near


async def test_results_are_listed_by_names_that_tell_the_puzzle_and_not_its_answer(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        guest, puzzle = await welcome(client, "Oona"), some_puzzle(4, DISCOVERY, themes=("patience",))
        await services.library.add(puzzle, "practice")
        name = fine(await client.get(f"/api/puzzles/{puzzle.id}"))["name"]
        assert (name["game"], name["mode"], name["dominoes"]) == ("origins", "discovery", 2)
        shown = [square.terrain for square in puzzle.problem.territory.squares.values()]
        assert len(set(name["terrains"])) == 2
        assert set(name["terrains"]) <= set(shown)
        await solve(client, services, guest, puzzle.id)
        assert (await own(client, guest))["results"][0]["name"] == name


async def test_practice_can_be_filtered_by_theme_game_and_mode(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        for theme in ("patience", "leave_no_hole"):
            shown = fine(await client.get(f"/api/puzzles/next?theme={theme}"))
            assert theme in (await known_puzzle(services, shown["id"])).themes
        for query, rules in (
            ("game=kingdomino", {"game": "kingdomino"}),
            ("mode=tribe", {"mode": "tribe"}),
            ("theme=patience&mode=discovery", {"mode": "discovery"}),
        ):
            shown = fine(await client.get(f"/api/puzzles/next?{query}"))["rules"]
            assert rules.items() <= shown.items()
        assert (
            refused(await client.get("/api/puzzles/next?game=kingdomino&mode=tribe"), 404)["code"] == "no_puzzle_left"
        )
        refused(await client.get("/api/puzzles/next?theme=nonsense"), 400)
        themes = fine(await client.get("/api/puzzles/themes"))
        assert len(themes) >= 12
        assert sum(entry["puzzles"] for entry in themes) >= await services.library.count()


async def test_failed_puzzles_are_repeated_until_they_are_solved(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        guest, puzzle = await welcome(client, "Oona"), some_puzzle(2)
        await services.library.add(puzzle, "practice")
        refused(await client.get("/api/puzzles/next?failed=true"), 401)
        failed = "/api/puzzles/next?failed=true"
        assert refused(await client.get(failed, headers=guest.headers), 404)["code"] == "no_puzzle_left"
        fine(await attempt(client, guest, puzzle.id, sent(worst_line(puzzle))))
        shown = fine(await client.get(failed, headers=guest.headers))
        assert (shown["id"], shown["rated"], shown["result"]["attempts"]) == (puzzle.id, False, 1)
        refused(await client.get(f"{failed}&mode=tribe", headers=guest.headers), 404)
        await solve(client, services, guest, puzzle.id)
        refused(await client.get(failed, headers=guest.headers), 404)


async def test_a_profile_shows_results_rating_and_its_history(server_url: str) -> None:
    hand = ManualClock()
    async with puzzle_api(server_url, hand) as (client, services):
        guest = await welcome(client, "Oona")
        assert (await own(client, guest))["rating"] == {
            "rating": 1500,
            "deviation": 200,
            "rated": 0,
            "provisional": True,
        }
        for number in range(3):
            await services.library.add(some_puzzle(number), "practice")
            hand.pass_seconds(60)
            await solve(client, services, guest, some_puzzle(number).id)
        shown = await own(client, guest)
        assert (shown["total"], shown["solved"], shown["rating"]["rated"]) == (3, 3, 3)
        assert [entry["puzzle"] for entry in shown["results"]] == [some_puzzle(number).id for number in (2, 1, 0)]
        graph = [point["rating"] for point in shown["graph"]]
        assert graph == sorted(graph)
        assert graph[-1] == shown["rating"]["rating"]
        assert (
            fine(await client.get("/api/me/puzzles?start=2", headers=guest.headers))["results"] == shown["results"][2:]
        )
        refused(await client.get("/api/me/puzzles"), 401)
        public = fine(await client.get(f"/api/players/{guest.player}/puzzles"))
        assert public == {name: shown[name] for name in ("rating", "graph", "streak", "total", "solved")}


# The dump


async def test_the_dump_has_the_answers_of_past_days_only(server_url: str) -> None:
    hand = ManualClock()
    async with puzzle_api(server_url, hand) as (client, services):
        await services.calendar.schedule_ahead()
        yesterday = fine(await client.get("/api/puzzles/daily"))["id"]
        hand.pass_days(1)
        today = fine(await client.get("/api/puzzles/daily"))["id"]
        answer = await client.get("/api/puzzles/dump")
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        lines = {line["id"]: line for line in map(json.loads, answer.text.splitlines())}
        assert set(lines) == {yesterday, today, *await services.library.listed()}
        assert [name for name, line in lines.items() if "answer" in line] == [yesterday]
        assert lines[yesterday]["answer"]["optimum"] == (await known_puzzle(services, yesterday)).answer.optimum


# Games


async def test_the_puzzles_of_a_game_are_listed_for_those_who_may_see_it(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        game = ""
        for private in (False, True):
            game, guests = await started(client, KINGDOMINO, private=private)
            assert fine(await client.get(f"/api/games/{game}/puzzles", headers=guests[0].headers)) == {"puzzles": []}
            puzzle = replace(some_puzzle(7 + private, DISCOVERY), game=game, seat=1, seq=20, source="game")
            await services.library.add(puzzle, "private" if private else "practice")
            puzzles = fine(await client.get(f"/api/games/{game}/puzzles", headers=guests[0].headers))["puzzles"]
            assert puzzles == [{"id": puzzle.id, "seat": 1, "seq": 20, "result": None}]
            await solve(client, services, guests[0], puzzle.id)
            puzzles = fine(await client.get(f"/api/games/{game}/puzzles", headers=guests[0].headers))["puzzles"]
            assert puzzles[0]["result"]["solved"]
            assert (puzzle.id in (await client.get("/api/puzzles/dump")).text) != private
            assert (puzzle.id in await services.library.listed()) != private
            shown = fine(await client.get(f"/api/puzzles/{puzzle.id}"))["game"]
            assert shown == (None if private else {"game": game, "seat": 1, "seq": 20})
        refused(await client.get(f"/api/games/{game}/puzzles"), 404)
        refused(await client.get("/api/games/nosuchgame/puzzles"), 404)


# Leaving


async def test_attempts_are_exported_and_deleted_with_their_player(server_url: str) -> None:
    async with puzzle_api(server_url, ManualClock()) as (client, services):
        oona, other = await welcome(client, "Oona"), await welcome(client, "Ugh")
        name = fine(await client.get("/api/puzzles/daily", headers=oona.headers))["id"]
        for guest in (oona, other):
            fine(await take_hint(client, guest, name))
            await solve(client, services, guest, name)
        taken = fine(await client.get("/api/me/export", headers=oona.headers))["puzzles"]
        kinds = [entry["event"]["type"] for entry in taken["logs"][name]]
        assert kinds == ["puzzle_begun", "hint_taken", "attempt_made"]
        assert taken["results"][0]["puzzle"] == name
        fine(await client.request("DELETE", "/api/me", headers=oona.headers))
        kept = [key async for key in services.store.keys(f"*{oona.player}*")]
        assert kept == []
        shown = fine(await client.get("/api/puzzles/leaderboard", headers=other.headers))
        assert [place["name"] for place in shown["places"]] == ["Ugh"]
        assert fine(await client.get(f"/api/puzzles/{name}/result", headers=other.headers))["solvers"] == 2
