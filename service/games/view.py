"""One game as readers see it: its log, the game after every event, and what is encoded from them."""

import asyncio
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

import msgspec

from domain.errors import Reason
from domain.events import Event, GameFinished, GameStarted
from domain.game import INITIAL, Game
from projections.anonymous import without_names
from projections.choices import choices
from projections.frames import Frame, frames
from projections.listing import AnswerTimes
from projections.offer import offer
from projections.replay import ReplayStep, Turn
from projections.table import public, table
from projections.timing import Outage, Step, TimeControl, Watch
from projections.words import Language
from service.games.clocks.rests import TableTime
from service.games.codec import Stamped
from service.games.timed_steps import note_turns, replay_steps
from service.runtime.clock import milliseconds
from service.runtime.refusal import Refused

NO_SUCH_EVENT: Final = Reason("no_such_event", "", "This game has events 1 to {last}, and no event {event}.")
_MARK: Final = 4  # bytes
_WATCHES: Final = 2  # of one game: with outages and without
_ALWAYS: Final = TableTime()  # clocks never rest
_ENCODER: Final = msgspec.json.Encoder()


class Marks:
    """A few bytes of a hash of a log up to each of its events, made when somebody asks for one of them."""

    def __init__(self) -> None:
        self._made = bytearray()
        self._noted: list[bytes] = []  # the events whose marks are not made yet, as they are stored

    def note(self, stored: Sequence[bytes]) -> None:
        """These events follow."""
        self._noted += stored

    def after(self, seq: int) -> str:
        """The mark of the log up to event `seq`; empty before the first event."""
        for data in self._noted:
            self._made += blake2b(data, key=bytes(self._made[-_MARK:]), digest_size=_MARK).digest()
        self._noted.clear()
        end = seq * _MARK
        return self._made[max(0, end - _MARK) : end].hex()


