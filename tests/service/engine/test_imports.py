"""Only search processes import the compiled engine: a worker or an API process would wait seconds for the compiler."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["service.worker.main", "service.app", "service.__main__"])
def test_importing_it_does_not_load_the_compiler(module: str) -> None:
    program = f"import sys, {module}; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
