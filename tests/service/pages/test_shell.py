"""The HTML shell of the pages and its files: what a browser gets before any of our scripts run."""

import gzip
import html
import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib import resources

import httpx
import msgspec
import pytest
from litestar.testing import AsyncTestClient

from projections.words import LANGUAGES
from service.http.language import preferred
from service.pages.assets import ASSETS, JOINED, PAGES, VERSION
from tests.support.api_play import refused
from tests.support.api_server import lent_app, unlimited

PERSON = {"Accept": "text/html,application/xhtml+xml"}
KEPT = {"Cookie": f"kept={VERSION}"}  # of a browser that has our files


@pytest.mark.parametrize("address", [re.sub(r"{\w+:(\w+)}", "7", path) for path in PAGES])
async def test_every_page_is_the_shell_under_a_strict_policy(client: httpx.AsyncClient, address: str) -> None:
    answer = await client.get(address, headers=PERSON)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["cache-control"] == "private, no-cache"
    assert "<script>" not in answer.text
    assert "style=" not in answer.text


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/rules/fire", 200), ("/favicon.ico", 200), ("/no", 404)])
async def test_a_page_or_a_file_can_be_asked_for_its_headers_alone(
    client: httpx.AsyncClient, path: str, status: int
) -> None:
    head, whole = await client.head(path, headers=PERSON), await client.get(path, headers=PERSON)
    assert (head.status_code, head.content) == (status, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]


async def test_what_scripts_saved_is_saved_again_by_the_service(client: httpx.AsyncClient) -> None:
    """Safari keeps what scripts save for a week only."""
    assert "set-cookie" not in (await client.get("/")).headers
    answer = await client.get("/", headers={"Cookie": "language=de; colours=dark; motion=fast; other=1"})
    renewed = answer.headers.get_list("set-cookie")
    assert [cookie.partition(";")[0] for cookie in renewed] == ["colours=dark", "language=de"]
    assert all("Max-Age=31536000" in cookie for cookie in renewed)


def test_every_page_has_a_module_and_every_module_a_page() -> None:
    drawn = {path.removeprefix("pages/").removesuffix(".js") for path in ASSETS if path.startswith("pages/")}
    assert drawn == {*PAGES.values(), "lost"}


async def test_the_shell_holds_the_table_that_the_server_routes_by(client: httpx.AsyncClient) -> None:
    shell = (await client.get("/")).text
    [table] = re.findall(r'data-pages="([^"]*)"', shell)
    assert json.loads(html.unescape(table)) == PAGES


async def test_every_file_of_the_shell_exists_and_is_immutable(client: httpx.AsyncClient) -> None:
    shell = (await client.get("/")).text
    named = re.findall(r'(?:href|src)="(/assets/[^"]+)"', shell)
    assert len(named) > 10
    for address in named:
        answer = await client.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_has_a_description_in_every_language(client: httpx.AsyncClient, language: str) -> None:
    pages = [re.sub(r"{\w+:(\w+)}", "7", path) for path in PAGES if not path.endswith(":int}")]
    shells = [(await client.get(page, headers={"Accept-Language": language})).text for page in pages]
    descriptions = [re.findall(r'<meta name="description" content="([^"]{20,180})">', shell) for shell in shells]
    assert all(len(texts) == 1 for texts in descriptions)
    assert len({texts[0] for texts in descriptions}) == len({*PAGES.values()})


SHEETS_OF_A_TABLE = [
    *("base", "pages", "table-stage-earnings-board", "mine", "dialogs", "moderation", "end", "motion"),
    *("rules", "hints", "guide", "people", "puzzles", "notices", "print"),
]


async def test_a_page_loads_its_own_style_sheets_and_names_the_others(client: httpx.AsyncClient) -> None:
    shell = (await client.get("/game/7", headers={**PERSON, **KEPT})).text
    sheets = re.findall(r'styles/([\w-]+)\.css"([^>]*)>', shell)
    assert [name for name, _ in sheets] == SHEETS_OF_A_TABLE
    assert [name for name, rest in sheets if "disabled" not in rest] == ["base", "table-stage-earnings-board"]


async def test_a_browser_without_our_files_gets_those_of_the_page_within_the_shell(client: httpx.AsyncClient) -> None:
    answer = await client.get("/game/7", headers=PERSON)
    sheets = re.findall(r'styles/([\w-]+)\.css"', answer.text)
    assert sheets == SHEETS_OF_A_TABLE
    styles = re.findall(r'<style data-file="styles/([\w-]+)\.css"[^>]*>(.*?)</style>', answer.text, re.DOTALL)
    assert [name for name, _ in styles] == ["base", "table-stage-earnings-board"]
    for name, text in styles:
        served = ASSETS[f"styles/{name}.css"].body.decode()
        assert "".join(text.split()) == "".join(served.replace('url("../', f'url("/assets/{VERSION}/').split())
        hashed = b64encode(sha256(text.encode()).digest()).decode()
        assert f"'sha256-{hashed}'" in answer.headers["content-security-policy"]
    [said] = re.findall(r'<script type="application/json" id="sentences"[^>]*>(.*?)</script>', answer.text, re.DOTALL)
    assert json.loads(said) == json.loads(ASSETS["languages/en/game.json"].body)
    assert '<svg class="pieces" data-file="pieces.svg"' in answer.text
    assert 'as="fetch"' not in answer.text
    files = re.findall(r'data-file="([^"]+)"', answer.text)
    assert len(files) == 4
    assert {(await client.get(f"/assets/{VERSION}/{path}")).status_code for path in files} == {200}


