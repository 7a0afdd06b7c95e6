"""Those who are asked for something hear of it until they have answered or the game goes on; so does who is refused."""

from random import Random

from domain.rules import Rules
from domain.undo import retractable
from projections.timing import Days
from service.games.consent.wishes import CallOff, TakeBackTurn
from service.lists.index import ListIndex
from service.lists.lines import update_line
from tests.service.notices.test_dispatcher import Post
from tests.support.notice_worlds import JARO, NAG, OONA, NoticeWorld

PEOPLE = (OONA, JARO, NAG)
KINDS = ("undo_asked", "call_off_asked", "bot_asked", "question_refused", "cancelled")


async def answered(world: NoticeWorld) -> str:
    """A game in which Jaro alone has answered a move of Oona; not every deal comes to that."""
    game, rng = "", Random(1)
    while not game or (back := retractable(await world.services.live.current(game), 0)) is None or back.voters != (1,):
        if not game or await world.move(game, rng) is None:
            game = await world.table(*PEOPLE, rules=Rules("kingdomino", 3), clock=Days(3))
    return game


async def heard(world: NoticeWorld) -> dict[str, list[tuple[str, int | None]]]:
    """For each person: of which questions they were informed, and by which seat."""
    await world.work()
    noticed = {person.player: [item.notice for item in await world.items(person)] for person in PEOPLE}
    return {
        player: [(notice.kind, notice.by) for notice in notices if notice.kind in KINDS]
        for player, notices in noticed.items()
    }


async def unread(world: NoticeWorld, game: str, player: str) -> list[str]:
    await update_line(world.store, ListIndex(world.store), game)
    listed = await world.services.notices.listed(player, "en")
    return [notice.kind for notice in listed.notices if notice.kind in KINDS and not notice.is_read]


async def test_only_who_moved_since_is_asked_for_an_undo(world: NoticeWorld) -> None:
    game = await answered(world)
    await world.services.consent.ask(game, 0, TakeBackTurn())
    assert await heard(world) == {"oona": [], "jaro": [("undo_asked", 0)], "nag": []}
    assert await unread(world, game, "jaro") == ["undo_asked"]


async def test_a_move_settles_the_question(world: NoticeWorld) -> None:
    game = await answered(world)
    await world.services.consent.ask(game, 0, TakeBackTurn())
    await world.work()
    await world.move(game, Random(2))
    await world.work()
    assert await unread(world, game, "jaro") == []


async def test_when_the_turn_is_taken_back_it_is_the_turn_of_who_asked(world: NoticeWorld) -> None:
    game = await answered(world)
    await world.services.consent.ask(game, 0, TakeBackTurn())
    await world.work()
    await world.services.consent.agree(game, 1, "undo")
    await world.work()
    seq = (await world.services.live.current(game)).version
    turns = [item.notice for item in await world.items(OONA) if item.notice.kind == "turn"]
    assert (turns[-1].number, turns[-1].by) == (seq, 1), "by the last who agreed"


async def test_who_wanted_it_hears_who_does_not(world: NoticeWorld) -> None:
    game, consent = await answered(world), world.services.consent
    await consent.ask(game, 0, CallOff())
    await consent.agree(game, 1, "call_off")
    await consent.close(game, 2, "call_off")
    refusal, question = ("question_refused", 2), ("call_off_asked", 0)
    assert await heard(world) == {"oona": [refusal], "jaro": [question, refusal], "nag": [question]}


async def test_all_but_the_last_to_agree_hear_that_the_game_is_called_off(world: NoticeWorld) -> None:
    game, consent = await answered(world), world.services.consent
    await consent.ask(game, 0, CallOff())
    await consent.agree(game, 2, "call_off")
    await consent.agree(game, 1, "call_off")
    question = ("call_off_asked", 0)
    assert await heard(world) == {"oona": [("cancelled", 1)], "jaro": [question], "nag": [question, ("cancelled", 0)]}


async def test_a_push_asks_and_is_taken_away_when_somebody_moves(world: NoticeWorld) -> None:
    post, game = Post(world, "push"), await answered(world)
    await world.services.consent.ask(game, 0, TakeBackTurn())
    await post.work()
    [question] = [payload for payload in post.payloads("jaro") if payload.get("tag") == f"undo_asked:{game}"]
    assert question["body"].startswith("Oona asks to take back a turn: say whether you agree.\n")
    await world.move(game, Random(2))
    await post.work()
    assert f"undo_asked:{game}" in [payload.get("close") for payload in post.payloads("jaro")]
