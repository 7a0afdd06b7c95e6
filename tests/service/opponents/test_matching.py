"""Which seeks go together: properties over any seeks, and a few examples by name."""

from collections.abc import Sequence
from typing import Final

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from domain.rules import Rules
from projections.timing import Days
from service.opponents.matching import Match, Opening, Seeker, Sitter, matches, may_meet
from service.opponents.records import Seek

TWO: Final = Rules("origins", 2, "discovery")
PLAYERS: Final = ("ann", "ben", "cid", "dot", "eve")
SEEK: Final = Seek("seek", TWO, Days(3), False, since=0, until=1)


def seeker(player: str, *, rating: float = 0, blocked: Sequence[str] = (), **more: object) -> Seeker:
    return Seeker(Sitter(player, rating, frozenset(blocked)), msgspec.structs.replace(SEEK, id=player, **more))


def names(made: Sequence[Match]) -> list[tuple[str | None, list[str]]]:
    return [(match.game, [seeker.sitter.player for seeker in match.seekers]) for match in made]


@st.composite
def seekers(draw: st.DrawFn) -> Seeker:
    player = draw(st.sampled_from(PLAYERS))
    sitter = Sitter(player, draw(st.integers(0, 3)), frozenset(draw(st.sets(st.sampled_from(PLAYERS), max_size=2))))
    lowest, highest = draw(st.none() | st.integers(0, 3)), draw(st.none() | st.integers(0, 3))
    rules = Rules("origins", draw(st.integers(2, 3)), "discovery")
    games = tuple(sorted(draw(st.sets(st.sampled_from(["a", "b"])))))
    return Seeker(sitter, Seek("s", rules, Days(3), False, 0, 1, 2, True, lowest, highest, games))


OPENINGS: Final = st.builds(
    Opening,
    st.sampled_from(["t", "u"]),
    st.builds(Rules, st.just("origins"), st.integers(2, 3), st.just("discovery")),
    st.just(Days(3)),
    st.just(False),
    st.builds(Sitter, st.sampled_from(PLAYERS), st.integers(0, 3), st.just(frozenset())).map(lambda sitter: (sitter,)),
    st.just(1),
)


@given(st.lists(seekers(), max_size=9), st.lists(OPENINGS, max_size=2, unique_by=lambda opening: opening.game))
def test_whoever_is_matched_wanted_exactly_this(waiting: list[Seeker], openings: list[Opening]) -> None:
    waiting = [
        looking._replace(seek=msgspec.structs.replace(looking.seek, id=str(at))) for at, looking in enumerate(waiting)
    ]
    tables = {opening.game: opening for opening in openings}
    made = matches(waiting, openings)
    taken = [seeker.seek.id for match in made for seeker in match.seekers]
    assert len(taken) == len(set(taken)), "a seek leads to one game at a time"
    for match in made:
        sitters = tables[match.game].sitters if match.game else ()
        rules = tables[match.game].rules if match.game else match.seekers[0].seek.rules
        assert len(match.seekers) == (tables[match.game].free if match.game else rules.seats)
        for member in match.seekers:
            assert member.seek.rules == rules
            others = [*sitters, *(other.sitter for other in match.seekers if other is not member)]
            assert all(may_meet(member, other) for other in others)
    left = [looking for looking in waiting if looking.seek.id not in taken]
    assert not [match for match in matches(left, []) if match.seekers], "nobody waits who could play"


def test_those_who_have_waited_longest_meet_first() -> None:
    assert names(matches([seeker("ann"), seeker("ben"), seeker("cid")], [])) == [(None, ["ann", "ben"])]


def test_blocks_that_rule_out_every_group_take_no_time_from_others() -> None:
    """Each three agree, and no four: all groups that could be are a hundred million."""
    camps = [[f"{camp}{number}" for number in range(300)] for camp in "abc"]
    four = Rules("kingdomino", 4, None)
    hostile = [seeker(name, rules=four, blocked=camp) for camp in camps for name in camp]
    honest = [seeker(name, rules=four) for name in PLAYERS[:4]]
    made = matches([*honest, *hostile, seeker("ann2"), seeker("ben2")], [])
    assert names(made)[:1] == [(None, [*PLAYERS[:4]])]
    assert names(made)[-1] == (None, ["ann2", "ben2"])


def test_a_table_comes_before_a_new_game() -> None:
    table = Opening("table", TWO, Days(3), False, (Sitter("dot", 0, frozenset()),), 1)
    made = matches([seeker("ann"), seeker("ben"), seeker("cid")], [table])
    assert names(made) == [("table", ["ann"]), (None, ["ben", "cid"])]


def test_another_pace_other_seats_or_another_rating_do_not_fit() -> None:
    others = [
        seeker("ben", clock=Days(1)),
        seeker("cid", rules=Rules("origins", 3, "discovery")),
        seeker("dot", rated=True),
        seeker("eve", rating=9),
    ]
    assert matches([seeker("ann", highest=8), *others], []) == []
    assert names(matches([seeker("ann", highest=9), *others], [])) == [(None, ["ann", "eve"])]


def test_the_blocked_never_meet_whoever_blocked_whom() -> None:
    assert matches([seeker("ann", blocked=["ben"]), seeker("ben")], []) == []
    assert matches([seeker("ben"), seeker("ann", blocked=["ben"])], []) == []
    table = Opening("table", TWO, Days(3), False, (Sitter("ann", 0, frozenset(["ben"])),), 1)
    assert matches([seeker("ben")], [table]) == []


def test_three_meet_only_if_all_get_on_with_each_other() -> None:
    three = Rules("origins", 3, "discovery")
    waiting = [
        seeker("ann", rules=three),
        seeker("ben", rules=three, blocked=["cid"]),
        seeker("cid", rules=three),
        seeker("dot", rules=three),
    ]
    assert names(matches(waiting[:3], [])) == []
    assert names(matches(waiting, [])) == [(None, ["ann", "ben", "dot"])]


def test_the_same_two_do_not_meet_again_while_their_game_goes_on() -> None:
    waiting = [seeker("ann", games=("game",)), seeker("ben", games=("game",))]
    assert matches(waiting, []) == []
    assert names(matches([*waiting, seeker("cid")], [])) == [(None, ["ann", "cid"])]
