"""The proxy of deploy/: Debian's Caddy, found or installed, so that its file is read by the program it is for.

`python -m tests.tools.caddy` installs it where it may, and otherwise says what to do.
"""

import os
import shutil
import subprocess
import sys
from typing import Final

VARIABLE: Final = "FIRSTFIRE_CADDY"
MISSING: Final = f"""\
There is no Caddy here, and the tests of deploy/ need one, 2.6 or newer. Install Debian's:
    sudo apt-get install caddy
or name one that you have:
    {VARIABLE}=/path/to/caddy make test"""


def found() -> str | None:
    """Where a Caddy is: the one that the environment names, else one that is installed."""
    return shutil.which(os.environ.get(VARIABLE) or "caddy")


def caddy() -> str:
    path = found()
    assert path is not None, MISSING
    return path


def install() -> None:
    """Debian's, if we may; the tests themselves say so once more when there is still none."""
    if os.environ.get(VARIABLE) is None and found() is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Caddy for the tests of deploy/ …", flush=True)
        for words in (["update"], ["install", "--yes", "--no-install-recommends", "caddy"]):
            subprocess.run(["apt-get", "--quiet=2", *words], check=False)
    if found() is None:
        print(MISSING, file=sys.stderr)


if __name__ == "__main__":
    install()
