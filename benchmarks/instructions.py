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
from schedules.core.gpu import Gpu, cuda, device_target
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


def run(gpu: Gpu, cubin: bytes, sequence: str) -> np.ndarray:
    """A kernel's output words on this GPU: uint32 of shape (words of a thread, threads)."""
    arrays = [gpu.array(array) for array in input_arrays()]
    shape = output_words(sequence), THREADS
    out = gpu.array(np.full(shape, -1, np.int32))
    values = [*arrays, out, *map(np.array, SCALARS)]
    gpu.function(cubin, sequence).launch(1, THREADS, values)
    words = gpu.read(out, shape, np.uint32)
    gpu.free(*arrays, out)
    return words


def recorded(gpu: Gpu, sequence: str, compiler: Compiler) -> tuple[dict[str, Any], np.ndarray]:
    """A sequence's entry in the record, and all its output words."""
    cubin = compiler.compile(source(sequence)).cubin
    words = run(gpu, cubin, sequence)
    again = run(gpu, cubin, sequence)
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
    gpu, entries, words = Gpu(), [], {}
    for sequence in SEQUENCES:
        entry, words[sequence] = recorded(gpu, sequence, compiler)
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
