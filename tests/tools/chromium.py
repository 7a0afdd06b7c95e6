"""The browser that all tests, benchmarks and pictures use: Debian's Chromium, found or installed.

Its headless shell is preferred: the same engine without the windows around it, which opens our pages in three quarters
of the time.

`python -m tests.tools.chromium` installs it where it may, and otherwise says what to do.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Browser, async_playwright

VARIABLE: Final = "FIRSTFIRE_CHROMIUM"
MISSING: Final = f"""\
There is no Chromium here, and the tests of the pages need one. Install Debian's:
    sudo apt-get install chromium-headless-shell
or name one that you have:
    {VARIABLE}=/path/to/chromium make test"""
_SHELL: Final = "chromium-headless-shell"
_NAMES: Final = (_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS: Final = (
    "--no-sandbox",  # as root there is none, and only our own pages are opened
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoBrowser(Exception):
    """No Chromium is to be found; the message says what to install."""


def found() -> str | None:
    """Where a Chromium is: the one that the environment names, else one that is installed."""
    if named := os.environ.get(VARIABLE):
        return shutil.which(named)
    return next((path for path in map(shutil.which, _NAMES) if path), None)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    path = found()
    if path is None:
        raise NoBrowser(MISSING)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


def install() -> None:
    """Debian's, if we may; the tests themselves say so once more when there is still none."""
    if os.environ.get(VARIABLE) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        if shutil.which(_SHELL) is None:
            print("Installing Chromium for the tests of the pages …", flush=True)
            _apt_get("update")
            _apt_get("install", "--yes", "--no-install-recommends", _SHELL)
        if found() is None:  # a Debian or Ubuntu that has no such package
            _apt_get("install", "--yes", "--no-install-recommends", "chromium")
    if found() is None:
        print(MISSING, file=sys.stderr)


def _apt_get(*words: str) -> None:
    subprocess.run(["apt-get", "--quiet=2", *words], check=False)


if __name__ == "__main__":
    install()
