"""`verify` judges the corpus: faults with clean twins, and unusual kernels without a fault.

Each TOML file here has the cases of one mechanism. A case is a CUDA text with its launch,
arguments and results (benchmarks/external/launch.py), and:

- `kinds`: what `verify` finds where FAULT is defined: kinds of findings, `values` for wrong
  elements, `refused` for an invalid launch. Without FAULT, the text is the clean twin. A case
  without `kinds` has no fault.
- `missed`: why `verify` does not find the fault.
- `prelude`: names of texts in the files' `[prelude]`, which precede the case's own.
- `arch`: the architectures, sm_90 by default.
- `quick`: the case runs in `make test`, not only in `make test-rest`.

Comments /*at*/ and /*other*/ mark the lines that a finding names.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from accesses import needs_compiler

from benchmarks.external.launch import describe_launch
from gpusim.errors import UserError
from gpusim.findings import KINDS
from schedules import explore

pytestmark = needs_compiler

FILES = [
    tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted(Path(__file__).parent.glob("*.toml"))
]
CASES = [case for file in FILES for case in file["case"]]
PRELUDES = {name: text for file in FILES for name, text in file.get("prelude", {}).items()}
# Kinds that no CUDA text shows, with the tests that show them.
ELSEWHERE = {
    "scoreboard",  # tests/gpusim/sanitizer/test_scoreboards.py
    "stall-count",
    "warpgroup-arrive",  # tests/gpusim/sanitizer/test_findings.py
    "illegal-instruction",
    "same-value",  # tests/analyses/verification/test_verdicts.py: not errors
    "copy-unused",
}
INPUTS = """import numpy as np


def arange(rng, shape, dtype):
    return np.arange(shape[0], dtype=dtype)
"""


@dataclass(frozen=True)
class Verdict:
    """What `verify` says: its problems, by kind, or the message of a refusal."""

    problems: dict[str, list[str]]
    text: str

    def names(self, *marks: str) -> bool:
        """Whether a problem names the lines with these marks."""
        lines = self.text.splitlines()
        marked = {str(n) for n, line in enumerate(lines, 1) if any(m in line for m in marks)}
        problems = [problem for some in self.problems.values() for problem in some]
        found = (re.findall(r"(?:CUDA line|inlined at) (\d+)", problem) for problem in problems)
        return not marked or any(marked <= set(numbers) for numbers in found)


def verify(case: dict[str, Any], folder: Path, *, fault: bool, arch: str) -> Verdict:
    """Verify a case in a folder, as `schedules verify FILE.cu` does."""
    prelude = [PRELUDES[name] for name in case.get("prelude", ())]
    text = "\n".join(["#define FAULT" if fault else "", *prelude, case["source"]])
    (folder / "kernel.cu").write_text(text)
    (folder / "inputs.py").write_text(INPUTS)
    describe_launch(case, folder)
    try:
        verified = explore(str(folder / "kernel.cu"), target=arch).verify()
    except UserError as error:
        return Verdict({"refused": [str(error)]}, text)
    problems: dict[str, list[str]] = {}
    for check in verified.checks:
        for problem in check.problems:
            kind = problem.partition(":")[0]
            problems.setdefault(kind if kind in KINDS else "values", []).append(problem)
    described = "expected" in case or "def reference(" in case.get("reference", "")
    assert any(check.compared for check in verified.checks) == described
    return Verdict(problems, text)


def parameters(*, faults: bool) -> list[Any]:
    """The cases with a fault, or all of them as they are without it, by architecture."""
    made = []
    for case in CASES:
        marks = [] if case.get("quick") else [pytest.mark.exhaustive]
        if faults and "missed" in case:
            marks.append(pytest.mark.xfail(strict=True, reason=case["missed"]))
        if faults and "kinds" not in case:
            continue
        for arch in case.get("arch", ("sm_90",)):
            name = "-".join([case["name"], *([arch] if "arch" in case else [])])
            made.append(pytest.param(case, arch, marks=marks, id=name))
    return made


@pytest.mark.parametrize(("case", "arch"), parameters(faults=True))
def test_the_fault_is_found(case, arch, tmp_path):
    verdict = verify(case, tmp_path, fault=True, arch=arch)
    assert verdict.problems, "nothing was found"
    if "missed" not in case:
        assert set(verdict.problems) == set(case["kinds"]), verdict.problems
        assert verdict.names("/*at*/", "/*other*/"), verdict.problems


@pytest.mark.parametrize(("case", "arch"), parameters(faults=False))
def test_without_a_fault_nothing_is_found(case, arch, tmp_path):
    assert not verify(case, tmp_path, fault=False, arch=arch).problems


def test_every_kind_of_finding_has_a_quick_case():
    names = [case["name"] for case in CASES]
    assert len(set(names)) == len(names)
    quick = [case for case in CASES if case.get("quick") and "missed" not in case]
    found = {kind for case in quick for kind in case.get("kinds", ())}
    assert found == {*KINDS, "values", "refused"} - ELSEWHERE
    for case in CASES:
        assert ("FAULT" in case["source"]) == ("kinds" in case), case["name"]