async def test_a_browser_with_files_of_another_version_gets_ours_within_the_shell(client: httpx.AsyncClient) -> None:
    for cookie in ("kept=0123456789ab", "kept=", 'kept="><b>'):
        assert "<style" in (await client.get("/", headers={**PERSON, "Cookie": cookie})).text
    kept = await client.get("/", headers={**PERSON, **KEPT})
    assert "<style" not in kept.text
    assert "sha256" not in kept.headers["content-security-policy"]


async def test_the_scripts_are_asked_for_before_anything_of_the_shell_is_read(client: httpx.AsyncClient) -> None:
    answer = await client.get("/puzzles", headers=PERSON)
    links = re.findall(r"<([^>]+)>; rel=modulepreload", answer.headers["link"])
    assert links == [f"/assets/{VERSION}/joined/{path}" for path in ("main.js", "pages/puzzles.js")]
    assert links == re.findall(r'<link rel="modulepreload" href="([^"]+)">', answer.text)


async def test_joined_sheets_are_their_parts_in_the_order_of_the_cascade(client: httpx.AsyncClient) -> None:
    order = [*json.loads((resources.files("service") / "web" / "styles.json").read_text())]
    for path in (path for path in ASSETS if path.startswith("styles/") and "-" in path):
        parts = path.removeprefix("styles/").removesuffix(".css").split("-")
        assert parts == order[order.index(parts[0]) :][: len(parts)]
        assert ASSETS[path].body == b"\n".join(ASSETS[f"styles/{part}.css"].body for part in parts)
    assert "-" not in "".join(order)


async def test_modules_and_sheets_come_one_by_one_to_developers(server_url: str) -> None:
    with lent_app(msgspec.structs.replace(unlimited(server_url), modules="apart")) as app:
        async with AsyncTestClient(app) as client:
            shell = (await client.get("/game/7", headers=PERSON)).text
            assert '/main.js"></script>' in shell
            assert "joined/" not in shell
            named = re.findall(r'(?:href|src)="(/assets/[^"]+)"', shell)
            assert {f"/assets/{VERSION}/{path}" for path in ("core/dom.js", "styles/board.css")} < {*named}
            assert {(await client.get(address)).status_code for address in named} == {200}


async def test_the_faces_are_served_as_they_are_and_allowed(client: httpx.AsyncClient) -> None:
    shell = await client.get("/", headers=PERSON)
    faces = [f"/assets/{VERSION}/{path}" for path in ASSETS if path.endswith(".woff2")]
    assert "font-src 'self'" in shell.headers["content-security-policy"]
    answers = [await client.get(face, headers={"Accept-Encoding": "br, gzip"}) for face in faces]
    assert [answer.headers["content-type"] for answer in answers] == ["font/woff2"] * 6
    assert not any("content-encoding" in answer.headers for answer in answers)
    sizes = dict(zip(faces, (len(answer.content) for answer in answers), strict=True))
    seldom = {face for face in faces if "accents" in face or "polish" in face}  # loaded for their letters only
    assert len(seldom) == 4
    assert sum(size for face, size in sizes.items() if face not in seldom) < 24_000
    assert sum(sizes[face] for face in seldom) < 15_000


