"""The documents' own kernels, examples/documents: predicted for their GPUs and timed on this one.

    python -m benchmarks.listings --predict            # writes docs/results/listings.json
    python -m benchmarks.listings --times --out DIR    # on a GPU: writes DIR/listings-DEVICE.json

Each listing is a rewrite with the launch, tile and accesses of its document. --predict predicts
every time that a document gives for a GPU of CHIPS, for a kernel that is launched again on the same
arrays; the constants of those chips are published ones, committed before the first comparison.
--times compiles every listing for this GPU, compares its result with float64 and times it as
`schedules bench` does. `python -m benchmarks.figures` makes the tables of docs/documents.md.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

from gpusim.errors import UserError
from gpusim.isa.cubin import code_hash
from gpusim.timing.constants import constants
from schedules.analyses.verification.verdict import CUDA
from schedules.analyses.verification.verify import run
from schedules.commands.program import run_command
from schedules.core.files import read_json, slug, write_json
from schedules.core.gpu import device_target
from schedules.core.ladder import Figure, Rung, ladder
from schedules.gemv.dot_products import LAUNCHES, RTX_3090
from schedules.measure.environment import gpu_header
from schedules.sources.input_values import Own
from schedules.sources.kernel_files import FileKernel

from .reproduction import OTHER_TIMES, SECONDS
from .workers import answers, timed

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples/documents"
RESULTS = ROOT / "docs/results"
RECORD = RESULTS / "listings.json"
MOST_PROCESSES, COMPILE_S = 16, 120
# GPU name in a document -> chip.
CHIPS = {"RTX 3090": "rtx-3090", "RTX 4090": "rtx-4090", "A100": "a100"}
# A document without times: where its kernels are predicted.
UNTIMED = {"gemv/hgemv": ("rtx-3090", (4096, 128))}
Extents = tuple[int, ...]


@dataclass(frozen=True)
class Listing:
    """A document's kernel; `launch` gives the entries of its FILE.toml that depend on the extents.

    `operands` are those of the workload that it takes as a and b. With "aa" both are A, since the
    document's naive kernel multiplies its first operand by itself. `only` is an architecture with a
    compiler option for it.
    """

    file: str
    launch: Callable[[Extents], dict[str, Any]]
    operands: str = "ab"
    only: tuple[str, str] = ("", "")

    @property
    def path(self) -> Path:
        return FOLDER / self.file

    def kernel(self, shape: Extents, arch: str | None = None) -> FileKernel:
        """The file, launched at a shape of the ladder's workload."""
        described = FileKernel.load(str(self.path)).launch_file.arguments
        extents = argument_extents(shape, packed=self.file.endswith("int4.cu"))
        arguments = [
            argument.model_copy(update={"value": extents[argument.name]})
            if argument.shape is None
            else argument.model_copy(
                update={"shape": list(extents.get(argument.name, argument.shape))}
            )
            for argument in described
        ]
        changes = {**self.launch(shape), "arguments": arguments}
        if arch == self.only[0]:
            changes["options"] = [*changes.get("options", ()), self.only[1]]
        own = Own(inputs=partial(_equal, shape[:2])) if self.operands == "aa" else Own()
        return FileKernel.load(str(self.path), changes, own, arch)


def _equal(shape: Extents, rng: np.random.Generator) -> list[np.ndarray]:
    return [rng.uniform(-1, 1, shape).astype("float32")] * 2


