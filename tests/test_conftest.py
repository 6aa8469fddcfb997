"""`--gpu`: a run that was to use the GPU and did not."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import ROOT, no_gpu


@pytest.mark.skipif(not no_gpu(), reason="there is a GPU here")
@pytest.mark.parametrize(
    ("option", "code"), [pytest.param((), 0, marks=pytest.mark.exhaustive), (("--gpu",), 1)]
)
def test_a_gpu_run_in_which_every_gpu_test_was_skipped_fails(option, code):
    command = [sys.executable, "-m", "pytest", "-n0", "-rs", "-p", "no:cacheprovider", "-m", "gpu"]
    done = subprocess.run(
        [*command, "tests/commands/test_bench.py", *option],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == code, done.stdout
    assert "no GPU: " in done.stdout
    assert ("--gpu: no test marked gpu has run" in done.stdout) == bool(option)
