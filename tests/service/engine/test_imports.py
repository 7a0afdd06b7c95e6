"""What a process does not need, it does not load: to import the compiler or the web framework takes long."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "unneeded"),
    [
        ("service.app", {"numba"}),  # only search processes import the compiled engine
        ("service.worker.main", {"numba", "litestar"}),
        ("service.ops.commands", {"numba", "litestar"}),
        ("service.process.supervisor", {"numba", "litestar", "puzzles"}),
        ("service.__main__", {"numba", "litestar", "puzzles", "httpx"}),
    ],
)
def test_importing_it_does_not_load(module: str, unneeded: set[str]) -> None:
    program = f"import sys, {module}; sys.exit(' '.join({unneeded} & sys.modules.keys()) or 0)"
    subprocess.run([sys.executable, "-c", program], check=True)
