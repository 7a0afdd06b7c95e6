"""Guessing the next move of a game that one watches; who was right is said when it is over."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, get, put
from litestar.params import FromPath

from domain.commands import Play, Step
from domain.decide import OVER, decide
from domain.errors import IllegalMove, Reason
from domain.fork import NOTHING_TO_CHOOSE
from domain.legal import is_choice
from projections.anonymous import SOMEBODY
from service.games.commands import GameMoved
from service.games.view import View
from service.http.caller import known_caller, table_visit
from service.http.openapi import INVITE, OPTIONAL_TOKEN, TOKEN, body, operation_with, refusal, refusals
from service.http.request import StrictRequest
from service.personal.guesses import TOO_MANY_GUESSES, Guess, judged
from service.runtime.refusal import Refused

GUESS_SEATED: Final = Reason("guess_seated", "", "You play here: guessing is for those who watch.")
SEATED: Final = refusal(403, "You play in this game", GUESS_SEATED.text)
MOVED: Final = refusal(409, "The game has moved on, or too much was guessed", TOO_MANY_GUESSES.text)
GUESSES: Final = body(a_draft={"seq": 12, "move": {"type": "draft", "domino": 22}})


class NewGuess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int  # the newest event that you have seen
    move: Step


class Guesser(msgspec.Struct, frozen=True):
    player: str
    name: str
    right: int
    guesses: int


class ShownGuesses(msgspec.Struct, frozen=True):
    own: list[Guess]
    people: list[Guesser]  # when the game is over, those who were right most often first


class GuessesController(Controller):
    path = "/api/games/{game:str}/guesses"
    tags = ("games",)

    @get(
        summary="What you have guessed; when the game is over, how often everybody was right",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def shown(self, request: StrictRequest, game: FromPath[str]) -> ShownGuesses:
        table, person, _ = await table_visit(request, game)
        return await _shown(request, game, await _view(request, game, table.nameless), person.player if person else "")

    @put(
        summary="Guess the next choice in a game that you watch, until it is made",
        security=TOKEN,
        operation_class=operation_with(INVITE),
        responses={403: SEATED, 409: MOVED, **refusals(400, 401, 404, 413, 422)},
    )
    async def guess(
        self, request: StrictRequest, game: FromPath[str], data: Annotated[NewGuess, GUESSES]
    ) -> ShownGuesses:
        """A move as it would be posted. Nobody else sees it before the game is over. At most 200 in a game."""
        person = await known_caller(request)
        table, _, seat = await table_visit(request, game)
        if seat is not None:
            raise Refused(GUESS_SEATED, "forbidden")
        view = await _view(request, game, table.nameless)
        check_guess(view, data)
        await request.services.guesses.put(game, person.player, Guess(data.seq, data.move))
        return await _shown(request, game, view, person.player)


def check_guess(view: View, guess: NewGuess) -> None:
    """Raises IllegalMove or Refused if this is no choice that may be made now."""
    position = view.newest.position
    if position.seat is None:
        raise IllegalMove(OVER)
    if guess.seq != view.seq:
        raise GameMoved(view.seq)
    if not is_choice(position):
        raise IllegalMove(NOTHING_TO_CHOOSE)
    decide(view.newest, Play(position.seat, guess.move))


async def _view(request: StrictRequest, game: str, nameless: frozenset[int]) -> View:
    return await request.services.live.view(game, nameless=nameless)


async def _shown(request: StrictRequest, game: str, view: View, player: str) -> ShownGuesses:
    by_player = await request.services.guesses.all(game)
    if not view.is_over:
        return ShownGuesses(by_player.get(player, []), [])
    events = [stamped.event for stamped in view.stamped]
    by_person = {other: judged(own, events) for other, own in by_player.items()}
    people = [await _guesser(request, other, own) for other, own in by_person.items()]
    return ShownGuesses(
        by_person.get(player, []), sorted(people, key=lambda who: (-who.right, who.guesses, who.player))
    )


async def _guesser(request: StrictRequest, player: str, own: list[Guess]) -> Guesser:
    profile = await request.services.people.credentials.profile(player)
    right = sum(guess.right is True for guess in own)
    return Guesser(player, profile.name if profile else SOMEBODY, right, sum(guess.right is not None for guess in own))
