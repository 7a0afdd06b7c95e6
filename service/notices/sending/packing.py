"""Notices as parcels: what a mail, a push or a webhook says, and where it leads."""

from hashlib import blake2b
from typing import Final

import msgspec

from projections.listing import waits_for
from projections.notice_words import digest_text
from projections.notices import ABOUT_TURNS, Way
from service.account_mail.addresses import Addresses
from service.delivery.hooks import Hooks
from service.delivery.parcels import Content, HookContent, Parcel, PushContent, Scene
from service.games.seating import Seating
from service.lists.index import ListIndex
from service.notices.mails.letters import PLAY_LINK, Entry, Footer, letter
from service.notices.mails.mail_endings import MailEndings, MailKind
from service.notices.preferences import DEFAULTS, Preferences
from service.notices.records import Item, Noticed
from service.notices.schedule import held
from service.notices.sending.push_payload import Shown, Taken, waiting_games
from service.notices.sending.trials import PAGE
from service.notices.shown import NoticeWriter, address
from service.runtime.clock import Clock, moment

_MINUTE: Final = 60 * 1000
_USEFUL_FOR: Final = 3 * 24 * 60 * _MINUTE
_MOST_GAMES: Final = 50


class Packing:
    def __init__(
        self,
        writer: NoticeWriter,
        index: ListIndex,
        addresses: Addresses,
        hooks: Hooks,
        endings: MailEndings,
        clock: Clock,
        origin: str,
    ) -> None:
        """`origin` is the address of the site, as others see it."""
        self._writer = writer
        self._index = index
        self._addresses = addresses
        self._hooks = hooks
        self._endings = endings
        self._clock = clock
        self._origin = origin

    async def parcel(self, player: str, item: Item, way: Way, target: str, preferences: Preferences) -> Parcel:
        table = (await self._writer.tables([item.notice.game])).get(item.notice.game)
        if way == "mail":
            return await self._mail(player, item, table, target, await self._in_language(player, preferences))
        if way == "push":
            return await self._push(player, item, table, target, preferences)
        return await self._webhook(player, item, table, target, preferences)

    async def _push(
        self, player: str, item: Item, table: Seating | None, target: str, preferences: Preferences
    ) -> Parcel:
        notice = item.notice
        text, label = self._writer.discreet(player, notice, table, preferences)
        is_public = table is not None and not table.is_private
        shown = Shown(
            tag=notice.tag,
            title=text.title,
            body=_lines(text.text, label),
            address=address(notice),
            at=notice.at,
            waiting=await waiting_games(self._index, player, notice, is_settled=False),
            notice=str(item.mark),
            game=notice.game if is_public else "",
            picture=_picture(notice) if is_public else "",
        )
        content = PushContent(msgspec.json.encode(shown), "high" if notice.kind in ABOUT_TURNS else "normal")
        return self._parcel(f"{player}:{item.mark}:push", player, target, content, notice.tag)

    async def _webhook(
        self, player: str, item: Item, table: Seating | None, target: str, preferences: Preferences
    ) -> Parcel:
        """It waits in the outbox as long as the webhook wants, and is withdrawn if it settles meanwhile."""
        notice, hook = item.notice, await self._hooks.get(player, target)
        text, label = self._writer.discreet(player, notice, table, preferences)
        link = f"{self._origin}{address(notice)}"
        data = {
            "kind": notice.kind,
            "at": moment(notice.at),
            "game": notice.game,
            "title": text.title,
            "text": text.text,
            "table": label,
            "link": link,
        }
        message = _lines(f"{text.title}: {text.text}", label)
        content = HookContent(notice.kind, msgspec.json.encode(data), message, link)
        delay = hook.delay * _MINUTE if hook is not None else 0
        due = held(self._clock() + delay, notice.kind, preferences)
        return self._parcel(f"{player}:{item.mark}:webhook", player, target, content, notice.tag, due)

    async def _mail(
        self, player: str, item: Item, table: Seating | None, target: str, preferences: Preferences
    ) -> Parcel:
        notice = item.notice
        text, label = self._writer.discreet(player, notice, table, preferences)
        scene, link = None, f"{self._origin}{address(notice)}"
        if table is not None and table.is_full and not table.is_cancelled and notice.kind in (*ABOUT_TURNS, "finished"):
            is_turn = notice.kind in ABOUT_TURNS
            is_hidden = self._writer.is_hidden(table, preferences)
            scene = Scene(notice.game, notice.number, is_painted=not is_hidden, is_playable=is_turn)
            link = PLAY_LINK if is_turn else link
        subject = f"{text.title}: {label}" if label else text.title
        footer = await self._footer(player, notice.kind)
        content = letter(subject, [Entry(text.text, label, link)], footer, preferences.language, scene)
        return self._parcel(f"{player}:{item.mark}:mail", player, target, content, notice.tag)

    async def _footer(self, player: str, kind: MailKind) -> Footer:
        token = await self._endings.token(player, kind)
        return Footer(f"{self._origin}{PAGE}", f"{self._origin}/unsubscribe/{token}")

    async def _in_language(self, player: str, preferences: Preferences) -> Preferences:
        """Until they choose something, people are written to in the language in which they entered their address."""
        if preferences is not DEFAULTS:
            return preferences
        return msgspec.structs.replace(preferences, language=(await self._addresses.of(player)).language)

    async def closing(self, player: str, item: Item, device: str) -> Parcel:
        """Asks a device to take away what it shows of this notice."""
        waiting = await waiting_games(self._index, player, item.notice, is_settled=True)
        content = PushContent(msgspec.json.encode(Taken(item.notice.tag, waiting)), "low")
        return self._parcel(f"{player}:{item.mark}:close", player, device, content, item.notice.tag)

    async def digest(
        self, player: str, day: int, items: list[Item], target: str, preferences: Preferences
    ) -> Parcel | None:
        """One mail with the games that wait, those with the least time left first; None if there is nothing to say.
        It has no pictures: for everybody at the same hour they would cost more than all the rest."""
        lines = (await self._index.page(f"mine:{player}", newest_first=False, count=_MOST_GAMES)).lines
        waiting = [line for line in lines if waits_for(line, player) and line.game not in preferences.muted]
        others = [item for item in items if item.notice.kind not in ABOUT_TURNS]
        if not waiting and not others:
            return None
        preferences = await self._in_language(player, preferences)
        names = [line.game for line in waiting] + [item.notice.game for item in others]
        tables = await self._writer.tables(names)
        words = digest_text(len(waiting), preferences.language)
        now, entries = self._clock(), list[Entry]()
        for line in waiting:
            label = self._writer.discreet_label(player, tables.get(line.game), preferences)
            left = words.left((line.due - now) // 3_600_000) if line.due is not None else ""
            entries.append(Entry(label, left, f"{self._origin}/game/{line.game}"))
        for item in others:
            text, label = self._writer.discreet(player, item.notice, tables.get(item.notice.game), preferences)
            entries.append(Entry(text.text, label, f"{self._origin}{address(item.notice)}"))
        content = letter(words.subject, entries, await self._footer(player, "digest"), preferences.language)
        return self._parcel(f"{player}:digest:{day}", player, target, content, "digest")

    def _parcel(
        self, name: str, player: str, target: str, content: Content, tag: str, due: int | None = None
    ) -> Parcel:
        due = self._clock() if due is None else due
        digest = blake2b(target.encode(), digest_size=6).hexdigest()
        return Parcel(f"{name}:{digest}", player, target, content, due, due + _USEFUL_FOR, tag)


def _lines(*texts: str) -> str:
    return "\n".join(filter(None, texts))


def _picture(notice: Noticed) -> str:
    """What there is to choose from; of other kinds there is nothing new to see."""
    return f"/api/games/{notice.game}/offer-picture?at={notice.number}" if notice.kind in ABOUT_TURNS else ""
