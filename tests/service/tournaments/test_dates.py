"""The dates of their tournaments are in the calendar of those who play, and of nobody else."""

from datetime import UTC, datetime
from typing import Any

from icalendar import Calendar

from service.runtime.clock import moment
from tests.support.tournament_worlds import DAY, TournamentWorld


async def _dates(world: TournamentWorld, player: str) -> dict[str, datetime]:
    """By title, in German."""
    calendar: Any = Calendar.from_ical(await world.services.deadlines.calendar(player, "de"))
    return {
        str(event["SUMMARY"]): event["DTSTART"].dt.astimezone(UTC)
        for event in calendar.walk("VEVENT")
        if "/tournaments/" in str(event["URL"])
    }


async def test_a_tournament_begins_and_ends_in_the_calendar_of_those_who_play(world: TournamentWorld) -> None:
    tournament = await world.opened("Ann", "Ben")
    state = await world.state(tournament)
    ann, terms = next(iter(state.entered)), state.terms
    begins, ends = (
        {"Ein Turnier beginnt: Kingdomino": terms.starts},
        {"Letzter Moment eines Turniers: Kingdomino": terms.until},
    )
    assert await _dates(world, ann) == {title: moment(at) for title, at in (begins | ends).items()}
    world.clock.now += DAY
    await world.look()
    assert await _dates(world, ann) == {title: moment(at) for title, at in ends.items()}


async def test_who_only_opened_it_or_has_withdrawn_has_no_dates(world: TournamentWorld) -> None:
    tournament = await world.begun("Ann", "Ben", "Cid")
    state = await world.state(tournament)
    owner, gone = state.opened.by, next(iter(state.entered))
    await world.services.tournaments.withdraw(tournament, gone)
    assert owner is not None
    assert await _dates(world, owner) == {}
    assert await _dates(world, gone) == {}
