"""The first PTX instruction whose result differs between two releases of ptxas.

Each release assembles the PTX with the number of its line noted at every instruction. Both codes
run on the same inputs. Releases order and merge instructions in different ways, so what is compared
is the last word that a thread writes for a line of PTX: it differs if the other code never writes
that word for the line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from gpusim.isa.decoder import Code

from ...compile.listing import Compiled, Cuda
from ...compile.toolkit import ptxas
from ...core.kernel import Kernel, ScheduledKernel
from ...core.problem import Problem
from ...sources.kernel_files import FileKernel, OtherCode
from .simulated import simulate

_DEBUG = re.compile(r"^\s*\.(?:loc|file)\b")
_INSTRUCTION = re.compile(r"^\s*(?:@!?%\w+\s+)?[a-z][\w.:]*[\s;]")
_HEADER = re.compile(r"^\s*\.address_size\b.*$", re.M)
# Addresses are computed from other parts by each release, and loads are narrowed to what is used.
_SKIPPED = re.compile(r"\.[usb]64\b|\bcvta|\bld\.")


def with_line_numbers(ptx: str) -> str:
    """PTX whose line information names its own lines."""
    lines = []
    for number, line in enumerate(ptx.split("\n\t.section", 1)[0].splitlines(), 1):
        if _DEBUG.match(line):
            line = ""
        located = _INSTRUCTION.match(line) and line.rstrip().endswith((";", "}"))
        lines.append(f".loc 1 {number} 0; {line}".replace("0; ", "0\n") if located else line)
    return _HEADER.sub(lambda header: f'{header[0]}\n.file 1 "/kernel.cu"', "\n".join(lines), 1)


def _assembled(made: Compiled, release: str) -> Compiled:
    """What a release assembles from the PTX, with the numbers of its lines."""
    chip = re.search(r"^\.target\s+(\w+)", made.ptx, re.M)
    back = ptxas(release).compile(with_line_numbers(made.ptx), chip[1] if chip else "")
    return Compiled(made.ptx, back.cubin, back.log, made.names)


class NumberedFile(OtherCode):
    """A kernel in a file whose PTX a release assembles with the numbers of its lines."""

    def __init__(self, kernel: FileKernel, release: str) -> None:
        super().__init__(kernel)
        self.release = release

    @cached_property
    def machine(self) -> Compiled:
        return _assembled(self.original.machine, self.release)


class NumberedStep(ScheduledKernel):
    """A step of a schedule, assembled in the same way."""

    def __init__(self, kernel: ScheduledKernel, release: str) -> None:
        super().__init__(kernel.rung, kernel.step, kernel.workload, kernel.target, kernel.compiler)
        self.original, self.release = kernel, release

    @cached_property
    def machine(self) -> Compiled:
        return _assembled(self.original.machine, self.release)

    @property
    def cuda(self) -> Cuda:
        return Cuda(self.machine.ptx, whole=True)


def numbered(kernel: Kernel, release: str) -> Kernel:
    """The kernel, assembled by a release with the numbers of the lines of its PTX."""
    if isinstance(kernel, FileKernel):
        return NumberedFile(kernel, release)
    return NumberedStep(kernel, release)


def first_difference(kernel: Kernel, problem: Problem, wrong: str, right: str) -> str:
    """'line 17 of the PTX: max.s32 ...': the instruction of the first finding of one release or,
    without findings, the first whose result differs from that of another; '' if none is known.

    Raises UserError if the code of a release does not run.
    """
    ptx = kernel.machine.ptx.splitlines()

    def named(line: int) -> str:
        return f"line {line} of the PTX: {ptx[line - 1].strip()}"

    faulty = numbered(kernel, wrong)
    for ran in simulate(faulty, problem.inputs, kernel.options).launches:
        for finding in ran.findings.wrong:
            lines = (ran.program.codes[at].instruction.line for at in finding.places)
            if line := next(filter(None, lines), None):
                return named(line)
    results, other = _results(faulty, problem), _results(numbered(kernel, right), problem)
    for line in sorted(results.keys() & other.keys()):
        if _SKIPPED.search(ptx[line - 1]):
            continue
        for thread, words in results[line].items():
            others = other[line].get(thread, [])
            if others and words[-1] not in others and others[-1] not in words:
                return named(line)
    return ""


def _results(kernel: Kernel, problem: Problem) -> dict[int, dict[int, list[int]]]:
    """The words that each thread writes, by line of PTX and thread."""
    results: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))

    def watch(code: Code, execution: Any, mask: Any) -> None:
        line = code.instruction.line
        if not line:
            return
        active = np.flatnonzero(np.ones(execution.threads, bool) if mask is None else mask)
        for file, index in sorted(code.writes):
            if file != "R":
                continue
            words = execution.registers.files[file][index]
            for lane in active.tolist():
                results[line][lane].append(int(words[lane]))

    simulate(kernel, problem.inputs, replace(kernel.options, check=False, watch=watch))
    return results
