"""What can be done with the e-mail address of an account. Nothing changes by opening a link: a button sends it back."""

from hashlib import sha256
from typing import Final, NamedTuple

from domain.errors import Reason
from projections.words import Language
from service.account_mail.addresses import Addresses, clean_address
from service.account_mail.letters import LetterKind, letter
from service.account_mail.links import DEAD_LINK, LIFETIMES, LinkKind, Links, OpenLink
from service.delivery.outbox import Outbox
from service.delivery.outcomes import NEW
from service.delivery.parcels import Parcel
from service.people.accounts import Accounts
from service.people.activity import Activity, Origin
from service.people.credentials import Profile, StoredKind
from service.people.identity import People
from service.people.login_throttle import LoginThrottle
from service.people.passwords import check_new
from service.people.second_factor import CodeNeeded
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.runtime.settings import Outside
from service.store.event_store import EventStore

MAIL_OFF: Final = Reason("mail_off", "", "This site sends no mail.")
PASSWORD_WANTED: Final = Reason("password_wanted", "", "Choose a new password.")
_DAY: Final = 24 * 60 * 60 * 1000
_EVERYTHING: Final[tuple[StoredKind, ...]] = ("session", "guest", "token", "device")


class AddressState(NamedTuple):
    address: str  # confirmed; may be empty
    pending: str  # to be confirmed; may be empty
    problem: str  # why nothing is sent to the address any more; may be empty


