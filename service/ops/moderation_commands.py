"""Operator commands for moderation: what moderators do in the browser, and appointing them.

A person is named by the name of the account, or by the id, which guests have too.
"""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from service.moderation.acts import NAMES, OPERATOR, Banned, Excluded, Muted, Numbered, Removed, Warned
from service.moderation.closing import close_report
from service.moderation.moderators import LONGEST_DAYS, Doable
from service.people.standing import shown_time
from service.runtime.clock import wall_clock
from service.services import Services

Command: TypeAlias = Callable[[Services, Namespace], Awaitable[None]]
_DAY: Final = 24 * 60 * 60 * 1000
_SHOWN: Final = 50  # entries


async def _role(services: Services, arguments: Namespace) -> None:
    player = await services.accounts.find(arguments.person)
    role = None if arguments.role == "none" else arguments.role
    await _print(services, [await services.moderation.give_role(player, role, arguments.reason)])


async def _act(services: Services, arguments: Namespace) -> None:
    player = await services.accounts.find(arguments.person)
    act = _wanted(arguments)
    await _print(services, [await services.moderation.act(OPERATOR, player, act, arguments.reason)])


def _wanted(arguments: Namespace) -> Doable:
    match arguments.name:
        case "warn":
            return Warned()
        case "remove":
            return Removed(arguments.game or "")
        case "mute":
            return Muted(_end(arguments))
        case "exclude":
            return Excluded(_end(arguments))
        case _:
            return Banned(_end(arguments))


def _end(arguments: Namespace) -> int:
    days: float = arguments.days
    return wall_clock() + round(days * _DAY)


async def _rename(services: Services, arguments: Namespace) -> None:
    player = await services.accounts.find(arguments.person)
    act = await services.moderation.rename(OPERATOR, player, arguments.new_name, arguments.reason)
    await _print(services, [act])


async def _restore(services: Services, arguments: Namespace) -> None:
    moderation, target = services.moderation, arguments.person
    if target.isdecimal():
        act = await moderation.restore(OPERATOR, int(target), arguments.reason)
    else:
        act = await moderation.restore_all(OPERATOR, await services.accounts.find(target), arguments.reason)
    await _print(services, [act])


async def _acts(services: Services, arguments: Namespace) -> None:
    if arguments.person is None:
        acts = await services.act_log.newest(None, _SHOWN)
    else:
        acts = await services.act_log.about(await services.accounts.find(arguments.person))
    await _print(services, acts)
    if not acts:
        print("no acts")


async def _reports(services: Services, arguments: Namespace) -> None:
    """The open ones, or the one that is closed."""
    if arguments.close is not None:
        await close_report(services.reports, services.moderation, OPERATOR, arguments.close, arguments.reason)
        return
    reports = await services.reports.page()
    for number, report in reports:
        about, by = await _named(services, report.player), await _named(services, report.reporter)
        words = [f"{number}", shown_time(report.at), report.about, report.reason, about, report.game, f"by {by}"]
        print(f"{'  '.join(filter(None, words))}: {report.text}")
    if (more := await services.reports.size() - len(reports)) > 0:
        print(f"and {more} more")
    if not reports:
        print("no open reports")


async def _suspicions(services: Services, _: Namespace) -> None:
    marks = await services.suspicions.all()
    for mark in marks:
        first, second = [await _named(services, player) for player in mark.pair]
        print(f"{first}  {second}  {', '.join(mark.signs)}  {mark.met} games: {' '.join(mark.games)}")
    if not marks:
        print("no suspicious pairs")


async def _print(services: Services, acts: list[Numbered]) -> None:
    for act in acts:
        print(await _line(services, act))


async def _line(services: Services, act: Numbered) -> str:
    entry, what = act.entry, act.entry.act
    details = [f"until {shown_time(what.until)}"] if isinstance(what, Muted | Excluded | Banned) else []
    details += [f"{name} {value}" for name in ("name", "before", "game", "act") if (value := getattr(what, name, None))]
    state = services.act_log.state(act)
    about, by = await _named(services, entry.about), await _named(services, entry.by)
    words = [f"{act.number}", shown_time(entry.at), NAMES[type(what)], about, *details, f"by {by}"]
    return f"{'  '.join(words)}: {entry.reason}" + (f" ({state.replace('_', ' ')})" if state else "")


async def _named(services: Services, player: str) -> str:
    profile = None if player == OPERATOR else await services.people.credentials.profile(player)
    return player if profile is None else f"{profile.name} ({player})"


MODERATION: Final[Mapping[str, tuple[Command, str]]] = {
    "role": (_role, "make PERSON a moderator, or none"),
    "warn": (_act, "warn PERSON"),
    "mute": (_act, "let PERSON write nothing that others read, for some days"),
    "rename": (_rename, "give PERSON another name"),
    "exclude": (_act, "close rated games to PERSON, for some days"),
    "ban": (_act, "let PERSON only read, for some days"),
    "remove": (_act, "leave PERSON, or one game, out of public lists"),
    "restore": (_restore, "take back the act with this number, or all acts about PERSON"),
    "acts": (_acts, "list the last acts, or those about PERSON"),
    "reports": (_reports, "list the open reports, or close one of them"),
    "suspicions": (_suspicions, "list the pairs that were marked last night"),
}


def add_arguments(parsers: Mapping[str, ArgumentParser]) -> None:
    """To the parsers of these commands, by name."""
    for name in MODERATION:
        parser = parsers[name]
        parser.set_defaults(name=name)
        if name in ("reports", "suspicions"):
            continue
        if name == "acts":
            parser.add_argument("person", metavar="PERSON", nargs="?", type=str.strip)
            continue
        parser.add_argument("person", metavar="PERSON|NUMBER" if name == "restore" else "PERSON", type=str.strip)
        parser.add_argument(
            "--reason", required=name != "role", default="By the operator", help="the person concerned reads it"
        )
        if name in ("mute", "exclude", "ban"):
            parser.add_argument("--days", type=_days, required=True, metavar="DAYS", help=f"at most {LONGEST_DAYS}")
    parsers["reports"].add_argument("--close", type=int, metavar="NUMBER", help="close this report")
    parsers["reports"].add_argument("--reason", default="By the operator", help="what was decided")
    parsers["role"].add_argument("role", choices=["moderator", "none"])
    parsers["rename"].add_argument("new_name", metavar="NAME")
    parsers["remove"].add_argument("--game", metavar="GAME", help="only this game of theirs")


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = 0
    if not 0 < days <= LONGEST_DAYS:
        raise ArgumentTypeError(f"a number of days, at most {LONGEST_DAYS}")
    return days
