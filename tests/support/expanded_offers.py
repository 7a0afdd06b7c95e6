"""What a page does with the moves that it is offered (service/web/board/expanded.js)."""

from typing import Any

import msgspec

from domain.commands import Step
from domain.notation.moves import write_move
from projections.offer import NOT_THERE

_TURNS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def expanded(offer: dict[str, Any]) -> dict[str, Any]:
    """The complete list, as JSON."""
    pairs: list[tuple[Any, int]] = [*offer.get("others", [])]
    for x, y, *numbers in offer.get("spots", []):
        if "domino" not in offer:
            pairs.append(({"type": "fire", "at": [x, y]}, numbers[0]))
            continue
        for (dx, dy), number in zip(_TURNS, numbers, strict=True):
            if number != NOT_THERE:
                place = {"type": "place", "domino": offer["domino"], "a": [x, y], "b": [x + dx, y + dy]}
                pairs.append((place, number))
    earnings = offer["earnings"]
    moves = [move for move, _ in pairs]
    return {
        **{name: offer.get(name) for name in ("seq", "seat", "step", "undo")},
        "moves": moves,
        "notation": [write_move(msgspec.convert(move, Step)) for move in moves],
        "recruit": _recruit(offer["recruit"]) if "recruit" in offer else None,
        "earns": None if earnings is None else [_earning(earnings[number], offer) for _, number in pairs],
    }


def _earning(earning: dict[str, Any], offer: dict[str, Any]) -> dict[str, Any]:
    items = [offer["items"][number] for number in earning.get("items", [])]
    return {**earning, "items": items} if items else earning


def _recruit(recruit: dict[str, Any]) -> dict[str, Any]:
    if recruit["earns"] is None:
        return recruit
    cells = [*recruit["free"], *(cell for cells in recruit["resources"].values() for cell in cells)]
    worths = [
        {"points": points, "spends": spends} if spends else {"points": points}
        for points, spends in recruit["earns"]["worths"]
    ]
    cavemen = [
        {**entry, "places": [{"at": at, **worths[number]} for at, number in zip(cells, entry["places"], strict=True)]}
        for entry in recruit["earns"]["cavemen"]
    ]
    return {**recruit, "earns": cavemen}
