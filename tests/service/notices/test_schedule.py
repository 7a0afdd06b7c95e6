"""When a notice is sent. Nothing that holds it back loses it."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis.strategies import booleans, builds, integers, lists, none, sampled_from

from projections.notices import WAYS, Kind, Way
from service.notices.preferences import Preferences, Quiet, Timing
from service.notices.records import Closed, Item, Mark, Noticed, Notices, ReadUpTo, Record, Sent
from service.notices.schedule import AWAY_AFTER, Plan, plan, to_close

NOW = 1_795_000_000_000
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
TURN = Noticed(NOW, "turn", "somegame", 7)


def stored(*records: Record) -> Notices:
    return Notices([(Mark(9, number), record) for number, record in enumerate(records, 1)])


def never(_: Item) -> bool:
    return False


def always(_: Item) -> bool:
    return True


def planned(
    notices: Notices, now: int = NOW, seen: int = 0, ways: tuple[Way, ...] = ("push",), **wishes: object
) -> Plan:
    return plan(notices, Preferences(**wishes), dict.fromkeys(ways, 0), seen, now, never)  # type: ignore[arg-type]


def ways(a_plan: Plan) -> list[Way]:
    return [dispatch.way for dispatch in a_plan.now]


def test_a_push_is_sent_at_once_and_a_mail_an_hour_later() -> None:
    both: tuple[Way, ...] = ("push", "mail")
    at_once = planned(stored(TURN), ways=both)
    assert (ways(at_once), at_once.look_at) == (["push"], NOW + HOUR)
    later = planned(stored(TURN, Sent(NOW, Mark(9, 1), "push")), NOW + HOUR, ways=both)
    assert (ways(later), later.look_at) == (["mail"], None)


def test_nothing_is_sent_to_somebody_who_was_here_a_minute_ago() -> None:
    waits = planned(stored(TURN), NOW, seen=NOW - 1000)
    assert (waits.now, waits.look_at) == ([], NOW - 1000 + AWAY_AFTER)
    assert ways(planned(stored(TURN), NOW - 1000 + AWAY_AFTER, seen=NOW - 1000)) == ["push"]


def test_quiet_hours_hold_everything_back_but_short_time() -> None:
    all_day = Quiet(0, 23 * 60 + 59)
    short = Noticed(NOW, "time_short", "another", 3)
    assert [dispatch.item.notice.kind for dispatch in planned(stored(TURN, short), quiet=all_day).now] == ["time_short"]
    assert planned(stored(TURN, short), quiet=all_day, urgent_in_quiet=False).now == []


def test_what_is_settled_read_muted_unwanted_or_replaced_is_not_sent() -> None:
    reachable: dict[Way, int] = {"push": 0}
    assert plan(stored(TURN), Preferences(), reachable, 0, NOW, always).now == []
    assert planned(stored(TURN, ReadUpTo(NOW, Mark(9, 1)))).now == []
    assert planned(stored(TURN), muted=("somegame",)).now == []
    assert planned(stored(TURN), choices={"turn": {"push": "off"}}).now == []
    newer = Noticed(NOW, "turn", "somegame", 9)
    assert [dispatch.item.notice for dispatch in planned(stored(TURN, newer)).now] == [newer]


def test_a_new_device_gets_nothing_that_is_older_than_itself() -> None:
    assert plan(stored(TURN), Preferences(), {"push": NOW + 1}, 0, NOW + 2, never).now == []


def test_a_device_takes_away_what_is_settled_once() -> None:
    sent = stored(TURN, Sent(NOW, Mark(9, 1), "push"))
    assert [item.notice for item in to_close(sent, Preferences(), always)] == [TURN]
    assert to_close(sent, Preferences(), never) == []
    assert to_close(stored(TURN), Preferences(), always) == []


def test_what_is_on_its_way_is_withdrawn_when_its_game_is_muted() -> None:
    over = Noticed(NOW, "finished", "somegame", 9)
    sent, muted = stored(over, Sent(NOW, Mark(9, 1), "webhook")), Preferences(muted=("somegame",))
    assert [item.notice for item in to_close(sent, muted, never)] == [over]
    assert to_close(sent, Preferences(muted=("another",)), never) == []
    closed = stored(over, Sent(NOW, Mark(9, 1), "webhook"), Closed(NOW, Mark(9, 1)))
    assert to_close(closed, muted, never) == []


def test_a_digest_comes_once_a_day_and_has_what_came_since_the_last() -> None:
    wishes = Preferences(choices={"turn": {"mail": "digest"}}, digest_hour=8)
    morning = NOW - NOW % DAY + 8 * HOUR
    notices, reachable = stored(Noticed(morning - HOUR, "turn", "somegame", 7)), dict[Way, int]({"mail": 0})
    yesterday = plan(notices, wishes, reachable, 0, morning - 1, never).digest
    assert yesterday is not None
    due = plan(notices, wishes, reachable, 0, morning, never)
    assert due.digest == yesterday + 1
    assert (len(due.digested), due.now, due.look_at) == (1, [], morning + DAY)


KINDS: list[Kind] = ["turn", "time_short", "finished", "joined", "moderation"]
WISHED = builds(
    Preferences,
    delay=integers(5, 1440),
    digest_hour=integers(0, 23),
    quiet=none() | builds(Quiet, integers(0, 1439), integers(0, 1439)),
    urgent_in_quiet=booleans(),
    zone=sampled_from(["UTC", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"]),
    choices=sampled_from([{}, {"turn": {"mail": "digest"}}, {"joined": {"push": "delayed", "mail": "digest"}}]),
)


@given(WISHED, sampled_from(KINDS), lists(integers(0, 3 * DAY), max_size=6), integers(0, 300 * DAY))
def test_whoever_is_here_and_whatever_the_hours_a_notice_is_sent_in_the_end(
    preferences: Preferences, kind: Kind, inputs: list[int], begin: int
) -> None:
    """Looked at only when a plan says so, and whenever the person has done something."""
    begin += NOW
    notices = stored(Noticed(begin, kind, "somegame", 7))
    reachable: dict[Way, int] = {"push": 0, "mail": 0, "webhook": 0}
    wanted: dict[Way, Timing] = {way: preferences.timing(kind, way) for way in reachable}
    sent: dict[str, int] = {}
    now = begin
    for _ in range(60):
        seen = max((begin + at for at in inputs if begin + at <= now), default=0)
        step = plan(notices, preferences, reachable, seen, now, never)
        for dispatch in step.now:
            assert dispatch.way not in sent
            assert now - seen >= AWAY_AFTER
            sent[dispatch.way] = now
            dispatch.item.ways.add(dispatch.way)
        if step.digest is not None:
            notices.digested = step.digest
            for item in step.digested:
                sent.setdefault("digest", now)
                notices.in_digest = item.mark
        if step.look_at is None or step.look_at > begin + 6 * DAY:
            break
        assert step.look_at > now
        now = step.look_at
    assert {way for way, timing in wanted.items() if timing in ("at_once", "delayed")} == set(sent) - {"digest"}
    assert ("digest" in sent) == ("digest" in wanted.values())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_can_be_chosen_and_refused_by_every_way(kind: Kind, way: Way) -> None:
    notices = stored(Noticed(NOW, kind, "somegame", 7))
    for timing, expected in (("at_once", [way]), ("off", [])):
        assert ways(planned(notices, ways=(way,), choices={kind: {way: timing}})) == expected
