"""An operator without a browser can do all that moderators can, and appoint them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
import pytest

from service.__main__ import main
from service.assembly import assemble
from service.moderation.reports import Complaint
from service.people.identity import Person
from service.people.standing import Standing
from service.runtime.clock import wall_clock
from service.services import Services
from service.store.event_store import EventStore

T = TypeVar("T")


class Operator:
    def __init__(self, url: str, capsys: pytest.CaptureFixture[str]) -> None:
        self._url = url
        self._capsys = capsys

    def does(self, *words: str) -> str:
        """What the command prints; it must succeed."""
        code, printed = main([*words]), self._capsys.readouterr()
        assert code == 0, printed.err
        return printed.out

    def is_refused(self, *words: str) -> str:
        """Why."""
        assert main([*words]) == 1
        printed = self._capsys.readouterr()
        assert printed.out == ""
        return printed.err

    def person(self, name: str) -> tuple[str, str]:
        """A new account: its id, and its name, which is made unique."""

        async def create(services: Services) -> tuple[str, str]:
            person, _ = await services.people.welcome("Passing by")
            before, unique = await services.people.credentials.profile(person.player), f"{name} {person.player}"
            assert before is not None
            account = msgspec.structs.replace(before, account="", claims=())
            assert await services.people.credentials.change(person.player, before, account)
            await services.accounts.rename(person.player, unique)
            return person.player, unique

        return self._run(create)

    def report(self, player: str, reporter: str) -> int:
        complaint = Complaint(player, "Ugh", "name", "other", f"About {player}.")
        return self._run(lambda services: services.reports.file(Person(reporter, "Nag"), "127.0.0.1", complaint))

    def standing(self, player: str) -> Standing:
        return self._run(lambda services: services.act_log.standing(player))

    def name(self, player: str) -> str | None:
        async def stored(services: Services) -> str | None:
            profile = await services.people.credentials.profile(player)
            return None if profile is None else profile.name

        return self._run(stored)

    def _run(self, do: Callable[[Services], Awaitable[T]]) -> T:
        async def run() -> T:
            store = EventStore(self._url)
            try:
                return await do(assemble(store, wall_clock))
            finally:
                await store.aclose()

        return asyncio.run(run())


@pytest.fixture
def operator(server_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Operator:
    monkeypatch.setenv("REDIS_URL", server_url)
    return Operator(server_url, capsys)


def test_every_command_does_what_it_says_and_can_be_taken_back(operator: Operator) -> None:
    player, name = operator.person("Ugh")
    assert "give_role" in operator.does("role", name, "moderator")
    assert operator.standing(player).role == "moderator"
    operator.does("role", player, "none", "--reason", "Resigned")
    assert operator.standing(player).role is None
    operator.does("warn", name, "--reason", "Stalling")
    for command in ("mute", "exclude", "ban"):
        assert "until" in operator.does(command, name, "--days", "2", "--reason", "Insults")
    operator.does("remove", name, "--reason", "Farmed")
    given = f"Sleepy {player}"
    operator.does("rename", name, given, "--reason", "Insult")
    standing = operator.standing(player)
    assert {limit.act for limit in standing.limits} == {"mute", "exclude", "ban", "remove", "rename"}
    assert (standing.warnings, operator.name(player)) == (1, given)
    lines = operator.does("acts", given).splitlines()
    assert [line.split("  ")[2] for line in lines][:3] == ["rename", "remove", "ban"], "the newest first"
    assert all("by operator" in line for line in lines)
    number = lines[2].partition(" ")[0]
    operator.does("restore", number, "--reason", "A mistake")
    assert operator.standing(player).limit("ban") is None
    operator.does("restore", player, "--reason", "All of it")
    assert operator.standing(player) == Standing()
    assert operator.name(player) == name
    assert operator.does("acts").splitlines()[0].endswith(": All of it")


def test_reports_are_listed_and_closed(operator: Operator) -> None:
    (player, name), (reporter, _) = operator.person("Ugh"), operator.person("Nag")
    number = operator.report(player, reporter)
    [line] = [line for line in operator.does("reports").splitlines() if line.startswith(f"{number} ")]
    assert name in line
    assert line.endswith(f": About {player}.")
    operator.does("reports", "--close", f"{number}", "--reason", "All is well")
    assert not [line for line in operator.does("reports").splitlines() if line.startswith(f"{number} ")]
    assert operator.does("acts", name).endswith(": All is well\n")
    assert "closed already" in operator.is_refused("reports", "--close", f"{number}", "--reason", "x")
    assert "no such report" in operator.is_refused("reports", "--close", "0", "--reason", "x")


def test_a_mistake_is_explained(operator: Operator, capsys: pytest.CaptureFixture[str]) -> None:
    player, name = operator.person("Ugh")
    for nobody in ("Nobody at all", "-hP0oYD3q_8z"):  # ids of players may begin with a dash
        assert "no such player" in operator.is_refused("warn", nobody, "--reason", "x")
    assert "no act 999999" in operator.is_refused("restore", "999999", "--reason", "x")
    assert "nothing about this person" in operator.is_refused("restore", name, "--reason", "x")
    assert "reason" in operator.is_refused("warn", name, "--reason", " ")
    assert "no such game" in operator.is_refused("remove", name, "--game", "nosuchgame", "--reason", "x").lower()
    for words in (["ban", name, "--reason", "x"], ["ban", name, "--days", "0", "--reason", "x"], ["warn", name]):
        with pytest.raises(SystemExit):
            main(words)
        assert "usage" in capsys.readouterr().err
    assert operator.standing(player) == Standing()
