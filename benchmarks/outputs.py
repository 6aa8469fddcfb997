"""Records what kernels compute on this GPU: `python -m benchmarks.outputs [LADDER ...]`.

Every rung that the GPU can run is launched at its small shapes on inputs that NumPy makes from a
fixed seed, compiled by each available compiler. For every output,
docs/results/outputs-DEVICE.json.gz has a hash of its bytes and a few elements, so that the
simulator can be compared with a GPU on any machine. With --missing, only kernels are run that the
record lacks in their present form.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
import tvm

from gpusim.errors import UserError
from schedules.analyses.verification.compare import difference
from schedules.commands.options import gpu_rungs
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.compile.nvrtc import Nvrtc
from schedules.compile.toolkit import Nvcc, is_here
from schedules.core.files import read_json, slug, write_json
from schedules.core.gpu import cuda, device_target
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.problem import Problem
from schedules.lowering.lower import poisoned
from schedules.measure.contest import identity
from schedules.measure.environment import gpu_header
from schedules.measure.records import row_key

RESULTS = Path(__file__).parent.parent / "docs" / "results"
SEED = 0
# Elements of an output that the record shows, evenly spread.
SHOWN = 8


def outputs_of(kernel: Kernel) -> dict[str, Any]:
    """A kernel's outputs on random inputs: their hashes, some elements, and errors."""
    workload, device = kernel.workload, tvm.cuda()
    expected = Problem.of(workload, np.random.default_rng(SEED), "random")
    poisons = [poisoned(shape, dtype) for shape, dtype in workload.outputs()]
    inputs, outputs = (
        [tvm.runtime.tensor(array, device=device) for array in arrays]
        for arrays in (expected.inputs, poisons)
    )
    kernel.executable["main"](*inputs, *outputs)
    device.sync()
    arrays = [output.numpy() for output in outputs]
    apart = difference(arrays, expected)
    if apart.message:
        raise UserError(f"{kernel.rung.path} at {kernel.shape} is wrong: {apart.message}")
    return {
        **identity(kernel),
        "cubin": hashlib.sha256(kernel.machine.cubin).hexdigest()[:16],
        "inputs": [digest(array) for array in expected.inputs],
        "of_tolerance": float(f"{apart.error:.3g}"),
        "outputs": [{"sha256": digest(array), "elements": elements(array)} for array in arrays],
    }


def digest(array: np.ndarray) -> str:
    """The hash of an array's bytes, in C order."""
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:16]


def elements(array: np.ndarray) -> dict[str, float]:
    """Flat index -> value, for SHOWN elements."""
    indices = np.unique(np.linspace(0, array.size - 1, SHOWN).astype(int))
    return {str(index): float(array.flat[index]) for index in indices}


def key(entry: dict[str, Any]) -> tuple:
    """What identifies an entry: a newer kernel replaces an older one with the same key."""
    return (*row_key(entry), entry["compiler"])


def recorded(path: Path) -> dict[tuple, dict[str, Any]]:
    """A record's entries, none where there is no file."""
    if not path.exists():
        return {}
    return {key(entry): entry for entry in read_json(path)["kernels"]}


def lacked(entries: dict[tuple, dict[str, Any]], kernels: Sequence[Kernel]) -> list[Kernel]:
    """The kernels without an entry for their present code."""
    now = {kernel: identity(kernel) for kernel in kernels}
    return [
        kernel
        for kernel, row in now.items()
        if entries.get(key(row), {}).get("kernel") != row["kernel"]
    ]


@click.command()
@click.argument("references", nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option("--missing", is_flag=True, help="Keep the record; add kernels that it lacks.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
def main(references: tuple[str, ...], missing: bool, out: Path | None) -> None:
    """Record what kernels compute on this GPU."""
    target = device_target()
    name = cuda().cuda.get_device_name(0)
    # For a rung that accepts any shape, these include odd ones.
    asked = [
        (rung, rung.at(shape))
        for rung in gpu_rungs(references, target)
        for shape in rung.verify_shapes()
    ]
    path = out or RESULTS / f"outputs-{slug(name)}.gz"
    entries = recorded(path) if missing else {}
    for backend in (Nvrtc(), *([Nvcc()] if is_here() else [])):
        compiler = Compiler(target, backend)
        kernels = [last_kernel(rung, workload, target, compiler) for rung, workload in asked]
        lacking = lacked(entries, kernels)
        compiler.warm(kernel.lowering.source for kernel in lacking)
        for kernel in lacking:
            entry = outputs_of(kernel)
            entries[key(entry)] = entry
        # An interrupted run keeps its results.
        record = {**gpu_header(), "seed": SEED, "kernels": list(entries.values())}
        write_json(path, record)
        click.echo(
            f"{path}: {len(entries)} kernels, {len(lacking)} of them now by {compiler.version}"
        )


if __name__ == "__main__":
    run_command(main, "benchmarks.outputs")
