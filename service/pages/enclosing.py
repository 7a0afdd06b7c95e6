"""How a page gets its look, its pieces and its sentences: within its shell, or from the addresses that the shell names.

A browser that has nothing of ours would learn from the shell what to ask for, and wait another round trip for it. It
gets these files within the shell, while its requests for the scripts are on their way. Later the page fetches them into
the browser's cache, and says so in a cookie: from then on shells name their addresses.
"""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from service.pages.sheets import Sheets, sheet_path, users

_BASE: Final = "styles/base.css"
_PIECES: Final = "pieces.svg"
_SPACE: Final = re.compile(r"(?<=[{};,])\s+|\s+(?=[{}])")


class Needs(NamedTuple):
    """Parts of a shell."""

    styles: str
    pieces: str
    sentences: str
    hashes: str  # of the styles within it: the policy allows these and no others


class Files(NamedTuple):
    """What is served below `folder`, by path."""

    folder: str
    texts: Mapping[str, str]
    sheets: Sheets

    def named(self, page: str, runs: Sequence[Sequence[str]]) -> Needs:
        """Pieces and sentences are in the browser's cache: scripts ask for them, and WebKit would fetch twice what is
        preloaded for scripts."""
        styles = [self._link(_BASE), *(self._link(sheet_path(run), self._for(run, page)) for run in runs)]
        return Needs("\n".join(styles), "", "", "")

    def enclosed(self, page: str, sentences: str, runs: Sequence[Sequence[str]]) -> Needs:
        own = [run for run in runs if page in users(self.sheets, run)]
        styles = [self._style(_BASE)]
        for run in runs:
            show = self._style if run in own else self._link
            styles.append(show(sheet_path(run), self._for(run, page)))
        said = self.texts[sentences].replace("<", "\\u003c")  # nothing in it can end the element
        return Needs(
            "\n".join(styles),
            self.texts[_PIECES].replace("<svg", f'<svg class="pieces" data-file="{_PIECES}"', 1),
            f'<script type="application/json" id="sentences" data-file="{sentences}">{said}</script>',
            "".join(f" '{self._hash(path)}'" for path in [_BASE, *map(sheet_path, own)]),
        )

    def _for(self, run: Sequence[str], page: str) -> str:
        """The browser does not fetch sheets that are disabled until a page, or a part of one, enables them."""
        needed = users(self.sheets, run)
        return f' data-for="{" ".join(needed)}"{"" if page in needed else " disabled"}'

    def _link(self, path: str, attributes: str = "") -> str:
        return f'<link rel="stylesheet" href="{self.folder}/{path}"{attributes}>'

    def _style(self, path: str, attributes: str = "") -> str:
        return f'<style data-file="{path}"{attributes}>{self._sheet(path)}</style>'

    def _sheet(self, path: str) -> str:
        """A sheet names other files relatively; within a shell it has another place. It is packed in haste there, so
        what is only for readers is left out."""
        return _SPACE.sub("", self.texts[path].replace('url("../', f'url("{self.folder}/'))

    def _hash(self, path: str) -> str:
        return f"sha256-{b64encode(sha256(self._sheet(path).encode()).digest()).decode()}"
