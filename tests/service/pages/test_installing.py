"""The site as an app: its manifest, its service worker, and the shell for times without a network."""

import re
from io import BytesIO

import httpx
import pytest
from PIL import Image

from projections.words import LANGUAGES
from service.pages.assets import ASSETS, VERSION


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_manifest_is_in_the_language_of_the_page_that_names_it(
    client: httpx.AsyncClient, language: str
) -> None:
    shell = (await client.get("/", headers={"Accept-Language": language})).text
    [address] = re.findall(r'rel="manifest" href="([^"]+)"', shell)
    answer = await client.get(address)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["lang"], manifest["id"], manifest["start_url"]) == (language, "/", "/")
    assert all(shortcut["name"] for shortcut in manifest["shortcuts"])
    for shortcut in manifest["shortcuts"]:
        assert (await client.get(shortcut["url"], headers={"Accept": "text/html"})).status_code == 200


async def test_icons_are_as_large_as_the_manifest_says_and_small_files(client: httpx.AsyncClient) -> None:
    icons = (await client.get("/manifest.webmanifest")).json()["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        body = (await client.get(icon["src"])).content
        width, height = Image.open(BytesIO(body)).size
        assert f"{width}x{height}" == icon["sizes"]
        assert len(body) < 8 * 1024
    [touch] = re.findall(r'rel="apple-touch-icon" href="([^"]+)"', (await client.get("/")).text)
    apple = Image.open(BytesIO((await client.get(touch)).content)).convert("RGBA")
    assert apple.size == (180, 180)
    assert apple.getchannel("A").getextrema() == (255, 255)  # iOS shows black where nothing is


async def test_a_manifest_in_no_language_of_ours_is_refused(client: httpx.AsyncClient) -> None:
    assert (await client.get("/manifest.webmanifest?language=xx")).status_code == 400


async def test_the_worker_keeps_every_file_that_the_offline_shell_names(client: httpx.AsyncClient) -> None:
    worker = (await client.get("/sw.js")).text
    [listed] = re.findall(r"^const FILES = \[(.*)\];$", worker, re.MULTILINE)
    kept = {*re.findall(r'"([^"]+)"', listed), "languages/nl.json", "languages/nl/lost.json"}
    assert kept <= ASSETS.keys()
    shell = (await client.get("/offline", headers={"Accept-Language": "nl"})).text
    named = {path for path in re.findall(rf'(?:href|src)="/assets/{VERSION}/([^"]+)"', shell) if "print" not in path}
    assert named - kept == {"icons/apple-180.png"}
    assert 'id="ahead">{}<' in shell
    assert "data-file" not in shell
    assert sum(len(ASSETS[path].packed) for path in kept) < 320 * 1024


async def test_the_offline_shell_says_nothing_of_who_asks(client: httpx.AsyncClient) -> None:
    before = (await client.get("/offline")).text
    await client.post("/api/guests?cookie=true", json={"name": "Oona"})
    assert (await client.get("/offline")).text == before


@pytest.mark.parametrize("path", ["/sw.js", "/manifest.webmanifest?language=de"])
async def test_what_browsers_ask_for_again_and_again_is_sent_once_and_packed(
    client: httpx.AsyncClient, path: str
) -> None:
    plain = await client.get(path, headers={"Accept-Encoding": "identity"})
    packed = await client.get(path, headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "br"
    assert packed.content == plain.content  # the client unpacks it
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    again = await client.get(path, headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
