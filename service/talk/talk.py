"""Says something at a table, reads what was said, and counts what is unread; exports and erases what a person said."""

import asyncio
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from domain.errors import Reason
from projections.talk_words import PHRASES
from service.games.seating import Seating, TalkLevel
from service.people.blocks import Blocks
from service.people.credentials import Credentials
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.runtime.repeats import Once
from service.store.event_store import EventStore
from service.store.log_names import talk_log
from service.store.structures.sets import StoredSet
from service.store.typed_log import TypedLog
from service.talk.channels import Place, Right, lower, obstacle, right, table_level
from service.talk.levels import OwnLevels
from service.talk.limits import TalkLimits
from service.talk.records import TALK_LOGS, Channel, Numbered, OwnTalk, ReadUpTo, Said, TalkRecord
from service.talk.texts import clean_text, mentioned

PAGE: Final = 100  # messages
NO_SUCH_PHRASE: Final = Reason("no_such_phrase", "", "There is no such phrase: choose one of those that are offered.")
NO_SUCH_MESSAGE: Final = Reason("no_such_message", "", "There is no such message, or it is not for you.")


class Message(NamedTuple):
    """What somebody said, as others see it."""

    number: int  # in the log of the player
    player: str
    seat: int | None  # None for a spectator
    name: str
    said: Said

    @property
    def id(self) -> str:
        return f"{self.player}.{self.number}"


class Conversation(NamedTuple):
    """What somebody may read, the newest part of it."""

    messages: list[Message]  # in order
    has_more: bool  # before them
    unread: int
    level: TalkLevel  # of what they see
    may_write: Right


class ExportedMessage(msgspec.Struct, frozen=True):
    game: str
    at: int  # milliseconds
    channel: Channel
    phrase: str
    text: str


class TalkData(msgspec.Struct, frozen=True):
    """What is stored of a person's talk."""

    level: TalkLevel
    messages: list[ExportedMessage]