def argument_extents(shape: Extents, packed: bool = False) -> dict[str, Any]:
    """Shapes of arrays and values of numbers by the names that the files use; square GEMMs."""
    if len(shape) == 3:
        (n,) = set(shape)
        return {**dict.fromkeys("abc", (n, n)), **dict.fromkeys("mnk", n)}
    n, k = shape
    return {"w": (n, k // 2 if packed else k), "x": (k,), "y": (n,), "n": n, "k": k}


def square(rows: int, columns: int, block: Extents, *, sized: bool = True, options: Sequence = ()):
    """A GEMM's launch by the rows of C for blockIdx.x and the columns for blockIdx.y; `sized`: N is
    known to the compiler."""

    def launch(shape: Extents) -> dict[str, Any]:
        n = shape[0]
        defined = [f"-DN={n}"] if sized else []
        grid = [-(-n // rows), -(-n // columns)]
        return {"grid": grid, "block": list(block), "options": [*defined, *options]}

    return launch


def per_row(rows: int, shared: bool = False) -> Callable[[Extents], dict[str, Any]]:
    """The launch of hgemv: 128 threads per `rows` elements of y, with or without x in dynamic
    shared memory."""

    def launch(shape: Extents) -> dict[str, Any]:
        n, k = shape
        return {"grid": [-(-n // rows)], "block": [128], "dynamic_shared": 2 * k * shared}

    return launch


def by_table(shape: Extents) -> dict[str, Any]:
    """fast_gemv's launch on an RTX 3090: the document's block for K."""
    n, k = shape
    threads, rows = LAUNCHES[RTX_3090][k]
    return {"grid": [1, n // rows], "block": [threads, rows]}


def _tvm(name: str, rows: int = 128, block: Extents = (16, 16)) -> Listing:
    launch = square(rows, rows, block)
    return Listing(f"sgemm_tvm/{name}.cu", launch, "ba")


def _cuda(
    name: str,
    rows: int = 32,
    side: int = 32,
    operands: str = "ab",
    only: tuple[str, str] = ("", ""),
) -> Listing:
    launch = square(rows, rows, (side, side), sized=False)
    return Listing(f"sgemm_cuda/{name}.cu", launch, operands, only)


def _geforce(name: str, *options: str) -> Listing:
    launch = square(256, 64, (32, 4), options=options)
    return Listing(f"sgemm_geforce/{name}.cu", launch)


def _hgemv(name: str, rows: int, shared: bool = False) -> Listing:
    return Listing(f"hgemv/{name}.cu", per_row(rows, shared))


def _gemv(name: str) -> Listing:
    return Listing(f"fast_gemv/{name}.cu", by_table)


def _naive(shape: Extents) -> dict[str, Any]:
    return {"grid": [shape[0]], "block": [shape[0]], "options": [f"-DN={shape[0]}"]}


# Listings with the default launch of their ladder.
TILES = (
    *("thread_tile", "cooperative_fetch", "conflict_free_store"),
    *("vthread", "vectorized_fetch", "vectorized_read"),
)
SIMPLE = (
    *("l1_only", "shared_tile", "add_at_end", "block_k_16"),
    *("float4_fetch", "float4_read", "extra_shared", "no_i3_split"),
)
# By ladder and rung; three rungs may stand for one listing.
LISTINGS: Mapping[tuple[str, str], Listing] = {
    ("gemm/sgemm_tvm", "naive"): Listing("sgemm_tvm/naive.cu", _naive, "ba"),
    ("gemm/sgemm_tvm", "block_tile"): _tvm("block_tile", 32, (32, 32)),
    **{("gemm/sgemm_tvm", name): _tvm(name) for name in TILES},
    # The document prints a grid of 32 x 32 blocks of 32 x 32 threads for all of them at 1024.
    ("gemm/sgemm_cuda", "naive"): _cuda("naive", operands="aa"),
    ("gemm/sgemm_cuda", "shared_tile"): _cuda("shared_tile"),
    ("gemm/sgemm_cuda", "register_tile"): _cuda("register_tile"),
    # NVRTC 13 takes 66 registers on sm_80, with which 1024 threads do not fit.
    ("gemm/sgemm_cuda", "reindexed_fetch"): _cuda(
        "reindexed_fetch", only=("sm_80", "--maxrregcount=64")
    ),
    # These two cannot be launched with that grid; the document's text has 16 x 16 threads.
    ("gemm/sgemm_cuda", "float4_fetch"): _cuda("float4_fetch", 128, 16),
    ("gemm/sgemm_cuda", "conflict_free"): _cuda("conflict_free", 128, 16),
    **{("gemm/sgemm_geforce", name): _geforce(name) for name in SIMPLE},
    ("gemm/sgemm_geforce", "max_registers"): _geforce("no_i3_split", "--maxrregcount=255"),
    ("gemv/hgemv", "thread"): _hgemv("thread", 128),
    ("gemv/hgemv", "warp1"): _hgemv("warp1", 4),
    ("gemv/hgemv", "warp2"): _hgemv("warp2", 8),
    ("gemv/hgemv", "thread_smem"): _hgemv("thread_smem", 128, shared=True),
    ("gemv/fast_gemv", "rows_per_block"): _gemv("float16"),
    ("gemv/fast_gemv", "block_reduce"): _gemv("float16"),
    ("gemv/fast_gemv", "int8"): _gemv("int8"),
    ("gemv/fast_gemv", "int4"): _gemv("int4"),
}


LADDERS = tuple(dict.fromkeys(name for name, _ in LISTINGS))


class Timed(NamedTuple):
    """A listing at a shape that its document times, or at its rung's own."""

    ladder: str
    rung: str
    shape: Extents

    @property
    def listing(self) -> Listing:
        return LISTINGS[self.ladder, self.rung]


class Case(NamedTuple):
    """A listing on a GPU of its document; `source_us` is None without a time in the document."""

    timed: Timed
    chip: str
    source_us: float | None = None


def source_us(rung: Rung, figure: Figure) -> float | None:
    """A figure as the time of the kernel, in microseconds; None for any other figure."""
    if not figure.value or figure.shape is None or figure.note.startswith(OTHER_TIMES):
        return None
    if figure.unit in SECONDS:
        return figure.value * SECONDS[figure.unit] * 1e6
    return rung.at(figure.shape).flops / figure.value / 1e6 if figure.unit == "TFLOPS" else None


def cases(only: str | None = None) -> Iterator[Case]:
    """The listings of one ladder or of all whose time on a GPU of CHIPS the document gives, and
    those of UNTIMED."""
    for name, rung_name in LISTINGS:
        if only not in (None, name):
            continue
        if name in UNTIMED:
            chip, shape = UNTIMED[name]
            yield Case(Timed(name, rung_name, shape), chip)
        rung = ladder(name)[rung_name]
        for figure in rung.figures:
            us = source_us(rung, figure)
            if us is not None and figure.device in CHIPS:
                yield Case(Timed(name, rung_name, figure.shape), CHIPS[figure.device], us)


def timed_shapes() -> list[Timed]:
    """Every listing at every shape, in the order of the ladders."""
    shapes: dict[tuple[str, str], list[Extents]] = {}
    for case in cases():
        shapes.setdefault(case.timed[:2], []).append(case.timed.shape)
    return [
        Timed(*key, shape)
        for key in LISTINGS
        for shape in dict.fromkeys(shapes.get(key) or [ladder(key[0])[key[1]].workload.shape])
    ]


# --- predictions ----------------------------------------------------------------------------------


def predicted(case: Case) -> dict[str, Any]:
    """The row of a listing on a document's GPU; `problem` is why the model refuses it."""
    name, rung, shape = case.timed
    row = {"ladder": name, "rung": rung, "shape": list(shape), "chip": case.chip}
    row |= {"source_us": case.source_us}
    kernel = case.timed.listing.kernel(shape, constants(case.chip).architecture)
    try:
        return row | {"predicted_us": kernel.predict(case.chip, rotated=False).us}
    except UserError as error:
        return row | {"problem": str(error)}


def predict_all(only: str | None) -> None:
    """Predict the listings of one ladder or all into the record, which is written after each."""
    rows = [row for row in read_json(RECORD) if only and row["ladder"] != only]
    for case in cases(only):
        rows.append(row := predicted(case))
        click.echo(" ".join(f"{key}={value}" for key, value in row.items()))
        rows.sort(key=lambda row: LADDERS.index(row["ladder"]))
        write_json(RECORD, rows)


# --- times ----------------------------------------------------------------------------------------


def compiled(query: tuple[Timed, str]) -> str:
    """Compile a listing into the cache; returns the hash of its machine code."""
    point, arch = query
    return code_hash(point.listing.kernel(point.shape, arch).machine.cubin)


def time_one(point: Timed, arch: str) -> dict[str, Any]:
    """Verify a listing and time it; raises UserError if its result is wrong."""
    kernel = point.listing.kernel(point.shape, arch)
    for problem in run(kernel, on=CUDA).problems:
        raise UserError(f"wrong: {problem}")
    (resources,) = kernel.resources
    row = {"ladder": point.ladder, "rung": point.rung, "shape": list(point.shape)}
    return row | timed(kernel) | {"registers": resources.registers}


def time_all(folder: Path, only: str | None) -> int:
    """Time all listings or those of one ladder into a record, which is written after each; returns
    the number that failed."""
    header, arch = gpu_header(), device_target().arch
    asked = [point for point in timed_shapes() if only in (None, point.ladder)]
    processes = min(os.cpu_count() or 1, MOST_PROCESSES)
    codes = list(answers(compiled, [(point, arch) for point in asked], processes, COMPILE_S))
    rows: list[dict[str, Any]] = []
    for point, code in zip(asked, codes, strict=True):
        try:
            if not isinstance(code, str):
                raise UserError(code["error"])
            rows.append(time_one(point, arch))
        except UserError as error:
            click.echo(f"{point.listing.file}: {error}", err=True)
        made = {**header, "listings": rows}
        write_json(folder / f"listings-{slug(header['device'])}", made)
    click.echo(f"{len(rows)} of {len(asked)} listings timed")
    return len(asked) - len(rows)


@click.command()
@click.option("--predict", is_flag=True, help="Predict the listings for the documents' GPUs.")
@click.option("--times", is_flag=True, help="Verify and time the listings on this GPU.")
@click.option("--only", type=click.Choice(LADDERS), help="Only this ladder.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=RESULTS,
    metavar="DIR",
    help="Folder of the record of --times, by default docs/results.",
)
def command(predict: bool, times: bool, only: str | None, out: Path) -> None:
    """Predict the documents' own kernels for their GPUs, or time them on this one."""
    if not (predict or times):
        raise UserError("nothing to do: give --predict or --times")
    if predict:
        predict_all(only)
    sys.exit(1 if times and time_all(out, only) else 0)


if __name__ == "__main__":
    run_command(command, "benchmarks.listings")
