"""Who may do what to whom: carries out acts, and takes them back.

An act is in the log before it has any other effect. A moderator's reason is shown to the person concerned.
"""

import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeAlias

from domain.errors import Reason
from service.games.tables import Tables, UnknownGame
from service.lists.quotas import Quotas
from service.moderation.act_log import ActLog
from service.moderation.acts import (
    ALL,
    OPERATOR,
    Act,
    Banned,
    Entry,
    Excluded,
    Muted,
    Numbered,
    Removed,
    Renamed,
    Restored,
    RoleGiven,
    RoleTaken,
    Warned,
)
from service.moderation.standing import History
from service.people.accounts import Accounts, NoAccount, NoSuchPlayer
from service.people.credentials import Profile
from service.people.identity import People
from service.people.standing import Role
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.runtime.repeats import Once

LONGEST_REASON: Final = 500
LONGEST_DAYS: Final = 3650
_DAY: Final = 24 * 60 * 60 * 1000

BAD_REASON: Final = Reason(
    "bad_reason", "", "Give a reason of 1 to {longest} characters: the person concerned will read it."
)
BAD_END: Final = Reason("bad_end", "", "The end must be in the future, and at most {days} days away.")
FELLOW_MODERATOR: Final = Reason(
    "fellow_moderator", "", "Only the operator may act against a moderator: write to the operator."
)
OPERATORS_ACT: Final = Reason("operators_act", "", "The operator did this, and only the operator may take it back.")
NO_SUCH_ACT: Final = Reason("no_such_act", "", "There is no act {number} that could be taken back.")
TAKEN_BACK_ALREADY: Final = Reason("taken_back_already", "", "This was taken back already.")
NOTHING_TO_RESTORE: Final = Reason("nothing_to_restore", "", "There is nothing about this person to take back.")

Doable: TypeAlias = Warned | Muted | Excluded | Banned | Removed  # besides renaming
Check: TypeAlias = Callable[[History], None]  # raises Refused


class Moderation:
    """`by` is always the id of a moderator, which the caller has checked, or OPERATOR."""

    def __init__(
        self, log: ActLog, accounts: Accounts, people: People, tables: Tables, quotas: Quotas, clock: Clock
    ) -> None:
        self._log = log
        self._tables = tables
        self._accounts = accounts
        self._people = people
        self._quotas = quotas
        self._clock = clock

    async def act(self, by: str, player: str, act: Doable, reason: str, once: Once | None = None) -> Numbered:
        """Raises Refused."""
        until = getattr(act, "until", None)
        if until is not None and not 0 < until - self._clock() <= LONGEST_DAYS * _DAY:
            raise Refused(BAD_END.about(days=LONGEST_DAYS), "invalid")
        await self._profile(player)
        if isinstance(act, Removed) and act.game and (await self._tables.seating(act.game)).seat_of(player) is None:
            raise UnknownGame(act.game)
        return await self._append(by, player, act, reason, once)

    async def rename(self, by: str, player: str, name: str, reason: str, once: Once | None = None) -> Numbered:
        """The name that the person had is free for others. They may choose a name again when this is taken back."""
        profile, name = await self._profile(player), await self._accounts.check_name(player, name)
        act = await self._append(by, player, Renamed(name, profile.name), reason, once)
        if self._log.state(act) == "in_force":  # a repeated request may come after it was taken back
            await self._accounts.rename(player, name)
        return act

    async def restore(self, by: str, number: int, reason: str, once: Once | None = None) -> Numbered:
        """Take back one act; raises Refused."""
        act = await self._log.find(number)
        if act is None or not isinstance(act.entry.act, Doable | Renamed):
            raise Refused(NO_SUCH_ACT.about(number=number), "not_found")

        def check(history: History) -> None:
            if history.find(number) is None:
                raise Refused(TAKEN_BACK_ALREADY, "conflict")
            _check_ours(by, act)

        return await self._restore(by, act.entry.about, number, check, reason, once)

    async def restore_all(self, by: str, player: str, reason: str, once: Once | None = None) -> Numbered:
        """Take back all acts about a person; raises Refused."""

        def check(history: History) -> None:
            if not history.acts:
                raise Refused(NOTHING_TO_RESTORE, "conflict")
            for act in history.acts:
                _check_ours(by, act)

        return await self._restore(by, player, ALL, check, reason, once)

    async def give_role(self, player: str, role: Role | None, reason: str) -> Numbered:
        """By the operator. Raises Refused."""
        profile = await self._profile(player)
        if profile.account is None:
            raise NoAccount
        return await self._append(OPERATOR, player, RoleTaken() if role is None else RoleGiven(role), reason)

    async def close(self, by: str, player: str, act: Act, reason: str, once: Once | None = None) -> Numbered:
        """Note that a report or a suspicion about a person is settled; the person may have left, or be a moderator, but
        not the one who closes it. Raises Refused."""
        if by in (player, getattr(act, "other", None)):
            raise Refused(FELLOW_MODERATOR, "forbidden")
        return await self._append(by, player, act, reason, once, is_against=False)

    async def _restore(
        self, by: str, player: str, number: int, check: Check, reason: str, once: Once | None
    ) -> Numbered:
        before = await self._log.history(player)
        act = await self._append(by, player, Restored(number), reason, once, check)
        await self._give_name_back(player, before, await self._log.history(player))
        return act

    async def _give_name_back(self, player: str, before: History, now: History) -> None:
        """The last name that moderators gave and that is still in force; otherwise the person's own, if it is free."""
        given = [act.entry.act for act in now.acts if isinstance(act.entry.act, Renamed)]
        taken_back = [act.entry.act for act in before.acts if isinstance(act.entry.act, Renamed)]
        if len(given) < len(taken_back):
            with suppress(Refused):  # somebody else has it meanwhile: the person may choose another
                await self._accounts.rename(player, given[-1].name if given else taken_back[0].before)

    async def _append(
        self,
        by: str,
        player: str,
        act: Act,
        reason: str,
        once: Once | None = None,
        check: Check | None = None,
        *,
        is_against: bool = True,
    ) -> Numbered:
        tidy = _reason(reason)
        if by != OPERATOR:
            await self._quotas.take_act(by)

        def entry() -> Entry:
            history = self._log.known_history(player)
            if is_against and by != OPERATOR and history.role is not None:
                raise Refused(FELLOW_MODERATOR, "forbidden")
            if check is not None:
                check(history)
            return Entry(self._clock(), by, player, tidy, act)

        return await self._log.append(entry, once)

    async def _profile(self, player: str) -> Profile:
        profile = await self._people.credentials.profile(player)
        if profile is None:
            raise NoSuchPlayer
        return profile


def _reason(text: str) -> str:
    tidy = " ".join(text.split())
    if not 0 < len(tidy) <= LONGEST_REASON or any(unicodedata.category(letter)[0] == "C" for letter in tidy):
        raise Refused(BAD_REASON.about(longest=LONGEST_REASON), "invalid")
    return tidy


def _check_ours(by: str, act: Numbered) -> None:
    if act.entry.by == OPERATOR and by != OPERATOR:
        raise Refused(OPERATORS_ACT, "forbidden")
