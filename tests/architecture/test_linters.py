"""Format, lint, types and the direction of imports, checked as tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


@pytest.mark.parametrize("tool", ["ruff format --check .", "ruff check .", "mypy", "lint-imports"])
def test_linters_pass(tool: str) -> None:
    name, *arguments = tool.split()
    done = subprocess.run([BIN / name, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
