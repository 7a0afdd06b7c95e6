"""The rules with pictures: every chapter in every language, boards to try, and the links that lead there."""

import json

import pytest

from projections.trying import EXAMPLES
from projections.words import LANGUAGES
from service.store.event_store import EventStore
from tests.architecture.test_web_rules import OUTLINE, SAID
from tests.browser.test_turns import POSTED, tampered
from tests.browser.test_weight import weighed
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.staged_tables import KINGDOMINO, stage, turn_of, until
from tests.support.variants import only

LARGEST = 200_000
BOARD = ".exercise-board.is-own .territory"
RULING = ".ruling"


def exercise(name: str, language: str = "en") -> str:
    """The board of an example, by the question that stands over it."""
    return f".exercise[aria-label={json.dumps(SAID[language]['asks'][name], ensure_ascii=False)}]"


async def tries(person: Person, name: str, attempt: str, language: str = "en") -> None:
    board = person.page.locator(exercise(name, language))
    text = SAID[language]["tries"][name][attempt]
    await board.locator(".tries button").get_by_text(text, exact=True).click()
    await board.locator(RULING).wait_for()


@pytest.mark.parametrize("language", only(["en", "de"], LANGUAGES))
async def test_every_chapter_is_in_every_language_and_each_try_shows_the_answer_of_the_rules(
    arrive: Arrive, language: str
) -> None:
    reader, said = await arrive(language=language), SAID[language]
    await reader.opens("/rules")
    await reader.sees("h1", said["title"])
    for chapter in OUTLINE:
        name = chapter["chapter"]
        await reader.page.locator(f"main a[href='/rules/{name}']").first.click()
        await reader.sees("article h1", said["chapters"][name]["title"])
        for section in chapter["sections"]:
            shown = await reader.page.locator(f"[id='{section['id']}']").inner_text()
            assert said["sections"][section["id"]]["title"] in shown
            assert "example" not in section or said["asks"][section["example"]] in shown
        assert not {text for text in await reader.texts("main") if "undefined" in text or "{" in text}
        for example in [section["example"] for section in chapter["sections"] if "example" in section]:
            for attempt in EXAMPLES[example].tries if language == "en" else ():
                await tries(reader, example, attempt)
    assert all(response.status == 200 for response in reader.api("/api/rules/"))


@pytest.mark.parametrize("language", only(["nl", "it"], LANGUAGES))
async def test_legal_and_illegal_tries_show_the_reason(arrive: Arrive, language: str) -> None:
    reader, said = await arrive(language=language), SAID[language]["page"]
    await reader.opens("/rules/placing")
    board = reader.page.locator(exercise("matching", language))
    await board.locator(BOARD).wait_for()
    squares = await board.locator(".square").count()
    await tries(reader, "matching", "corner", language)
    ruling = await board.locator(RULING).inner_text()
    assert said["refused"] in ruling
    assert "O3" in ruling
    assert await board.locator(".ghost").count() == 1
    assert await board.locator(".square").count() == squares
    await tries(reader, "matching", "match", language)
    await board.locator(".ruling.is-good").wait_for()
    assert said["allowed"] in await board.locator(RULING).inner_text()
    assert await board.locator(".square").count() == squares + 2
    await board.locator("button", has_text=said["again"]).click()
    await board.locator(RULING).wait_for(state="detached")
    assert await board.locator(".square").count() == squares


async def test_a_domino_is_put_anywhere_by_the_mouse_and_the_rules_judge(guest: Person) -> None:
    await guest.opens("/rules/placing")
    board = guest.page.locator(exercise("hut")).locator(BOARD)
    box = await board.bounding_box()
    assert box
    cell = box["width"] / 7
    await board.hover(position={"x": cell * 5.5, "y": cell * 5.5})
    await guest.sees(f"{exercise('hut')} .ghost")
    await board.click(position={"x": cell * 4.5, "y": cell * 4.5})
    await guest.sees(f"{exercise('hut')} .ruling.is-bad", "At least one square must touch")
    await board.click(position={"x": cell * 4.5, "y": cell * 3.5})
    await guest.sees(f"{exercise('hut')} .ruling.is-good")


async def test_fire_is_aimed_by_keys_alone_and_read_out(guest: Person) -> None:
    await guest.opens("/rules/fire")
    await guest.page.locator(exercise("fire")).locator(BOARD).focus()
    await guest.presses("ArrowRight")  # on the hut
    await guest.presses("Enter")
    await guest.sees(f"{exercise('fire')} .ruling.is-bad", "never lands on the hut")
    await guest.presses("ArrowRight")
    await guest.sees("#announcer", "h7")
    await guest.presses("Enter")
    await guest.sees(f"{exercise('fire')} .ruling.is-good")


