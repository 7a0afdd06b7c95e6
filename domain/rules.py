"""The rules of one game: box, mode, seats and variants, and what they imply."""

from typing import Final, Literal, TypeAlias

import msgspec

from domain.errors import Reason

GameName: TypeAlias = Literal["origins", "kingdomino"]
Mode: TypeAlias = Literal["discovery", "totem", "tribe"]
Variant: TypeAlias = Literal[
    "empire_of_fire",
    "homo_habilis",
    "must_place",
    "middle_kingdom",
    "harmony",
    "mighty_duel",
    "crowns_break_ties",
]

VERSION: Final = 1  # of the rules themselves: a log is always replayed with the version it was played with
VARIANTS: Final[dict[GameName, tuple[Variant, ...]]] = {
    "origins": ("empire_of_fire", "homo_habilis"),
    "kingdomino": ("must_place", "middle_kingdom", "harmony", "mighty_duel", "crowns_break_ties"),
}
MODES: Final[tuple[Mode, ...]] = ("discovery", "totem", "tribe")

UNKNOWN_VERSION: Final = Reason(
    "unknown_version", "", "These rules have version {version}; only version {known} is known."
)
SEATS: Final = Reason("seats", "O1", "A game has two, three or four seats, not {seats}.")
MODE_NEEDED: Final = Reason("mode_needed", "O8", "Origins is played in discovery, totem or tribe mode: name one.")
NO_MODES: Final = Reason("no_modes", "K1", "Kingdomino has no modes: leave the mode empty.")
FOREIGN_VARIANT: Final = Reason("foreign_variant", "O14", "The variant {variant} does not belong to {game}.")
TWICE: Final = Reason("variant_twice", "O14", "The variant {variant} is named twice.")
DUEL_OF_TWO: Final = Reason("duel_of_two", "K6", "The mighty duel is for two seats.")


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: GameName
    seats: int
    mode: Mode | None = None
    variants: tuple[Variant, ...] = ()
    version: int = VERSION

    @property
    def size(self) -> int:
        """O1, K1, K6: the largest width and height of a territory, in cells."""
        return 7 if self.seats == 2 and (self.game == "origins" or "mighty_duel" in self.variants) else 5

    @property
    def line_length(self) -> int:
        return 3 if self.game == "kingdomino" and self.seats == 3 else 4

    @property
    def rounds(self) -> int:
        return 6 if self.game == "kingdomino" and self.seats == 2 and self.size == 5 else 12

    @property
    def has_resources(self) -> bool:
        return self.mode in ("totem", "tribe")

    @property
    def must_place(self) -> bool:
        return self.game == "origins" or "must_place" in self.variants

    @property
    def claims_in_pairs(self) -> bool:
        """O1: in the set-up of two-seat Origins a seat claims the outer or the inner pair of dominoes."""
        return self.game == "origins" and self.seats == 2


def flaw(rules: Rules) -> Reason | None:
    """Why these rules are impossible, or None."""
    if rules.version != VERSION:
        return UNKNOWN_VERSION.about(version=rules.version, known=VERSION)
    if rules.seats not in (2, 3, 4):
        return SEATS.about(seats=rules.seats)
    if rules.game == "origins" and rules.mode is None:
        return MODE_NEEDED
    if rules.game == "kingdomino" and rules.mode is not None:
        return NO_MODES
    return _flaw_of_variants(rules)


def _flaw_of_variants(rules: Rules) -> Reason | None:
    for variant in rules.variants:
        if variant not in VARIANTS[rules.game]:
            return FOREIGN_VARIANT.about(variant=variant, game=rules.game)
        if rules.variants.count(variant) > 1:
            return TWICE.about(variant=variant)
    if "mighty_duel" in rules.variants and rules.seats != 2:
        return DUEL_OF_TWO
    return None