class View:
    """A game up to some event; the names of the `neutral` seats are replaced before anything else."""

    def __init__(self, game: str, neutral: frozenset[int] = frozenset(), marks: "Marks | None" = None) -> None:
        self.game = game
        self.neutral = neutral
        self.stamped: list[Stamped] = []
        self._frames: list[Frame] = []
        self._marks = Marks() if marks is None else marks
        self._choices: dict[bool, bytes] = {}  # by whether they are grouped
        self._timed: list[Step] = []
        self._turns: list[Turn] = []  # of the events that steps were made for
        self._answers = AnswerTimes()
        self._watches: dict[tuple[TimeControl, tuple[Outage, ...], TableTime], Watch] = {}

    @property
    def seq(self) -> int:
        return len(self.stamped)

    @property
    def is_over(self) -> bool:
        return bool(self.stamped) and isinstance(self.stamped[-1].event, GameFinished)

    @property
    def frames(self) -> list[Frame]:
        """The game after every event; folded only when they are needed."""
        if len(self._frames) < len(self.stamped):
            tail = (stamped.event for stamped in self.stamped[len(self._frames) :])
            self._frames += frames(tail, self._frames[-1] if self._frames else None)
        return self._frames

    @property
    def newest(self) -> Game:
        """The game after the newest event."""
        return self.frames[-1].game if self.stamped else INITIAL

    @property
    def timed(self) -> list[Step]:
        """The time of each event, and the position after it."""
        begin = len(self._timed)
        if begin < len(self.stamped):
            tail = zip(self.stamped[begin:], self.frames[begin:], strict=True)
            self._timed += [(milliseconds(stamped.at), frame.game.position) for stamped, frame in tail]
        return self._timed

    @property
    def answers(self) -> AnswerTimes:
        """How long the seats took for their turns. It is kept, and sees each event once."""
        for step in self.timed[self._answers.seen :]:
            self._answers.see(*step)
        return self._answers

    def watch(self, control: TimeControl, outages: tuple[Outage, ...] = (), time: TableTime = _ALWAYS) -> Watch:
        """The clock of the game, which has seen every event. It is kept, and sees each event once."""
        key = control, outages, time
        if key not in self._watches and len(self._watches) >= _WATCHES:
            self._watches.clear()
        watch = self._watches.setdefault(key, Watch(control, outages, rests=time))
        for step in self.timed[watch.seen :]:
            watch.see(*step)
        return watch

    def upto(self, seq: int) -> "View":
        """A view of the same game that ends with event `seq`."""
        earlier = View(self.game, self.neutral)
        earlier.stamped, earlier._frames = self.stamped[:seq], self.frames[:seq]
        return earlier

    def mark(self, seq: int | None = None) -> str:
        """Tells this log from one that was set back and then reached the same number of events."""
        return self._marks.after(self.seq if seq is None else seq)

    def number_at(self, at: int | None) -> int:
        """`at` itself, or the number of the newest event if it is None; raises Refused if there is no such event."""
        seq = self.seq if at is None else at
        if not 1 <= seq <= self.seq:
            raise Refused(NO_SUCH_EVENT.about(last=self.seq, event=seq), "not_found")
        return seq

    def frame_at(self, seq: int) -> Frame:
        """The frame after event `seq`; raises Refused if there is no such event."""
        return self.frames[self.number_at(seq) - 1]

    def extend(self, tail: Sequence[Stamped], games: Sequence[Game] = ()) -> None:
        """Add events; `games` are the game after each of them, if the caller has folded them."""
        if games and len(self._frames) == len(self.stamped):
            for game in games:
                self._frames.append(Frame(game, self._frames[-1] if self._frames else None))
        self.stamped += [self._without_names(stamped) for stamped in tail] if self.neutral else tail
        self._choices.clear()

    def note_marks(self, stored: Sequence[bytes]) -> None:
        """Continue the marks by these events as they are stored."""
        self._marks.note(stored)

    def with_neutral(self, neutral: frozenset[int]) -> "View":
        """An empty view of the same log, with other names."""
        return View(self.game, neutral, self._marks)

    def _without_names(self, stamped: Stamped) -> Stamped:
        if not isinstance(stamped.event, GameStarted):
            return stamped
        return msgspec.structs.replace(stamped, event=without_names(stamped.event, self.neutral))

    def table(self, seq: int, viewer: int | None) -> bytes:
        """The table after event `seq` as JSON."""
        return _ENCODER.encode(table(self.frames[seq - 1], viewer, self.game))

    def choices(self, *, shows_earnings: bool, grouped: bool = False) -> bytes:
        """The legal moves after the newest event as JSON, cached because programs ask again while they wait."""
        if grouped not in self._choices:
            listed = choices(self.frames[-1].game, shows_earnings=shows_earnings)
            self._choices[grouped] = _ENCODER.encode(offer(listed) if grouped else listed)
        return self._choices[grouped]

    async def tables(self, start: int, end: int, viewer: int | None) -> bytes:
        """The tables after events `start` to `end` as a JSON array. Other requests are served in between."""
        encoded = []
        for seq in range(start, end + 1):
            encoded.append(self.table(seq, viewer))
            await asyncio.sleep(0)
        return b"[%b]" % b",".join(encoded)

    def log(self, after: int = 0) -> list[Stamped]:
        """The public log after event `after`."""
        tail = self.stamped[after:]
        events = public((stamped.event for stamped in tail), is_over=self.is_over)
        return [Stamped(stamped.seq, stamped.at, event) for stamped, event in zip(tail, events, strict=True)]

    def steps(self, after: int, language: Language) -> list[ReplayStep]:
        """The events after event `after` as steps of a replay."""
        events = [stamped.event for stamped in self.stamped]
        note_turns(self._turns, events, self.frames)
        return replay_steps(events, self.frames, self._turns, after, language)

    def events(self) -> list[Event]:
        """The public log, without times."""
        return [stamped.event for stamped in self.log()]
