"""How a worker performs its jobs: bots' turns, hints, reviews and puzzles.

A job may run twice. Each move of a bot is appended once, because the append is at a given event and under a command id
made of that event. Hints and reviews are stored under names made of the game and the event, so making one twice is
harmless.

Searches run in other processes (`service/engine/search_pool.py`), so that the worker stays responsive. A bot whose
search fails plays the move that flint would play, so that no game is left waiting.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Final

from domain.commands import Play, Step
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.levels import SEARCHING, choose_at_once
from service.assembly import Services
from service.engine.hints import suggest
from service.engine.job_requests import BotTurnRequest, GamePuzzlesRequest, HintRequest, PuzzlesRequest, ReviewRequest
from service.engine.questions import Choose, Chosen, shown
from service.engine.reviews import review_game
from service.engine.search_pool import SearchFailed, SearchPool, Urgency
from service.games.handle import GameMoved
from service.puzzles.production import Workshop, fill_library, mine_game
from service.worker.bot_turns import bot_to_move
from service.worker.limits import WorkerLimits

_RNG: Final = SystemRandom()

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class JobContext:
    """What the jobs of a worker need."""

    services: Services
    thinkers: SearchPool
    workshop: Workshop
    puzzles_wanted: int
    limits: WorkerLimits
    playing: set[str] = field(default_factory=set)  # games whose bots a job of this worker is playing


async def play_bots(context: JobContext, request: BotTurnRequest) -> None:
    """Plays the bots of a game until a person is to move. Raises Unavailable."""
    game, handler = request.game, context.services.handler
    handler.invalidate(game, request.seq)  # the follower of another worker may have been quicker than ours
    if game in context.playing:
        return  # an earlier job goes on until a person is to move
    context.playing.add(game)
    try:
        await _play(context, game)
    finally:
        context.playing.discard(game)


async def _play(context: JobContext, game: str) -> None:
    handler = context.services.handler
    while True:
        state = await handler.current(game)
        bot = bot_to_move(state)
        if bot is None:
            return
        step = await _chosen_step(context.thinkers, context.limits, state.position, bot.level)
        # Another worker may be quicker; then the next round sees what it did.
        with suppress(GameMoved):
            await handler.handle(game, Play(bot.seat, step), f"bot:{state.version}", state.version)


async def _chosen_step(thinkers: SearchPool, limits: WorkerLimits, position: Position, level: Level) -> Step:
    if level not in SEARCHING:
        return await asyncio.to_thread(choose_at_once, position, level, _RNG)
    question = Choose(shown(position), level, _RNG.getrandbits(62))
    try:
        async with asyncio.timeout(limits.search_patience):
            answer = await thinkers.think(question, limits.search_seconds, Urgency.BOT)
        assert isinstance(answer, Chosen)
        return answer.step
    except (SearchFailed, TimeoutError) as error:
        log.error("a bot of level %s plays flint's move: %r", level, error)
        return await asyncio.to_thread(choose_at_once, position, "flint", _RNG)


async def make_hint(context: JobContext, request: HintRequest) -> None:
    """Raises Unavailable."""
    await suggest(context.services.hints, context.services.handler, context.thinkers, request)


async def make_review(context: JobContext, request: ReviewRequest) -> None:
    """Reviews a game and requests the puzzles that are in it. Raises Unavailable."""
    services = context.services
    await review_game(services.reviews, services.store, context.thinkers, request.game)
    if context.puzzles_wanted:
        await services.jobs.request(GamePuzzlesRequest(request.game))


async def make_puzzles(context: JobContext, _: PuzzlesRequest) -> None:
    """Raises Unavailable."""
    await fill_library(context.workshop, context.puzzles_wanted)


async def mine_puzzles(context: JobContext, request: GamePuzzlesRequest) -> None:
    """Makes puzzles from the players' own mistakes. Raises Unavailable."""
    await mine_game(context.workshop, context.services.reviews, context.services.tables, request.game)