async def test_files_are_compressed_for_clients_that_accept_it(client: httpx.AsyncClient) -> None:
    address, asset = f"/assets/{VERSION}/styles/base.css", ASSETS["styles/base.css"]
    packed = await client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(asset.packed) < len(asset.body) / 2
    smallest = await client.get(address, headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert smallest.headers["content-encoding"] == "br"
    assert int(smallest.headers["content-length"]) < len(asset.packed)
    assert smallest.content == asset.body
    plain = await client.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == asset.body == gzip.decompress(asset.packed)


def test_a_module_is_served_as_it_is_in_the_tree_but_for_its_explanations() -> None:
    web = resources.files("service") / "web"
    for path, asset in ASSETS.items():
        if path.endswith(".js") and not path.startswith(JOINED):
            source, served = (web / path).read_bytes().split(b"\n"), asset.body.split(b"\n")
            assert len(source) == len(served), path
            left_out = [line.strip() for line, kept in zip(source, served, strict=True) if line.lstrip() != kept]
            assert all(line.startswith((b"/**", b"*", b"//")) for line in left_out), path
            is_open = False
            for line, kept in zip(source, served, strict=True):
                assert not is_open or line == kept, f"{path}: a text of several lines would lose its indentation"
                is_open ^= kept.count(b"`") % 2 == 1


def test_a_sheet_and_a_drawing_keep_everything_but_their_explanations() -> None:
    web = resources.files("service") / "web"
    for path, asset in ASSETS.items():
        if path.endswith((".css", ".svg")) and "-" not in path:  # joined sheets have a test of their own
            explained = rb"/\*.*?\*/" if path.endswith(".css") else rb"<!--.*?-->"
            rest = re.sub(explained, b"", (web / path).read_bytes(), flags=re.DOTALL)
            assert asset.body.split() == rest.split(), path


def said(language: str, page: str) -> dict[str, object]:
    file: dict[str, dict[str, object]] = json.loads(ASSETS[f"languages/{language}/{page}.json"].body)
    assert file["words"] == json.loads(ASSETS[f"words/{language}.json"].body)
    return file["sentences"]


def test_no_style_of_a_whole_page_depends_on_what_is_in_it() -> None:
    """Where it does, a browser computes the styles of everything again whenever anything on the page changes."""
    whole = re.compile(rb"(?:#page|\b(?:html|body|main)|\.(?:stage|table|at-\w+))(?:[.#][\w-]+)*:has\(")
    sheets = {path: asset.body for path, asset in ASSETS.items() if path.endswith(".css")}
    assert {path for path, body in sheets.items() if whole.search(body)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_page_gets_the_sentences_of_its_own_modules_first(client: httpx.AsyncClient, language: str) -> None:
    every = json.loads(ASSETS[f"languages/{language}.json"].body)
    for path, page in PAGES.items():
        shell = (
            await client.get(re.sub(r"{\w+:(\w+)}", "7", path), headers={"Accept-Language": language, **KEPT})
        ).text
        assert 'as="fetch"' not in shell  # WebKit would fetch them twice
        own = said(language, page)
        assert own.items() < every.items()
        assert len(own) < len(every) / 2
    front, game = (said(language, page) for page in ("front", "game"))
    assert "skip_to_content" in front.keys() & game.keys()  # of main.js
    assert "front_text" in front.keys() - game.keys()
    assert "they_draft" in game.keys() - front.keys()  # of t(`they_${…}`)


async def test_a_page_from_before_an_update_gets_files_that_are_not_cached(client: httpx.AsyncClient) -> None:
    for path in ("main.js", "joined/main.js"):
        answer = await client.get(f"/assets/0123456789ab/{path}")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"


async def test_a_page_from_before_an_update_gets_joined_files_that_depend_on_nothing(client: httpx.AsyncClient) -> None:
    old = (await client.get("/assets/0123456789ab/joined/table/dialogs_view.js")).text
    new = (await client.get(f"/assets/{VERSION}/joined/table/dialogs_view.js")).text
    defined = re.compile(r'^\$modules\["(.*)"\] \?\?=', re.MULTILINE)
    assert {*defined.findall(new)} < {*defined.findall(old)}
    assert {*re.findall(r'= \$modules\["(.*)"\];$', old, re.MULTILINE)} <= {*defined.findall(old)}


@pytest.mark.parametrize(
    "path", ["nothing.js", "../pages.py", "..%2f..%2fpyproject.toml", "index.html", "README.md", "core/README.md"]
)
async def test_no_other_file_can_be_fetched(client: httpx.AsyncClient, path: str) -> None:
    refused(await client.get(f"/assets/{VERSION}/{path}"), 404)


async def test_an_unknown_path_returns_a_page_to_people_and_a_problem_to_programs(
    client: httpx.AsyncClient,
) -> None:
    page = await client.get("/no/such/page", headers=PERSON)
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    refused(await client.get("/no/such/page"), 404)
    refused(await client.get("/api/no/such/page", headers=PERSON), 404)


async def test_the_shell_has_the_readers_language_and_colours(client: httpx.AsyncClient) -> None:
    assert '<html lang="nl" data-colours="auto"' in (await client.get("/", headers={"Accept-Language": "nl"})).text
    chosen = {"Accept-Language": "nl", "Cookie": "language=it; colours=dark"}
    assert '<html lang="it" data-colours="dark"' in (await client.get("/", headers=chosen)).text
    forged = {"Cookie": 'language=en"><script>; colours="><b>'}
    assert '<html lang="en" data-colours="auto"' in (await client.get("/", headers=forged)).text


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de-CH, fr;q=0.9", "de"),
        ("fi, it;q=0.5, nl;q=0.7", "nl"),
        ("fr-CA", "fr"),
        ("DE", "de"),
        ("de;q=0, it", "it"),
        ("de;q=much, it;q=0.1", "it"),
        (";;;,,,=", "en"),
        ("nl,de", "nl"),
    ],
)
def test_the_shell_uses_the_preferred_supported_language(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


async def test_the_service_worker_is_at_the_root_and_names_the_version_of_our_files(client: httpx.AsyncClient) -> None:
    answer = await client.get("/sw.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; connect-src 'self'")
    assert answer.text.startswith(f'const ASSETS = "/assets/{VERSION}";\n')
    for name in re.findall(r"\$\{ASSETS\}/([\w/.-]+\.png)", answer.text):
        picture = await client.get(f"/assets/{VERSION}/{name}")
        assert (picture.headers["content-type"], picture.content[:4]) == ("image/png", b"\x89PNG")
    shell = await client.get("/", headers=PERSON)
    assert "worker-src 'self'" in shell.headers["content-security-policy"]
