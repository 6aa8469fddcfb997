"""Which blocks of a launch are simulated, and the text of findings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpusim.device import Device
from gpusim.findings import Finding, WaitsForBlocks
from gpusim.launch import Block, Call, Program, every_block

from ...compile.listing import calls_of, inlined_at

# Limit of instructions times lanes over all blocks, about a minute; a larger kernel is run in part.
MOST_WORK = 3_000_000_000
# Maximum number of lines with findings of a launch.
MOST_FINDINGS = 10
# With fewer threads, the cost of a block is not measured first.
_FEW_THREADS = 16384


def affordable(device: Device, call: Call) -> list[Block] | None:
    """The blocks to simulate: None for all, or a sample of the grid if all would take too long.

    The cost of the first block decides.
    """
    count = math.prod(call.grid)
    if count * math.prod(call.block) <= _FEW_THREADS:
        return None
    trial = Device(device.arrays, (), replace(device.options, check=False, count=False))
    try:
        first = trial.launch(call, [(0, 0, 0)])
    except WaitsForBlocks:
        # None of the blocks can be omitted.
        return None
    work = int(first.counts.issued.sum()) * 32
    fits = max(1, MOST_WORK // max(1, work))
    if count <= fits:
        return None
    for places in (4, 3, 2, 1):
        axes = [np.unique(np.linspace(0, size - 1, places).astype(int)) for size in call.grid]
        chosen = [(int(x), int(y), int(z)) for z in axes[2] for y in axes[1] for x in axes[0]]
        if len(chosen) <= fits:
            return chosen
    return list(every_block((1, 1, 1)))


def grouped(findings: Sequence[Finding], program: Program) -> list[str]:
    """Findings, one line per kind, memory and pair of CUDA lines, most frequent first.

    A missing barrier gives one finding for each pair of instructions around it. At most
    MOST_FINDINGS lines; the last one counts the others.
    """

    def line(pc: int | None) -> tuple:
        source_line = None if pc is None else program.codes[pc].instruction.line
        return (source_line,) if source_line else (None, pc)

    groups: dict[tuple, list[Finding]] = {}
    for finding in findings:
        key = finding.kind.name, finding.memory, line(finding.at), line(finding.other)
        groups.setdefault(key, []).append(finding)
    lines = []
    for members in sorted(
        groups.values(), key=lambda some: -sum(finding.count for finding in some)
    ):
        first = replace(members[0], count=sum(finding.count for finding in members))
        more = f" at {len(members)} pairs of instructions" if members[1:] else ""
        lines.append(described(first, program) + more)
    others = len(lines) - MOST_FINDINGS
    if others > 0:
        lines[MOST_FINDINGS:] = [f"{others} more kinds and pairs of lines with findings"]
    return lines


def indices_text(block: Block, thread: Block) -> str:
    """'block 0,0,0 thread 1,0,0'."""
    return f"block {','.join(map(str, block))} thread {','.join(map(str, thread))}"


def described(finding: Finding, program: Program) -> str:
    """A finding as one line: both instructions, their CUDA lines, the byte and the threads."""

    def instruction(pc: int | None) -> str:
        if pc is None:
            return "the kernel"
        code = program.codes[pc].instruction
        line = f" (CUDA line {code.line}{inlined_at(calls_of(code))})" if code.line else ""
        return f"`{code.text}`{line}"

    parts = [f"{finding.kind.name}: {instruction(finding.at)} {finding.kind.text}"]
    if finding.other is not None:
        parts.append(f"the other is {instruction(finding.other)}")
    if finding.byte is not None:
        parts.append(f"{finding.memory} byte {finding.byte}")
    named = [indices_text(block, thread) for block, thread in finding.threads]
    if named:
        parts.append(" and ".join(named))
    if finding.note:
        parts.append(finding.note)
    return "; ".join(parts) + (f"; {finding.count} cases" if finding.count > 1 else "")
