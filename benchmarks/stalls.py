"""Stall samples by instruction, from a GPU: `python -m benchmarks.stalls`.

Ten kernels, compiled by NVRTC, are launched under Nsight Compute. At a fixed interval, its sampler
records for a warp of each scheduler the next instruction and the stall reason. The counts go to
docs/results/stalls-DEVICE.json.gz with the hash of the machine code.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import tvm

from gpusim.errors import UserError
from gpusim.isa.cubin import code_hash
from gpusim.isa.sass import Instruction
from gpusim.toolkit import find_tool
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.compile.nvrtc import Nvrtc
from schedules.core.files import slug, write_json
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.target import DEFAULT_GPU
from schedules.measure.contest import identity
from schedules.measure.environment import gpu_header
from schedules.sources.names import resolve

from .counters import NCU, last_line, watch

RESULTS = Path(__file__).parent.parent / "docs" / "results"
# Launches of a kernel; their samples are added up.
LAUNCHES = 3
# A sample every 2^(5 + n) cycles; kernels of a few microseconds would otherwise have few.
INTERVALS = {"gemv": "0"}
_REASON = "stall_"
_NAME, _ADDRESS, _TEXT = "Kernel Name", "Address", "Source"
_OPCODE = re.compile(r"^\s*(?:\{\s*)?(?:@!?U?P\w+\s+)?(?P<opcode>[A-Z][\w.]*)")

KERNELS: dict[str, tuple[int, ...]] = {
    "gemm/sgemm_tvm:naive": (1024, 1024, 1024),
    "gemm/sgemm_tvm:vthread": (4096, 4096, 4096),
    "gemm/sgemm_tvm:double_buffer": (4096, 4096, 4096),
    "gemm/sgemm_tvm:cp_async": (4096, 4096, 4096),
    "gemm/sgemm_tvm:ordered_products": (4096, 4096, 4096),
    "gemm/sgemm_cuda:conflict_free": (4096, 4096, 4096),
    "gemm/hgemm:mma_ldmatrix": (4096, 4096, 4096),
    "gemm/hgemm:wgmma_tma": (4096, 4096, 4096),
    "gemv/fast_gemv:vectorized": (16384, 16384),
    "gemv/hgemv:warp8": (4096, 128),
}


class Sampled(NamedTuple):
    """An instruction: the byte offset in its kernel, and samples by reason, where there are any."""

    address: int
    opcode: str
    samples: dict[str, int]


def kernel_of(path: str) -> Kernel:
    """A rung's kernel compiled by NVRTC, at the sampled shape."""
    rung = resolve(path).rung
    return last_kernel(rung, rung.at(KERNELS[path]), DEFAULT_GPU, Compiler(DEFAULT_GPU, Nvrtc()))


def launch(path: str) -> None:
    """The process that ncu profiles."""
    kernel, device = kernel_of(path), tvm.cuda()
    arrays = [*kernel.workload.inputs(np.random.default_rng(0))]
    arrays += [np.zeros(shape, dtype) for shape, dtype in kernel.workload.outputs()]
    arguments = [tvm.runtime.tensor(array, device) for array in arrays]
    for _ in range(LAUNCHES):
        kernel.executable["main"](*arguments)
    device.sync()


def ncu_table(path: str, kernel: Kernel) -> str:
    """ncu's table of a kernel's instructions."""
    names = "|".join(launch.kernel for launch in kernel.launches)
    options = ["--section", "SourceCounters", "--page", "source", "--print-source", "sass"]
    options += ["--csv", "--clock-control", "none", "--kernel-name", f"regex:^({names})$"]
    options += ["--warp-sampling-interval", INTERVALS.get(path.partition("/")[0], "auto")]
    line = [find_tool(NCU), *options, sys.executable, "-m", "benchmarks.stalls", "--launch", path]
    status, text = watch(line)
    if status:
        raise UserError(f"ncu on {path}: {last_line(text)}")
    return text


def read_tables(text: str) -> list[tuple[str, list[Sampled]]]:
    """Each launch in ncu's output: the kernel's name and its instructions in order.

    A table begins with a row with the kernel's name and one with headings; other lines are messages
    of ncu and the program. The column 'stall_barrier' counts all samples of that reason, including
    those of cycles without an issue, which also have a separate column.
    """
    tables: list[tuple[str, list[Sampled]]] = []
    name, headings = "", []
    for row in csv.reader(line for line in text.splitlines() if line.startswith('"')):
        if row[0] == _NAME:
            name, headings = row[1].partition("(")[0], []
        elif _ADDRESS in row and _TEXT in row:
            headings = row
            tables.append((name, []))
        elif headings and len(row) == len(headings):
            tables[-1][1].append(_instruction(dict(zip(headings, row, strict=True))))
    return [(name, list(_from_its_start(rows))) for name, rows in tables]


