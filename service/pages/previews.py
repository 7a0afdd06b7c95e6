"""What a shared link shows on other sites: a title, a text and a picture, of what anybody with the link may see."""

from html import escape
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import msgspec

from domain.rules import Rules
from projections.words import Language
from service.games.seating import Seating
from service.http.caller import table_visit
from service.http.language import language
from service.http.request import StrictRequest
from service.people.kinds import PersonKind
from service.runtime.refusal import Refused
from service.store.errors import Unavailable

NAME: Final = "Firstfire"
# The parts of a table that not every reader needs at first.
PLAYING: Final = "table/playing.js"
PAST: Final = "table/past.js"


class Preview(NamedTuple):
    title: str
    picture: str  # path of its picture on this site
    parts: tuple[str, ...] = ()  # the modules that the reader will need besides those of the page


SITE: Final = Preview(NAME, "/api/puzzles/daily/picture")


async def preview(request: StrictRequest, words: dict[Language, Any]) -> Preview:
    """The preview of the requested page; that of the site if the page is private, missing, or cannot be read now."""
    own_words = words[language(request)]
    try:
        if "game" in request.path_params:
            return await _game(request, own_words)
        if "puzzle" in request.path_params:
            return await _puzzle(request, own_words)
    except (Refused, Unavailable):
        pass
    return SITE


async def _game(request: StrictRequest, words: Any) -> Preview:
    game, step = request.path_params["game"], request.path_params.get("step")
    table, _, own = await table_visit(request, game)
    view = await request.services.live.view(game, nameless=table.nameless)
    if table.is_cancelled:
        return SITE
    frame = view.frame_at(step or view.seq)
    kinds = await request.services.kinds.of(table.players)
    scores = (
        f"{player.name}{_mark(table, seat, kinds, words)} {score.total}"
        for seat, (player, score) in enumerate(zip(frame.game.position.players, frame.scores, strict=True))
    )
    parameters = {"at": step, "invite": table.opened.invite and request.query_params.get("invite")}
    query = urlencode({name: value for name, value in parameters.items() if value})
    picture = f"/api/games/{game}/{'result-picture' if view.is_over and step is None else 'picture'}"
    parts = [PLAYING] if own is not None and not view.is_over else []
    if view.is_over or step is not None:
        parts.append(PAST)
    title = f"{', '.join(scores)} · {_kind(table.rules, words)}"
    return Preview(title, f"{picture}?{query}" if query else picture, tuple(parts))


def _mark(table: Seating, seat: int, kinds: dict[str, PersonKind], words: Any) -> str:
    """That a guest or a bot sits there; players who have left stay what they were."""
    if seat in table.departed:
        return ""
    kind = "bot" if table.bots[seat] else kinds.get(table.players[seat] or "")
    return f" ({words[kind]})" if kind in ("guest", "bot") else ""


async def _puzzle(request: StrictRequest, words: Any) -> Preview:
    name = request.path_params["puzzle"]
    problem = (await request.services.calendar.find(name)).puzzle.problem
    return Preview(f"{words['puzzle']} · {_kind(problem.rules, words)}", f"/api/puzzles/{name}/picture")


def _kind(rules: Rules, words: Any) -> str:
    box: str = words["boxes"][rules.game]["name"]
    return f"{box} · {words['modes'][rules.mode]}" if rules.mode else box


def tags(request: StrictRequest, shown: Preview, text: str) -> str:
    """The preview as Open Graph tags, with absolute addresses on the host that was requested."""
    origin = str(request.base_url).rstrip("/")
    properties = {
        "og:site_name": NAME,
        "og:type": "website",
        "og:title": shown.title,
        "og:description": text,
        "og:image": origin + shown.picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    return "\n".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items())


def sentences(page_texts: bytes, edition_names: bytes, heading: str = "own_puzzles") -> dict[str, Any]:
    """The words of shells in one language: the names of the editions, and some sentences of the pages."""
    pages, names = msgspec.json.decode(page_texts), msgspec.json.decode(edition_names)
    kinds = {kind: pages[f"kind_{kind}"] for kind in ("guest", "bot")}
    return {**names, **kinds, "puzzle": pages[heading], "text": pages["front_text"], "coming": pages["loading"]}
