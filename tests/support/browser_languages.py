"""What is shown in the wrong language: English sentences that another language says otherwise."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import service
from projections.words import LANGUAGES
from tests.support.browser_person import Person

FOLDER = Path(service.__file__).parent / "web" / "languages"
SENTENCES: dict[str, dict[str, Any]] = {
    name: json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")) for name in LANGUAGES
}
TELLING = 12  # letters that a sentence needs to be known by


async def left_over(person: Person, language: str) -> list[str]:
    """English sentences on the page that are said otherwise in this language."""
    shown = await person.page.evaluate(
        """() => document.body.innerText + [...document.querySelectorAll("[title], [aria-label], [placeholder]")]
            .map((element) => [element.title, element.ariaLabel].join(" ")).join(" ")"""
    )
    return [text for text in foreign(language) if text in shown]


@cache
def foreign(language: str) -> list[str]:
    """English sentences that are said otherwise in this language."""
    sentences = json.dumps(SENTENCES[language], ensure_ascii=False)
    return [
        text
        for name, text in SENTENCES["en"].items()
        if isinstance(text, str) and "{" not in text and len(text) >= TELLING and SENTENCES[language][name] != text
        if json.dumps(text, ensure_ascii=False).strip('"') not in sentences
    ]
