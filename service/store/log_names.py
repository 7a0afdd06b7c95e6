"""The names of logs, and what each kind of them holds. What their entries mean: service/ops/log_kinds.py.

    game        kwfy3gevrw                 the events of a game
    seats       kwfy3gevrw.seats           the table of that game: its players and bots
    puzzle      k3v9x0a7qm.puzzle          one puzzle
    days        days.puzzles               the puzzle of each day; the only log of its kind
    deals       days.deals                 the deal of each day; the only log of its kind
    attempts    k3v9x0a7qm.by.<player>     the attempts of one player at one puzzle
    acts        acts.moderation            what moderators did; the only log of its kind
    notices     <player>.notices.737       what a player was informed of in one period; ends some weeks later
    time off    <player>.time_off          the days off and holidays of a player
    talk        kwfy3gevrw.talk.<player>   what one person said at a table, and how far they have read
    plan        kwfy3gevrw.plan.<player>   what one person planned in a game, and which moves came of it
    tournament  h4tq8mzn2w.tournament      who entered, who met whom, and what came of it
    note        kwfy3gevrw.note.<player>   what one person notes about a game

The name of a game is the only one without a dot, and no id contains one.
"""

import re
from typing import Final


class LogNames:
    """How the logs of one kind are named: each `{}` in `form` stands for an id."""

    def __init__(self, form: str) -> None:
        self.form = form
        self._pattern = re.compile(re.escape(form).replace(re.escape("{}"), "([^.]+)"))

    def __call__(self, *ids: str) -> str:
        return self.form.format(*ids)

    def ids(self, log: str) -> tuple[str, ...] | None:
        """The ids in the name of a log; None if it is of another kind."""
        match = self._pattern.fullmatch(log)
        return None if match is None else match.groups()


game_log: Final = LogNames("{}")
seats_log: Final = LogNames("{}.seats")
puzzle_log: Final = LogNames("{}.puzzle")
days_log: Final = LogNames("days.puzzles")
deals_log: Final = LogNames("days.deals")
attempts_log: Final = LogNames("{}.by.{}")
acts_log: Final = LogNames("acts.moderation")
notices_log: Final = LogNames("{}.notices.{}")
time_off_log: Final = LogNames("{}.time_off")
talk_log: Final = LogNames("{}.talk.{}")
plan_log: Final = LogNames("{}.plan.{}")
tournament_log: Final = LogNames("{}.tournament")
note_log: Final = LogNames("{}.note.{}")


def is_game(log: str) -> bool:
    return "." not in log


def is_seating(log: str) -> bool:
    return not is_game(log) and seats_log.ids(log) is not None


def table_of(log: str) -> str:
    """The game to which a log of a game or of a table belongs; other logs belong to themselves."""
    ids = None if is_game(log) else seats_log.ids(log)
    return log if ids is None else ids[0]
