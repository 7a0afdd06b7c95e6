"""What the stored samples of events mean: those of games, of tables and of people who solve puzzles."""

from datetime import date
from typing import Final

from domain import events as e
from domain.rules import Rules
from projections.timing import Bank, Days
from service.games import questions, seating
from service.games.clocks import rests, time_events
from service.puzzles import attempts as solving

AT: Final = 1_790_000_123_456

RULES: Final = Rules(game="origins", seats=3, mode="tribe", variants=("homo_habilis", "empire_of_fire"), version=1)
OLD_RULES: Final = Rules(game="kingdomino", seats=2, mode=None, variants=(), version=1)

GAME_EVENTS: Final[dict[str, e.Event]] = {
    "game_started": e.GameStarted(
        rules=RULES,
        seats=(e.Player(name="Ugh", bot=None), e.Player(name="Flint", bot="flint"), e.Player(name="Oona", bot=None)),
        commitment="4fa8f1",
        deal=e.Deal(dominoes=(30, 4, 15), cavemen=("sculptor", "fisher"), chiefs=(2, 0, 1)),
        salt="84ef1e",
    ),
    "game_started.old": e.GameStarted(
        rules=OLD_RULES,
        seats=(e.Player(name="Ugh", bot=None), e.Player(name="Nag", bot=None)),
        commitment="478ef0",
        deal=None,
        salt=None,
    ),
    "chiefs_drawn": e.ChiefsDrawn(order=(2, 0, 1)),
    "line_revealed": e.LineRevealed(line=5, dominoes=(4, 15, 30, 32)),
    "cave_revealed": e.CaveRevealed(cavemen=("sculptor", "small_warrior", "fisher")),
    "domino_drafted": e.DominoDrafted(seat=1, domino=30),
    "domino_placed": e.DominoPlaced(seat=2, domino=48, a=(-1, 3), b=(-1, 4)),
    "domino_discarded": e.DominoDiscarded(seat=3, domino=43, reason="declined"),
    "domino_discarded.unclaimed": e.DominoDiscarded(seat=None, domino=45, reason="unclaimed"),
    "fire_landed": e.FireLanded(seat=0, volcano=(-1, 2), at=(3, -4), fires=1, burned="flint"),
    "fire_landed.nothing_burned": e.FireLanded(seat=1, volcano=(2, 1), at=(2, 3), fires=3, burned=None),
    "fire_lost": e.FireLost(seat=2, volcano=(1, 0), fires=3),
    "totem_moved": e.TotemMoved(resource="fish", giver=3, to=1),
    "totem_moved.from_the_middle": e.TotemMoved(resource="flint", giver=None, to=2),
    "caveman_recruited": e.CavemanRecruited(
        seat=1, caveman="small_warrior", source="pile", spent=((-1, 0), (0, 2)), at=(3, 1)
    ),
    "recruit_passed": e.RecruitPassed(seat=3),
    "seat_resigned": e.SeatResigned(seat=1, successor="pebble"),
    "seat_timed_out": e.SeatTimedOut(seat=2, successor="volcano"),
    "turn_undone.old": e.TurnUndone(seat=1, to=36),
    "game_finished": e.GameFinished(winners=(2, 0)),
    "victory_claimed": e.VictoryClaimed(seat=1),
    "game_cancelled.old": e.GameCancelled(seat=1),
    "turn_undone": e.TurnUndone(seat=1, to=36, agreed=(0, 2)),
    "game_cancelled": e.GameCancelled(seat=1, agreed=(2, 0)),
    "bot_drawn": e.BotDrawn(seat=2, successor="mammoth", by=1, agreed=(0,)),
    "bot_drawn.alone": e.BotDrawn(seat=2, successor="mammoth", by=1, agreed=()),
}

