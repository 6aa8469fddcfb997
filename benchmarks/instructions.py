"""Records what single instructions compute on this GPU: `python -m benchmarks.instructions`.

The random sequences of `instruction_sequences`, compiled by NVRTC, run on inputs that follow from
their seed. For every result, docs/results/instructions-DEVICE.json.gz has a hash over all threads
and the words of a few of them. Tests compare the simulator with it, bit for bit. With --out DIR,
all words are written to DIR, to find out why a hash differs.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import click
import numpy as np

from gpusim.errors import UserError
from gpusim.isa.sass import disassemble
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.core.files import slug, write_json
from schedules.core.gpu import cuda, device_target
from schedules.measure.environment import gpu_header

from .instruction_sequences import (
    SCALARS,
    SEED,
    SEQUENCES,
    THREADS,
    input_arrays,
    output_words,
    source,
    steps,
    words_of,
)

RESULTS = Path(__file__).parent.parent / "docs" / "results"
# Threads whose words the record shows: of results whose bits are defined, and of the others.
SHOWN, SHOWN_INEXACT = 2, 24


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def shown(exact: bool) -> np.ndarray:
    """Threads whose words are shown."""
    return np.linspace(0, THREADS - 1, SHOWN if exact else SHOWN_INEXACT).astype(int)


def results_of(sequence: str, words: np.ndarray) -> list[str]:
    """A line per step: a hash if the result's bits are defined, and the result in some threads.

    `words` has shape (words of a thread, threads).
    """
    lines, row = [], 0
    for operation, _ in steps(sequence):
        rows = words[row : row + words_of(operation)]
        row += len(rows)
        exact = operation.within is None
        some = " ".join(
            "".join(f"{word:08x}" for word in reversed(column))
            for column in rows[:, shown(exact)].T.tolist()
        )
        lines.append(f"{digest(rows.tobytes())}: {some}" if exact else some)
    return lines


def opcodes(cubin: bytes, sequence: str) -> list[str]:
    """The kernel's opcodes with modifiers, sorted."""
    return sorted({instruction.opcode for instruction in disassemble(cubin)[sequence]})


def run(cubin: bytes, sequence: str) -> np.ndarray:
    """A kernel's output words on this GPU: uint32 of shape (words of a thread, threads)."""
    from cuda.bindings import driver

    def checked(result: tuple) -> Any:
        status, *values = result
        if status != driver.CUresult.CUDA_SUCCESS:
            raise UserError(f"{sequence}: the driver says {status.name}")
        return values[0] if values else None

    torch = cuda()
    # torch's first allocation makes its context current for the driver's calls.
    arrays = [torch.from_numpy(array.view(np.uint8)).cuda() for array in input_arrays()]
    out = torch.full((output_words(sequence), THREADS), -1, dtype=torch.int32, device="cuda")
    module = checked(driver.cuModuleLoadData(cubin))
    kernel = checked(driver.cuModuleGetFunction(module, sequence.encode()))
    values = [np.array(tensor.data_ptr(), np.uint64) for tensor in (*arrays, out)]
    values += [np.array(scalar) for scalar in SCALARS]
    places = np.array([value.ctypes.data for value in values], np.uint64)
    torch.cuda.synchronize()
    checked(driver.cuLaunchKernel(kernel, 1, 1, 1, THREADS, 1, 1, 0, 0, places.ctypes.data, 0))
    torch.cuda.synchronize()
    words = out.cpu().numpy().view(np.uint32)
    checked(driver.cuModuleUnload(module))
    return words


def recorded(sequence: str, compiler: Compiler) -> tuple[dict[str, Any], np.ndarray]:
    """A sequence's entry in the record, and all its output words."""
    cubin = compiler.compile(source(sequence)).cubin
    words = run(cubin, sequence)
    again = run(cubin, sequence)
    if not np.array_equal(words, again):
        raise UserError(f"{sequence} gives other bits when it runs again")
    entry = {
        "sequence": sequence,
        "cubin": digest(cubin),
        "inputs": digest(b"".join(array.tobytes() for array in input_arrays())),
        "opcodes": " ".join(opcodes(cubin, sequence)),
        "results": results_of(sequence, words),
    }
    return entry, words


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
def main(out: Path | None) -> None:
    """Record what instructions compute on this GPU."""
    compiler = Compiler(device_target())
    name = slug(cuda().cuda.get_device_name(0))
    path = (out or RESULTS) / f"instructions-{name}.gz"
    entries, words = [], {}
    for sequence in SEQUENCES:
        entry, words[sequence] = recorded(sequence, compiler)
        entries.append(entry)
        click.echo(f"{sequence}: {len(entry['results'])} results; {entry['opcodes']}")
    record = {
        **gpu_header(),
        "compiler": compiler.version,
        "seed": SEED,
        "threads": THREADS,
        "sequences": entries,
    }
    write_json(path, record)
    click.echo(path)
    if out:
        np.savez_compressed(path.with_suffix("").with_suffix(".npz"), **words)


if __name__ == "__main__":
    run_command(main, "benchmarks.instructions")
