"""How a worker makes the steps of bots, and performs its jobs: bots that search, hints, reviews and puzzles.

A job may run twice. Each step of a bot is appended once, because the append is at a given event and under a command id
made of that event. Hints and reviews are stored under names made of the game and the event, so making one twice is
harmless.

Searches run in other processes (`service/engine/search_pool.py`), so that the worker stays responsive. A bot whose
search fails makes the step that flint would make, so that no game is left waiting. In a rated game nobody plays weaker
than announced: there the bot waits until its search succeeds. In every game it waits while the engine is compiled.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Final

from domain.commands import Play, Step
from domain.game import Game
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.levels import choose_at_once
from service.engine.consumers import Performers
from service.engine.hints import suggest
from service.engine.job_requests import BotTurnRequest, GamePuzzlesRequest, HintRequest, PuzzlesRequest, ReviewRequest
from service.engine.questions import Choose, Chosen, shown
from service.engine.reviews import review_game
from service.engine.search_pool import SearchFailed, SearchPool
from service.engine.urgency import Urgency
from service.games.commands import GameMoved
from service.puzzles.production import Workshop, fill_library, mine_game
from service.services import Services
from service.store.log_names import seats_log
from service.worker.bot_turns import BotTurn, bot_turn
from service.worker.limits import WorkerLimits

_MOST_TO_MINE: Final = 180  # games: at twenty seconds each, an hour

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class JobContext:
    """What the jobs of a worker need."""

    services: Services
    thinkers: SearchPool
    workshop: Workshop
    puzzles_wanted: int
    limits: WorkerLimits

    def performers(self) -> Performers:
        return {
            BotTurnRequest: self.play_bot,
            HintRequest: self.make_hint,
            ReviewRequest: self.make_review,
            PuzzlesRequest: self.make_puzzles,
            GamePuzzlesRequest: self.mine_puzzles,
        }

    async def take_step(self, turn: BotTurn) -> None:
        """Makes one step of a bot, unless the game has moved on. Raises SearchFailed and Unavailable."""
        services = self.services
        state = await services.live.current(turn.game, turn.seq)
        if state.version != turn.seq:
            return
        step = await self._chosen_step(turn, state)
        with suppress(GameMoved):  # another worker was quicker, or a player took a turn back
            await services.commands.handle(turn.game, Play(turn.seat, step), f"bot:{turn.seq}", turn.seq)

    async def _chosen_step(self, turn: BotTurn, state: Game) -> Step:
        position, rng = state.position, _rng(state)
        if not turn.searches:
            return await asyncio.to_thread(choose_at_once, position, turn.level, rng)
        try:
            urgency = Urgency.UNASKED if turn.is_abandoned else Urgency.NOW
            return await self._searched_step(position, turn.level, urgency, rng)
        except (SearchFailed, TimeoutError) as error:
            if turn.is_rated:
                raise SearchFailed(f"a bot of level {turn.level} waits in a rated game: {error!r}") from error
            log.error("a bot of level %s makes flint's step: %r", turn.level, error)
            return await asyncio.to_thread(choose_at_once, position, "flint", rng)

    async def think(self, position: Position, level: Level) -> Step | None:
        """The step of a bot that searches, for a plan; None if the search fails."""
        try:
            return await self._searched_step(position, level, Urgency.NOW, SystemRandom())
        except (SearchFailed, TimeoutError) as error:
            log.error("a plan asks its owner in place of a bot of level %s: %r", level, error)
            return None

    async def _searched_step(self, position: Position, level: Level, urgency: Urgency, rng: Random) -> Step:
        """Raises SearchFailed and TimeoutError."""
        question = Choose(shown(position), level, rng.getrandbits(62))
        await self.thinkers.started()
        async with asyncio.timeout(self.limits.search_patience):
            answer = await self.thinkers.think(question, self.limits.search_seconds, urgency)
        assert isinstance(answer, Chosen)
        return answer.step

    async def play_bot(self, request: BotTurnRequest) -> None:
        """Raises SearchFailed and Unavailable."""
        services, game = self.services, request.game
        state = await services.live.current(game, request.seq)  # another worker may have heard of it before this one
        services.tables.invalidate(seats_log(game))
        turn = bot_turn(game, state, await services.tables.seating(game))
        if turn is not None and turn.seq == request.seq:
            await self.take_step(turn)

    async def make_hint(self, request: HintRequest) -> None:
        """Raises Unavailable."""
        await suggest(self.services.hints, self.services.live, self.thinkers, request)

    async def make_review(self, request: ReviewRequest) -> None:
        """Reviews a game and requests the puzzles that are in it. Raises Unavailable."""
        services = self.services
        await review_game(services.reviews, services.hints, self.thinkers, request.game, request.urgency)
        if self.puzzles_wanted and await services.jobs.count(Urgency.PUZZLE) < _MOST_TO_MINE:
            await services.jobs.request(GamePuzzlesRequest(request.game, request.owner))

    async def make_puzzles(self, _: PuzzlesRequest) -> None:
        """Raises Unavailable."""
        await fill_library(self.workshop, self.puzzles_wanted)

    async def mine_puzzles(self, request: GamePuzzlesRequest) -> None:
        """Makes puzzles from the players' own mistakes. Raises Unavailable."""
        await mine_game(self.workshop, self.services.reviews, self.services.tables, request.game)


def _rng(state: Game) -> Random:
    """A bot's chance, from the salt, which is secret until the end, and what it sees. So what a bot chooses at once is
    the same for all who have come to this position with this salt, as with the deal of a day."""
    return Random(f"{state.salt} {shown(state.position)}")
