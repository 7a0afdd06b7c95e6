"""The errors of the rules and of the notation, with reasons that a player understands."""

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """Why something is refused: a stable code for programs, the number of the rule, a sentence for people.

    The details are separate from the English template, so that the sentence can be written in other languages.
    """

    code: str
    rule: str  # empty when no rule of the games is involved
    template: str
    details: tuple[tuple[str, object], ...] = ()

    @property
    def text(self) -> str:
        return self.template.format(**dict(self.details))

    def about(self, **details: object) -> "Reason":
        return msgspec.structs.replace(self, details=tuple(details.items()))


class IllegalMove(Exception):
    """The rules refuse a command; the game is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(_with_rule(reason))
        self.reason = reason


class DamagedLog(Exception):
    """A log that no game can have produced: the event with this number cannot follow the events before it."""

    def __init__(self, number: int, problem: str) -> None:
        super().__init__(f"event {number}: {problem}")
        self.number = number
        self.problem = problem


class Unreadable(ValueError):
    """A word that is not part of the notation."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


class BrokenRecord(Exception):
    """A text that is not the notation of a position or a game: the line, and what is wrong there."""

    def __init__(self, line: int, reason: Reason) -> None:
        super().__init__(f"line {line}: {_with_rule(reason)}")
        self.line = line
        self.reason = reason


def _with_rule(reason: Reason) -> str:
    return f"{reason.text} ({reason.rule})" if reason.rule else reason.text