def _instruction(row: dict[str, str]) -> Sampled:
    opcode = _OPCODE.match(row[_TEXT])
    if opcode is None:
        raise UserError(f"ncu's table has a row that is no instruction: {row[_TEXT]!r}")
    counts = {
        column.removeprefix(_REASON): int(float(value.replace(",", "") or 0))
        for column, value in row.items()
        if column.startswith(_REASON) and re.fullmatch(r"[\d.,]*", value)
    }
    # 'stall_wait (Not Issued)' or 'stall_wait_not_issued', by version.
    kept = {
        reason: count
        for reason, count in counts.items()
        if count and "not_issued" not in reason.lower().replace(" ", "_").replace("-", "_")
    }
    return Sampled(int(row[_ADDRESS], 16), opcode["opcode"], kept)


def _from_its_start(rows: Sequence[Sampled]) -> Iterable[Sampled]:
    """Addresses on the GPU as offsets in the kernel."""
    return (row._replace(address=row.address - rows[0].address) for row in rows)


def added(
    path: str, tables: Sequence[Sequence[Sampled]], code: Sequence[Instruction]
) -> list[tuple[int, str, dict[str, int]]]:
    """Address, opcode and samples over all launches, for the instructions that have any.

    Raises UserError if the instructions are not those of the machine code; the NOPs at its end may
    be missing.
    """
    total: dict[int, dict[str, int]] = {}
    right = [(instruction.address, instruction.base) for instruction in code]
    end = max(index for index, instruction in enumerate(code) if instruction.base != "NOP")
    for rows in tables:
        seen = [(row.address, row.opcode.partition(".")[0]) for row in rows]
        if seen != right[: len(seen)] or len(seen) <= end:
            apart = next((pair for pair in zip(seen, right, strict=False) if len({*pair}) > 1), "")
            raise UserError(
                f"{path}: ncu shows {len(seen)} instructions where {len(right)} were compiled; the "
                f"first that differs: {apart}"
            )
        for row in rows:
            sums = total.setdefault(row.address, {})
            for reason, count in row.samples.items():
                sums[reason] = sums.get(reason, 0) + count
    counted = (
        (instruction.address, instruction.opcode, total.get(instruction.address, {}))
        for instruction in code
    )
    return [row for row in counted if row[-1]]


def entry(path: str, kernel: Kernel, text: str) -> dict[str, Any]:
    """A kernel's record of ncu's output."""
    (name,) = {launch.kernel for launch in kernel.launches}
    tables = [rows for kernel_name, rows in read_tables(text) if kernel_name == name]
    if not tables:
        raise UserError(f"ncu on {path}: no table of {name}: {last_line(text)}")
    sampled = added(path, tables, kernel.sass[name])
    return {
        **identity(kernel),
        "compiler": kernel.compiler.version,
        "code": code_hash(kernel.machine.cubin),
        "launches": len(tables),
        "samples": sum(count for *_, counts in sampled for count in counts.values()),
        "instructions": sampled,
    }


@click.command()
@click.option("--launch", "launched", hidden=True)
def main(launched: str | None) -> None:
    """Record where warps of ten kernels stall on this GPU."""
    if launched:
        launch(launched)
        return
    header = gpu_header()
    path = RESULTS / f"stalls-{slug(header['device'])}.gz"
    kernels = {name: kernel_of(name) for name in KERNELS}
    kernels["gemm/sgemm_tvm:naive"].compiler.warm(
        kernel.lowering.source for kernel in kernels.values()
    )
    entries: list[dict[str, Any]] = []
    for name, kernel in kernels.items():
        try:
            entries.append(entry(name, kernel, ncu_table(name, kernel)))
        except UserError as error:
            click.echo(f"benchmarks.stalls: {error}", err=True)
        # An interrupted run keeps its results.
        write_json(path, {**header, "kernels": entries})
    click.echo(f"{path}: {len(entries)} of {len(kernels)} kernels sampled")
    sys.exit(0 if len(entries) == len(kernels) else 1)


if __name__ == "__main__":
    run_command(main, "benchmarks.stalls")
