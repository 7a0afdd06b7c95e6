"""A position as text: a few rows for the table, then one row per territory."""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, cast, get_args

from msgspec.structs import replace

from domain.dominoes import NUMBERS, dominoes
from domain.errors import Reason, Unreadable
from domain.notation.cells import cell_name, read_cells
from domain.notation.rows import Row, is_number, read_player, read_rules, rows, write_player, write_rules
from domain.notation.territories import read_territory, write_territory
from domain.pieces import CAVEMEN, RESOURCES, Caveman
from domain.position import Due, Position, Slot
from domain.rules import Rules
from domain.territory import Territory
from domain.totems import Totems

NOT_SO_MANY_SEATS: Final = Reason("not_so_many_seats", "", "these rules need {seats} players and as many seats")
NOT_A_ROW: Final = Reason("not_a_row", "", "{key!r} does not belong here")
ROW_TWICE: Final = Reason("row_twice", "", "{key!r} stands twice")
ANOTHER_SEAT: Final = Reason("another_seat", "", "the row of seat {seat} is due here")
NOT_A_ROUND: Final = Reason("not_a_round", "", "a round is a number up to {rounds} and what is due: {steps}")
NOT_A_SLOT: Final = Reason("not_a_slot", "", "{word!r} is not a domino, or a domino and a seat")
NOT_SEATS: Final = Reason("not_seats", "", "seats are numbered from 0 to {last}")
IN_TWO_PLACES: Final = Reason("in_two_places", "", "domino {domino} is in two places")
NO_DOMINO: Final = Reason("no_domino", "", "there is no domino {domino}")
TOO_MANY_CAVEMEN: Final = Reason("too_many_cavemen", "", "there are not so many of {kind!r} in the box")
NOT_A_TOTEM: Final = Reason("not_a_totem", "", "{word!r} is not a totem and the seat that holds it")
NO_CLAIM: Final = Reason(
    "no_claim", "", "a claim is due in round 0, with as many free dominoes as there are 'chiefs' to come"
)
NO_CHIEF: Final = Reason(
    "no_chief", "", "in a round, the row 'line' names the chiefs still to act, the acting one first"
)
NO_VOLCANO: Final = Reason(
    "no_volcano", "", "a fire is due just when the row 'fire' names a volcano of the acting chief"
)

_ONCE = (
    "rules",
    "round",
    "chiefs",
    "line",
    "next",
    "fire",
    "cave",
    "burned",
    "totems",
    "discarded",
    "won",
    "left",
    "ended",
)


def write_position(position: Position) -> str:
    """The whole position as text; the inverse of `read_position`."""
    rules, *table = _table(position)
    players = [write_player(seat, player) for seat, player in enumerate(position.players)]
    left = [" ".join(["left", *map(str, position.left)])] if position.left else []
    return "\n".join([rules, *players, *left, *table]) + "\n"


def fingerprint(position: Position) -> str:
    """A short hash of everything in a position that matters to the rules: the players are left out."""
    return sha256("\n".join(_table(position)).encode()).hexdigest()[:16]


def _table(position: Position) -> Iterator[str]:
    yield write_rules(position.rules)
    yield f"round {position.round} {position.step}"
    lists: dict[str, Sequence[object]] = {
        "chiefs": [*position.chiefs],
        "line": [_write_slot(slot) for slot in position.line],
        "next": [_write_slot(slot) for slot in position.next_line],
        "fire": [cell_name(position.volcano)] if position.volcano else [],
        "cave": [*position.cave],
        "burned": sorted(_burned(position).elements()),
        "totems": [f"{kind}:{position.totems[kind]}" for kind in RESOURCES if kind in position.totems],
        "discarded": [*position.discarded],
        "won": [*(position.winners or ())],
        "ended": ["called_off"] if position.is_called_off else [],
    }
    yield from (" ".join([key, *map(str, words)]) for key, words in lists.items() if words)
    for seat, territory in enumerate(position.territories):
        yield " ".join(["seat", str(seat), *write_territory(dominoes(position.rules), territory)])


def _write_slot(slot: Slot) -> str:
    return str(slot.domino) if slot.seat is None else f"{slot.domino}:{slot.seat}"


def _box(rules: Rules) -> Counter[Caveman]:
    return Counter(CAVEMEN) if rules.mode == "tribe" else Counter()


def _standing(territories: tuple[Territory, ...]) -> Counter[Caveman]:
    return Counter(square.caveman for land in territories for square in land.squares.values() if square.caveman)


def _burned(position: Position) -> Counter[Caveman]:
    """The cavemen that were burned."""
    left = _box(position.rules)
    left.subtract(position.cave)
    left.subtract(position.pile)
    return left - _standing(position.territories)


