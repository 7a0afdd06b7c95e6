"""What a personal stream sends after which bells."""

import asyncio
from collections.abc import Sequence

from service.personal import streams
from service.runtime.channels import WELCOME
from service.store.bells import Bell


def bell(number: int, about: str, *people: str, kind: str = "game") -> Bell:
    return Bell(f"{number}-0", kind, about, people)


class Things:
    """A kind that says what it is asked for."""

    name = "game"

    async def everything(self, player: str) -> list[streams.Message]:
        return [streams.Message("all", b"{}")]

    async def changed(self, player: str, about: Sequence[str]) -> list[streams.Message]:
        return [streams.Message("thing", name.encode()) for name in about]


async def _may_go_on() -> bool:
    return True


async def first_text(personal: streams.PersonalStreams, player: str, after: str, *first: str) -> str:
    texts = personal.stream(player, after, _may_go_on, first)
    assert await anext(texts) == WELCOME
    text = await anext(texts)
    await texts.aclose()
    return text.decode()


async def test_after_a_reconnection_each_thing_is_sent_once_in_the_order_of_its_last_change() -> None:
    personal = streams.PersonalStreams(Things())
    for number, about in enumerate(["a", "b", "a", "c", "b"], 1):
        personal.hear(bell(number, about, "ann", "bob"))
    personal.hear(bell(6, "d", "bob"))
    personal.hear(bell(7, "e", "ann", kind="other"))
    texts = [await first_text(personal, "ann", f"{after}-0") for after in (1, 3)]
    assert [[line[6:] for line in text.split("\n") if line.startswith("data")] for text in texts] == [
        ["a", "c", "b"],
        ["c", "b"],
    ]
    assert [text.count("id: 7-0") for text in texts] == [1, 1]
    assert texts[1].index("data: c") < texts[1].index("id: 7-0")  # who got only the first gets both again


async def test_what_is_too_long_ago_or_of_a_lost_server_brings_everything() -> None:
    personal = streams.PersonalStreams(Things())
    for number in range(10, 13):
        personal.hear(bell(number, "a", "ann"))
    assert "event: all" in await first_text(personal, "ann", "9-0")
    assert "event: all" in await first_text(personal, "ann", "13-0")
    assert "event: thing" in await first_text(personal, "ann", "10-0")


async def test_when_bells_are_missed_an_open_stream_brings_everything_again() -> None:
    personal = streams.PersonalStreams(Things())
    personal.hear(bell(10, "a", "ann"))
    texts = personal.stream("ann", "10-0", _may_go_on)
    await anext(texts)
    waiting = asyncio.ensure_future(anext(texts))
    await asyncio.sleep(0)
    personal.miss()
    assert b"event: all" in await waiting
    await texts.aclose()


class OtherThings(Things):
    name = "other"

    async def changed(self, player: str, about: Sequence[str]) -> list[streams.Message]:
        return [streams.Message("other", name.encode()) for name in about]


async def test_of_several_kinds_a_page_sees_the_id_although_it_listens_to_one_of_them() -> None:
    personal = streams.PersonalStreams(Things(), OtherThings())
    personal.hear(bell(1, "a", "ann"))
    personal.hear(bell(2, "b", "ann"))
    personal.hear(bell(3, "b", "ann", kind="other"))
    *others, last, _ = (await first_text(personal, "ann", "1-0")).split("\n\n")
    assert [text.split("\n")[0] for text in others] == ["event: other", "event: thing"]
    assert not any("id:" in text for text in others)
    assert last == "event: alive\nid: 3-0\ndata: {}"


class Count:
    """A kind that says how it is whatever it is asked about."""

    name = "count"

    async def everything(self, player: str) -> list[streams.Message]:
        return [streams.Message("count", b"7")]

    async def changed(self, player: str, about: Sequence[str]) -> list[streams.Message]:
        return await self.everything(player)


async def test_what_is_wanted_first_comes_once_even_if_nothing_has_changed() -> None:
    personal = streams.PersonalStreams(Things(), Count())
    personal.hear(bell(1, "a", "ann"))
    assert (await first_text(personal, "ann", "1-0", "count")).count("event: count") == 1
    personal.hear(bell(2, "b", "ann"))
    texts = personal.stream("ann", "1-0", _may_go_on, ["count"])
    await anext(texts)
    assert {"event: count", "event: thing"} <= set((await anext(texts)).decode().split("\n"))
    personal.hear(bell(3, "c", "ann"))
    assert "event: count" not in (await anext(texts)).decode()
    await texts.aclose()
