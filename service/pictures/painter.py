"""Paints pictures by pasting pieces from a sprite sheet, which `make sprites` makes from the SVG drawings.

Rendering the SVG each time would take a hundred times as long. Pillow releases the interpreter lock while it works.
"""

import io
import json
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final, assert_never

from cachetools import LRUCache, cached
from PIL import Image, ImageDraw

from projections.picture import HEIGHT, WIDTH, Drawing, Edge, Mark, Soil

SHEET: Final = Path(__file__).parent / "sprites" / "pieces"
SIZE: Final = 128  # pixels of a piece on the sheet
_CONTENTS: Final = json.loads(SHEET.with_suffix(".json").read_text())  # what is on the sheet, row by row
STYLE: Final[str] = _CONTENTS["pieces"][:8]  # part of a picture's name: redrawn pieces make new pictures
_GROUND: Final = "#f4ecdf"
_SOIL: Final = "#e6d7be"
_INK: Final = "#2a1f17"
_COLOURS: Final = 255
_MOST_PIXELS: Final = 4_000_000  # of cached pieces, four bytes each


def pieces_digest(drawing: str) -> str:
    """Digest of the drawings that the sheet is made from; icons are not on it."""
    pieces = "\n".join(line for line in drawing.splitlines() if '<symbol id="icon-' not in line)
    return sha256(pieces.encode()).hexdigest()


def png(marks: Iterable[Mark], width: int = WIDTH) -> bytes:
    """The picture as a PNG with a palette of at most 255 colours."""
    image = _painted(marks, width).quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return _saved(image, "PNG", compress_level=6)


def film(pictures: Sequence[Iterable[Mark]], width: int, pause: int, end: int) -> bytes:
    """The pictures as an animated WebP: each is shown for `pause` milliseconds, the last for `end`."""
    durations = [pause] * (len(pictures) - 1) + [end]
    reel = _Reel(pictures, width)
    return _saved(reel, "WEBP", save_all=True, duration=durations, loop=0, quality=70, method=3)


class _Reel(Image.Image):
    """An animated image whose frames are painted when the encoder asks for them, so that only one is in memory."""

    def __init__(self, pictures: Sequence[Iterable[Mark]], width: int) -> None:
        super().__init__()
        self._pictures = pictures
        self._width = width
        self._at = -1
        self.n_frames = len(pictures)
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame != self._at:
            painted = _painted(self._pictures[frame], self._width)
            self.im, self._mode, self._size, self._at = painted.im, painted.mode, painted.size, frame

    def tell(self) -> int:
        return self._at


def _saved(image: Image.Image, kind: str, **options: object) -> bytes:
    with io.BytesIO() as file:
        image.save(file, kind, **options)
        return file.getvalue()


def _painted(marks: Iterable[Mark], width: int) -> Image.Image:
    scale = width / WIDTH
    image = Image.new("RGB", (width, round(HEIGHT * scale)), _GROUND)
    draw = ImageDraw.Draw(image)
    for mark in marks:
        _paint(image, draw, mark, scale)
    return image


def _paint(image: Image.Image, draw: ImageDraw.ImageDraw, mark: Mark, scale: float) -> None:
    match mark:
        case Drawing(name, x, y, size):
            piece = _piece(name, max(1, round((x + size) * scale) - round(x * scale)))
            image.paste(piece, (round(x * scale), round(y * scale)), piece)
        case Soil(x, y, size):
            inset = 0.03 * size
            corners = (x + inset, y + inset, x + size - inset, y + size - inset)
            draw.rounded_rectangle([corner * scale for corner in corners], 0.12 * size * scale, _SOIL)
        case Edge(x, y, wide, high):
            corners, pen = (x, y, x + wide, y + high), max(1, round(0.04 * min(wide, high) * scale))
            rounding = 0.06 * min(wide, high) * scale
            draw.rounded_rectangle([corner * scale for corner in corners], rounding, outline=_INK, width=pen)
        case _ as never:
            assert_never(never)


@cache
def _sheet() -> tuple[Image.Image, dict[str, tuple[int, int]]]:
    """The sheet, and the top left corner of each piece on it."""
    columns, names = _CONTENTS["columns"], enumerate(_CONTENTS["names"])
    places = {name: (at % columns * SIZE, at // columns * SIZE) for at, name in names}
    with Image.open(SHEET.with_suffix(".webp")) as image:
        return image.convert("RGBA"), places


@cached(LRUCache(_MOST_PIXELS, getsizeof=lambda piece: piece.width * piece.height), lock=Lock())
def _piece(name: str, size: int) -> Image.Image:
    """A piece, scaled. Cached: most pictures need the same few sizes."""
    sheet, places = _sheet()
    x, y = places[name]
    return sheet.crop((x, y, x + SIZE, y + SIZE)).resize((size, size), Image.Resampling.LANCZOS)