class AccountMail:
    def __init__(
        self,
        store: EventStore,
        people: People,
        accounts: Accounts,
        activity: Activity,
        outbox: Outbox,
        clock: Clock,
        outside: Outside,
    ) -> None:
        self.addresses = Addresses(store)
        self.links = Links(store, clock)
        self._people = people
        self._accounts = accounts
        self._activity = activity
        self._outbox = outbox
        self._throttle = LoginThrottle(store, clock)
        self._clock = clock
        self._outside = outside

    @property
    def is_on(self) -> bool:
        return self._outside.has_mail

    async def state(self, player: str) -> AddressState:
        mailbox = await self.addresses.of(player)
        sent = (await self._outbox.states(player, "mail")).get(mailbox.address or mailbox.pending, NEW)
        return AddressState(mailbox.address, mailbox.pending, sent.answer if sent.ended else "")

    async def reachable(self, player: str) -> dict[str, int]:
        """The address for notices, and since when it is confirmed; empty if there is none, or no mail arrives there."""
        if not self.is_on or not (mailbox := await self.addresses.of(player)).address:
            return {}
        sent = (await self._outbox.states(player, "mail")).get(mailbox.address, NEW)
        return {} if sent.ended else {mailbox.address: mailbox.since}

    async def enter(self, player: str, text: str, network: str, language: Language) -> None:
        """Send a link to an address; it counts when that was used. Raises Refused."""
        address = clean_address(text)
        self._check_on()
        await self._throttle.letter(address.lower(), network)
        before = await self.addresses.of(player)
        await self.addresses.enter(player, address, language)
        if before.pending not in ("", before.address):  # its link is void
            await self._outbox.forget(player, "mail", before.pending)
        await self._outbox.forget(player, "mail", address)
        await self._forget_others(player)
        await self._send_link(player, "confirm", address, language)

    async def remove(self, player: str) -> None:
        mailbox = await self.addresses.of(player)
        await self.addresses.erase(player)
        await self.links.drop(player, "confirm")
        await self.links.drop(player, "reset")
        for address in filter(None, (mailbox.address, mailbox.pending)):
            await self._outbox.forget(player, "mail", address)
        await self._forget_others(player)
        if mailbox.address:
            await self._tell_old(player, mailbox.address, mailbox.language)

    async def _forget_others(self, player: str) -> None:
        """How sending went to addresses that the person has not any more: those were of somebody, and have no other
        end. Mails that wait for them still go: they may be a word to the old address."""
        mailbox = await self.addresses.of(player)
        for address in await self._outbox.states(player, "mail"):
            if address not in (mailbox.address, mailbox.pending):
                await self._outbox.reopen(player, "mail", address)

    async def check_asking(self, text: str, network: str) -> str:
        """The address of somebody who has forgotten their password. Raises Refused, without looking whether there is
        such an account."""
        address = clean_address(text)
        self._check_on()
        await self._throttle.letter(address.lower(), network)
        return address

    async def forgotten(self, address: str, language: Language) -> None:
        """Send a link for each account with this address; nothing if there is none."""
        for player in await self.addresses.players(address):
            await self._send_reset(player, (await self.addresses.of(player)).address, language)

    async def confirm(self, used: OpenLink) -> None:
        """Raises Refused."""
        player, _, link = used
        before = await self.addresses.of(player)
        if before.pending != link.address:
            raise Refused(DEAD_LINK, "not_found")
        await self.links.use(used)
        await self.addresses.confirm(player, link.address, self._clock())
        await self.links.drop(player, "reset")
        await self._forget_others(player)
        if before.address and before.address != link.address:
            await self._outbox.forget(player, "mail", before.address)
            await self._tell_old(player, before.address, before.language)

    async def undo(self, used: OpenLink) -> None:
        """The old address is back, and only it leads into the account: the password is void, everybody is signed out,
        second factor and passkeys that are newer than the change are gone. Raises Refused."""
        player, _, link = used
        await self.links.use(used)
        await self.addresses.confirm(player, link.address, self._clock())
        await self.links.drop(player, "confirm")
        await self._accounts.void_password(player)
        await self._remove_newer(player, link.expires - LIFETIMES["undo"])
        await self._people.end(player, *_EVERYTHING)
        await self._send_reset(player, link.address, (await self.addresses.of(player)).language)

    async def reset(self, used: OpenLink, password: str | None, code: str | None, network: str) -> None:
        """A new password, by a link that is void once the password has changed. Having the mailbox is not enough to get
        past the second factor. Everybody is signed out. Raises Refused."""
        player, _, link = used
        profile = await self._profile(player)
        if link.mark != _mark(profile):
            raise Refused(DEAD_LINK, "not_found")
        if not password:
            raise Refused(PASSWORD_WANTED, "invalid")
        check_new(password, profile.name)
        factor = await self._people.credentials.factor(player)
        if factor is not None and factor.is_on:
            if not code:
                raise CodeNeeded
            await self._accounts.confirmed_by_code(player, code)
        await self.links.use(used)
        await self._accounts.reset_password(player, password, network)
        await self._people.end(player, *_EVERYTHING)

    async def warn_of_new_place(self, player: str, name: str, origin: Origin) -> None:
        """If the account has an address, and nobody came from this network lately. To be called before the visit is
        noted."""
        address = next(iter(await self.reachable(player)), None)
        if address is None or origin.network in {entry.network for entry in await self._activity.recent(player)}:
            return
        language = (await self.addresses.of(player)).language
        place = f"{origin.device}, {origin.network}"
        await self._send(
            player,
            "new_place",
            address,
            language,
            f"{origin}",
            name=name,
            place=place,
            link=f"{self._outside.url}/settings",
        )

    async def erase(self, player: str) -> None:
        await self.addresses.erase(player)
        await self.links.erase(player)

    def _check_on(self) -> None:
        if not self.is_on:
            raise Refused(MAIL_OFF, "conflict")

    async def _profile(self, player: str) -> Profile:
        profile = await self._people.credentials.profile(player)
        if profile is None:
            raise Refused(DEAD_LINK, "not_found")
        return profile

    async def _remove_newer(self, player: str, changed: int) -> None:
        credentials = self._people.credentials
        record = await credentials.load(player)
        if record is not None and record.factor is not None and record.factor.since >= changed:
            await credentials.remove_factor(player)
        for id, passkey in record.passkeys.items() if record is not None else ():
            if passkey.created >= changed:
                await credentials.remove_passkey(player, id)

    async def _send_reset(self, player: str, address: str, language: Language) -> None:
        await self._send_link(player, "reset", address, language, _mark(await self._profile(player)))

    async def _tell_old(self, player: str, address: str, language: Language) -> None:
        """A word to the address that an account had. The first of several in a week can be brought back, so that a
        thief who changes it twice gains nothing."""
        if await self.links.pending(player, "undo") is None:
            await self._send_link(player, "undo", address, language)
        else:
            name = (await self._profile(player)).name
            await self._send(player, "changed_again", address, language, address, name=name)

    async def _send_link(self, player: str, kind: LinkKind, address: str, language: Language, mark: str = "") -> None:
        secret, name = await self.links.make(player, kind, address, mark), (await self._profile(player)).name
        form: LetterKind = "changed" if kind == "undo" else kind
        link = f"{self._outside.url}/link#{secret}"  # what follows # is sent to no server, and is in no log
        await self._send(player, form, address, language, secret, LIFETIMES[kind], name=name, link=link)

    async def _send(
        self,
        player: str,
        form: LetterKind,
        address: str,
        language: Language,
        occasion: str,
        lives: int = _DAY,
        **details: str,
    ) -> None:
        now = self._clock()
        id = f"{form}:{sha256(f'{player} {occasion} {now}'.encode()).hexdigest()[:32]}"
        await self._outbox.put(Parcel(id, player, address, letter(form, language, **details), now, now + lives))


def _mark(profile: Profile) -> str:
    """Of the password, so that a link for a new one is void once it has changed."""
    return sha256((profile.password or "").encode()).hexdigest()[:16]
