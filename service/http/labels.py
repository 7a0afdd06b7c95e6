"""What people call their tokens and passkeys."""

import unicodedata
from typing import Final

from domain.errors import Reason
from service.runtime.refusal import Refused

_LONGEST: Final = 100
BAD_LABEL: Final = Reason("bad_label", "", "A label has 1 to {longest} visible characters.")


def label_of(text: str) -> str:
    """Raises Refused."""
    tidy = text.strip()
    if not 0 < len(tidy) <= _LONGEST or any(unicodedata.category(letter)[0] == "C" for letter in tidy):
        raise Refused(BAD_LABEL.about(longest=_LONGEST), "malformed")
    return tidy