TABLE_EVENTS: Final[dict[str, seating.SeatingEvent]] = {
    "table_opened": seating.TableOpened(
        rules=RULES,
        bots=(None, "flint", None),
        invite="open-sesame",
        is_record=True,
        clock=Bank(bank=600, increment=20, cap=900),
        successor="mammoth",
        rated=False,
        match=seating.Match(id="firstgame", number=2),
        rematch_of="gamebefore",
        reserved=("oona", None, "ugh"),
        at=AT,
        forked_from=seating.Origin(game="forkedgame", at=41),
        hints=True,
    ),
    "table_opened.days": seating.TableOpened(
        rules=OLD_RULES,
        bots=(None, None),
        invite=None,
        is_record=False,
        clock=Days(days=3),
        successor="pebble",
        rated=True,
        match=None,
        rematch_of=None,
        reserved=(),
        at=AT,
        forked_from=None,
        hints=False,
    ),
    "table_opened.old": seating.TableOpened(
        rules=OLD_RULES,
        bots=("pebble", None),
        invite=None,
        is_record=False,
        clock=None,
        successor="flint",
        rated=False,
        match=None,
        rematch_of=None,
        reserved=(),
        at=0,
        forked_from=None,
        hints=False,
    ),
    "table_opened.earnings": seating.TableOpened(rules=OLD_RULES, bots=(None, None), rated=True, at=AT, earnings=True),
    "seat_taken.old": seating.SeatTaken(seat=2, player="player-id", name="Oona"),
    "table_cancelled": seating.TableCancelled(by="player-id"),
    "time_warned": seating.TimeWarned(seat=1, seq=37, due=AT),
    "invite_renewed": seating.InviteRenewed(invite="another secret"),
    "rests_chosen": time_events.RestsChosen(
        rests.Terms(days_off=True, holidays=True, quiet=rests.Quiet(begin=1320, end=480))
    ),
    "seat_taken": seating.SeatTaken(
        seat=1, player="player-id", name="Oona", rhythm=rests.Rhythm(zone="Europe/Berlin", days=(5, 6))
    ),
    "rests_chosen.old": time_events.RestsChosen(rests.Terms()),
    "holidays_noted": time_events.HolidaysNoted(seat=1, at=AT, holidays=((AT, AT + 5), (AT + 7, AT + 9))),
    "pause_asked": time_events.PauseAsked(seat=1, at=AT, days=7),
    "pause_agreed": time_events.PauseAgreed(seat=0, at=AT),
    "pause_begun": time_events.PauseBegun(at=AT, until=AT + 604_800_000),
    "pause_ended": time_events.PauseEnded(seat=1, at=AT),
    "time_given": time_events.TimeGiven(seat=0, turn=37, time=86_400_000, at=AT),
    "talk_chosen": seating.TalkChosen(level="phrases"),
    "seat_taken.sought": seating.SeatTaken(seat=1, player="player-id", name="Oona", sought=True),
    "seat_kept": seating.SeatKept(seat=1, player="player-id"),
    "seat_kept.free": seating.SeatKept(seat=1, player=None),
    "seat_handed_over": seating.SeatHandedOver(seat=2, player="player-id"),
    "question_asked": questions.QuestionAsked(seat=1, at=AT, kind="undo", seq=37, voters=(0, 2), of=None, level=None),
    "question_asked.bot": questions.QuestionAsked(
        seat=1, at=AT, kind="draw_bot", seq=37, voters=(0,), of=2, level="mammoth"
    ),
    "question_agreed": questions.QuestionAgreed(seat=0, at=AT, kind="call_off"),
    "question_closed": questions.QuestionClosed(seat=0, at=AT, kind="undo"),
    "contest_set": seating.ContestSet(tournament="h4tq8mzn2w", round=2, game=3),
    "guide_chosen": seating.GuideChosen(guide="kingdomino"),
    "day_chosen": seating.DayChosen(day=date(2026, 11, 19)),
}

SOLVING_EVENTS: Final[dict[str, solving.SolvingEvent]] = {
    "puzzle_seen": solving.PuzzleSeen(),
    "hint_taken": solving.HintTaken(rung="region"),
    "attempt_made": solving.AttemptMade(moves=("48@f8f9", "9@e9e8")),
    "puzzle_begun": solving.PuzzleBegun(),
}
