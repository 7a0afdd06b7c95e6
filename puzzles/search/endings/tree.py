"""The tree of all that may follow: drafts, and those placements and fires that cannot be put off."""

from typing import Final

from puzzles.search.endings.choices import can_wait, list_choices
from puzzles.search.endings.own_leads import share_out, take_larger_lead
from puzzles.search.endings.replies import is_known, take_reply
from puzzles.search.endings.workspace import BEYOND, STEPS, Workspace, is_spent
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import DRAFT, NOBODY, OVER, PLACE, State, actor, held
from puzzles.search.kernel.rules.turn import play

_ROOT: Final = 1  # the ply before it is the position whose moves are compared
_PUT_OFF: Final = -2  # in place of a move


@compiled
def look_ahead(work: Workspace, move: int) -> None:
    """Searches what follows a move of the position at ply 0; the result is in the payoffs of ply 1."""
    tree, ply = work.tree, _ROOT
    tree.room[_ROOT] = tree.room[0]
    play(tree.room[_ROOT], move)
    seat = actor(tree.room[0])
    work.alpha[_ROOT], work.beta[_ROOT] = -BEYOND, BEYOND
    is_done = _enter(work, ply, seat)
    while not is_spent(work):
        if not is_done and tree.next[ply] < tree.count[ply] and work.alpha[ply] < work.beta[ply]:
            _go_on(work, ply)
            ply += 1
            is_done = _enter(work, ply, seat)
            continue
        if ply == _ROOT:
            return
        ply -= 1
        _take(work, ply, seat)
        is_done = False


@compiled
def _enter(work: Workspace, ply: int, seat: int) -> bool:
    """Whether the payoffs of a ply are known at once; otherwise its moves are listed."""
    tree, state = work.tree, work.tree.room[ply]
    work.steps[STEPS] += 1
    if state.round == state.rounds and state.step in (PLACE, OVER) and _is_settled(work, ply, seat):
        return True
    tree.next[ply] = 0
    if can_wait(state):
        tree.moves[ply, 0], tree.count[ply] = _PUT_OFF, 1
    else:
        tree.count[ply] = list_choices(work, ply)
    return False


@compiled
def _is_settled(work: Workspace, ply: int, seat: int) -> bool:
    if work.tree.room[ply].seats == 2:
        return is_known(work, ply, seat)
    share_out(work, ply)
    return True


@compiled
def _go_on(work: Workspace, ply: int) -> None:
    tree = work.tree
    tree.room[ply + 1] = tree.room[ply]
    work.alpha[ply + 1], work.beta[ply + 1] = work.alpha[ply], work.beta[ply]
    move = number(tree.moves[ply, tree.next[ply]])
    tree.next[ply] += 1
    if move == _PUT_OFF:
        _put_off(work, tree.room[ply + 1])
    else:
        play(tree.room[ply + 1], move)


@compiled
def _put_off(work: Workspace, state: State) -> None:
    """Goes on to the draft with the placement still to come."""
    work.late[actor(state)] = held(state)
    state.step = DRAFT


@compiled
def _take(work: Workspace, ply: int, seat: int) -> None:
    """Compares the move of this ply that has been searched with the best one before it."""
    tree = work.tree
    state, is_first = tree.room[ply], tree.next[ply] == 1
    if tree.moves[ply, 0] == _PUT_OFF:
        work.late[actor(state)] = NOBODY
    if state.seats == 2:
        take_reply(work, ply, is_first, actor(state) == seat)
    else:
        take_larger_lead(work, ply, is_first)
