"""Writes and reads what people note about games, and their thoughts when a game is over; exports and erases them."""

import asyncio
from typing import Final, NamedTuple

import msgspec

from domain.errors import Reason
from service.people.blocks import Blocks
from service.personal.note_records import NOTE_LOGS, NoteRecord, NoteWritten, OwnNotes, ThoughtWritten
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.log_names import note_log
from service.store.structures.sets import StoredSet
from service.store.typed_log import TypedLog
from service.talk.channels import Place, Right, right
from service.talk.levels import OwnLevels
from service.talk.texts import clean_text

MOST_NOTES: Final = 200  # of one person about one game, thoughts included
MOST_CHANGES: Final = 1_000  # of them
MOST_GAMES: Final = 1_000  # about which one person has written
TOO_MANY_NOTES: Final = Reason("too_many_notes", "", "You have {most} notes about this game: remove another one first.")
NOTES_CHANGED_OFTEN: Final = Reason(
    "notes_changed_often",
    "",
    "You have changed your notes about this game {most} times, and no more is allowed: what is there stays.",
)
NOTED_GAMES: Final = Reason(
    "noted_games", "", "You have notes about {most} games, and no more are allowed: write more about one of these."
)


class Thought(NamedTuple):
    """As others see it."""

    seat: int
    player: str
    name: str
    written: ThoughtWritten


class ExportedNotes(msgspec.Struct, frozen=True):
    game: str
    records: list[NoteRecord]


class Notes:
    def __init__(self, store: EventStore, blocks: Blocks, levels: OwnLevels, clock: Clock) -> None:
        self._store = store
        self._blocks = blocks
        self._levels = levels
        self._clock = clock

    async def of(self, game: str, player: str) -> OwnNotes:
        return await self._log(game, player).read()

    async def note(self, game: str, player: str, step: int, text: str) -> OwnNotes:
        """For oneself. Raises Refused."""
        return await self._write(game, player, NoteWritten(self._clock(), step, _cleaned(text)))

    async def think(self, game: str, place: Place, player: str, step: int, text: str) -> OwnNotes:
        """For everybody when the game is over. Raises Refused; what one has written can always be removed."""
        allowed = may_think(place)
        if text.strip() and allowed.level != "free":
            assert allowed.reason is not None, "who writes is known"
            raise Refused(allowed.reason, "forbidden")
        return await self._write(game, player, ThoughtWritten(self._clock(), step, _cleaned(text)))

    async def thoughts(self, game: str, place: Place) -> list[Thought]:
        """Everybody's of a game that is over, in order; nothing of those whom the reader has blocked, and nothing for
        readers who want no texts."""
        reader = place.person.player if place.person else None
        own, blocked = await self._levels.of(reader), await self._blocks.of(reader) if reader else {}
        if own != "free":
            return []
        table = place.table
        people = [(seat, player) for seat, player in enumerate(table.players) if player and player not in blocked]
        notes = await asyncio.gather(*(self.of(game, player) for _, player in people))
        thoughts = [
            Thought(seat, player, table.names[seat] or "", written)
            for (seat, player), own_notes in zip(people, notes, strict=True)
            for written in own_notes.thoughts.values()
        ]
        return sorted(thoughts, key=lambda thought: (thought.written.step, thought.seat))

    async def hand_over(self, guest: str, to: str) -> None:
        """A guest's notes go over to an account, without those about steps where it has its own. May be repeated."""
        for game in await self._games(guest).members():
            records = await self._log(game, guest).events()

            async def decide(own: OwnNotes, records: list[NoteRecord] = records) -> list[NoteRecord]:
                return [record for record in records if not own.has(record)]

            await self._games(to).add(game)
            await self._log(game, to).change(decide, f"from:{guest}")
            await self._forget(game, guest)

    async def export(self, player: str) -> list[ExportedNotes]:
        games = sorted(await self._games(player).members())
        logs = await asyncio.gather(*(self._log(game, player).events() for game in games))
        return [ExportedNotes(game, records) for game, records in zip(games, logs, strict=True)]

    async def erase(self, player: str) -> None:
        """Of a person who leaves. Can be called again safely."""
        for game in await self._games(player).members():
            await self._forget(game, player)

    async def relist(self) -> None:
        """Note again who has notes about which game, from the logs, which an archive holds alone."""
        async for log in self._store.games():
            if (ids := note_log.ids(log)) is not None:
                game, player = ids
                await self._games(player).add(game)

    async def _write(self, game: str, player: str, record: NoteRecord) -> OwnNotes:
        async def decide(own: OwnNotes) -> list[NoteRecord]:
            if not record.text and not own.has(record):
                return []
            if own.entries >= MOST_CHANGES:
                raise Refused(NOTES_CHANGED_OFTEN.about(most=MOST_CHANGES), "conflict")
            if own.count >= MOST_NOTES and not own.has(record):
                raise Refused(TOO_MANY_NOTES.about(most=MOST_NOTES), "conflict")
            if not own.entries:
                await self._list(game, player)  # before the note, so that it is found to be erased
            return [record]

        log = self._log(game, player)
        await log.change(decide)
        return await log.read()

    async def _list(self, game: str, player: str) -> None:
        if await self._games(player).size() >= MOST_GAMES:
            raise Refused(NOTED_GAMES.about(most=MOST_GAMES), "conflict")
        await self._games(player).add(game)

    async def _forget(self, game: str, player: str) -> None:
        await self._store.forget(note_log(game, player))
        await self._games(player).remove(game)

    def _log(self, game: str, player: str) -> TypedLog[NoteRecord, OwnNotes]:
        return TypedLog(self._store, NOTE_LOGS, note_log(game, player))

    def _games(self, player: str) -> StoredSet:
        """The games about which a person has a log of notes."""
        return StoredSet(self._store, f"noted:{player}", durable=True)


def may_think(place: Place) -> Right:
    """Whether somebody may write what others will read: as in the talk of players, in texts."""
    return right(place, "players", "free")


def _cleaned(text: str) -> str:
    return clean_text(text) if text.strip() else ""
