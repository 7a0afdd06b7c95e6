"""QR codes, as paths that pages draw."""

from typing import Final

import segno

_BORDER: Final = 4  # modules: readers need it


def qr_code(text: str) -> tuple[str, int]:
    """The path of a QR code, and its size."""
    rows = list(segno.make(text, micro=False).matrix_iter(border=_BORDER))
    path = "".join(f"M{x} {y}.5h1" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return path, len(rows)
