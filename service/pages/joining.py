"""Modules of the browser joined into few files, in memory, when the process starts: what is small packs badly alone.

A file holds the modules that one *entry* needs: the start, a page, or whatever is imported when first wanted. Each
module becomes a function that runs once, and puts what it exports into a table that all files share:

    $modules["core/numbers.js"] ??= (() => {
    const { h } = $modules["core/dom.js"];
    …
    return { total };
    })();

So a module that is in several files still runs once, and a file leaves out what is there whenever it is asked for.
Whatever could not be said in this form exactly is refused with a ValueError: the test of the modules then fails.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from posixpath import dirname, normpath, relpath
from typing import Final

START: Final = "main.js"
TABLE: Final = "$modules"
_NAMES: Final = r"\{([^{}]*)\}"
_IMPORT: Final = re.compile(rf'^import {_NAMES} from "(\.[^"]+)";\n', re.MULTILINE)
_PASSED_ON: Final = re.compile(rf'^export {_NAMES} from "(\.[^"]+)";\n', re.MULTILINE)
_NAMED: Final = re.compile(r"^export \{ (\w+(?:, \w+)*) \};\n", re.MULTILINE)  # not under another name
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|function\*?|async function\*?) (\w+))", re.MULTILINE)
_FROM: Final = re.compile(rf'^(?:import|export) {_NAMES} from "(\.[^"]+)";$', re.MULTILINE)
_LATER: Final = re.compile(r"""\bimport\((["`])(\.[^"`]+)\1\)""")
_WAITS: Final = re.compile(r"^(?:const [^=\n]+ = )?await ", re.MULTILINE)  # at the margin, so in no function
_EXPLAINED: Final = re.compile(r"^[ \t]*(?:/\*\*(?s:.*?)\*/|//.*$)?", re.MULTILINE)
_REMARK: Final = re.compile(r""" // [^"'`]*$""")  # behind which no string can end, so it is not within one
_NOTE: Final = re.compile(r"/\*\* @[^*]*\*/ ?")  # a type within a line
_UNKNOWN: Final = re.compile(r"""^(?:import|export)\b(?!\().*|\bimport(?:\.meta\b|\((?!["`]\.).*)""", re.MULTILINE)


class Modules:
    """The modules by their paths, as they are in the tree."""

    def __init__(self, sources: Mapping[str, str], pages: Iterable[str]) -> None:
        self._waiting = {path for path, source in sources.items() if _WAITS.search(source)}
        self._sources = {path: _NOTE.sub("", _EXPLAINED.sub("", source)) for path, source in sources.items()}
        self._pages = [*pages]
        self._closures: dict[str, dict[str, None]] = {}
        self._functions: dict[str, str] = {}
        self._importers: dict[str, set[str]] = {}
        for path in self.needed(START, *self._pages):
            self._note_importers(path)
        self.entries = [START, *dict.fromkeys([*self._pages, *self._importers])]

    def _note_importers(self, path: str) -> None:
        for target in self._wanted_later(path):
            if path not in (importers := self._importers.setdefault(target, set())):
                importers.add(path)
                for module in self.needed(target):
                    self._note_importers(module)

    def _wanted_later(self, path: str) -> list[str]:
        return [_reached(path, target) for _, target in _LATER.findall(self._sources[path]) if "$" not in target]

    def needed(self, *entries: str) -> dict[str, None]:
        """These and all that they import, directly or not: each after those that it imports."""
        return {path: None for entry in entries for path in self._closure(entry, ())}

    def _closure(self, path: str, above: tuple[str, ...]) -> dict[str, None]:
        if path in above:
            raise ValueError(f"modules import each other: {' → '.join([*above, path])}")
        if path not in self._closures:
            order = dict[str, None]()
            for _, target in _FROM.findall(self._sources[path]):
                order |= self._closure(_reached(path, target), (*above, path))
            self._closures[path] = order | {path: None}
        return self._closures[path]

    def present(self, entry: str, above: tuple[str, ...] = ()) -> frozenset[str]:
        """The modules that are there whenever this entry is asked for, whichever way that comes about."""
        if entry == START:
            return frozenset()
        start = frozenset(self.needed(START))
        if entry in self._pages:
            return start
        ways = [
            self.present(other, (*above, entry)).union(self.needed(other))
            for other in self.entries
            if other != entry and other not in above and not self._importers[entry].isdisjoint(self.needed(other))
        ]
        return start | frozenset.intersection(*ways) if ways else start

    def joined(self, entry: str, *, is_whole: bool = False) -> str:
        """The file of an entry. A whole one leaves out nothing: for a page that may be older than we are."""
        present = frozenset[str]() if is_whole else self.present(entry)
        table = f"export const {TABLE} = {{}};\n"
        if entry != START:
            table = f'import {{ {TABLE} }} from "{_relative(START, entry)}";\n'
        return table + "".join(self._function(path, entry) for path in self.needed(entry) if path not in present)

    def _function(self, path: str, entry: str) -> str:
        """A module as a function within the file of an entry, which decides how other files are named."""

        def later(match: re.Match[str]) -> str:
            quote, target = match[1], _reached(path, match[2])
            return f"import({quote}{_relative(target, entry)}{quote}).then(() => {TABLE}[{quote}{target}{quote}])"

        if path not in self._functions:
            call = "await (async " if path in self._waiting else "("
            self._functions[path] = _as_function(path, self._sources[path], call)
        return _LATER.sub(later, self._functions[path])


def _as_function(path: str, source: str, call: str) -> str:
    exports = list[str]()

    def imported(match: re.Match[str]) -> str:
        return f"const {{{_fields(match[1])}}} = {_of(_reached(path, match[2]))};\n"

    def passed_on(match: re.Match[str]) -> str:
        for field in _fields(match[1]).split(","):  # none of them has a name in this module
            name, _, other = field.partition(":")
            exports.append(f"{other or name}:{_of(_reached(path, match[2]))}.{name}")
        return ""

    def named(match: re.Match[str]) -> str:
        exports.extend(_fields(match[1]).split(","))
        return ""

    def exported(match: re.Match[str]) -> str:
        exports.append(match[1])
        return ""

    if TABLE in source:
        raise ValueError(f"{path} uses the name {TABLE}")
    body = _EXPORT.sub(exported, _NAMED.sub(named, _PASSED_ON.sub(passed_on, _IMPORT.sub(imported, source))))
    if unknown := _UNKNOWN.search(body):
        raise ValueError(f"{path} cannot be joined with others: {unknown[0]}")
    return f"{_of(path)} ??= {call}() => {{\n{_tight(body)}\nreturn {{{','.join(exports)}}};\n}})();\n"


def _tight(body: str) -> str:
    """Without empty lines, and without remarks at the end of a line."""
    lines = body.split("\n")
    if any(line.count("`") % 2 for line in lines):
        return body  # some text has several lines
    return "\n".join(kept for line in lines if (kept := _REMARK.sub("", line)))


def _fields(names: str) -> str:
    """Names as a pattern of an object: `a, b as c` is `a,b:c`."""
    return ",".join(re.sub(r"\s+as\s+", ":", name.strip()) for name in names.split(",") if name.strip())


def _of(path: str) -> str:
    return f'{TABLE}["{path}"]'


@cache
def _reached(path: str, target: str) -> str:
    """The path that a module names relatively."""
    return normpath(f"{dirname(path)}/{target}").lstrip("/")


def _relative(path: str, entry: str) -> str:
    """How the file of an entry names that of another."""
    name = relpath(path, dirname(entry) or ".")
    return name if name.startswith(".") else f"./{name}"
