"""Every seat drafts for its own lead, knowing what the others will answer: all orders of drafting are tried."""

from typing import Any, Final

import numpy as np

from puzzles.search.kernel.lines.workspace import Line
from puzzles.search.kernel.lines.worths import chiefs, drafted_by, holds, is_to_draft, seat_of, weigh
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import NOBODY, State

SPREAD: Final = 6.0  # points by which an expectation and the end are apart, about
_NONE: Final = -1


@compiled
def solve_line(line: Line, state: State, sketch: Sketch) -> None:
    """What each seat may expect, in `best[0]`, and how all go on, in `drafts` and `layings`."""
    for seat in range(state.seats):
        weigh(line, state, seat, sketch)
    reply(line, state)


@compiled
def reply(line: Line, state: State) -> None:
    """The same, once the worths of all seats are known."""
    count, begin = 0, 0
    for chief in range(chiefs(state)):
        if is_to_draft(state, chief):
            begin = chief if count == 0 else begin
            line.drafters[count] = seat_of(state, chief)
            count += 1
    for seat in range(state.seats):
        line.sets[seat] = drafted_by(state, seat)
    _try_orders(line, state, count)
    for draft in range(count):
        line.drafts[begin + draft] = line.best_drafts[0, draft]
        line.sets[line.drafters[draft]] |= 1 << line.best_drafts[0, draft]
    for seat in range(state.seats):
        _plan_layings(line, state, seat)


@compiled
def _plan_layings(line: Line, state: State, seat: int) -> None:
    laid = 0
    for chief in range(chiefs(state)):
        if seat_of(state, chief) == seat and holds(state, chief):
            line.layings[chief] = line.ways[seat, line.sets[seat], laid]
            laid += 1


@compiled
def _try_orders(line: Line, state: State, count: int) -> None:
    """Goes through all orders in which `count` chiefs may draft what is free."""
    used = 0
    for place in range(state.next_count):
        if state.next_seat[place] != NOBODY:
            used |= 1 << place
    depth = 0
    _enter(line, state, depth, count)
    while count > 0:
        is_done = depth == count
        if not is_done:
            seat, before = line.drafters[depth], number(line.taken[depth])
            if before != _NONE:
                line.sets[seat] &= ~(1 << before)
                used &= ~(1 << before)
            place = before + 1
            while place < state.next_count and used >> place & 1:
                place += 1
            is_done = place == state.next_count
            if not is_done:
                line.taken[depth] = place
                line.sets[seat] |= 1 << place
                used |= 1 << place
                depth += 1
                _enter(line, state, depth, count)
                continue
        if depth == 0:
            return
        depth -= 1
        _take(line, state, depth, count)


@compiled
def _enter(line: Line, state: State, depth: int, count: int) -> None:
    line.taken[depth], line.is_found[depth] = _NONE, False
    if depth == count:
        for seat in range(state.seats):
            line.best[depth, seat] = line.worths[seat, line.sets[seat]]


@compiled
def _take(line: Line, state: State, depth: int, count: int) -> None:
    """Compares what follows from the draft that was tried with the best one before it."""
    seat = line.drafters[depth]
    if line.is_found[depth]:
        before = lead_of(line.best[depth], seat, state.seats)
        if lead_of(line.best[depth + 1], seat, state.seats) <= before:
            return
    line.is_found[depth] = True
    for other in range(state.seats):
        line.best[depth, other] = line.best[depth + 1, other]
    line.best_drafts[depth, depth] = line.taken[depth]
    for later in range(depth + 1, count):
        line.best_drafts[depth, later] = line.best_drafts[depth + 1, later]


@compiled
def lead_of(points: Any, seat: int, seats: int) -> float:
    """What a seat expects beyond the best other one, of which more is to be expected the more there are."""
    best, more = -1e9, 0.0
    for other in range(seats):
        if other != seat:
            best = max(best, points[other])
    if seats == 2:
        return float(points[seat] - best)
    for other in range(seats):
        if other != seat:
            more += np.exp((points[other] - best) / SPREAD)
    return float(points[seat] - best - SPREAD * np.log(more))
