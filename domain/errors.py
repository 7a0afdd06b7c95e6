"""What can be refused, and why, in words a player understands."""

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """Why something is refused: a stable code for programs, the rule's number, a sentence for people.

    The details are kept apart from the English template, so that other languages can tell the same.
    """

    code: str
    rule: str  # empty when it is no matter of the games' rules
    template: str
    details: tuple[tuple[str, object], ...] = ()

    @property
    def text(self) -> str:
        return self.template.format(**dict(self.details))

    def about(self, **details: object) -> "Reason":
        return msgspec.structs.replace(self, details=tuple(details.items()))


class IllegalMove(Exception):
    """The rules refuse a command. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.text} ({reason.rule})")
        self.reason = reason


class DamagedLog(Exception):
    """A log of events that no game can have produced: the event with this number cannot follow those before."""

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
    """A text that is not the notation of a position or a game: what is wrong, and on which line."""

    def __init__(self, line: int, reason: Reason) -> None:
        rule = f" ({reason.rule})" if reason.rule else ""
        super().__init__(f"line {line}: {reason.text}{rule}")
        self.line = line
        self.reason = reason
