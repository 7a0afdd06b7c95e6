"""Blocking and reporting somebody, and what moderators do about it: what each of them sees."""

import re

import pytest

from service.assembly import assemble
from service.moderation.acts import OPERATOR, Banned
from service.moderation.suspicion import Mark, Sign
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support import staged_tables as staged
from tests.support.api_play import DISCOVERY
from tests.support.browser_accounts import answers, appoint
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.stack import Stack
from tests.support.staged_tables import stage, turn_of, until

REFUSED = "403|409"  # what the console says of a refusal


async def unhurried_table(owner: Person) -> str:
    """Opens a private table without a clock; gives its invite link."""
    table = await owner.page.evaluate(
        """async (body) => (await fetch("/api/games", {
            method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)
        })).json()""",
        {"rules": DISCOVERY, "private": True},
    )
    return f"{owner.url}/game/{table['id']}?invite={table['invite']}"


async def opens_report(person: Person) -> None:
    """Of the game that is open."""
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(".heading details.menu button", has_text="Report somebody").click()
    await person.sees("dialog[open] .report")


async def test_a_person_blocks_somebody_forgives_them_reports_them_and_waits_no_longer(
    arrive: Arrive, service: Stack
) -> None:
    oona, brak = await arrive(size=PHONE), await arrive()
    await oona.is_guest("Oona")
    rival = await brak.is_guest("Brak of the twenty-four huts")
    link = await unhurried_table(oona)

    await oona.opens(f"/people/{rival}")
    await oona.page.get_by_role("button", name="Block", exact=True).click()
    await oona.sees(".blocked-note")
    brak.expects(REFUSED)
    await brak.page.goto(link)
    await brak.page.locator(".message button.main").click()
    await brak.sees(".notice.error", "This table is not open to you")

    await oona.opens("/settings")
    await oona.page.get_by_role("button", name="Unblock Brak of the twenty-four huts").click()
    await oona.sees("section", "You have blocked nobody")
    await brak.page.locator(".message button.main").click()
    await brak.sees_table()

    await oona.page.goto(link)
    await oona.sees_table()
    await opens_report(oona)
    await oona.sees("#dialog-title", "Report Brak of the twenty-four huts")
    await oona.page.get_by_label("Delays the game on purpose").check()
    await oona.page.locator("#report-text").fill("Waits in every turn.")
    await oona.page.get_by_role("button", name="Send the report").click()
    await oona.sees(".notice.info", "Thank you")
    await oona.misses("dialog[open]")
    oona.expects(REFUSED)
    await opens_report(oona)
    await oona.page.get_by_label("Something else").check()
    await oona.page.locator("#report-text").fill("And again.")
    await oona.page.get_by_role("button", name="Send the report").click()
    await oona.sees("dialog[open] .problem", "You have reported this already")

    await ban(service, rival)
    await answers(oona, f"/api/games/{oona.game}/players", lambda seats: any("banned" in seat for seat in seats))
    await oona.page.goto(link)
    await oona.sees_table()
    await oona.page.locator(".heading details.menu summary").click()
    await oona.page.locator(".heading details.menu button", has_text="Wait no longer").click()
    await oona.sees(".table.is-over")


async def fills(person: Person, within: str, reason: str) -> None:
    """Gives the reason, and does what the form is for."""
    await person.page.locator(f"{within} textarea").fill(reason)
    await person.page.locator(f"{within} form button").click()


