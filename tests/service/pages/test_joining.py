"""Modules joined into files: what is in them, in which order, and what is refused."""

import re
from posixpath import dirname, normpath

import pytest

from service.pages.assets import ASSETS, JOINED
from service.pages.joining import START, Modules

DEFINED = re.compile(r'^\$modules\["(.*)"\] \?\?=', re.MULTILINE)
USED = re.compile(r'\$modules\["([^"$]+)"\](?! \?\?=)')
LATER = re.compile(r'import\("([^"]+)"\)')


def joined(source: str, entry: str = START, **more: str) -> str:
    return Modules({START: source, **{f"{name}.js": text for name, text in more.items()}}, []).joined(entry)


def test_imports_and_exports_go_through_the_table() -> None:
    text = joined(
        'import { one, two as second } from "./other.js";\nexport const sum = () => one + second;\n',
        other="export const one = 1;\nexport function two() {}\nexport class Three {}\n"
        "const four = 4;\nexport { four };\n",
    )
    assert text == (
        "export const $modules = {};\n"
        '$modules["other.js"] ??= (() => {\nconst one = 1;\nfunction two() {}\nclass Three {}\nconst four = 4;\n'
        "return {four,one,two,Three};\n})();\n"
        '$modules["main.js"] ??= (() => {\nconst {one,two:second} = $modules["other.js"];\n'
        "const sum = () => one + second;\nreturn {sum};\n})();\n"
    )


def test_what_is_passed_on_has_no_name_of_its_own() -> None:
    text = joined(
        'export { a, b as c } from "./other.js";\nconst a = 2;\n', other="export const a = 1;\nexport const b = 1;\n"
    )
    assert 'const a = 2;\nreturn {a:$modules["other.js"].a,c:$modules["other.js"].b};' in text


def test_a_module_that_waits_is_awaited() -> None:
    begin = '$modules["main.js"] ??= await (async () => {'
    assert begin in joined("const first = await fetch(1);\n")
    assert begin in joined("await fetch(1);\n")
    assert begin not in joined("async function first() {\n  const second = await fetch(1);\n  await second;\n}\n")


def test_what_is_wanted_later_comes_from_its_own_file_and_the_table() -> None:
    modules = Modules(
        {
            START: "const page = (name) => import(`./pages/${name}.js`);\n",
            "pages/a.js": 'import { core } from "../core.js";\nconst more = () => import("../more/b.js");\n',
            "more/b.js": 'import { core } from "../core.js";\nimport { c } from "./c.js";\n',
            "more/c.js": "export const c = 1;\n",
            "core.js": "export const core = 1;\n",
        },
        ["pages/a.js"],
    )
    assert modules.entries == [START, "pages/a.js", "more/b.js"]
    assert "import(`./pages/${name}.js`).then(() => $modules[`pages/${name}.js`])" in modules.joined(START)
    page = modules.joined("pages/a.js")
    assert 'import("../more/b.js").then(() => $modules["more/b.js"])' in page
    assert page.startswith('import { $modules } from "../main.js";\n')
    assert DEFINED.findall(page) == ["core.js", "pages/a.js"]
    assert DEFINED.findall(modules.joined("more/b.js")) == ["more/c.js", "more/b.js"]
    assert DEFINED.findall(modules.joined("more/b.js", is_whole=True)) == ["core.js", "more/c.js", "more/b.js"]


def test_remarks_are_left_out_but_not_what_looks_like_one() -> None:
    text = joined('const a = 1; // a remark\nconst b = "x // y";\n\nconst c = 2; // it\'s quoted\n')
    assert 'const a = 1;\nconst b = "x // y";\nconst c = 2; // it\'s quoted\nreturn' in text
    assert "one // two" in joined("const a = `one // two\nthree`;\n")


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("export let a = 1;\n", "cannot be joined with others: export let a"),
        ("export default 1;\n", "export default"),
        ("export { a as b };\n", "export { a as b }"),
        ('import * as all from "./other.js";\n', "import [*] as all"),
        ('import "./other.js";\n', 'import "./other.js"'),
        ("const a = import.meta.url;\n", "import.meta"),
        ("const a = import(name);\n", r"import\(name\)"),
        ("const $modules = 1;\n", "uses the name"),
        ('import { a } from "./other.js";\n', "modules import each other: main.js → other.js → main.js"),
    ],
)
def test_what_cannot_be_said_exactly_is_refused(source: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        joined(source, other='import { b } from "./main.js";\nexport const a = 1;\n')


def test_every_file_has_or_finds_what_its_modules_use() -> None:
    files = {
        path.removeprefix(JOINED): asset.body.decode() for path, asset in ASSETS.items() if path.startswith(JOINED)
    }
    start = {*DEFINED.findall(files[START])}
    every = {*start}
    for entry, text in files.items():
        defined = DEFINED.findall(text)
        every |= {*defined}
        assert defined[-1] == entry
        assert len({*defined}) == len(defined)
        for address in LATER.findall(text):
            assert normpath(f"{dirname(entry)}/{address}").lstrip("/") in files, (entry, address)
        if entry.startswith("pages/"):
            assert {*USED.findall(text)} <= {*defined} | start | {*files}, entry
    modules = {path for path in ASSETS if path.endswith(".js") and not path.startswith((JOINED, "embed", "sw.js"))}
    assert every == modules
