"""The modules of service/web are formatted, free of common slips, and their types agree."""

import pytest

from tests.tools.javascript import CHECKS, ROOT, run

LONGEST_LINE = 120
LONGEST_MODULE = 330
SCRIPTS = sorted((ROOT / "service" / "web").rglob("*.[jt]s"))


@pytest.mark.parametrize("tool", CHECKS)
def test_javascript_tools_pass(tool: str) -> None:
    done = run(*CHECKS[tool])
    assert done.returncode == 0, done.stdout + done.stderr


def test_scripts_are_short_and_narrow() -> None:
    """Prettier leaves comments and long texts as they are."""
    assert SCRIPTS
    for script in SCRIPTS:
        lines = script.read_text().splitlines()
        assert len(lines) <= LONGEST_MODULE, script
        assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == [], script
