"""A language that nobody speaks, in place of English: every text is longer, accented and in brackets.

What is shown without brackets is not translated; where one bracket follows another, texts are glued together.
"""

import json
import re
from typing import Any, Final

from playwright.async_api import Page, Route

_ACCENTED: Final = str.maketrans("aceinouyACEINOUY", "åçéîñöûýÅÇÉÎÑÖÛÝ")
_GAP: Final = re.compile(r"(\{\w+\})")
_ENCLOSED: Final = re.compile(r'(<script type="application/json" id="sentences"[^>]*>)(.*?)(</script>)', re.DOTALL)
_KEPT: Final = {"language", "between", "last_of_list", "date", "copy_keys"}  # marks, and what has no words


def pseudo(text: str) -> str:
    """A third longer, as German is, in words where there are words."""
    said = "".join(part if _GAP.fullmatch(part) else part.translate(_ACCENTED) for part in _GAP.split(text))
    more = len(_GAP.sub("", text)) // 3
    return f"[{said}{' ~~~~' * (more // 5) if ' ' in text else '~' * more}]"


def pseudo_texts(texts: Any) -> Any:
    """A file of texts in the language that nobody speaks."""
    match texts:
        case str():
            return pseudo(texts)
        case list():
            return [pseudo_texts(part) for part in texts]
        case _:
            return {name: part if name in _KEPT else pseudo_texts(part) for name, part in texts.items()}


async def speak_pseudo(page: Page) -> None:
    """Texts come to the page in the language that nobody speaks, whether by themselves or within the shell."""

    async def file(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, json=pseudo_texts(await answer.json()))

    async def shell(route: Route) -> None:
        if route.request.resource_type != "document":
            await route.continue_()
            return
        answer = await route.fetch()
        html = _ENCLOSED.sub(_spoken, await answer.text())
        await route.fulfill(response=answer, body=html)

    await page.route("**/*", shell)
    for files in ("**/languages/en.json", "**/languages/en/*.json", "**/words/en.json", "**/rules/en.json"):
        await page.route(files, file)


def _spoken(script: re.Match[str]) -> str:
    texts = json.dumps(pseudo_texts(json.loads(script[2])), ensure_ascii=False).replace("<", "\\u003c")
    return script[1] + texts + script[3]
