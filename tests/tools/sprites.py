"""`make sprites`: the drawn pieces as pixels, for the pictures that the service paints.

They are drawn by the browser from the files in service/web that the pages use, side by side on one sheet.
"""

import asyncio
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Browser

from service.pictures.painter import SHEET, SIZE, pieces_digest
from tests.tools.chromium import chromium

WEB: Final = Path(__file__).parents[2] / "service" / "web"
DRAWINGS: Final = ("pieces.svg", "kingdomino.svg", "totems.svg")
PIECES: Final = "".join((WEB / name).read_text(encoding="utf-8") for name in DRAWINGS)
COLUMNS: Final = 10
SEATS: Final = ("#1f5fa8", "#965900", "#2c7a3d", "#9a2f7d")  # of style.css, by day
COLOURED: Final = ("chief", "king", "hut", "castle")  # in the colour of their seat
LEFT_OUT: Final = ("icon-", "p-", "logo", *COLOURED)


def drawings() -> Iterator[tuple[str, str]]:
    """Each drawing by its name, in a box of 100 by 100."""
    for line in PIECES.splitlines():
        name = line.partition('<symbol id="')[2].partition('"')[0]
        if name and not name.startswith(LEFT_OUT):
            yield name, f'<use href="#{name}" width="100" height="100"/>'
    for name in COLOURED:
        for seat, colour in enumerate(SEATS):
            yield f"{name}-{seat}", f'<g color="{colour}"><use href="#{name}" width="100" height="100"/></g>'
    for digit in range(10):
        pen = 'font-family="serif" font-weight="700" font-size="104" text-anchor="middle" fill="#2a1f17"'
        yield f"digit-{digit}", f'<text x="32" y="86" {pen}>{digit}</text>'


async def make_icons(browser: Browser) -> None:
    """The icons of the installed app and of notices: the one of the site, the same to the edge for systems that cut out
    a shape of their own, and its flame in white, of which Android uses the shape only."""
    site = (WEB / "favicon.svg").read_text(encoding="utf-8")
    flame = re.sub(r'fill="#f97316"', 'fill="#fff"', re.sub(r"<rect[^>]*/>|<path[^>]*#fde68a[^>]*/>", "", site))
    whole = site.replace('rx="7"', "")
    # What lies within four fifths is never cut off.
    safe = whole.replace("<path", '<g transform="translate(3.2 3.2) scale(.8)"><path', 1).replace(
        "</svg>", "</g></svg>"
    )
    icons = (("app-192", site, 192), ("app-512", site, 512), ("maskable-512", safe, 512), ("apple-180", whole, 180))
    for name, drawing, size in (*icons, ("badge", flame, 96)):
        page = await browser.new_page(viewport={"width": size, "height": size})
        await page.set_content(f"<style>body{{margin:0}} svg{{display:block}}</style>{drawing}")
        picture = Image.open(io.BytesIO(await page.screenshot(omit_background=True)))
        picture.quantize(32).save(WEB / "icons" / f"{name}.png", optimize=True)


async def make() -> None:
    by_name = dict(drawings())
    cells = "".join(
        f'<svg x="{at % COLUMNS * SIZE}" y="{at // COLUMNS * SIZE}" width="{SIZE}" height="{SIZE}" '
        f'viewBox="0 0 100 100">'
        f"{drawing}</svg>"
        for at, drawing in enumerate(by_name.values())
    )
    width, height = COLUMNS * SIZE, -(-len(by_name) // COLUMNS) * SIZE
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{cells}</svg>'
    async with chromium() as browser:
        await make_icons(browser)
        page = await browser.new_page(viewport={"width": width, "height": height})
        await page.set_content(f"<style>body{{margin:0}}</style><div hidden>{PIECES}</div>{sheet}")
        picture = await page.screenshot(omit_background=True)
    Image.open(io.BytesIO(picture)).save(SHEET.with_suffix(".webp"), lossless=True, quality=100, method=6)
    index = {"pieces": pieces_digest(PIECES), "columns": COLUMNS, "names": list(by_name)}
    SHEET.with_suffix(".json").write_text(json.dumps(index, indent=1) + "\n")


if __name__ == "__main__":
    asyncio.run(make())