async def test_a_moderator_looks_at_a_report_bans_somebody_and_takes_it_back(arrive: Arrive, service: Stack) -> None:
    judge, oona, brak = await arrive(), await arrive(), await arrive(size=PHONE)
    rival = await brak.is_guest(name := f"Brak {brak.number}")
    await oona.is_guest("Oona")
    await oona.opens(f"/people/{rival}")
    await oona.page.get_by_role("button", name="Report").click()
    await oona.page.get_by_label("Offensive or misleading name").check()
    await oona.page.get_by_role("button", name="Send the report").click()
    await oona.sees(".notice.info", "Thank you")

    await judge.has_account(f"Judge {judge.number}", "a mammoth behind the volcano")
    await appoint(service, f"Judge {judge.number}")
    await answers(judge, "/api/session", lambda me: "role" in me)
    await judge.opens("/")
    await judge.page.locator(".corner summary").click()
    await judge.page.locator(".corner a", has_text="Moderation").click()
    await judge.page.locator(".moderated a.who", has_text=name).first.click()
    await judge.sees("h1", name)
    await judge.page.get_by_label("What?").select_option("ban")
    await fills(judge, "section:has(#act-title)", "Insults, after a warning.")
    await judge.sees(".moderated li", "Banned")

    await answers(brak, "/api/session", lambda me: "standing" in me)
    await brak.opens("/lobby")
    await brak.sees(".standing", re.compile("You are banned until .*Insults, after a warning", re.DOTALL))
    brak.expects("403")
    await brak.opens("/new")
    await brak.page.locator("button.main.big").click()
    await brak.sees("main, .notices", re.compile("Until then you can read"))
    await brak.page.locator(".standing a").click()
    await brak.sees("section:has(#own-acts-title) li", re.compile("Banned.*by a moderator", re.DOTALL))

    await judge.page.locator(".moderated summary", has_text="Take back").click()
    await fills(judge, ".reason[open]", "It was somebody else.")
    await judge.sees(".moderated li", "It was somebody else.")
    await judge.misses(".moderated summary", "Take back")
    await judge.page.locator(".moderated summary", has_text="Close the report").click()
    await fills(judge, ".reason[open]", "The name is fine.")
    await judge.sees(".answered", "The name is fine.")
    await judge.misses(".moderated summary", "Close the report")
    await answers(brak, "/api/session", lambda me: "standing" not in me)
    await brak.opens("/lobby")
    await brak.misses(".standing")


@pytest.mark.long
async def test_a_moderator_looks_at_a_suspicious_pair_warns_one_of_them_and_closes_it(
    arrive: Arrive, service: Stack, store: EventStore
) -> None:
    judge, oona, brak = await arrive(), await arrive(), await arrive(size=PHONE)
    rival, friend = await brak.is_guest(name := f"Brak {brak.number}"), await oona.is_guest("Oona")
    await stage(
        store, game := f"met{brak.number}", until(staged.DISCOVERY, turn_of(0, "place")), rival, names=(name, "Oona")
    )
    await judge.has_account(f"Judge {judge.number}", "a mammoth behind the volcano")
    await appoint(service, f"Judge {judge.number}")
    first, second = sorted((rival, friend))
    signs: tuple[Sign, ...] = ("same_winner", "resigns_at_once")
    await store_marks(service, Mark(first, second, signs, 9, (game,), wall_clock()))
    await answers(judge, "/api/session", lambda me: "role" in me)

    await judge.opens("/moderation")
    pair = "section:has(#pairs-title) .moderated > li"
    await judge.sees(pair, re.compile("always the same winner · one of them resigns at once.*9 rated games", re.DOTALL))
    await judge.page.locator(f"{pair} .pair-game").click()
    await judge.sees(".table", name)
    await judge.opens("/moderation")
    await judge.page.locator(f"{pair} a.who", has_text=name).click()
    await judge.page.get_by_label("What?").select_option("warn")
    await fills(judge, "section:has(#act-title)", "No more games lost on purpose.")
    await judge.sees(".moderated li", "Warning")

    await answers(brak, "/api/session", lambda me: "standing" in me)
    await brak.opens(f"/game/{game}")
    await brak.sees(".standing summary", "Moderators have warned you.")
    await brak.sees(".action.mine")
    for part in (".standing summary", ".board", ".action.mine"):  # one line, and the table as a whole below it
        box = await brak.page.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= PHONE[1]
        assert part != ".standing summary" or box["height"] <= 44
    await brak.page.locator(".standing summary").click()
    await brak.page.get_by_role("button", name="I have read it").click()
    await brak.misses(".standing")

    await judge.opens("/moderation")
    await judge.page.locator(f"{pair} summary", has_text="Settle it").click()
    await fills(judge, f"{pair} .reason[open]", "Warned one of them.")
    await judge.sees("section:has(#pairs-title)", "No pair is marked")
    await judge.sees(".moderated li", "Warned one of them.")
    await oona.opens("/settings")
    await oona.misses("section:has(#own-acts-title) li")  # nobody learns of a mark that led to nothing


async def store_marks(service: Stack, *marks: Mark) -> None:
    """As the nightly check does."""
    services = assemble(EventStore(service.server.url), wall_clock)
    await services.suspicions.replace(list(marks))
    await services.aclose()


async def ban(service: Stack, player: str) -> None:
    """For a day, as the operator does."""
    services = assemble(EventStore(service.server.url), wall_clock)
    await services.moderation.act(OPERATOR, player, Banned(wall_clock() + 86_400_000), "Stalling.")
    await services.aclose()
