"""Records what single instructions compute on this GPU: `python -m benchmarks.instructions`.

docs/results/instruction-sequences.json.gz has random sequences of instructions as CUDA text, every
form that ptxas makes on special values, with their inputs. A step is a PTX statement whose operands
are inputs or results of previous steps; every thread stores each step's result, so that a
difference is traced to a step. Compiled by NVRTC, they run on this GPU. For every result,
docs/results/instructions-DEVICE.json.gz has a hash over all threads and the words of a few of them.
Tests compare the simulator with it, bit for bit. With --out DIR, all words are written to DIR, to
find out why a hash differs.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

from gpusim.errors import UserError
from gpusim.isa.sass import disassemble
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.core.files import read_json, slug, write_json
from schedules.core.gpu import Gpu, cuda, device_target
from schedules.measure.environment import gpu_header

RESULTS = Path(__file__).parent.parent / "docs" / "results"
THREADS = 512
_BITS = {"in16": np.uint16, "in32": np.uint32, "in64": np.uint64}
# What kernels get by value after their inputs and outputs: two words, a float32, a float64.
SCALARS = (np.uint32(0x2F), np.uint32(0x80001003), np.float32(-1.7), np.float64(0.3))
# Threads whose words the record shows: of results whose bits are defined, and of the others.
SHOWN, SHOWN_INEXACT = 2, 24


class Step(NamedTuple):
    """PTX with %0 for the result and %1, ... for the operands, and the operands as CUDA text.

    `made` is the letter of the result: r l w for integers of 32, 64, 16 bits, f d h b for float32,
    float64, float16, bfloat16, x y for pairs of the last two. `within` is None where the bits are
    defined; else how far the hardware may be from the true value: in absolute terms, and relative
    to it.
    """

    ptx: str
    operands: str
    made: str
    within: tuple[float, float] | None

    @property
    def words(self) -> int:
        """32-bit words of the result."""
        return 2 if self.made in "ld" else 1


class Sequence(NamedTuple):
    """A kernel: its CUDA text, and its steps. Word w of thread t is at out[w * THREADS + t]."""

    source: str
    steps: tuple[Step, ...]

    @property
    def words(self) -> int:
        """Words that each thread writes."""
        return sum(step.words for step in self.steps)


@cache
def _record() -> dict[str, Any]:
    return read_json(RESULTS / "instruction-sequences.json.gz")


@cache
def sequences() -> dict[str, Sequence]:
    """The kernels by name."""
    return {
        name: Sequence(row["source"], tuple(Step(*step) for step in row["steps"]))
        for name, row in _record()["sequences"].items()
    }


@cache
def input_arrays() -> tuple[np.ndarray, ...]:
    """The kernels' inputs of 16, 32 and 64 bits: columns of THREADS values."""
    given = _record()["inputs"]
    return tuple(
        np.frombuffer(base64.b64decode(given[name]), dtype) for name, dtype in _BITS.items()
    )


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
    for step in sequences()[sequence].steps:
        rows = words[row : row + step.words]
        row += len(rows)
        exact = step.within is None
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
    shape = sequences()[sequence].words, THREADS
    out = gpu.array(np.full(shape, -1, np.int32))
    values = [*arrays, out, *map(np.array, SCALARS)]
    gpu.function(cubin, sequence).launch(1, THREADS, values)
    words = gpu.read(out, shape, np.uint32)
    gpu.free(*arrays, out)
    return words


def recorded(gpu: Gpu, sequence: str, compiler: Compiler) -> tuple[dict[str, Any], np.ndarray]:
    """A sequence's entry in the record, and all its output words."""
    cubin = compiler.compile(sequences()[sequence].source).cubin
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
    for sequence in sequences():
        entry, words[sequence] = recorded(gpu, sequence, compiler)
        entries.append(entry)
        click.echo(f"{sequence}: {len(entry['results'])} results; {entry['opcodes']}")
    record = {
        **gpu_header(),
        "compiler": compiler.version,
        "threads": THREADS,
        "sequences": entries,
    }
    write_json(path, record)
    click.echo(path)
    if out:
        np.savez_compressed(path.with_suffix("").with_suffix(".npz"), **words)


if __name__ == "__main__":
    run_command(main, "benchmarks.instructions")
