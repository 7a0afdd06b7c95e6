"""Branch coverage of the rules stays above its floor (`fail_under` in pyproject.toml).

Tracing makes the tests of the rules three times slower. So the slowest of them, which go through whole games, are left
out: all branches are reached without them. `make coverage` measures with all of them.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SLOW = ("tests/domain/test_fixtures.py", "tests/domain/test_properties.py")


def test_branch_coverage_of_the_rules_is_above_its_floor(tmp_path: Path) -> None:
    words = ["-q", "-p", "no:cacheprovider", "--cov", "--cov-report=term-missing:skip-covered"]
    words += [f"--ignore={path}" for path in SLOW]
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "tests/domain", "tests/projections"],
        cwd=ROOT,
        env={**outer, "COVERAGE_FILE": str(tmp_path / "coverage")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
