"""The linters as tests: every command of `make check`. And the hooks before a commit run no others."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


def commands(target: str) -> list[str]:
    """The programs of our environment that a target of the Makefile runs, with their arguments."""
    [recipe] = re.findall(rf"^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    return re.findall(r"^\t\$\(BIN\)/(.+)$", recipe, re.MULTILINE)


CHECKS = commands("check")


@pytest.mark.parametrize("check", CHECKS)
def test_linters_pass(check: str) -> None:
    name, *arguments = check.split()
    done = subprocess.run([BIN / name, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_hooks_are_local_and_use_the_locked_tools() -> None:
    config: Any = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert [repository["repo"] for repository in config["repos"]] == ["local"]
    for hook in config["repos"][0]["hooks"]:
        assert hook["language"] == "system"
        program = hook["entry"].split()[0]
        assert program.startswith(".venv/bin/")
        assert program.removeprefix(".venv/bin/") in {"pytest", *(check.split()[0] for check in CHECKS)}
