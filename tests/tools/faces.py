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
# Letters of English, German, Dutch and Italian, and of the names of languages, which are on every page. The others are
# in files of their own, which only pages that show them load.
LETTERS: Final = "".join(map(chr, range(0x20, 0x7F))) + "\xa0·×±ÄÈÖÜßàäçèéëìïñòóöùü\u2013—\u2019„“”…\u2212"
TEXT: Final = LETTERS + "°\u2018\u201a€"
ACCENTS: Final = "¡«»¿ÀÁÂÃÅÆÇÉÊËÌÍÎÏÑÒÓÔÕØÙÚÛÝáâãåæêíîôõøúûýÿŒœ"  # of French, Spanish and many names
POLISH: Final = "ĄĆĘŁŃŚŹŻąćęłńśźż"
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
    bitter_latin = bitter / "files" / "bitter-latin-wght-normal.woff2"
    sans_latin = source_sans / "files" / "source-sans-3-latin-wght-normal.woff2"
    cut(bitter_latin, LETTERS, 700, "display.woff2")
    cut(sans_latin, TEXT, (400, 600), "text.woff2")
    cut(bitter_latin, ACCENTS, 700, "display-accents.woff2")
    cut(sans_latin, ACCENTS, (400, 600), "text-accents.woff2")
    cut(bitter / "files" / "bitter-latin-ext-wght-normal.woff2", POLISH, 700, "display-polish.woff2")
    cut(source_sans / "files" / "source-sans-3-latin-ext-wght-normal.woff2", POLISH, (400, 600), "text-polish.woff2")
