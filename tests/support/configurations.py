"""Every way the two games can be played: game × mode × seats × variants."""

from itertools import chain, combinations
from typing import Final

from domain.rules import MODES, VARIANTS, Rules, Variant, flaw


def _subsets(variants: tuple[Variant, ...]) -> list[tuple[Variant, ...]]:
    return list(chain.from_iterable(combinations(variants, size) for size in range(len(variants) + 1)))


def _all() -> list[Rules]:
    origins = [
        Rules("origins", seats, mode, variants)
        for mode in MODES
        for seats in (2, 3, 4)
        for variants in _subsets(VARIANTS["origins"])
    ]
    kingdomino = [
        Rules("kingdomino", seats, None, variants)
        for seats in (2, 3, 4)
        for variants in _subsets(VARIANTS["kingdomino"])
    ]
    return [rules for rules in origins + kingdomino if flaw(rules) is None]


CONFIGURATIONS: Final = _all()


def name(rules: Rules) -> str:
    """A file name for games of this configuration."""
    return "-".join([rules.game, *([rules.mode] if rules.mode else []), str(rules.seats), *rules.variants])