async def test_a_domino_is_turned_by_its_key_on_the_board(guest: Person) -> None:
    await guest.opens("/rules/placing")
    await guest.page.locator(exercise("hut")).locator(BOARD).focus()
    await guest.presses("ArrowRight", "ArrowRight")
    before = await guest.page.locator(f"{exercise('hut')} .ghost").inner_html()
    await guest.presses("r")
    await guest.until(
        "([where, before]) => document.querySelector(`${where} .ghost`)?.innerHTML !== before",
        [exercise("hut"), before],
    )


async def test_a_caveman_is_recruited_by_hand(guest: Person) -> None:
    await guest.opens("/rules/tribe")
    board = guest.page.locator(exercise("recruiting"))
    land = board.locator(BOARD)
    box = await land.bounding_box()
    assert box
    size = box["width"] / 5

    async def press(column: int, row: int) -> None:
        await land.click(position={"x": size * (column + 0.5), "y": size * (row + 0.5)})

    await board.locator(".from-cave button").nth(0).click()
    await press(1, 1)  # the mushroom
    await press(2, 1)  # a fish
    await board.get_by_role("button", name="2. Place").click()
    await press(1, 2)  # the desert
    await board.locator(".ruling.is-good").wait_for()
    assert "recruits a hunter" in await board.locator(RULING).inner_text()


async def test_pointing_at_an_item_of_a_score_lights_up_its_squares(guest: Person) -> None:
    await guest.opens("/rules/discovery")
    item = guest.page.locator(".exercise .breakdown button").nth(1)
    await item.focus()
    await guest.sees(".territory.has-lit .square.lit")
    squares = int((await item.inner_text()).split("×")[0].split()[-1])
    assert await guest.page.locator(".square.lit").count() == squares


async def test_the_number_of_a_rule_leads_to_its_place(guest: Person) -> None:
    await guest.opens("/rules#O6")
    await guest.arrives("/rules/fire")
    await guest.sees("section.is-here h2", "What burns")
    await guest.until("() => Math.abs(document.getElementById('O6').getBoundingClientRect().top) < 200")
    await guest.opens("/rules/no-such-chapter")
    await guest.sees("h1", "The rules")


async def test_a_refusal_at_the_table_leads_to_its_rule(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "leadstorule", until(KINGDOMINO, turn_of(0, "place", 20)), player)
    await guest.page.route(POSTED, tampered)
    await guest.opens_game("leadstorule")
    await guest.sees(".action.mine")
    await guest.takes_the_board()
    await guest.presses("ArrowRight", "Enter")
    guest.expects("422")
    await guest.page.locator(".notice.error a", has_text="Rule O3").click()
    await guest.arrives("/rules/placing")
    await guest.sees("section.is-here h2", "Beside the hut")


async def test_a_new_game_leads_to_the_rules_of_what_is_chosen_and_keeps_the_choice(guest: Person) -> None:
    await guest.opens("/new")
    for kind, title in (("totem", "Totem Mode"), ("kingdomino", "Kingdomino")):
        await guest.ticks(f"input[name=kind][value={kind}]")
        async with guest.context.expect_page() as opened:
            await guest.page.locator("a.to-rules", has_text=title).click()
        page = await opened.value
        await page.locator("article h1", has_text=title).wait_for()
        await page.close()
    assert await guest.page.locator("a.to-rules[href='/rules/variants#K6']").count() == 1
    assert await guest.page.locator("input[name=kind][value=kingdomino]").is_checked()


async def test_the_table_and_every_page_lead_to_the_rules(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "menutorules", until(KINGDOMINO, turn_of(0, "place", 20)), player)
    await guest.opens_game("menutorules")
    await guest.page.locator(".heading details.menu summary").click()
    await guest.page.locator(".heading details.menu a[href='/rules/kingdomino']").click()
    await guest.sees("article h1", "Kingdomino")
    await guest.opens("/lobby")
    await guest.page.locator("footer a[href='/rules']").click()
    await guest.sees("h1", "The rules")


@pytest.mark.parametrize("chapter", only(["/tribe"], ["", "/totem", "/tribe"]))
async def test_a_first_view_of_the_rules_is_under_200_kb_on_the_wire(arrive: Arrive, chapter: str) -> None:
    size = await weighed(await arrive(), f"/rules{chapter}", "main h1")
    print(f"rules{chapter}: {size:,} bytes")
    assert size < LARGEST


async def test_examples_can_be_tried_by_touch(arrive: Arrive) -> None:
    reader = await arrive(size=PHONE, touch=True)
    await reader.opens("/rules/placing")
    board = reader.page.locator(exercise("hut")).locator(BOARD)
    await board.scroll_into_view_if_needed()
    box = await board.bounding_box()
    assert box
    await board.tap(position={"x": box["width"] * 4.5 / 7, "y": box["height"] * 3.5 / 7})
    await reader.sees(f"{exercise('hut')} .ruling.is-good")
