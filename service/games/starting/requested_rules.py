"""The rules of a game as somebody asks for them."""

from typing import get_args

import msgspec

from domain.rules import VERSION, GameName, Mode, Rules, Variant


class RequestedRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game to play. The default variant of Kingdomino is `must_place`."""

    game: GameName
    seats: int
    mode: Mode | None = None
    variants: tuple[Variant, ...] | None = None
    version: int = VERSION

    def rules(self) -> Rules:
        usual: tuple[Variant, ...] = ("must_place",) if self.game == "kingdomino" else ()
        variants = usual if self.variants is None else self.variants
        # Always in the same order, so that equal rules are equal in every log.
        in_order = tuple(sorted(variants, key=get_args(Variant).index))
        return Rules(self.game, self.seats, self.mode, in_order, self.version)
