"""The files of deploy/, parsed."""

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: Any = COMPOSE["services"]


def interpolated(text: str, **environment: str) -> str:
    """As compose replaces variables in a value; raises ValueError for one that has to be set."""

    def value(match: re.Match[str]) -> str:
        name, operator, word = match["name"], match["operator"], match["word"]
        if match[0] == "$$":
            return "$"
        if environment.get(name):
            return environment[name]
        if operator == ":?":
            raise ValueError(f"required variable {name} is missing a value: {word}")
        return word if operator == ":-" else ""

    return re.sub(r"\$\$|\$\{(?P<name>\w+)(?P<operator>:[-?])?(?P<word>[^}]*)\}", value, text)


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile, instruction by instruction."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Dockerfile").read_text())
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def arguments(word: str) -> list[str]:
    """What follows each instruction of this name in the Dockerfile."""
    return [rest for name, rest in instructions() if name == word]


def image_environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for line in arguments("ENV")[1:] for pair in line.split())
