"""The two faces of the site, cut down to the letters of our languages.

    python tests/tools/faces.py BITTER SOURCE_SANS

It needs fonttools and brotli, in a virtual environment of their own. BITTER and SOURCE_SANS are the unpacked npm
packages @fontsource-variable/bitter and @fontsource-variable/source-sans-3, both 5.3.0 (`npm pack`). Needed only to
change a face or its letters: the results are in service/web/faces.
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FACES: Final = Path(__file__).parents[2] / "service" / "web" / "faces"
# Headings are ours, in our languages; names of people are text.
HEADINGS: Final = (
    "".join(map(chr, range(0x20, 0x7F))) + "\xa0¡·¿×±ÀÄÈÉÌÒÖÙÚÜßàáâäçèéêëìíîïñòóôöùúûüœ\u2013—\u2019„“”…\u2212"
)
TEXT: Final = HEADINGS + "«»°ÁÂÃÅÆÇÊËÍÎÏÑÓÔÕØÛÝãåæõøýÿŒ\u2018\u201a€"
POLISH: Final = "ĄĆĘŁŃŚŹŻąćęłńśźż"  # in files of their own, which only pages that show these letters load
FEATURES: Final = ["kern", "lnum", "tnum"]


def cut(source: Path, letters: str, weight: float | tuple[int, int], target: str) -> None:
    """The letters first, then the weights: the other way round fontTools loses an empty glyph."""
    font = TTFont(source)
    options = Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font.flavor = None
    between: Any = BytesIO()
    font.save(between)
    between.seek(0)
    face = instantiateVariableFont(TTFont(between), {"wght": weight})
    for record in face["name"].names:
        if record.nameID == 1:  # "Source" is a reserved name: what is cut down must not bear it
            record.string = f"Firstfire {target.partition('.')[0]}"
    face.flavor = "woff2"
    face.save(FACES / target)
    print(f"{target}: {(FACES / target).stat().st_size:,} bytes")


if __name__ == "__main__":
    bitter, source_sans = map(Path, sys.argv[1:])
    cut(bitter / "files" / "bitter-latin-wght-normal.woff2", HEADINGS, 700, "display.woff2")
    cut(source_sans / "files" / "source-sans-3-latin-wght-normal.woff2", TEXT, (400, 600), "text.woff2")
    cut(bitter / "files" / "bitter-latin-ext-wght-normal.woff2", POLISH, 700, "display-polish.woff2")
    cut(source_sans / "files" / "source-sans-3-latin-ext-wght-normal.woff2", POLISH, (400, 600), "text-polish.woff2")
