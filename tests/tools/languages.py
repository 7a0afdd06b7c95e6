"""What a language does not say yet, or says although nobody asks for it.

    .venv/bin/python -m tests.tools.languages           all languages, against English
    .venv/bin/python -m tests.tools.languages fr ja     these

It prints a line for each text: file, name, and what English says. Names of refusals are compared with German, because
the English ones are in the code. It needs no language to be complete, so it also helps while one is being added.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
OF_ONE_LANGUAGE: Final = {
    "projections/languages/{}.json": "en",
    "projections/languages/reasons.{}.json": "de",
    "projections/languages/notices.{}.json": "en",
    "projections/languages/talk.{}.json": "en",
    "projections/languages/feeds.{}.json": "en",
    "service/web/languages/{}.json": "en",
    "service/web/rules/{}.json": "en",
}
OF_ALL: Final = (
    "service/pages/descriptions.json",
    "service/pages/no_script.json",
    "service/pages/plain/words.json",
    "service/account_mail/letters.json",
)
_FORMS: Final = {"zero", "one", "two", "few", "many", "other"}  # of plurals: languages differ


def languages() -> list[str]:
    return sorted(path.stem for path in (ROOT / "service/web/languages").glob("*.json"))


def leaves(texts: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its name; a phrase with plural forms is one text."""
    match texts:
        case str():
            yield path, texts
        case dict() if "many" in texts and texts.keys() - {"a"} <= _FORMS:
            yield path, texts["many"]
        case _:
            for name, part in texts.items() if isinstance(texts, dict) else enumerate(texts):
                yield from leaves(part, f"{path}.{name}".lstrip("."))


def files(language: str) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """Path, what the model language says there, and what this one says."""
    for place, model in OF_ONE_LANGUAGE.items():
        if model == "de" and language == "en":
            continue
        path = ROOT / place.format(language)
        said = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        wanted = json.loads((ROOT / place.format(model)).read_text(encoding="utf-8"))
        yield place.format(language), dict(leaves(wanted)), dict(leaves(said))
    for place in OF_ALL:
        texts = json.loads((ROOT / place).read_text(encoding="utf-8"))
        yield f"{place} ({language})", dict(leaves(texts["en"])), dict(leaves(texts.get(language, {})))


def gaps(language: str) -> Iterator[str]:
    for path, wanted, said in files(language):
        yield from (f"{path}: {name} is missing: {wanted[name]}" for name in wanted if name not in said)
        yield from (f"{path}: {name} is not wanted" for name in said if name not in wanted)


if __name__ == "__main__":
    lacking = [gap for language in sys.argv[1:] or languages() for gap in gaps(language)]
    print("\n".join(lacking) or "Nothing is missing.")
    sys.exit(bool(lacking))
