"""The example of gpusim/README.md runs without TVM and without this project's other packages."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from accesses import needs_compiler
from conftest import ROOT

pytestmark = needs_compiler
README = (ROOT / "gpusim" / "README.md").read_text(encoding="utf-8")
CODE, OUTPUT = re.findall(r"^```(?:python|text)\n(.*?)^```", README, re.M | re.S)
# Makes these packages impossible to import.
BLOCKED = ("tvm", "schedules", "tune", "te_compat", "click", "pydantic", "rich")
PREAMBLE = f"import sys; sys.modules.update(dict.fromkeys({BLOCKED}))\n"


def run(code: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PREAMBLE + code]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_the_example_runs_by_itself():
    done = run(CODE)
    assert (done.stdout, done.stderr) == (OUTPUT, "")


def test_other_packages_cannot_be_imported_there():
    for name in BLOCKED:
        assert "ModuleNotFoundError" in run(f"import {name}").stderr


def test_an_output_that_is_read_before_it_is_written_is_found():
    done = run(CODE.replace('outputs=["z"]', 'outputs=["x"]'))
    assert "findings: ['reads uninitialized memory']" in done.stdout