def read_position(text: str) -> Position:
    """The position written as `text`; raises BrokenRecord with the line and the problem."""
    all_rows = list(rows(text))
    once = _rows_once(all_rows)
    rules = read_rules(once["rules"])
    players = tuple(read_player(row, seat) for seat, row in enumerate(row for row in all_rows if row.key == "player"))
    seats = (row for row in all_rows if row.key == "seat")
    territories = tuple(_read_territory(rules, row, seat) for seat, row in enumerate(seats))
    if not rules.seats == len(players) == len(territories):
        raise all_rows[-1].broken(NOT_SO_MANY_SEATS.about(seats=rules.seats))
    number, step = _read_round(once["round"], rules)
    position = Position(
        rules=rules,
        players=players,
        territories=territories,
        unseen=frozenset(),  # what is neither placed nor on the table: worked out below
        pile=_read_pile(once, rules, territories),
        cave=once["cave"].cavemen(),
        totems=_read_totems(once["totems"], rules),
        discarded=once["discarded"].numbers(),
        round=number,
        step=step,
        chiefs=_seats(once["chiefs"], rules),
        line=_read_line(once["line"], rules),
        next_line=_read_line(once["next"], rules),
        volcano=next(iter(read_cells(once["fire"].rest)), None),
        winners=_seats(once["won"], rules) or None,
        left=_seats(once["left"], rules),
        is_called_off=once["ended"].rest == "called_off",
    )
    _check_turn(once["round"], position)
    return replace(position, unseen=NUMBERS.difference(_seen(all_rows[-1], position)))


def _rows_once(all_rows: list[Row]) -> dict[str, Row]:
    """The rows that may occur only once, by key; an absent row is empty."""
    last = all_rows[-1].number if all_rows else 1
    once = {key: Row(last, key, "") for key in _ONCE}
    for row in all_rows:
        if row.key not in (*_ONCE, "player", "seat"):
            raise row.broken(NOT_A_ROW.about(key=row.key))
        if row.key in once and once[row.key].rest:
            raise row.broken(ROW_TWICE.about(key=row.key))
        if row.key in once:
            once[row.key] = row
    return once


def _read_territory(rules: Rules, row: Row, seat: int) -> Territory:
    number, *words = row.rest.split() or [""]
    if number != str(seat):
        raise row.broken(ANOTHER_SEAT.about(seat=seat))
    try:
        return read_territory(dominoes(rules), rules.size, words)
    except Unreadable as unreadable:
        raise row.broken(unreadable.reason) from unreadable


def _read_round(row: Row, rules: Rules) -> tuple[int, Due]:
    number, _, step = row.rest.partition(" ")
    if not is_number(number) or int(number) > rules.rounds or step not in get_args(Due):
        raise row.broken(NOT_A_ROUND.about(rounds=rules.rounds, steps=", ".join(get_args(Due))))
    return int(number), cast(Due, step)


def _read_line(row: Row, rules: Rules) -> tuple[Slot, ...]:
    return tuple(_read_slot(row, word, rules) for word in row.rest.split())


def _read_slot(row: Row, word: str, rules: Rules) -> Slot:
    domino, colon, seat = word.partition(":")
    is_domino = is_number(domino) and int(domino) in NUMBERS
    is_seat = not colon or seat in map(str, range(rules.seats))
    if not (is_domino and is_seat):
        raise row.broken(NOT_A_SLOT.about(word=word))
    return Slot(int(domino), int(seat) if colon else None)


def _seats(row: Row, rules: Rules) -> tuple[int, ...]:
    if not set(row.numbers()) <= set(range(rules.seats)):
        raise row.broken(NOT_SEATS.about(last=rules.seats - 1))
    return row.numbers()


def _seen(last: Row, position: Position) -> set[int]:
    squares = Counter(square.domino for land in position.territories for square in land.squares.values())
    lying = Counter({domino: count // 2 for domino, count in squares.items()})
    lying.update(slot.domino for slot in position.lying)
    lying.update(position.discarded)
    for domino, count in lying.items():
        if count > 1 or domino not in NUMBERS:
            raise last.broken((IN_TWO_PLACES if count > 1 else NO_DOMINO).about(domino=domino))
    return set(lying)


def _read_pile(once: dict[str, Row], rules: Rules, territories: tuple[Territory, ...]) -> tuple[Caveman, ...]:
    left = _box(rules)
    left.subtract([*once["cave"].cavemen(), *once["burned"].cavemen()])
    left.subtract(_standing(territories))
    for caveman, count in left.items():
        if count < 0:
            raise once["cave"].broken(TOO_MANY_CAVEMEN.about(kind=caveman))
    return tuple(sorted(left.elements()))


def _read_totems(row: Row, rules: Rules) -> Totems:
    totems: Totems = {}
    for word in row.rest.split():
        kind, _, seat = word.partition(":")
        if kind not in RESOURCES or seat not in map(str, range(rules.seats)):
            raise row.broken(NOT_A_TOTEM.about(word=word))
        totems[kind] = int(seat)
    return totems


def _check_turn(row: Row, position: Position) -> None:
    """Checks that the step due is possible: there is a chief to act, and a volcano if a fire is due."""
    if position.step == "claim" and not (position.round == 0 and 0 < len(position.chiefs) <= len(position.free)):
        raise row.broken(NO_CLAIM)
    if position.step in ("place", "fire", "totem", "draft", "recruit"):
        if not position.line or position.round == 0 or None in {slot.seat for slot in position.line}:
            raise row.broken(NO_CHIEF)
        square = position.territory.squares.get(position.volcano) if position.volcano else None
        if (position.step == "fire") != bool(square and square.craters):
            raise row.broken(NO_VOLCANO)
