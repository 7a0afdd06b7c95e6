"""The bell, the page on which notices are chosen, and the service worker that shows pushes.

Our headless Chromium has no notices of the system and no push service. Where that is so, a stand-in for the system's
tray is put into the service worker, and one for the browser's push service into the page; pushes come to it by the
browser's own protocol. A whole Chromium, named by FIRSTFIRE_CHROMIUM, shows real ones.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest_asyncio
from playwright.async_api import CDPSession, Worker

from tests.browser.test_own_stream import Match
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.receivers import Browser, http, receiving
from tests.support.servers import eventually
from tests.support.stack import Stack

_LONGEST_WAIT = 60  # seconds; only ends a test that would hang
BELL = ".bell[aria-haspopup=dialog]"
UNREAD = "(count) => (document.querySelector('.bell .badge')?.textContent ?? '') === count"
TRAY = """() => {
    navigator.setAppBadge = async (count) => { self.badge = count; };  // it would end the worker of the headless one
    if (Notification.permission === "granted") return;
    const tray = [];
    const without = (tag) => tray.splice(0, tray.length, ...tray.filter((shown) => shown.tag !== tag));
    registration.showNotification = async (title, options) => {
        without(options.tag);
        tray.push({title, ...options, close: () => without(options.tag)});
    };
    registration.getNotifications = async ({tag} = {}) => tray.filter((shown) => !tag || shown.tag === tag);
}"""
SHOWN = """async () => (await registration.getNotifications()).map(({title, body, tag}) => [title, body, tag])"""
PRESS = """async () => {
    const [notification] = await registration.getNotifications();
    const waits = [];
    const event = Object.assign(new Event("notificationclick"), {notification, waitUntil: (end) => waits.push(end)});
    self.dispatchEvent(event);
    await Promise.allSettled(waits);
}"""


PUSH_SERVICE = """(() => {
    const {endpoint, key, auth} = %s;
    let made = null;
    Object.defineProperty(Notification, "permission", {get: () => "granted"});
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async () => (made = {
        endpoint,
        toJSON: () => ({endpoint, keys: {p256dh: key, auth}}),
        unsubscribe: async () => { made = null; return true; },
    });
})()"""


@pytest_asyncio.fixture(loop_scope="session")
async def client(service: Stack) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=service.url, timeout=60) as client:
        yield client


async def test_the_bell_counts_and_its_list_is_read_by_keyboard(guest: Person, client: httpx.AsyncClient) -> None:
    await guest.is_guest("Oona")
    await guest.opens("/rules")
    matches = [await Match.begun(guest, client) for _ in range(2)]
    for match in matches:
        await match.goes_on_until(is_ours=False)
        await match.goes_on_until(is_ours=True)
    await guest.until(UNREAD, "2")
    another = await Person.at(guest.context, guest.url)
    await another.opens("/rules")  # a tab that comes later learns the number from the first
    await another.until(UNREAD, "2")
    await guest.page.locator(BELL).focus()
    await guest.presses("Enter")
    await guest.counts(".notice-sheet li.is-unread", 2)
    assert "Nag" in (await guest.texts(".notice-sheet li a"))[0]
    await guest.page.get_by_role("button", name="Mark as read: Your turn").first.press("Enter")
    await guest.counts(".notice-sheet li.is-unread", 1)
    await another.until(UNREAD, "1")
    await guest.presses("Escape")
    await guest.misses(".notice-sheet")
    await guest.until("(bell) => document.activeElement?.matches(bell)", BELL)
    await guest.presses("Enter")
    await guest.page.locator(".notice-sheet li.is-unread a").press("Enter")
    await guest.arrives("/game/")
    await guest.misses(".notice-sheet")
    await guest.until(UNREAD, "")
    await another.until(UNREAD, "")
    for match in matches:
        await match.goes_on_until(is_ours=False)
        await match.goes_on_until(is_ours=True)
    await another.until(UNREAD, "2")
    await another.page.locator(BELL).click()
    await another.page.get_by_role("button", name="Mark all as read").click()
    await another.until(UNREAD, "")
    await guest.until(UNREAD, "")
    await another.page.close()


async def test_notices_are_chosen_on_a_phone_and_ways_say_how_they_are(arrive: Arrive) -> None:
    person = await arrive(size=PHONE, touch=True)
    await person.is_guest("Oona")
    await person.opens("/settings/notices")
    first = person.page.locator(".kind-rows details").first
    await first.locator("summary").click()
    await first.locator("select[name=turn-mail]").select_option("digest")
    await person.sees(".kind-rows summary small", "E-mail (Once a day)")
    await person.ticks("input[name=quiet]")
    await person.page.locator("input[name=quiet-begin]").fill("23:30")
    await person.page.locator("select[name=zone]").select_option("Europe/Berlin")
    await person.until(
        """async () => {
            const {choices, quiet, zone} = await (await fetch("/api/notices/preferences")).json();
            return choices.turn.mail === "digest" && quiet?.begin === 1410 && zone === "Europe/Berlin";
        }"""
    )
    await person.opens("/settings/notices")
    await person.sees(".kind-rows summary small", "E-mail (Once a day)")
    assert await person.page.locator("input[name=quiet-begin]").input_value() == "23:30"
    await person.sees("section[aria-labelledby=mail-title]", "Mails need an account")
    await person.sees("section[aria-labelledby=push-title] .problem, section[aria-labelledby=push-title] button.main")


async def test_a_device_is_turned_on_tried_renamed_and_gone_when_its_browser_has_ended_it(arrive: Arrive) -> None:
    person, browser = await arrive(worker=True), Browser()
    await person.is_guest("Oona")
    section = "section[aria-labelledby=push-title]"
    async with receiving(http("201 Created")) as receiver:
        await person.page.add_init_script(PUSH_SERVICE % json.dumps({"endpoint": receiver.url, **browser.keys}))
        await person.opens("/settings/notices")
        turn_on = person.page.get_by_role("button", name="Turn on for this device")
        await turn_on.click()
        await person.sees(f"{section} li", "this device")
        await person.page.locator(section).get_by_role("button", name="Remove ").click()
        await turn_on.click()
        await person.page.locator(section).get_by_role("button", name="Test: ").click()
        await person.sees(f"{section} .good", "the device should show it now")
        assert json.loads(browser.read(receiver.requests[0].body))["title"] == "Notices arrive here"
        await person.page.locator(f"{section} summary").click()
        await person.page.locator(f"{section} input[name=name]").fill("kitchen")
        await person.presses("Enter")
        await person.sees(f"{section} li b", "kitchen")
        receiver.answer = lambda: http("410 Gone")
        person.expects("429", "404")  # between two trials there is a pause
        await person.until(
            """async () => {
                const [device] = (await (await fetch("/api/me/devices")).json()).devices;
                if (device) await fetch(`/api/me/devices/${device.id}/test`, {method: "POST"});
                return !device;
            }"""
        )
        await person.opens("/settings/notices")
        await person.sees("#push-title")
        await person.sees("select[name=turn-push]")
        assert await person.texts(f"{section} li") == []


class Pushes:
    """Delivers pushes to the service worker of a person's page, as the browser's push service would."""

    def __init__(self, session: CDPSession, worker: Worker, origin: str, registration: str) -> None:
        self._session = session
        self._origin = origin
        self._registration = registration
        self.worker = worker

    @classmethod
    async def to(cls, person: Person) -> "Pushes":
        await person.context.grant_permissions(["notifications"], origin=person.url)
        session = await person.context.new_cdp_session(person.page)
        registrations: list[dict[str, Any]] = []
        session.on(
            "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"])
        )
        await session.send("ServiceWorker.enable")
        async with person.context.expect_event("serviceworker") as coming:
            await person.page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => {})")
        worker = await coming.value
        await person.page.evaluate("navigator.serviceWorker.ready.then(() => {})")

        async def is_known() -> bool:
            return bool(registrations)

        await eventually(is_known)
        await worker.evaluate(TRAY)
        return cls(session, worker, person.url, registrations[-1]["registrationId"])

    async def deliver(self, **payload: object) -> None:
        about = {"origin": self._origin, "registrationId": self._registration, "data": json.dumps(payload)}
        await self._session.send("ServiceWorker.deliverPushMessage", about)

    async def shows(self, *expected: list[str]) -> None:
        """Waits until the tray has just these."""
        shown: list[list[str]] = []
        try:
            async with asyncio.timeout(_LONGEST_WAIT):
                while (shown := sorted(await self.worker.evaluate(SHOWN))) != sorted(expected):
                    await self.worker.evaluate("new Promise((later) => setTimeout(later, 50))")
        except TimeoutError as error:
            raise AssertionError(f"the tray shows {shown}") from error


async def test_a_push_is_shown_replaced_taken_away_and_leads_to_the_game(arrive: Arrive) -> None:
    guest = await arrive(worker=True)
    await guest.is_guest("Oona")
    await guest.opens("/rules")
    pushes = await Pushes.to(guest)
    turn = {"tag": "turn:g1", "title": "Your turn", "address": "/game/g1", "at": 1, "waiting": 1}
    await pushes.deliver(**turn, body="Jaro has moved.")
    await pushes.shows(["Your turn", "Jaro has moved.", "turn:g1"])
    await pushes.deliver(**{**turn, "title": "Your time is running out"}, body="Hurry.")
    await pushes.deliver(tag="finished:g2", title="The game is over", body="", address="/lobby", waiting=1)
    late = ["Your time is running out", "Hurry.", "turn:g1"]
    await pushes.shows(late, ["The game is over", "", "finished:g2"])
    assert await pushes.worker.evaluate("badge") == 1
    await pushes.deliver(close="turn:g1", waiting=0)
    await pushes.shows(["The game is over", "", "finished:g2"])
    assert await pushes.worker.evaluate("badge") == 0
    await guest.stays()
    await pushes.worker.evaluate(PRESS)
    await guest.arrives("/lobby")
    assert await guest.has_stayed()  # the open tab has gone there, without loading everything again
    await pushes.shows()
