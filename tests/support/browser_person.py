"""Somebody at a browser of their own. Whatever the page complains about, or asks of others, is noted."""

import asyncio
import builtins
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias
from uuid import uuid4

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request, Response, TimeoutError, expect

WIDE: Final = (1280, 900)
PHONE: Final = (390, 844)
_NO_WORKER: Final = "Service Worker registration blocked by Playwright"
_LONGEST_WAIT: Final = 60_000  # milliseconds; only ends a test that would hang
RETRIES: Final = 3  # of a test that passes a request on, where the service has just closed the connection for its age
_AWAITED: Final = """async (about) => {
    for (;;) {
        const value = await (condition)(about);
        if (value) return value;
        await new Promise((later) => setTimeout(later, 100));
    }
}"""
_TELL_VIOLATIONS: Final = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`the policy forbids ${event.violatedDirective} of ${event.blockedURI}`));
"""


class Person:
    def __init__(self, context: BrowserContext, page: Page, url: str) -> None:
        self.context = context
        self.page = page
        self.url = url
        self.complaints: list[str] = []
        self.responses: list[Response] = []
        self._expected: list[str] = []
        self.number = uuid4().hex[:8]  # for names that nobody else has

    @classmethod
    async def at(cls, context: BrowserContext, url: str) -> "Person":
        """A new tab in this browser, which watches what happens there."""
        context.set_default_timeout(_LONGEST_WAIT)
        page = await context.new_page()
        await page.add_init_script(_TELL_VIOLATIONS)
        person = cls(context, page, url)
        page.on("console", person._hear)
        page.on("pageerror", lambda error: person.complaints.append(f"error: {error}"))
        page.on("request", person._see)
        page.on("response", lambda response: person.responses.append(response))
        return person

    def expects(self, *patterns: str) -> None:
        """What the page's console says anyway, because the test provokes it: `404` and the like."""
        self._expected += patterns

    def forgets_complaints(self) -> None:
        """Nothing has been said, and nothing is expected."""
        self.complaints.clear()
        self._expected.clear()

    def unexpected(self) -> list[str]:
        return [
            complaint
            for complaint in self.complaints
            if not any(re.search(pattern, complaint) for pattern in self._expected)
        ]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != _NO_WORKER:
            self.complaints.append(f"{message.type}: {message.text} ({message.location['url']})")

    def _see(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"asked {request.url}")

    # Going somewhere

    async def opens(self, path: str) -> None:
        """Loads a page and waits until it is drawn."""
        await self.page.goto(self.url + path)
        await self.page.wait_for_selector("main > *")

    async def opens_game(self, game: str, step: int | None = None, invite: str | None = None) -> None:
        await self.opens(f"/game/{game}" + (f"/{step}" if step else "") + (f"?invite={invite}" if invite else ""))
        await self.sees_table()

    async def is_guest(self, name: str) -> str:
        """Becomes a guest of this name without a word; gives the id of the player."""
        await self.page.goto(f"{self.url}/health/live")
        body = await self.page.evaluate(
            """async (name) => {
                const headers = {"Content-Type": "application/json"};
                await fetch("/api/guests?cookie=true", {method: "POST", headers, body: JSON.stringify({name})});
                return (await fetch("/api/session")).json();
            }""",
            name,
        )
        player: str = body["player"]
        return player

    async def has_account(self, name: str, password: str) -> None:
        """Becomes somebody with an account, without a word; stays who they are if they have one."""
        await self.page.goto(f"{self.url}/health/live")
        await self.page.evaluate(
            """async ([name, password]) => {
                const headers = {"Content-Type": "application/json"};
                const me = await (await fetch("/api/session")).json();
                if (!me) await fetch("/api/guests?cookie=true", {method: "POST", headers, body: "{}"});
                if (me?.account) return;
                await fetch("/api/account", {method: "POST", headers, body: JSON.stringify({name, password})});
            }""",
            [name, password],
        )

    # What is seen

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.url)

    @property
    def game(self) -> str:
        match = re.match(r"/game/(\w+)", self.path)
        assert match, f"{self.path} is not a table"
        return match[1]

    async def arrives(self, pattern: str) -> None:
        """Waits until the address is like this from its beginning."""
        await self.until("(pattern) => new RegExp(`^${pattern}`).test(location.pathname + location.search)", pattern)

    async def sees(self, selector: str, text: str | re.Pattern[str] | None = None) -> None:
        await self.page.locator(selector, has_text=text).first.wait_for()

    async def sees_table(self) -> None:
        """Waits until a table is drawn to its last part."""
        await self.sees(".table:not([aria-busy])")

    async def misses(self, selector: str, text: str | None = None) -> None:
        """Waits until there is none of these."""
        await self.page.locator(selector, has_text=text).first.wait_for(state="detached")

    async def texts(self, selector: str) -> list[str]:
        return await self.page.locator(selector).all_inner_texts()

    async def reads(self, selector: str, *texts: str) -> None:
        """Waits until these are the texts there, no more and no fewer."""
        await expect(self.page.locator(selector)).to_have_text(list(texts), use_inner_text=True, timeout=_LONGEST_WAIT)

    async def counts(self, selector: str, number: int) -> None:
        """Waits until there are this many."""
        await expect(self.page.locator(selector)).to_have_count(number, timeout=_LONGEST_WAIT)

    async def until(self, condition: str, about: Any = None) -> Any:
        """What a function of JavaScript gives, once that is something. It may be asynchronous."""
        try:
            if condition.startswith("async"):  # Playwright takes the promise itself for something
                async with asyncio.timeout(_LONGEST_WAIT / 1000):
                    return await self.page.evaluate(_AWAITED.replace("condition", condition, 1), about)
            handle = await self.page.wait_for_function(condition, arg=about)
        except (TimeoutError, builtins.TimeoutError) as error:
            shown = await self.page.locator("body").inner_text()
            raise AssertionError(f"{condition}\ndid not come true. {self.path} shows:\n{shown[:1500]}") from error
        return await handle.json_value()

    async def presses(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def ticks(self, selector: str, *, on: bool = True) -> None:
        """Ticks a box, or chooses one of several, once nothing moves under the pointer."""
        box = self.page.locator(selector)
        await (await box.element_handle()).wait_for_element_state("stable")
        await box.set_checked(on, force=True)

    async def takes_the_board(self) -> None:
        """Puts the focus there, where the page puts it too, a moment after it is drawn."""
        await self.page.locator(".board .territory[tabindex]").focus()

    async def stays(self) -> None:
        """Leaves a mark on the page, which is gone when it is loaded again."""
        await self.page.evaluate("window.hasStayed = true")

    async def has_stayed(self) -> bool:
        return bool(await self.page.evaluate("window.hasStayed ?? false"))

    async def step(self) -> int:
        """The event after which the table is shown."""
        return int((await self.page.locator(".controls output").text_content() or "").split("/")[0])

    async def reaches(self, step: int) -> None:
        """Waits until the table of this event, or of a later one, is shown."""
        await self.until("(step) => parseInt(document.querySelector('.controls output')?.textContent) >= step", step)

    async def is_at(self, step: int) -> bool:
        """Waits until the table of just this event is shown."""
        shown = "(step) => parseInt(document.querySelector('.controls output')?.textContent) === step"
        return bool(await self.until(shown, step))

    def api(self, part: str) -> Sequence[Response]:
        """The answers so far to requests whose address holds this."""
        return [response for response in self.responses if part in response.url]


Run: TypeAlias = Callable[..., Awaitable[Any]]  # a function of JavaScript on a module of the pages


class Arrive(Protocol):
    async def __call__(
        self,
        *,
        language: str = "en",
        size: tuple[int, int] = WIDE,
        colours: Literal["light", "dark"] = "light",
        calm: bool = True,
        touch: bool = False,
        at: str | None = None,
        worker: bool = False,
    ) -> Person: ...
