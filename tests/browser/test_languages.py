"""Pages in every language: chosen by the browser, switchable, and nothing left over from another.

Every page is looked at in German, whose words are the longest, in test_every_page.py.
"""

import pytest

from service.store.event_store import EventStore
from tests.support.browser_languages import SENTENCES, left_over
from tests.support.browser_person import Arrive, Person
from tests.support.browser_views import settle, show
from tests.support.variants import only

LOOKED_AT = ("front", "sign in", "no such game", "table, place", "waiting for players", "review", "puzzle, answered")


# How many letters' widths the language takes besides its name, whatever the face; -1 if the arrow is the system's.
_BESIDE_THE_LANGUAGE = """() => {
  const select = document.querySelector(".language select");
  const { appearance, backgroundImage, fontSize } = getComputedStyle(select);
  if (appearance !== "none" || !backgroundImage.includes("gradient")) return -1;
  return select.offsetWidth / (parseFloat(fontSize) * 0.5) - select.selectedOptions[0].text.length;
}"""


@pytest.mark.parametrize("language", only(["fr"], ["nl", "it", "fr", "es", "pl", "ja"]))
async def test_pages_use_the_language_of_the_browser(arrive: Arrive, store: EventStore, language: str) -> None:
    reader = await arrive(language=f"{language}-{language.upper()}")
    await settle(reader, store, language)
    for view in LOOKED_AT:
        await show(reader, language, view)
        assert await reader.page.locator("html").get_attribute("lang") == language
        assert not await left_over(reader, language), view
        await reader.sees("header", SENTENCES[language]["lobby"])


async def test_the_chosen_language_is_remembered(guest: Person) -> None:
    await guest.opens("/")
    assert await guest.page.locator("html").get_attribute("lang") == "en"
    for language in ("de", "ja", "nl", "en", "de"):
        await guest.page.locator(".language select").select_option(language)
        await guest.page.wait_for_selector(f"html[lang={language}] h1")
        assert await heading(guest) == SENTENCES[language]["front_title"]
        assert 0 <= await guest.page.evaluate(_BESIDE_THE_LANGUAGE) < 5
    await guest.opens("/lobby")
    assert await heading(guest) == SENTENCES["de"]["lobby"]


async def heading(person: Person) -> str:
    return " ".join((await person.page.locator("h1").inner_text()).split())


async def test_readers_of_unsupported_languages_see_english(arrive: Arrive) -> None:
    reader = await arrive(language="fi-FI")
    await reader.opens("/")
    assert await reader.page.locator("html").get_attribute("lang") == "en"


async def test_a_broken_record_is_explained_in_the_readers_language(arrive: Arrive) -> None:
    reader = await arrive(language="de")
    await show(reader, "", "spoilt record")
    await reader.sees("#record-problem", "Zeile 3")
    assert not {"not", "is", "the"} & set((await reader.page.locator("#record-problem").inner_text()).split())
