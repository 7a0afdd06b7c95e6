"""Somebody at a browser that understands the commands of WebDriver: looks, clicks, types."""

from types import SimpleNamespace
from typing import Any, Final, Protocol

from tests.browsers.network import Network
from tests.support.servers import eventually

KEYS: Final = {"Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "End": "\ue010", "Escape": "\ue00c"}
_CALL: Final = """
const [about, done] = arguments;
Promise.resolve().then(() => (%s)(about)).then((value) => done([value ?? null]), (error) => done(String(error)));
"""
_HEARS: Final = """() => {
    window.complaints ??= [];
    if (window.hears) return;
    window.hears = true;
    addEventListener("error", (event) => complaints.push(`error: ${event.message}`));
    addEventListener("unhandledrejection", (event) => complaints.push(`rejected: ${event.reason}`));
    addEventListener("securitypolicyviolation", (event) => complaints.push(`forbidden: ${event.blockedURI}`));
    const error = console.error.bind(console);
    console.error = (...said) => { complaints.push(`said: ${said.join(" ")}`); error(...said); };
}"""
_SEES: Final = """([name, text]) =>
    [...document.querySelectorAll(name)].some((element) => element.textContent.includes(text))"""


class Remote(Protocol):
    async def command(self, name: str, **about: Any) -> Any: ...


class Visitor:
    def __init__(self, remote: Remote, url: str, network: Network) -> None:
        self.remote = remote
        self.url = url
        self.network = network
        self.page = SimpleNamespace(evaluate=self.evaluate, mouse=SimpleNamespace(click=self.click))

    async def opens(self, path: str) -> None:
        await self.remote.command("Navigate", url=self.url + path)
        await self.sees("main > *")
        await self.evaluate(_HEARS)

    async def evaluate(self, function: str, about: Any = None) -> Any:
        """What a function of JavaScript gives; it may be asynchronous."""
        answer = await self.remote.command("ExecuteAsyncScript", script=_CALL % function, args=[about])
        assert isinstance(answer, list), answer
        return answer[0]

    async def until(self, condition: str, about: Any = None) -> Any:
        """What it gives, once that is something."""
        given: Any = None

        async def is_so() -> bool:
            nonlocal given
            try:
                given = await self.evaluate(condition, about)
            except AssertionError as error:
                if "unload" in str(error) or "closed" in str(error):
                    return False  # another page is coming
                raise
            return given is not None and given is not False

        try:
            await eventually(is_so)
        except (TimeoutError, AssertionError) as error:
            shown = await self.evaluate("() => document.body.innerText")
            raise AssertionError(f"{condition}\n{about}\ndid not come true; the page shows:\n{shown[:1500]}") from error
        return given

    async def sees(self, name: str, text: str = "") -> None:
        await self.until(_SEES, [name, text])

    async def misses(self, name: str) -> None:
        await self.until("(name) => !document.querySelector(name)", name)

    async def arrives(self, pattern: str) -> None:
        """Waits until the address is like this from its beginning."""
        await self.until("(pattern) => new RegExp(`^${pattern}`).test(location.pathname)", pattern)

    async def click(self, x: float, y: float) -> None:
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        actions = [_at(x - 2, y), _at(x, y), *press]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        await self.remote.command("PerformActions", actions=[mouse])

    async def presses(self, *keys: str) -> None:
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        await self.remote.command("PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    async def clicks(self, name: str) -> None:
        """On the first that one sees, once it is there."""
        await self.sees(name)
        await self.click(*await self.evaluate(_MIDDLE, name))

    async def types(self, name: str, text: str) -> None:
        await self.clicks(name)
        await self.presses(*text)

    async def complaints(self) -> list[str]:
        said: list[str] = await self.evaluate("() => window.complaints ?? []")
        return said


_MIDDLE: Final = """(name) => {
    const element = [...document.querySelectorAll(name)].find((one) => one.getClientRects().length);
    element.scrollIntoView({ block: "center" });
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


def _at(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"}
