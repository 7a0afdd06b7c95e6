"""What the texts of positions and games have in common: rows, rules and players."""

from collections.abc import Iterator
from typing import Final, NamedTuple, cast, get_args

import msgspec

from domain.errors import BrokenRecord, Reason
from domain.events import Player
from domain.pieces import Caveman, Level
from domain.rules import MODES, GameName, Mode, Rules, Variant, flaw

NOT_NUMBERS: Final = Reason("not_numbers", "", "{key!r} is followed by whole numbers")
NOT_A_CAVEMAN: Final = Reason("not_a_caveman", "", "{word!r} is not a caveman")
NOT_RULES: Final = Reason("not_rules", "", "rules are: version, game, mode (of Origins), number of seats, variants")
NOT_A_PLAYER: Final = Reason(
    "not_a_player", "", 'a player is: seat {seat}, the bot\'s level or -, the name in "quotes"'
)


class Row(NamedTuple):
    number: int
    key: str
    rest: str

    def broken(self, reason: Reason) -> BrokenRecord:
        return BrokenRecord(self.number, reason)

    @property
    def text(self) -> str:
        return f"{self.key} {self.rest}" if self.rest else self.key

    def numbers(self) -> tuple[int, ...]:
        if not all(map(is_number, self.rest.split())):
            raise self.broken(NOT_NUMBERS.about(key=self.key))
        return tuple(int(word) for word in self.rest.split())

    def cavemen(self) -> tuple[Caveman, ...]:
        for word in self.rest.split():
            if word not in get_args(Caveman):
                raise self.broken(NOT_A_CAVEMAN.about(word=word))
        return cast(tuple[Caveman, ...], tuple(self.rest.split()))


def is_number(word: str) -> bool:
    """Whether `word` is a whole number of reasonable size: Python refuses to parse thousands of digits."""
    return word.isascii() and word.isdigit() and len(word) < 10


def rows(text: str) -> Iterator[Row]:
    """The rows of a text without empty ones and comments; runs of spaces are collapsed, except inside names."""
    for number, line in enumerate(text.split("\n"), 1):
        key, _, rest = line.strip().partition(" ")
        if key and not key.startswith("#"):
            yield Row(number, key, rest.strip() if key == "player" else " ".join(rest.split()))


def write_rules(rules: Rules) -> str:
    mode = [rules.mode] if rules.mode else []
    return " ".join(["rules", str(rules.version), rules.game, *mode, str(rules.seats), *rules.variants])


def read_rules(row: Row) -> Rules:
    try:
        version, game, *words = row.rest.split()
        mode = words.pop(0) if words[0] in MODES else None
        seats, *variants = words
        rules = Rules(
            game=cast(GameName, game),
            seats=int(seats),
            mode=cast(Mode | None, mode),
            variants=cast(tuple[Variant, ...], tuple(variants)),
            version=int(version),
        )
        msgspec.convert(msgspec.to_builtins(rules), Rules)
    except (ValueError, IndexError, msgspec.ValidationError) as error:
        raise row.broken(NOT_RULES) from error
    if reason := flaw(rules):
        raise row.broken(reason)
    return rules


def write_player(seat: int, player: Player) -> str:
    return f"player {seat} {player.bot or '-'} {msgspec.json.encode(player.name).decode()}"


def read_player(row: Row, seat: int) -> Player:
    words = row.rest.split(maxsplit=2)
    try:
        number, bot, name = words
        if int(number) != seat or bot not in ("-", *get_args(Level)):
            raise ValueError(row.rest)
        return Player(msgspec.json.decode(name, type=str), None if bot == "-" else cast(Level, bot))
    except (ValueError, msgspec.DecodeError) as error:
        raise row.broken(NOT_A_PLAYER.about(seat=seat)) from error
