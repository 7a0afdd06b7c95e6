"""Firefox and WebKitGTK of Debian, found or installed, for the main paths in browsers that are not Chromium.

`python -m tests.tools.other_browsers` installs them where it may, and otherwise says what to do.
"""

import os
import shutil
import subprocess
import sys
from typing import Final

_PACKAGES: Final = {"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
_MISSING: Final = """\
{programs} are missing, and the tests of other browsers need them. Install Debian's:
    sudo apt-get install {packages}"""


def missing() -> list[str]:
    return [program for program in _PACKAGES if shutil.which(program) is None]


def needed(*programs: str) -> None:
    """Raises an AssertionError that says what to install, if one of these programs is not here."""
    absent = [program for program in programs if shutil.which(program) is None]
    assert not absent, _sentence(absent)


def _sentence(programs: list[str]) -> str:
    return _MISSING.format(programs=", ".join(programs), packages=" ".join(_PACKAGES[name] for name in programs))


def install() -> None:
    """Debian's, if we may; the tests themselves say so once more when there are still none."""
    if missing() and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Firefox and WebKitGTK for the tests of other browsers …", flush=True)
        packages = [_PACKAGES[program] for program in missing()]
        for words in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            subprocess.run(["apt-get", "--quiet=2", *words], check=False)
    if missing():
        print(_sentence(missing()), file=sys.stderr)


if __name__ == "__main__":
    install()