class Talk:
    def __init__(self, store: EventStore, blocks: Blocks, credentials: Credentials, clock: Clock) -> None:
        self.levels = OwnLevels(store)
        self._store = store
        self._blocks = blocks
        self._credentials = credentials
        self._limits = TalkLimits(store, clock)
        self._clock = clock

    async def say(
        self, game: str, place: Place, person: Person, channel: Channel, *, phrase: str, text: str, once: Once | None
    ) -> Message:
        """Either a phrase or a text. Raises Refused."""
        own = await self.levels.of(person.player)
        text = clean_text(text) if not phrase else ""

        async def decide(talk: OwnTalk) -> list[TalkRecord]:
            _check(right(place, channel, own), phrase)
            self._limits.check_table(talk, channel)
            if channel == "spectators":
                self._limits.check_talkers(person, await self._talkers(game).members())
            await self._limits.take(person)
            await self._games(person.player).add(game)  # before the message, so that it is found to be erased
            if channel == "spectators":
                await self._talkers(game).add(person.player)
            return [Said(self._clock(), channel, phrase, text)]

        log = self._log(game, person.player)
        command_id, content = once or (None, "")
        appended = await log.change(decide, command_id, content)
        assert appended is not None
        said = (await log.read()).find(appended.first)
        assert said is not None
        name = person.name if place.seat is None else place.table.names[place.seat] or ""
        return Message(appended.first, person.player, place.seat, name, said)

    async def read(self, game: str, place: Place, channel: Channel, before: str | None = None) -> Conversation:
        """What this person may read, up to the message `before`. Raises Refused if the channel is closed to them."""
        if (reason := obstacle(place, channel)) is not None:
            raise Refused(reason, "forbidden")
        player = place.person.player if place.person else None
        own = await self.levels.of(player)
        messages = await self._heard(game, place, channel, own)
        unread = await self._unread(game, player, messages) if channel == "players" else 0
        ids = [message.id for message in messages]
        end = ids.index(before) if before in ids else len(messages)
        begin = max(0, end - PAGE)
        level = lower(own, table_level(place.table))
        return Conversation(messages[begin:end], begin > 0, unread, level, right(place, channel, own))

    async def message(self, game: str, place: Place, message: str) -> Message:
        """A message that this person may read; raises Refused."""
        player, _, number = message.rpartition(".")
        said = None
        if player and number.isascii() and number.isdigit() and len(number) < 9:
            said = (await self._log(game, player).read()).find(int(number))
        if said is None or obstacle(place, said.channel) is not None:
            raise Refused(NO_SUCH_MESSAGE, "not_found")
        [shown] = await self._shown(place.table, {player: [Numbered(int(number), said)]})
        return shown

    async def mark_read(self, game: str, place: Place, message: str) -> None:
        """The player has read what the players said up to this message. Raises Refused."""
        said = (await self.message(game, place, message)).said
        if place.person is None or said.channel != "players":
            return

        async def decide(talk: OwnTalk) -> list[TalkRecord]:
            return [ReadUpTo(self._clock(), said.at)] if said.at > talk.read else []

        await self._games(place.person.player).add(game)
        await self._log(game, place.person.player).change(decide)

    async def unread(self, game: str, place: Place) -> int:
        """How many messages a player has not read; 0 for others."""
        if place.person is None or obstacle(place, "players") is not None:
            return 0
        player = place.person.player
        heard = await self._heard(game, place, "players", await self.levels.of(player))
        return await self._unread(game, player, heard)

    async def read_until(self, game: str, player: str) -> int:
        """Up to when a player has read what the players said, in milliseconds."""
        return (await self._log(game, player).read()).read

    async def listeners(self, table: Seating, player: str, said: Said) -> list[tuple[str, bool]]:
        """The other players who are to hear of something that was said, and whether it mentions them."""
        if said.channel != "players" or table.seat_of(player) is None:
            return []
        calls = mentioned(said.text, table.company.values()) if said.text else set()
        others = [other for other in table.company if other != player and table.seat_of(other) not in table.departed]
        wanted = await asyncio.gather(*(self._hears(other, player, said) for other in others))
        return [
            (other, table.company[other] in calls) for other, is_wanted in zip(others, wanted, strict=True) if is_wanted
        ]

    async def export(self, player: str) -> TalkData:
        games = sorted(await self._games(player).members())
        talks = await asyncio.gather(*(self._log(game, player).read() for game in games))
        messages = [
            ExportedMessage(game, said.at, said.channel, said.phrase, said.text)
            for game, talk in zip(games, talks, strict=True)
            for _, said in talk.said
        ]
        return TalkData(await self.levels.of(player), sorted(messages, key=lambda message: message.at))

    async def erase(self, player: str) -> None:
        """Of a person who leaves. Can be called again safely."""
        for game in await self._games(player).members():
            await self._store.forget(talk_log(game, player))
            await self._talkers(game).remove(player)
        await self._games(player).delete()
        await self.levels.erase(player)

    async def hand_over(self, game: str, guest: str, to: str) -> None:
        """What a guest said at a table goes over to the account that sits there now. May be repeated."""
        said = await self._log(game, guest).events()

        async def decide(_: OwnTalk) -> list[TalkRecord]:
            return said

        if said:
            await self._games(to).add(game)
            await self._log(game, to).change(decide, f"from:{guest}")
        await self._store.forget(talk_log(game, guest))
        await self._games(guest).remove(game)

    async def erase_spectators(self, game: str) -> None:
        """Of a game that is removed with the only person who played it, whose own talk goes with that person."""
        for player in await self._talkers(game).members():
            await self._store.forget(talk_log(game, player))
            await self._games(player).remove(game)
        await self._talkers(game).delete()

    async def relist(self) -> int:
        """Note again who has talked where, from the logs, which an archive holds alone; returns how many there are."""
        logs = [ids async for log in self._store.games() if (ids := talk_log.ids(log)) is not None]
        for game, player in logs:
            await self._games(player).add(game)
            if any(said.channel == "spectators" for _, said in (await self._log(game, player).read()).said):
                await self._talkers(game).add(player)
        return len(logs)

    async def _heard(self, game: str, place: Place, channel: Channel, own: TalkLevel) -> list[Message]:
        """What a person is shown of a channel: nothing of those whom they have blocked, and no texts unwanted."""
        player = place.person.player if place.person else None
        level = lower(own, table_level(place.table))
        if level == "off":
            return []
        people = [*place.table.company] if channel == "players" else await self._talkers(game).members()
        blocked = await self._blocks.of(player) if player else {}
        speakers = [speaker for speaker in people if speaker not in blocked]
        talks = await asyncio.gather(*(self._log(game, speaker).read() for speaker in speakers))
        said = {
            speaker: [numbered for numbered in talk.said if _is_shown(numbered.said, channel, level)]
            for speaker, talk in zip(speakers, talks, strict=True)
        }
        return await self._shown(place.table, said)

    async def _shown(self, table: Seating, said: dict[str, list[Numbered]]) -> list[Message]:
        names = await self._names(table, [player for player, messages in said.items() if messages])
        messages = [
            Message(number, player, table.seat_of(player), names[player], words)
            for player, numbered in said.items()
            if player in names
            for number, words in numbered
        ]
        return sorted(messages, key=lambda message: (message.said.at, message.id))

    async def _names(self, table: Seating, players: Iterable[str]) -> dict[str, str]:
        """Of those at the table as they are called there, of others as they are called now."""
        others = [player for player in players if player not in table.company]
        return table.company | await self._credentials.names(others)

    async def _unread(self, game: str, player: str | None, messages: list[Message]) -> int:
        others = [message for message in messages if message.player != player]
        if player is None or not others:
            return 0
        read = await self.read_until(game, player)
        return sum(message.said.at > read for message in others)

    async def _hears(self, player: str, speaker: str, said: Said) -> bool:
        level, is_blocked = await asyncio.gather(self.levels.of(player), self._blocks.has(player, speaker))
        return not is_blocked and _is_shown(said, said.channel, level)

    def _log(self, game: str, player: str) -> TypedLog[TalkRecord, OwnTalk]:
        return TypedLog(self._store, TALK_LOGS, talk_log(game, player))

    def _talkers(self, game: str) -> StoredSet:
        """Those who have said something among the spectators of a game."""
        return StoredSet(self._store, f"talkers:{game}", durable=True)

    def _games(self, player: str) -> StoredSet:
        """The games at which a person has a log of talk."""
        return StoredSet(self._store, f"talked:{player}", durable=True)


def _is_shown(said: Said, channel: Channel, level: TalkLevel) -> bool:
    if said.channel != channel or level == "off":
        return False
    return level == "free" or not said.text


def _check(allowed: Right, phrase: str) -> None:
    if phrase and phrase not in PHRASES:
        raise Refused(NO_SUCH_PHRASE, "invalid")
    if allowed.level == "off" or (allowed.level == "phrases" and not phrase):
        assert allowed.reason is not None, "somebody who writes is known"
        raise Refused(allowed.reason, "forbidden")
