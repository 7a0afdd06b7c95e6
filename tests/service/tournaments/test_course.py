"""Whole tournaments of all kinds and sizes, with games that end anyhow and people who leave: they end, and are fair."""

from itertools import count, pairwise
from random import Random
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rules import Rules
from projections.timing import Days
from service.tournaments.course import beginning, next_events
from service.tournaments.records import (
    TOURNAMENT_LOGS,
    Entered,
    Format,
    GameCounted,
    GameDropped,
    RoundPaired,
    TableSet,
    Terms,
    Tournament,
    TournamentEnded,
    TournamentEvent,
    TournamentOpened,
    Withdrawn,
)
from service.tournaments.standings import rows

UNTIL: Final = 1_000_000
FORMATS: Final[tuple[Format, ...]] = ("round_robin", "swiss", "knock_out")
fewer = settings(max_examples=settings().max_examples // 3)  # a tournament has hundreds of games


class Course:
    """A tournament that goes on as its log says, and games whose results are drawn."""

    def __init__(self, terms: Terms, people: int, rng: Random, *, leaving: float = 0.0) -> None:
        self.log: list[TournamentEvent] = [TournamentOpened(0, "owner", terms)]
        self.log += [Entered(number, f"p{number}") for number in range(people)]
        self.rng, self.leaving, self.now = rng, leaving, terms.starts
        self.ids = (f"g{number}" for number in count())

    @property
    def state(self) -> Tournament:
        state = TOURNAMENT_LOGS.fold(self.log)
        assert state is not None
        return state

    def play(self) -> Tournament:
        self.log += beginning(self.state, self.now, list(self.state.entered))
        while self.state.ended is None:
            self.now += 1
            events = next_events(self.state, self.now, self.ids)
            waiting = self.state.waiting
            assert events or waiting, "it neither goes on nor waits for anything"
            self.log += events
            if not events:
                self.log.append(self._result(self.rng.choice(waiting)))
            if self.rng.random() < self.leaving and (playing := self.state.playing):
                self.log.append(Withdrawn(self.now, self.rng.choice(playing)))
        return self.state

    def _result(self, table: TableSet) -> GameCounted | GameDropped:
        if self.rng.random() < self.leaving / 4:
            return GameDropped(self.now, table.game)
        totals = tuple(self.rng.randint(20, 23) for _ in table.players)
        return GameCounted(
            self.now, table.game, totals, tuple(1 + sum(other > own for other in totals) for own in totals)
        )


@st.composite
def courses(draw: st.DrawFn, leaving: float = 0.0) -> Course:
    format: Format = draw(st.sampled_from(FORMATS))
    seats = 2 if format == "knock_out" else draw(st.integers(2, 4))
    filler = draw(st.sampled_from([None, "pebble"])) if format != "knock_out" else None
    terms = Terms(
        format,
        Rules("kingdomino", seats),
        Days(1),
        rounds=draw(st.integers(1, 5)),
        least=seats,
        most=16,
        starts=100,
        until=UNTIL,
        filler=filler,  # type: ignore[arg-type]
        best_of=draw(st.sampled_from([1, 3, 5])),
    )
    return Course(terms, draw(st.integers(seats, 16)), Random(draw(st.integers())), leaving=leaving)


@fewer
@given(courses())
def test_every_tournament_ends_and_everybody_plays_equally_often(course: Course) -> None:
    end = course.play()
    assert end.ended is not None
    assert end.ended.why == "finished"
    assert not end.waiting
    if end.terms.format != "knock_out":
        rounds = [row.games + row.rested for row in rows(end)]
        assert set(rounds) == {len(end.rounds)}
        assert max(row.rested for row in rows(end)) - min(row.rested for row in rows(end)) <= 1


@fewer
@given(courses(leaving=0.15))
def test_it_ends_too_if_people_leave_and_games_are_called_off(course: Course) -> None:
    end = course.play()
    assert end.ended is not None
    assert sorted(row.player for row in rows(end)) == sorted(end.order)
    for before, after in pairwise(rows(end)):
        assert before.place <= after.place


@fewer
@given(courses(leaving=0.15))
def test_whoever_has_withdrawn_gets_no_more_games(course: Course) -> None:
    course.play()
    gone = set[str]()
    for event in course.log:
        match event:
            case Withdrawn(_, player):
                gone.add(player)
            case RoundPaired(_, tables, resting):
                assert not gone & {player for table in tables for player in table.players}
                assert not gone & set(resting)
            case _:
                pass


@fewer
@given(courses())
def test_a_knock_out_leaves_one_who_has_lost_no_match(course: Course) -> None:
    end = course.play()
    if end.terms.format != "knock_out":
        return
    first, *others = rows(end)
    assert first.place == 1
    assert first.round is None
    assert all(row.round is not None for row in others)
    for paired in end.rounds:
        pairs = [frozenset(table.players) for table in paired.tables]
        assert max((pairs.count(pair) for pair in pairs), default=0) <= end.terms.best_of
    assert (
        len({pair for paired in end.rounds for pair in map(frozenset, (t.players for t in paired.tables))})
        == len(end.order) - 1
    )


@fewer
@given(courses())
def test_the_points_of_a_game_are_all_that_was_to_be_won(course: Course) -> None:
    end = course.play()
    seats = end.terms.rules.seats
    per_game = seats * (seats - 1) / 2
    bots = sum(table.players.count(None) for table in end.tables)
    if bots or any(paired.resting for paired in end.rounds):
        return
    assert sum(row.points for row in rows(end)) == per_game * len(end.results)


def test_too_few_people_call_it_off() -> None:
    terms = Terms("swiss", Rules("kingdomino", 2), Days(1), 3, least=4, most=16, starts=100, until=UNTIL)
    course = Course(terms, 3, Random(1))
    end = course.play()
    assert end.ended == TournamentEnded(100, "too_few")


def test_what_is_not_over_by_the_last_date_is_not_counted() -> None:
    terms = Terms("swiss", Rules("kingdomino", 2), Days(1), 3, least=2, most=16, starts=100, until=UNTIL)
    course = Course(terms, 4, Random(1))
    course.log += beginning(course.state, 100, list(course.state.entered))
    course.log += next_events(course.state, 100, course.ids)
    course.log += next_events(course.state, UNTIL, course.ids)
    assert course.state.ended == TournamentEnded(UNTIL, "too_late")
    assert [row.points for row in rows(course.state)] == [0, 0, 0, 0]


def test_a_match_goes_on_with_changed_seats_until_it_is_decided() -> None:
    terms = Terms("knock_out", Rules("kingdomino", 2), Days(1), 0, 2, 2, 100, UNTIL, best_of=3)
    course = Course(terms, 2, Random(1))
    course.log += beginning(course.state, 100, ["a", "b"])
    results: list[tuple[int, int]] = [(9, 3), (9, 3), (9, 9)]
    for totals in results:  # the first seat wins twice, so each has won once
        course.log += next_events(course.state, 100, course.ids)
        (table,) = course.state.waiting
        ranks = (1, 1) if totals[0] == totals[1] else (1, 2)
        course.log.append(GameCounted(100, table.game, totals, ranks))
    assert [table.players for table in course.state.tables] == [("a", "b"), ("b", "a"), ("a", "b")]
    course.log += next_events(course.state, 100, course.ids)
    assert course.state.ended == TournamentEnded(100, "finished")
    assert [row.player for row in rows(course.state)] == ["a", "b"], "equal in all: the stronger rating goes on"
