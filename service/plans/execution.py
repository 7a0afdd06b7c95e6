"""Makes the step of a plan, once, whatever dies: as soon as it is its owner's turn, and again by each worker that asks.

A step that was chosen is written down first. Its command id is made of the game, the event and the plan, so that making
it again appends nothing, and shows whether it was made.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import SystemRandom
from typing import Final, TypeAlias

from domain.commands import Play, Step
from domain.errors import IllegalMove
from domain.game import Game
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.levels import SEARCHING, choose_at_once
from service.games.commands import Commands
from service.games.seating import SEAT_LEFT, Seating
from service.games.tables import Tables
from service.games.view import View
from service.moderation.act_log import ActLog
from service.plans.conduct import Ending, ending, most_points, rule, wanted
from service.plans.plans import Plans
from service.plans.records import OwnPlans, Plan, PlanRecord, StepChosen, StepMade
from service.runtime.clock import Clock
from service.runtime.refusal import Refused

Think: TypeAlias = Callable[[Position, Level], Awaitable[Step | None]]  # None if no search succeeds

_ASKED: Final = Ending("asked")
_RNG: Final = SystemRandom()

log = logging.getLogger(__name__)


class NeedsSearch(Exception):
    """The plan cannot go on without a search."""


class Execution:
    """`think` searches for a step of a bot that needs it."""

    def __init__(
        self, plans: Plans, tables: Tables, commands: Commands, act_log: ActLog, clock: Clock, think: Think
    ) -> None:
        self._plans = plans
        self._tables = tables
        self._commands = commands
        self._act_log = act_log
        self._clock = clock
        self._think = think

    async def advance(self, game: str, player: str, at: int = 0, *, may_search: bool = True) -> bool:
        """Do what this player's plan has to do now, until it waits or has ended; whether it waits.

        The game has an event `at`. Raises Unavailable, UnknownGame and, unless it `may_search`, NeedsSearch.
        """
        while (own := await self._settled(game, player)).is_open:
            table, view = await self._tables.seating(game), await self._commands.games.view(game, at)
            if not await self._go_on(table, view, own, player, may_search=may_search):
                return (await self._plans.of(game, player)).is_open
        return False

    async def _go_on(self, table: Seating, view: View, own: OwnPlans, player: str, *, may_search: bool) -> bool:
        """Make one step or end the plan; whether there may be more to do."""
        game, seat = view.game, table.seat_of(player)
        assert own.planned is not None
        if seat is None:
            return False  # a guest's seat is being handed over, and the plan with it
        positions = [frame.game.position for frame in view.frames]
        events = [stamped.event for stamped in view.stamped]
        position, seq = positions[-1], view.seq
        if seq < own.planned.seq:
            return False  # the log was set back: wait until it has caught up
        end = Ending("over") if table.is_cancelled else ending(own, seat, events, positions)
        if end is None and position.seat != seat:
            return False
        step = None if end else await self._step(table, view, own.planned.plan, player, may_search=may_search)
        if step is None:
            await self._plans.end(game, player, seq, end or _ASKED, own.number)
            return False
        await self._choose(game, player, own.number, seq, step)
        with suppress(IllegalMove, Refused):  # the game has moved on, or the player has left: the next look says so
            await self._make(game, player, seat)
            return True
        return (await self._commands.games.current(game)).version != seq

    async def _step(self, table: Seating, view: View, plan: Plan, player: str, *, may_search: bool) -> Step | None:
        """What the plan does now; None to ask its owner."""
        position = view.newest.position
        with suppress(Refused):
            (await self._act_log.standing(player)).check_banned()
            if (step := wanted(plan, position)) is not None:
                return step
            left_to = rule(plan, position)
            if left_to == "ask" or await self._plans.obstacle(table, view, left_to) is not None:
                return None
            if left_to == "points":
                return await asyncio.to_thread(most_points, position)
            if left_to in SEARCHING and not may_search:
                raise NeedsSearch
            if left_to in SEARCHING:
                return await self._think(position, left_to)
            return await asyncio.to_thread(choose_at_once, position, left_to, _RNG)
        return None

    async def _choose(self, game: str, player: str, number: int, seq: int, step: Step) -> None:
        """Write down what is about to be done, unless somebody else has, or the plan has ended meanwhile."""

        async def decide(own: OwnPlans) -> list[PlanRecord]:
            pending = own.pending
            is_chosen = pending is not None and pending.seq == seq and own.chosen_by == number
            return (
                [] if is_chosen or own.number != number or not own.is_open else [StepChosen(self._clock(), seq, step)]
            )

        await self._plans.log(game, player).change(decide)

    async def _make(self, game: str, player: str, seat: int) -> None:
        """Make the step that was chosen; raises IllegalMove or Refused if the game has moved on."""
        own = await self._plans.of(game, player)
        chosen = own.pending
        if chosen is None or not own.is_open or own.chosen_by != own.number:
            return

        def check(state: Game) -> None:
            if state.position.players[seat].bot is not None:
                raise Refused(SEAT_LEFT, "forbidden")

        command_id = _command_id(player, own.chosen_by, chosen.seq)
        answer = await self._commands.handle(game, Play(seat, chosen.step), command_id, chosen.seq, check)
        await self._note(game, player, chosen.seq, answer.seq)

    async def _settled(self, game: str, player: str) -> OwnPlans:
        """The plans, after looking whether a step was made of which that was not written down."""
        own = await self._plans.of(game, player)
        if (chosen := own.pending) is None:
            return own
        command_id = _command_id(player, own.chosen_by, chosen.seq)
        if (span := await self._commands.games.store.command(game, command_id)) is None:
            return own
        await self._note(game, player, chosen.seq, span.last)
        return await self._plans.of(game, player)

    async def _note(self, game: str, player: str, seq: int, last: int) -> None:
        async def decide(own: OwnPlans) -> list[PlanRecord]:
            is_open = own.pending is not None and own.pending.seq == seq
            return [StepMade(self._clock(), seq, last)] if is_open else []

        await self._plans.log(game, player).change(decide)


def _command_id(player: str, plan: int, seq: int) -> str:
    return f"plan:{player}:{plan}:{seq}"
