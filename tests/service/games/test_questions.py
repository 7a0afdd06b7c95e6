"""Questions at a table and their answers, as its log has them."""

import pytest

from service.games.clocks.time_events import PauseAgreed, PauseAsked, PauseBegun, PauseEnded, TimeEvent
from service.games.questions import (
    LIFETIME,
    NO_QUESTIONS,
    Question,
    QuestionAgreed,
    QuestionAsked,
    QuestionClosed,
    QuestionEvent,
    Questions,
    evolve_questions,
)

MINUTE = 60_000
DAY = 86_400_000
UNDO = QuestionAsked(0, 1000, "undo", 7, (1, 2), None, None)


def after(*events: QuestionEvent | TimeEvent) -> Questions:
    questions = NO_QUESTIONS
    for event in events:
        questions = evolve_questions(questions, event)
    return questions


def standing(questions: Questions) -> list[tuple[str, tuple[int, ...]]]:
    return [(question.kind, question.agreed) for question in questions.standing]


def test_a_question_waits_for_those_who_are_asked_and_have_not_agreed() -> None:
    [question] = after(UNDO, QuestionAgreed(2, 1001, "undo")).standing
    assert question == Question("undo", 0, 1000, (0, 2), 7, (1, 2))
    assert [question.waits_for(seat) for seat in range(4)] == [False, True, False, False]


def test_it_ends_with_the_next_event_of_the_game_or_after_some_days() -> None:
    [question] = after(UNDO).standing
    assert question.is_open(7, 1000)
    assert not question.is_open(8, 1000)
    assert question.is_open(7, 1000 + LIFETIME - 1)
    assert not question.is_open(7, 1000 + LIFETIME)


def test_there_is_one_of_each_kind() -> None:
    later = QuestionAsked(1, 2000, "undo", 9, (0,), None, None)
    off = QuestionAsked(0, 2000, "call_off", 9, (1,), None, None)
    assert standing(after(UNDO, off, PauseAsked(2, 2000, 7), later)) == [
        ("call_off", (0,)),
        ("pause", (2,)),
        ("undo", (1,)),
    ]


def test_a_pause_is_a_question_until_it_begins_or_is_refused() -> None:
    question = after(PauseAsked(0, 1000, 7), PauseAgreed(1, 1001))
    assert standing(question) == [("pause", (0, 1))]
    assert standing(evolve_questions(question, PauseBegun(1001, 2000))) == []
    assert standing(evolve_questions(question, PauseEnded(2, 1001))) == []
    assert question.standing[0].is_open(1_000_000, DAY), "moves do not end it"


def test_nobody_agrees_to_what_nobody_asks() -> None:
    with pytest.raises(ValueError, match="nobody has asked for this: undo"):
        after(QuestionAgreed(1, 1000, "undo"))


def test_each_refusal_makes_the_next_wait_longer_up_to_a_day() -> None:
    questions, waits, at = NO_QUESTIONS, list[int](), 0
    for _ in range(8):
        for event in (QuestionAsked(0, at, "undo", 7, (1,), None, None), QuestionClosed(1, at, "undo")):
            questions = evolve_questions(questions, event)
        waits.append((questions.wait(0) - at) // MINUTE)
        at += DAY
    assert waits == [5, 15, 45, 135, 405, 1215, 1440, 1440]
    assert questions.wait(1) == 0, "nobody else waits"


def test_who_takes_a_question_back_was_not_refused() -> None:
    assert after(UNDO, QuestionClosed(0, 1001, "undo")).wait(0) == 0
    assert after(PauseAsked(0, 1000, 7), PauseEnded(1, 1000)).wait(0) == 1000 + 5 * MINUTE
