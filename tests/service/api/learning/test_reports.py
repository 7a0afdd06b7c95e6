"""Hints and reviews are reported over the stream of the game: to those who asked, and to nobody else."""

from contextlib import AsyncExitStack

import httpx
import msgspec

from service.engine.hints import Hint
from service.services import Services
from tests.support.api_play import DISCOVERY, Guest, fine, offered, play, started, welcome
from tests.support.stream_reader import Follower, following


def hints(follower: Follower) -> list[tuple[str, float]]:
    reported = [message.data for message in follower.messages if message.kind == "hint"]
    return [(report["status"], report["progress"]) for report in reported]


def reviews(follower: Follower) -> list[dict[str, object]]:
    return [message.data for message in follower.messages if message.kind == "review"]


async def pages(stack: AsyncExitStack, client: httpx.AsyncClient, game: str, *guests: Guest) -> list[Follower]:
    """An open page of each, which has seen everything so far."""
    seen = len(fine(await client.get(f"/api/games/{game}/events")))
    opened = [following(client, game, seen, guest.headers, news="true") for guest in guests]
    followers = [await stack.enter_async_context(page) for page in opened]
    for follower in followers:
        await follower.holds(lambda follower=follower: bool(follower.comments))  # type: ignore[misc]
    return followers


async def test_a_hint_is_reported_to_the_one_who_asked_and_to_nobody_else(
    remote: httpx.AsyncClient, worker_beside: Services
) -> None:
    game, guests = await started(remote, DISCOVERY, hints=True)
    asker = guests[(await offered(remote, game, guests[0]))["seat"]]
    [other] = [guest for guest in guests if guest is not asker]
    async with AsyncExitStack() as stack:
        page, others, watching = await pages(stack, remote, game, asker, other, await welcome(remote, "Looking on"))
        script = await stack.enter_async_context(following(remote, game, 0, asker.headers))
        hint = msgspec.convert(fine(await remote.post(f"/api/games/{game}/hints", headers=asker.headers)), Hint)
        for status, progress in (("running", 0.12), ("done", 1.0)):
            made = msgspec.structs.replace(hint, status=status, progress=progress)
            await worker_beside.hints.keep(game, made, asker.player)
            expected = [(status, progress)]
            await page.holds(lambda expected=expected: hints(page)[-1:] == expected)  # type: ignore[misc]
        newest = await play(remote, game, guests, moves=1)
        for follower in (page, others, watching, script):
            await follower.holds(
                lambda follower=follower: any(message.id == str(newest) for message in follower.messages)  # type: ignore[misc]
            )
    assert hints(page) == [("running", 0.12), ("done", 1.0)]
    assert not hints(others)
    assert not hints(watching)
    assert not hints(script)
    assert all(message.kind == "message" for message in script.messages)


async def test_a_review_is_reported_to_all_who_have_the_game_open(
    remote: httpx.AsyncClient, worker_beside: Services
) -> None:
    game, guests = await started(remote, DISCOVERY)
    await play(remote, game, guests)
    async with AsyncExitStack() as stack:
        followers = await pages(stack, remote, game, guests[0], await welcome(remote, "Looking on"))
        await worker_beside.reviews.note(game, 0.5, judged=[])
        for follower in followers:
            await follower.holds(lambda follower=follower: bool(reviews(follower)))  # type: ignore[misc]
            assert reviews(follower) == [{"status": "running", "progress": 0.5}]


async def test_a_page_hears_that_its_stream_is_alive(restless: httpx.AsyncClient) -> None:
    game, guests = await started(restless, DISCOVERY)
    async with AsyncExitStack() as stack:
        [page] = await pages(stack, restless, game, guests[0])
        await page.holds(lambda: [message.kind for message in page.messages].count("alive") >= 3)
