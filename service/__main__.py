"""`python -m service COMMAND`: `run` starts everything on one machine.

Commands and settings are described in docs/operations.md. Each command loads only what it needs, which halves the time
that most of them take to start.
"""

import sys
from argparse import ArgumentParser, Namespace
from pkgutil import resolve_name
from typing import Final

from service.runtime.logging_setup import configure_logging
from service.runtime.refusal import Refused
from service.runtime.settings import settings
from service.store.errors import CannotStart, Unavailable

PARTS: Final = {
    "run": ("service.process.supervisor:start", "a private Valkey server, the API and a worker, until Ctrl-C"),
    "api": ("service.process.api_server:start", "the API, on the server that REDIS_URL names"),
    "worker": ("service.worker.main:start", "a worker, on the same server"),
}
_OTHER_COMMANDS: Final = "service.ops.commands:add_commands"


def main(words: list[str]) -> int:
    arguments = _arguments(words)
    try:
        environment = settings()
        configure_logging(environment)
        exit_code: int = arguments.command(environment, arguments)
    except (ValueError, OSError, CannotStart, Unavailable, Refused) as error:
        print(f"firstfire: {error}", file=sys.stderr)
        return 1
    return exit_code


def _arguments(words: list[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m service", description="Firstfire. Settings: docs/operations.md")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (start, summary) in PARTS.items():
        commands.add_parser(name, help=summary, description=summary).set_defaults(start=start)
    if not words or words[0] not in PARTS:
        resolve_name(_OTHER_COMMANDS)(commands)
    arguments = parser.parse_args([_value(word) for word in words])
    if "start" in arguments:
        start = resolve_name(arguments.start)
        arguments.command = lambda settings, _: start(settings)
    return arguments


def _value(word: str) -> str:
    """Ids of players may begin with a dash; options begin with two. What begins with a space is no option."""
    return f" {word}" if word[:1] == "-" and word[1:2] != "-" and word != "-h" else word


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
