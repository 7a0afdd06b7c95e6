"""The project is written in plain English: no words that a stranger has to decode, no names that say nothing."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "projections", "puzzles", "service", "tests")
MODULES = sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py") if "fixtures" not in path.parts)
SCRIPTS = sorted((ROOT / "service" / "web").rglob("*.js"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").glob("*.md")])

PROSE = re.compile(r"\b(anew|for ever|luck|so many|told|whoever|whosoever|reckons?|one's doings)\b", re.IGNORECASE)
NAMES = frozenset(
    {"asked", "found", "here", "known", "one", "told"}
)  # of local variables: they do not say what they hold


def english_of(path: Path) -> Iterator[tuple[int, str]]:
    """Comments and docstrings of a Python module, with their lines."""
    text = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.lineno, str(first.value.value)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("package", PACKAGES)
def test_comments_and_docstrings_are_plain(package: str) -> None:
    faults = [
        f"{name_of(path)}:{line}: {match[0]}"
        for path in MODULES
        if path.relative_to(ROOT).parts[0] == package
        for line, text in english_of(path)
        for match in PROSE.finditer(text)
    ]
    assert faults == []


@pytest.mark.parametrize("package", PACKAGES)
def test_local_names_say_what_they_hold(package: str) -> None:
    faults = [
        f"{name_of(path)}:{line}: {name}"
        for path in MODULES
        if path.relative_to(ROOT).parts[0] == package
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for line, name in stored_names(node)
        if name in NAMES
    ]
    assert faults == []


def stored_names(node: ast.AST) -> list[tuple[int, str]]:
    """The variable or parameter that this node introduces, if any, with its line."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return [(node.lineno, node.id)]
    return [(node.lineno, node.arg)] if isinstance(node, ast.arg) else []


def test_documents_and_comments_of_scripts_are_plain() -> None:
    assert SCRIPTS
    assert DOCUMENTS
    faults = [
        f"{name_of(path)}: {match[0]}" for path in [*SCRIPTS, *DOCUMENTS] for match in PROSE.finditer(prose_of(path))
    ]
    assert faults == []


def prose_of(path: Path) -> str:
    """The comments of a script, or a document, without names of fields and quoted messages."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        text = "\n".join(re.findall(r"^\s*/\*\*.*?\*/|^\s*//[^\n]*$", text, re.DOTALL | re.MULTILINE))
    return re.sub(r"`[^`]*`", "", text)
