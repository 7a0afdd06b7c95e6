"""What can be refused, and why, in words a player understands."""

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """Why the rules refuse a move: a stable code for programs, the rule's number, a sentence for people."""

    code: str
    rule: str
    text: str

    def about(self, **details: object) -> "Reason":
        return msgspec.structs.replace(self, text=self.text.format(**details))


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


class BrokenRecord(Exception):
    """A text that is not the notation of a position or a game: what is wrong, and on which line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem
