"""Notices of what was said at a table: one for each table, settled when it is read, without the text."""

from service.games.seating import Seating
from service.people.identity import Person
from service.talk.channels import Place
from service.talk.texts import mentioned
from tests.support.notice_worlds import NoticeWorld

OONA, UGH = (Person(name.lower(), name, has_account=True) for name in ("Oona", "Ugh"))


async def _said(world: NoticeWorld, game: str, person: Person, text: str = "", phrase: str = "") -> str:
    table: Seating = await world.services.tables.seating(game)
    place = Place(table, person, table.seat_of(person.player), is_over=False)
    world.clock.now += 1
    said = await world.services.talk.say(game, place, person, "players", phrase=phrase, text=text, once=None)
    await world.work()
    return said.id


async def test_a_message_is_one_unread_notice_until_it_is_read(world: NoticeWorld) -> None:
    game = await world.table(OONA, UGH)
    await _said(world, game, UGH, phrase="hello")
    last = await _said(world, game, UGH, text="A mammoth secret")
    before = await world.kinds(OONA)
    assert before.count("message") == 1, "hundreds of messages fill nobody's notices"
    listed = (await world.services.notices.listed(OONA.player, "en")).notices
    [notice] = [notice for notice in listed if notice.kind == "message"]
    assert (notice.text, notice.is_read) == ("Ugh has said something at your table.", False)
    assert "mammoth" not in repr(listed), "the text stays at the table"
    assert "message" not in await world.kinds(UGH), "not who said it"
    table = await world.services.tables.seating(game)
    await world.services.talk.mark_read(game, Place(table, OONA, 0, is_over=False), last)
    await world.work()
    [notice] = [
        notice
        for notice in (await world.services.notices.listed(OONA.player, "en")).notices
        if notice.kind == "message"
    ]
    assert notice.is_read
    world.positions.clear()
    await world.work()
    assert await world.kinds(OONA) == before, "worked out again, it is the same"
    await _said(world, game, UGH, phrase="hello")
    assert (await world.kinds(OONA)).count("message") == 2, "what comes after that is news"


async def test_who_is_called_by_name_hears_of_that_instead(world: NoticeWorld) -> None:
    game = await world.table(OONA, UGH)
    await _said(world, game, UGH, text="@oona, your turn!")
    kinds = await world.kinds(OONA)
    assert ("mention" in kinds, "message" in kinds) == (True, False)


async def test_who_has_blocked_the_speaker_or_wants_no_talk_hears_nothing(world: NoticeWorld) -> None:
    game = await world.table(OONA, UGH)
    await world.services.talk.levels.choose(OONA.player, "phrases")
    await _said(world, game, UGH, text="@Oona")
    await world.services.talk.levels.choose(OONA.player, "free")
    await world.services.blocks.put(OONA, UGH.player)
    await _said(world, game, UGH, phrase="hello")
    assert not {"message", "mention"} & {*await world.kinds(OONA)}


def test_a_name_is_called_as_a_whole() -> None:
    names = ["Oona", "Oona of the lake", "Ugh"]
    assert mentioned("@Oonagh said so", names) == set()
    assert mentioned("well, @OONA of the Lake!", names) == {"Oona", "Oona of the lake"}
    assert mentioned("Ugh @ugh?", names) == {"Ugh"}
