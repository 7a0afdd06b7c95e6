"""A person with a browser that runs no scripts: reads forms, fills them in, sends them."""

from collections.abc import Mapping
from html.parser import HTMLParser
from random import Random
from urllib.parse import urlencode

import httpx

Field = tuple[str, str]


class Form:
    def __init__(self, action: str) -> None:
        self.action = action
        self.hidden: list[Field] = []
        self.choices: dict[str, list[str]] = {}  # of radio buttons and lists, by name
        self.boxes: list[Field] = []


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._list = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            assert given["method"] == "post"
            self.forms.append(Form(given["action"]))
        elif tag == "select":
            self._list = given["name"]
        elif tag == "option" and given["value"]:
            self.forms[-1].choices.setdefault(self._list, []).append(given["value"])
        elif tag == "input":
            self._input(given)

    def _input(self, given: Mapping[str, str]) -> None:
        form, field = self.forms[-1], (given["name"], given["value"])
        match given["type"]:
            case "hidden":
                form.hidden.append(field)
            case "radio":
                form.choices.setdefault(field[0], []).append(field[1])
            case "checkbox":
                form.boxes.append(field)
            case other:
                raise AssertionError(other)


def forms(html: str) -> list[Form]:
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def move_form(html: str) -> Form | None:
    """The one in which a move is chosen."""
    return next((form for form in forms(html) if form.choices), None)


def filled(form: Form, rng: Random) -> list[Field]:
    """Any choice. A caveman is recruited if it can be paid for by the first two resources of different kinds."""
    moves = form.choices["move"]
    if "caveman" in form.choices and form.boxes and "at" in form.choices:
        parts = [("caveman", rng.choice(form.choices["caveman"])), ("at", rng.choice(form.choices["at"]))]
        price = len(form.boxes) if parts[0][1].startswith("++") else 2
        return [*form.hidden, *parts, *rng.sample(form.boxes, min(price, len(form.boxes)))]
    return [*form.hidden, ("move", rng.choice(moves))]


async def send(
    client: httpx.AsyncClient, form: Form, fields: list[Field], headers: Mapping[str, str] | None = None
) -> httpx.Response:
    body = urlencode(fields)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return await client.post(form.action, content=body, headers={**(headers or {}), **kind}, follow_redirects=False)
