"""Small kernels whose results are compared with a reference, and the same with a planted fault.

A text holds both: `CLEAN(...)` stays in the correct kernel alone, `FAULT(...)` in the faulty one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
from mbarrier_text import MBARRIER

from gpusim.device import run_cubin
from gpusim.findings import Findings
from gpusim.isa.decoder import Code, decode
from gpusim.isa.program import Program
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

# Findings of values: the output differs from the reference.
VALUES = "values"
# The correct kernel first.
_TWINS = ("#define FAULT(...)\n#define CLEAN(...) __VA_ARGS__\n",)
_TWINS += ("#define FAULT(...) __VA_ARGS__\n#define CLEAN(...)\n",)


def without(program: Program, places: Collection[int]) -> Program:
    """The program with instructions that do nothing at some places; the waits for mbarriers among
    them succeed."""

    def emptied(code: Code) -> Code:
        if code.at not in places:
            return code
        opcode, operands = "PREEXIT", ""
        if code.has("PHASECHK"):
            opcode, operands = "ISETP.T.AND", f"{code.operands[0].text}, PT, RZ, RZ, PT"
        instruction = code.instruction._replace(opcode=opcode, operands=operands)
        return decode(code.at, instruction, code.architecture)

    return replace(program, codes=tuple(map(emptied, program.codes)))


@dataclass(frozen=True)
class Compared:
    """A kernel `k` that writes `y`; `expected` is what it has to hold, exactly.

    `fault` is the kind of finding of the faulty twin, or VALUES. `also` are kinds that may come
    with it.
    """

    name: str
    text: str
    arguments: Mapping[str, Any]
    expected: np.ndarray
    fault: str
    block: int = 32
    grid: int = 1
    also: frozenset[str] = frozenset()
    # Arguments that count as uninitialized.
    outputs: tuple[str, ...] = ("y",)
    # Runs in `make test`, not only in `make test-rest`.
    quick: bool = False

    def run(self, *, faulty: bool = False) -> tuple[np.ndarray, Findings]:
        """The output and the findings of a twin."""
        cubin = _compiler().cubin(_TWINS[faulty] + self.text)
        shape = (self.grid, 1, 1), (self.block, 1, 1)
        device, ran = run_cubin(cubin, self.arguments, *shape, kernel="k", outputs=self.outputs)
        return device.array("y"), ran.findings


def cases(file: Path) -> list[Compared]:
    """The cases of a TOML file.

    `arguments` and `expected` are expressions of the names that the Python text `setup` defines;
    `prelude` names texts that precede a case's own, of the file's table [prelude] or `mbarrier`.
    The other keys are fields of Compared.
    """
    listed = tomllib.loads(file.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"np": np, "ml_dtypes": ml_dtypes}
    exec(listed.get("setup", ""), names)
    preludes = {"mbarrier": MBARRIER, **listed.get("prelude", {})}
    made = []
    for case in listed["case"]:
        computed = {key: eval(case[key], names) for key in ("arguments", "expected")}
        computed["text"] = "\n".join([*map(preludes.get, case.pop("prelude", ())), case["text"]])
        sets = {"also": frozenset(case.get("also", ())), "outputs": tuple(case.get("outputs", "y"))}
        made.append(Compared(**case | computed | sets))
    return made


@cache
def _compiler() -> Compiler:
    return Compiler(Target.parse("sm_90"))


def check(case: Compared) -> None:
    """The correct kernel has no findings and its result equals the reference; the faulty one has
    the fault.
    """
    found, findings = case.run()
    assert not findings.wrong, findings.wrong
    assert found.dtype == case.arguments["y"].dtype
    np.testing.assert_array_equal(found, case.expected.reshape(found.shape))
    found, findings = case.run(faulty=True)
    if case.fault == VALUES:
        assert not findings.wrong, findings.wrong
        assert (found != case.expected.reshape(found.shape)).any()
        return
    assert case.fault in findings.names(), findings.names()
    assert set(findings.names()) <= {case.fault} | case.also, findings.names()
