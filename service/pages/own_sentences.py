"""The sentences that a page says at first: those that its modules name. Everything else on the site has others."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec

_QUOTED: Final = re.compile(rb'"(\w+)"')  # t("name"), or a name that comes to t() in a variable
_BUILT: Final = re.compile(rb"`(\w+_)\$\{")  # t(`begin_${…}`): any sentence that begins so


def own_sentences(sentences: bytes, scripts: Iterable[bytes]) -> bytes:
    """The part of a language's `sentences`, as JSON, that these scripts can say."""
    source = b"\n".join(scripts)
    quoted = {name.decode() for name in _QUOTED.findall(source)}
    begun = tuple(name.decode() for name in _BUILT.findall(source))
    everything = msgspec.json.decode(sentences, type=dict[str, msgspec.Raw])
    return msgspec.json.encode(
        {name: sentence for name, sentence in everything.items() if name in quoted or name.startswith(begun)}
    )
