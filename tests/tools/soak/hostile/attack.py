"""What an attack is. To add one: a module with an `Attack`, and its line in `attacks.py`."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.support.stack import Stack


class Figure(NamedTuple):
    """What was measured calmly and under attack; under attack it may be at most `most`."""

    what: str
    calm: float
    attacked: float
    most: float
    unit: str

    @property
    def is_met(self) -> bool:
        return self.attacked <= self.most

    def __str__(self) -> str:
        verdict = "met" if self.is_met else "MISSED"
        return (
            f"  {self.what}: calm {self.calm:.4g} {self.unit}, attacked {self.attacked:.4g} {self.unit}"
            f" (at most {self.most:.4g}): {verdict}"
        )


@dataclass(frozen=True, kw_only=True)
class Attack:
    """`measure` gets a running service of its own, measures it calmly, then attacks it and measures again."""

    number: str  # of the finding in docs/security.md
    target: str
    measure: Callable[[Stack], Awaitable[list[Figure]]]
    workers: int = 1
    environment: Mapping[str, str] = field(default_factory=dict)
