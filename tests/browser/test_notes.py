"""Notes and thoughts at a table: kept, changed and removed; thoughts are read by the others when the game is over."""

from tests.browser.test_talk import asks, table_for
from tests.support.browser_person import PHONE, Arrive, Person, Run


async def opens_notebook(person: Person) -> None:
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(".heading details.menu button", has_text="Notes and thoughts").click()
    await person.sees("dialog.notebook #note-text")


async def keeps(person: Person, text: str) -> None:
    await person.page.locator("#note-text").fill(text)
    await person.page.locator(".notebook button.main").click()
    await person.sees(".notebook .said .is-own", text)


async def test_a_note_is_for_oneself_and_a_thought_for_all_when_the_game_is_over(arrive: Arrive) -> None:
    oona, ugh, spectator = await arrive(size=PHONE), await arrive(), await arrive()
    game = await table_for(oona, ugh)
    await opens_notebook(oona)
    await keeps(oona, "Lakes, lakes!")
    await oona.page.locator(".notebook [name=thought]").check()
    await keeps(oona, "I fear his volcanoes.")
    await oona.counts(".notebook .said .is-own", 2)
    await oona.page.locator(".notebook .link").first.click()  # back to the first
    await oona.misses("dialog.notebook")
    await opens_notebook(ugh)
    await ugh.sees(".notebook .said", "You have noted nothing")
    await ugh.presses("Escape")
    await asks(oona, "POST", f"/api/games/{game}/resign", {})
    await asks(ugh, "POST", f"/api/games/{game}/claim", {})
    await spectator.opens_game(game)
    await opens_notebook(spectator)
    await spectator.reads(".notebook .said article > p:last-child", "I fear his volcanoes.")


# notes/timeline.js


async def test_a_thought_is_about_the_move_just_made_or_the_next_one(run: Run) -> None:
    moves = [{"seat": seat, "seq": seq} for seat, seq in ((0, 9), (1, 5), (0, 4), (1, 7))]
    cases = [(0, 4), (0, 5), (1, 4), (1, 8), (0, 0)]
    seqs = await run(
        "notes/timeline.js",
        "({ moveOf }, [cases, moves]) => cases.map(([seat, step]) => moveOf({ seat, step }, moves)?.seq ?? null)",
        [cases, moves],
    )
    assert seqs == [4, 9, 5, None, None]


async def test_notes_and_thoughts_are_in_the_order_of_the_game_and_ones_own_once(run: Run) -> None:
    note = {"at": "", "text": "n"}
    own = {"notes": [{**note, "step": 3}, {**note, "step": 0}], "thoughts": [{**note, "step": 3}]}
    thoughts = [{**note, "step": 3, "player": "me", "seat": 0}, {**note, "step": 2, "player": "ugh", "seat": 1}]
    entries = await run(
        "notes/timeline.js", "({ timeline }, [own, thoughts]) => timeline(own, thoughts, 'me', 0)", [own, thoughts]
    )
    assert [(entry["step"], entry["isThought"], entry["isOwn"]) for entry in entries] == [
        (0, False, True),
        (2, True, False),
        (3, False, True),
        (3, True, True),
    ]
