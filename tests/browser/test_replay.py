"""Stepping through a game: every way to go, addresses to share, and what can be done from a step."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest_asyncio

from domain.events import DominoPlaced
from domain.log import replay
from projections.frames import frames
from projections.replay import ReplayStep, Turn, next_turn, replay_step
from service.store.event_store import EventStore
from tests.browser.test_share import opens_sharing
from tests.support.browser_person import Arrive, Person
from tests.support.browser_play import Player
from tests.support.staged_tables import TRIBE, finished, stage

GAME = "replayed"
PLAYED = finished(TRIBE)
LAST = len(PLAYED.events)


def replay_steps() -> list[ReplayStep]:
    steps: list[ReplayStep] = []
    turn, before = Turn(), None
    for event, after in zip(PLAYED.events, frames(PLAYED.events), strict=True):
        turn = next_turn(turn, before, event, after)
        steps.append(replay_step(before, event, after, turn, "en"))
        before = after
    return steps


STEPS = replay_steps()


def ends(numbers: Sequence[int]) -> list[int]:
    """The last event of each turn, or round."""
    return [seq for seq, number in enumerate(numbers, 1) if seq == len(numbers) or numbers[seq] != number]


TURNS, ROUNDS = ends([step.turn for step in STEPS]), ends([step.round for step in STEPS])


@pytest_asyncio.fixture(scope="module", loop_scope="session", autouse=True)
async def game(store: EventStore) -> None:
    await stage(store, GAME, PLAYED, "ugh")


async def test_a_shared_address_shows_its_step(guest: Person) -> None:
    await guest.opens_game(GAME, 60)
    assert await guest.is_at(60)
    position = replay(PLAYED.events[:60]).position
    acted = next(step.seat for step in reversed(STEPS[:60]) if step.seat is not None)
    await guest.until(
        "([large, other]) => document.querySelectorAll('.board .square').length === large"
        " && document.querySelectorAll('.other .square').length === other",
        [
            len(position.territories[seat].squares) for seat in (acted, 1 - acted)
        ],  # the stage follows the seat that acts
    )
    await guest.sees(".chronicle li.now", STEPS[59].text)


async def test_keys_step_by_event_turn_and_round_to_both_ends_and_back_and_the_address_follows(guest: Person) -> None:
    await guest.opens_game(GAME, 60)
    at = 60
    for key in (
        "ArrowRight",
        "ArrowLeft",
        "ArrowDown",
        "ArrowDown",
        "ArrowUp",
        "Shift+ArrowDown",
        "Shift+ArrowUp",
        "Home",
    ):
        at = neighbour(at, key)
        await guest.presses(key)
        assert await guest.is_at(at)
        assert guest.path == f"/game/{GAME}/{at}"
        await guest.sees(".chronicle li.now", STEPS[at - 1].text)
    for _ in ROUNDS:
        await guest.presses("Shift+ArrowDown")
    assert await guest.is_at(LAST)
    for _ in ROUNDS:
        await guest.presses("Shift+ArrowUp")
    assert await guest.is_at(1)
    await guest.presses("End")
    assert await guest.is_at(LAST)


def neighbour(at: int, key: str) -> int:
    """Where a key leads."""
    ends_of = ROUNDS if "Shift" in key else TURNS
    match key.removeprefix("Shift+"):
        case "ArrowRight":
            return at + 1
        case "ArrowLeft":
            return at - 1
        case "ArrowDown":
            return min(end for end in ends_of if end > at)
        case "ArrowUp":
            return max(end for end in ends_of if end < at)
        case _:
            return 1


async def test_buttons_slider_sentences_and_the_graph_step_too(guest: Person) -> None:
    await guest.opens_game(GAME, 60)
    press = guest.page.get_by_role("button", exact=True, name="Forward one step")
    await press.click()
    assert await guest.is_at(61)
    for name, step in (
        ("Back one step", 60),
        ("First step", 1),
        ("Forward one turn", TURNS[0] if TURNS[0] > 1 else TURNS[1]),
    ):
        await guest.page.get_by_role("button", exact=True, name=name).click()
        assert await guest.is_at(step)
    slider = guest.page.locator(".controls input[type=range]")
    await slider.fill("40")
    assert await guest.is_at(40)
    await slider.press("ArrowRight")
    assert await guest.is_at(41)
    assert guest.path == f"/game/{GAME}/41"
    await guest.page.locator(".chronicle li button").nth(29).click()
    assert await guest.is_at(30)
    graph = guest.page.locator(".graph svg")
    box = await graph.bounding_box()
    assert box
    await graph.click(position={"x": box["width"] / 2, "y": 40})
    await guest.reaches(31)
    assert abs(await guest.step() - (1 + (LAST - 1) / 2)) <= 1


async def test_autoplay_goes_on_by_itself_and_stops_when_it_is_paused(guest: Person) -> None:
    await guest.page.clock.install()
    await guest.opens_game(GAME, 10)
    await guest.page.locator(".controls select").select_option("4")
    await guest.page.locator("body").click(position={"x": 2, "y": 300})
    await guest.presses("p")
    await guest.reaches(13)
    await guest.presses("p")
    await guest.sees(".controls button[aria-pressed=false]")
    stands = await guest.step()
    await guest.page.clock.run_for(60_000)  # of the page's time
    assert await guest.step() == stands
    assert guest.path == f"/game/{GAME}/{stands}"


async def test_at_the_end_the_score_lights_up_squares_the_deal_is_checked_and_a_square_leads_back(
    guest: Person,
) -> None:
    await guest.opens_game(GAME, LAST)
    await guest.page.locator(".breakdown .item").first.hover()
    await guest.sees(".board .has-lit .square.lit")
    await guest.page.mouse.move(2, 300)
    await guest.misses(".board .square.lit")
    await guest.page.get_by_role("button", name="Was the deal fair?").click()
    await guest.sees("dialog .good", "Yes")
    hashes = await guest.texts("dialog code")
    assert hashes[0] == hashes[1]
    await guest.presses("Escape")
    await guest.misses("dialog")
    seat = PLAYED.end.position.winners[0] if PLAYED.end.position.winners else 0
    cell, square = list(PLAYED.end.position.territories[seat].squares.items())[5]
    placed = [
        seq
        for seq, event in enumerate(PLAYED.events, 1)
        if isinstance(event, DominoPlaced) and (event.seat, event.domino) == (seat, square.domino)
    ]
    await guest.page.locator(f".board .square[transform='translate({cell[0] * 100} {cell[1] * 100})']").click()
    assert await guest.is_at(placed[-1])
    await guest.sees(".board .edge.fresh")


async def test_a_game_is_played_on_from_any_step_against_bots(guest: Person) -> None:
    await guest.opens_game(GAME, 60)
    await menu(guest, "Play on from here")
    await guest.page.locator("dialog button:has(use[href='#icon-bot'])").first.click()
    await guest.arrives(rf"/game/(?!{GAME})\w+")
    player = Player(guest)
    offer = await player.look()
    squares = sum(len(territory.squares) for territory in replay(PLAYED.events[:60]).position.territories)
    shown = await guest.page.locator(":is(.board, .other) .square").count()
    assert shown >= squares
    await player.act(offer)
    assert (await player.look()).sign != offer.sign


async def menu(person: Person, entry: str) -> None:
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(".heading details.menu").get_by_text(entry).click()


async def test_a_record_that_was_saved_is_opened_again_as_text_and_as_a_file(guest: Person, tmp_path: Path) -> None:
    await guest.opens_game(GAME, LAST)
    await guest.page.locator(".heading details.menu summary").click()
    async with guest.page.expect_download() as download:
        await guest.page.locator(".heading details.menu a[download]").click()
    await (await download.value).save_as(tmp_path / "game.txt")
    text = (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert text.startswith("firstfire 1\n")
    await guest.opens("/record")
    await guest.page.locator("textarea").fill(text)
    await guest.page.locator("form.record button.main").click()
    await guest.arrives(rf"/game/(?!{GAME})\w+/1$")
    await guest.sees(".controls output", re.compile(rf"^1 / {LAST}$"))
    await guest.presses("End")
    await guest.sees(".action", "won")
    path = tmp_path / "game.txt"
    path.write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline="")
    await guest.opens("/record")
    await guest.page.locator("input[type=file]").set_input_files(path)
    await guest.until("() => document.querySelector('textarea').value.length > 100")
    await guest.page.locator("form.record button.main").click()
    await guest.arrives(rf"/game/(?!{GAME})\w+/1$")


async def test_a_tampered_deal_is_detected(guest: Person) -> None:
    await guest.page.route(
        "**/events",
        lambda route: route.fulfill(
            json=[{"seq": 1, "event": {"commitment": "00" * 32, "deal": {"dominoes": [1, 2]}, "salt": "ab"}}]
        ),
    )
    await guest.opens_game(GAME, LAST)
    await guest.page.get_by_role("button", name="Was the deal fair?").click()
    await guest.sees("dialog .bad", "No")


async def test_a_step_of_a_running_game_has_a_link_and_a_way_back_to_now(arrive: Arrive) -> None:
    guest = await arrive()
    await guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await guest.opens("/")
    await guest.page.locator(".quick button").click()
    player = Player(guest)
    await player.play(2)
    now = await guest.step()
    await guest.page.locator("body").click(position={"x": 2, "y": 300})
    await guest.presses("ArrowLeft")
    assert await guest.is_at(now - 1)
    await opens_sharing(guest)
    await guest.page.locator(".pass-on").get_by_role("button", name="Copy link").click()
    await guest.sees("text=The link is copied")
    copied: str = await guest.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{guest.url}/game/{guest.game}/{now - 1}"
    await guest.presses("Escape")
    await guest.misses("dialog[open] .pass-on")
    await guest.presses("Escape")
    assert await guest.is_at(now)
    assert guest.path == f"/game/{guest.game}"
    await guest.sees(".action.mine")
