"""What players agree on about time is news: a pause that is asked for, agreed to, refused or ended, and a given day."""

from random import Random

from domain.commands import Resign
from domain.rules import Rules
from projections.timing import Days
from service.games.consent.wishes import Pause
from tests.service.notices.test_dispatcher import Post
from tests.support.notice_worlds import JARO, NAG, OONA, NoticeWorld

THREE = Rules("kingdomino", 3, None)
PEOPLE = (OONA, JARO, NAG)
PAUSES = ("pause_asked", "pause_begun", "pause_refused", "pause_ended")


async def three(world: NoticeWorld) -> str:
    return await world.table(*PEOPLE, rules=THREE, clock=Days(3))


async def about_pauses(world: NoticeWorld) -> dict[str, list[tuple[str, int | None]]]:
    """For each person: what they were informed of, and by which seat."""
    await world.work()
    noticed = {person.player: [item.notice for item in await world.items(person)] for person in PEOPLE}
    return {
        player: [(notice.kind, notice.by) for notice in notices if notice.kind in PAUSES]
        for player, notices in noticed.items()
    }


async def unread_pauses(world: NoticeWorld, player: str) -> list[str]:
    listed = await world.services.notices.listed(player, "en")
    return [notice.kind for notice in listed.notices if notice.kind in PAUSES and not notice.is_read]


async def test_those_who_must_agree_are_asked_and_all_but_the_last_hear_that_the_pause_begins(
    world: NoticeWorld,
) -> None:
    game, consent = await three(world), world.services.consent
    await consent.ask(game, 0, Pause(7))
    assert await about_pauses(world) == {"oona": [], "jaro": [("pause_asked", 0)], "nag": [("pause_asked", 0)]}
    await consent.agree(game, 1, "pause")
    await consent.agree(game, 2, "pause")
    assert await about_pauses(world) == {
        "oona": [("pause_begun", 2)],
        "jaro": [("pause_asked", 0), ("pause_begun", 2)],
        "nag": [("pause_asked", 0)],
    }


async def test_who_wanted_the_pause_hears_who_does_not(world: NoticeWorld) -> None:
    game, agreements, consent = await three(world), world.services.agreements, world.services.consent
    await consent.ask(game, 0, Pause(7))
    await consent.agree(game, 1, "pause")
    await agreements.end_pause(game, 2)
    informed = await about_pauses(world)
    assert informed == {
        "oona": [("pause_refused", 2)],
        "jaro": [("pause_asked", 0), ("pause_refused", 2)],
        "nag": [("pause_asked", 0)],
    }


async def test_a_question_that_is_taken_back_is_no_refusal_and_waits_for_nobody(world: NoticeWorld) -> None:
    game, agreements, consent = await three(world), world.services.agreements, world.services.consent
    await consent.ask(game, 0, Pause(7))
    await world.work()
    assert await unread_pauses(world, "jaro") == ["pause_asked"]
    await agreements.end_pause(game, 0)
    informed = await about_pauses(world)
    assert informed == {"oona": [], "jaro": [("pause_asked", 0)], "nag": [("pause_asked", 0)]}
    assert await unread_pauses(world, "jaro") == []


async def test_the_others_hear_that_clocks_run_again(world: NoticeWorld) -> None:
    game, agreements, consent = await three(world), world.services.agreements, world.services.consent
    await consent.ask(game, 0, Pause(7))
    await consent.agree(game, 1, "pause")
    await consent.agree(game, 2, "pause")
    await agreements.end_pause(game, 1)
    informed = await about_pauses(world)
    assert {player: notices[-1] for player, notices in informed.items()} == {
        "oona": ("pause_ended", 1),
        "jaro": ("pause_begun", 2),
        "nag": ("pause_ended", 1),
    }


async def test_nobody_for_whom_a_bot_plays_is_asked(world: NoticeWorld) -> None:
    game = await three(world)
    await world.services.commands.handle(game, Resign(2, "flint"))
    await world.services.consent.ask(game, 0, Pause(7))
    assert await about_pauses(world) == {"oona": [], "jaro": [("pause_asked", 0)], "nag": []}


async def test_who_is_given_a_day_hears_by_whom(world: NoticeWorld) -> None:
    game = await three(world)
    await world.move(game, Random(1))
    mover = await world.mover(game)
    giver = next(seat for seat, person in enumerate(PEOPLE) if person.player != mover)
    await world.services.agreements.give_day(game, giver)
    await world.work()
    noticed = [(person.player, item.notice) for person in PEOPLE for item in await world.items(person)]
    given = [(player, notice.by) for player, notice in noticed if notice.kind == "time_given"]
    assert given == [(mover, giver)]


async def test_a_push_asks_and_is_taken_away_by_the_answer(world: NoticeWorld) -> None:
    post, game = Post(world, "push"), await three(world)
    agreements, consent, tag = world.services.agreements, world.services.consent, f"pause:{game}"
    await consent.ask(game, 0, Pause(7))
    await post.work()
    [question] = [payload for payload in post.payloads("jaro") if payload.get("tag") == tag]
    assert question["body"].startswith("Oona asks for a pause: say whether you agree.\n")
    await consent.agree(game, 1, "pause")
    await post.work()
    assert [payload["close"] for payload in post.payloads("jaro") if "close" in payload] == [tag]
    await agreements.end_pause(game, 2)
    await post.work()
    assert post.payloads("oona")[-1]["title"] == post.payloads("jaro")[-1]["title"] == "No pause"


async def test_a_mail_that_is_delayed_is_not_sent_to_who_has_answered(world: NoticeWorld) -> None:
    post, game = Post(world, "mail"), await three(world)
    consent = world.services.consent
    await consent.ask(game, 0, Pause(7))
    await post.work()
    await consent.agree(game, 1, "pause")
    await post.work()
    world.clock.now += 2 * 60 * 60 * 1000
    await post.work()
    receivers = {parcel.person for parcel in post.sent if parcel.tag == f"pause:{game}"}
    assert receivers == {"nag"}


async def test_a_question_does_not_outlive_its_game(world: NoticeWorld) -> None:
    post, game, rng = Post(world, "push"), await three(world), Random(4)
    await world.services.consent.ask(game, 0, Pause(7))
    await post.work()
    while await world.move(game, rng):
        pass
    await post.work()
    closed = {parcel.person for parcel in post.sent if parcel.id.split(":")[2] == "close" and "pause" in parcel.tag}
    assert closed == {"jaro", "nag"}
