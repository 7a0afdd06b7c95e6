"""Read-only pages that other sites put into a frame: a replay, and the puzzle of the day."""

from typing import Final

from litestar import MediaType, Response, get

from service.http.language import language
from service.http.request import StrictRequest
from service.pages.assets import FRAMED_SHELL, VERSION, preloads
from service.pages.shell import FRAMED_HEADERS

_COLOURS: Final = ("light", "dark")
EMBEDS: Final = {  # by path: the module in web/embed that draws the page
    "/embed/games/{game:str}": "game",
    "/embed/games/{game:str}/{step:int}": "game",
    "/embed/puzzles/daily": "daily",
}
_MODULES: Final = {path.replace(":str", "").replace(":int", ""): f"embed/{name}.js" for path, name in EMBEDS.items()}
_PRELOADS: Final = {module: preloads("embed.js", module) for module in _MODULES.values()}


@get(list(EMBEDS), include_in_schema=False)
async def embed(request: StrictRequest) -> Response[str]:
    """`?colours=light` or `dark` matches the page around the frame; by default the reader's device decides."""
    colours = request.query_params.get("colours")
    html = FRAMED_SHELL.substitute(
        language=language(request),
        colours=colours if colours in _COLOURS else "auto",
        assets=f"/assets/{VERSION}",
        preloads=_PRELOADS[_MODULES[request.scope["path_template"]]],
    )
    return Response(html, media_type=MediaType.HTML, headers=FRAMED_HEADERS)
