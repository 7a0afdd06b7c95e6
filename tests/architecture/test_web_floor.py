"""Our pages use nothing that the oldest browsers of docs/browsers.md do not know, unless it can do without it."""

import re
from typing import Final

import pytest

from tests.architecture.test_web_words import WEB

# What came later, and would stop a page or spoil its look. MDN's compatibility data says when.
TOO_YOUNG: Final = {
    ".css": r"light-dark\(|@starting-style|@scope|@position-try|anchor\(|text-box|interpolate-size|if\(|^\s*&",
    ".js": r"checkVisibility|withResolvers|fromAsync|groupBy|canParse|Promise\.try|RegExp\.escape|AbortSignal\.any"
    r"|\.(?:union|intersection|difference)\(|startViewTransition|requestIdleCallback|DurationFormat"
    r"|\.(?:values|entries|keys)\(\)\.(?:map|filter|some|every|find|toArray)\(|^using ",
}
FILES: Final = sorted(path for path in WEB.rglob("*") if path.suffix in TOO_YOUNG)


@pytest.mark.parametrize("kind", TOO_YOUNG)
def test_nothing_is_used_that_the_oldest_browsers_lack(kind: str) -> None:
    young = re.compile(TOO_YOUNG[kind], re.MULTILINE)
    sources = {path: path.read_text(encoding="utf-8") for path in FILES if path.suffix == kind}
    assert len(sources) > 10
    used = {str(path.relative_to(WEB)): young.findall(source) for path, source in sources.items()}
    assert not {path: names for path, names in used.items() if names}


def test_fields_that_browsers_fill_in_say_their_type() -> None:
    """`autocomplete` is for fields of a type: the default is none for checkers of HTML."""
    fields = [
        (path.name, props)
        for path in FILES
        for props in re.findall(r'h\(\s*"input",\s*\{(.*?)\}', path.read_text(encoding="utf-8"), re.DOTALL)
    ]
    filled = [(name, props) for name, props in fields if re.search(r'autocomplete: "(?!off)', props)]
    assert filled
    assert [name for name, props in filled if "type" not in props] == []
