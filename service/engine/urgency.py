"""How urgent a search is: the order of the queues, and of the questions that the search processes of a worker get."""

from enum import IntEnum


class Urgency(IntEnum):
    """The lower, the sooner."""

    NOW = 0  # a person waits in a running game: for a bot that searches, or for a hint
    STUDY = 1  # a person waits for a hint in a finished game
    ASKED = 2  # a review that somebody has opened
    UNASKED = 3  # a review that nobody has asked for, and bots of games that all persons have left
    PUZZLE = 4

    @property
    def line(self) -> str:
        """Where tickets for its jobs wait (`tickets.py`): searches of both kinds that a person waits for share one."""
        return Urgency.NOW.label if self == Urgency.STUDY else self.label

    @property
    def label(self) -> str:
        return self.name.lower()
