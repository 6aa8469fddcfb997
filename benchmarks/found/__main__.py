"""Find schedules for forty computations, and time them: `python -m benchmarks.found`.

--find searches a schedule for each file of open/ and blind/ without a GPU, writes NAME_found.py
beside it, and found-predictions.json with the predicted times of the found and of dlight's kernels.
--time, on a GPU, compares each found kernel with torch's result in float64 and times it beside
dlight's and torch's; it writes found-DEVICE.json. --table prints the ratios.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import tvm
from tvm import te, tirx
from tvm.s_tir import dlight

import schedules
from benchmarks.unseen.workers import answers
from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.compile.compiler import for_launches
from schedules.core.files import slug, write_json
from schedules.core.gpu import cold_sets, cuda, device_target
from schedules.core.kernel import Kernel, kernel_of
from schedules.core.target import DEFAULT_GPU
from schedules.measure.contest import Contestant
from schedules.measure.environment import gpu_header
from schedules.measure.gpu import TensorSets, launcher, measure
from schedules.sources.dlight_rules import kept_rules
from schedules.sources.python_files import run_file

FOLDER = Path(__file__).parent
RESULTS = FOLDER.parents[1] / "docs" / "results"
CHIP = "h200"
FOUND, DLIGHT, TORCH = "found", "dlight", "torch"
# Seconds to find one schedule beyond its minutes, to compile two kernels, and to time three.
FIND_S, COMPILE_S, TIME_S = 600, 300, 120
MOST_PROCESSES = 16
WARM_US = 50_000
# The largest allowed difference from the float64 result, relative to the largest element.
TOLERANCES = {"float32": 2e-4, "float16": 4e-3, "bfloat16": 3e-2}


def computations(only: str = "") -> list[Path]:
    """The files of both halves."""
    files = sorted((*FOLDER.glob("open/*.py"), *FOLDER.glob("blind/*.py")))
    return [file for file in files if not file.stem.endswith("_found") and only in file.stem]


def found_file(file: Path) -> Path:
    return file.with_name(f"{file.stem}_found.py")


def function_of(file: Path) -> tirx.PrimFunc:
    return te.create_prim_func(list(run_file(file).workload()))


def by_dlight(function: tirx.PrimFunc) -> tvm.ir.IRModule:
    """The schedule that the first applicable rule of dlight gives."""
    gpu = dlight.gpu
    rules = gpu.Matmul(), gpu.GEMV(), gpu.Reduction(), gpu.GeneralReduction(), gpu.Transpose()
    with DEFAULT_GPU.tvm, kept_rules():
        scheduled = dlight.ApplyDefaultSchedule(*rules, gpu.Fallback())
        return scheduled(tvm.ir.IRModule({"main": function}))


# --- without a GPU --------------------------------------------------------------------------------


def find_one(query: tuple[str, float]) -> dict[str, Any]:
    """Find a computation's schedule and write it; runs in a worker process."""
    name, minutes = query
    file = Path(name)
    found = schedules.explore(str(file)).find(chip=CHIP, minutes=minutes)
    found.write(found_file(file))
    try:
        dlight_us = schedules.explore(by_dlight(function_of(file))).predict(CHIP).us
    except Exception as error:  # A rule that fails, or a kernel that does not compile.
        dlight_us, why = None, str(error).splitlines()[-1][:200]
    else:
        why = ""
    return {
        "kinds": list(found.kinds),
        "us": round(found.us, 3),
        "naive_us": None if found.naive_us == math.inf else round(found.naive_us, 3),
        "dlight_us": dlight_us and round(dlight_us, 3),
        "dlight_error": why,
        "bound": found.bound,
        "candidates": found.candidates,
        "seconds": round(found.seconds),
        "verdict": found.verdict,
        "defects": list(found.defects),
    }


def predictions_file(folder: Path) -> Path:
    return folder / "found-predictions.json"


def find_all(files: Sequence[Path], minutes: float, folder: Path) -> int:
    """Find all schedules; the record is rewritten after each one. Returns how many failed."""
    path = predictions_file(folder)
    record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    record = {"chip": CHIP, "computations": record.get("computations", {})}
    queries = [(str(file), minutes) for file in files]
    failed = 0
    for file, answer in zip(
        files, answers(find_one, queries, 1, 60 * minutes + FIND_S), strict=True
    ):
        failed += "error" in answer
        record["computations"][file.stem] = {"half": file.parent.name, **answer}
        write_json(path, record)
        click.echo(f"{file.stem}: {answer.get('error') or summary(answer)}")
    return failed


def summary(answer: dict[str, Any]) -> str:
    beside = answer["dlight_us"]
    ratio = f", dlight's {beside:,.1f} us ({beside / answer['us']:.2f})" if beside else ""
    return (
        f"{answer['us']:,.1f} us predicted{ratio}, {answer['bound']}; {answer['candidates']} "
        f"candidates in {answer['seconds']} s; {answer['verdict'].splitlines()[0]}"
    )


# --- on a GPU -------------------------------------------------------------------------------------


def kernels(file: Path) -> dict[str, Kernel | str]:
    """The found and dlight's kernel for this machine's GPU, or why one cannot be made."""
    compiler = for_launches(device_target())
    made: dict[str, Kernel | str] = {}
    sources = {FOUND: lambda: str(found_file(file)), DLIGHT: lambda: by_dlight(function_of(file))}
    for name, source in sources.items():
        try:
            kernel = schedules.explore(source()).kernel
            own = kernel_of(kernel.rung, kernel.step, kernel.workload, compiler.target, compiler)
            _ = own.machine
            made[name] = own
        except Exception as error:  # The others are still timed.
            made[name] = (str(error).splitlines() or [type(error).__name__])[-1][:200]
    return made


def compile_one(name: str) -> dict[str, Any]:
    """Compile a computation's kernels into the cache; runs in a worker process."""
    made = kernels(Path(name))
    return {key: value for key, value in made.items() if isinstance(value, str)}


def tensor(shape: Sequence[int], dtype: str, seed: int) -> Any:
    """Random values on the device: floats in (-1, 1), small integers."""
    torch = cuda()
    generator = torch.Generator(device="cuda").manual_seed(seed)
    if "int" in dtype:
        low, high = (0, 127) if dtype.startswith("u") else (-64, 64)
        whole = torch.randint(low, high, tuple(shape), generator=generator, device="cuda")
        return whole.to(getattr(torch, dtype))
    wide = torch.rand(tuple(shape), generator=generator, device="cuda") * 2 - 1
    return wide.to(getattr(torch, dtype))


class Sets(TensorSets):
    """Sets of random tensors for a computation, together larger than the L2 cache."""

    def __init__(self, function: tirx.PrimFunc, inputs: int) -> None:
        buffers = [(tuple(map(int, p.shape)), str(p.dtype)) for p in function.params]
        size = sum(math.prod(shape) * cuda().empty((), dtype=getattr(cuda(), dtype)).element_size()
                   for shape, dtype in buffers)  # fmt: skip
        self.sets = []
        for seed in range(cold_sets(size)):
            tensors = [tensor(shape, dtype, seed) for shape, dtype in buffers]
            self.sets.append((tensors[:inputs], tensors[inputs:]))
        self._next = 0


def difference(eager: Any, sets: Sets, run: Any) -> tuple[float, float]:
    """The largest relative difference of a kernel's output from torch's in float64, and the
    largest that is allowed."""
    torch = cuda()
    inputs, outputs = sets.sets[0]
    for output in outputs:
        output.fill_(7 if output.dtype in (torch.int8, torch.int32) else math.nan)
    run(inputs, outputs)
    wide = [each.double() if each.is_floating_point() else each for each in inputs]
    right = eager(*wide).double().reshape(outputs[0].shape)
    apart = (outputs[0].double() - right).abs().max() / right.abs().max().clamp_min(1e-30)
    dtypes = {str(each.dtype).removeprefix("torch.") for each in (*inputs, *outputs)}
    allowed = max(TOLERANCES.get(dtype, 0.0) for dtype in dtypes)
    value = float(apart)
    return (math.inf if math.isnan(value) else value), allowed


def time_one(name: str) -> dict[str, Any]:
    """Verify and time the kernels of a computation beside torch; runs in a worker process."""
    file = Path(name)
    function, eager = function_of(file), run_file(file).eager
    count = len(run_file(file).workload())
    sets = Sets(function, count - 1)
    answer: dict[str, Any] = {}
    contestants = [Contestant(TORCH, lambda inputs, outputs: eager(*inputs))]
    for key, kernel in kernels(file).items():
        if isinstance(kernel, str):
            answer[f"{key}_error"] = kernel
            continue
        run = launcher(kernel)
        apart, allowed = difference(eager, sets, run)
        answer[f"{key}_difference"] = apart if math.isfinite(apart) else "NaN"
        if apart > allowed:
            answer[f"{key}_error"] = f"wrong by {apart:.2g}; {allowed:g} allowed"
        else:
            contestants.append(Contestant(key, run))
    measure(sets, contestants, warm_us=WARM_US)
    for contestant in contestants:
        answer[f"{contestant.name}_us"] = round(contestant.time_us, 3)
    return answer


def time_all(files: Sequence[Path], folder: Path) -> int:
    """Time everything that was found. Returns how many computations failed."""
    files = [file for file in files if found_file(file).exists()]
    names = [str(file) for file in files]
    processes = min(os.cpu_count() or 1, MOST_PROCESSES)
    for file, answer in zip(files, answers(compile_one, names, processes, COMPILE_S), strict=True):
        for key, why in answer.items():
            click.echo(f"{file.stem}: {key}: {why}", err=True)
    header = gpu_header()
    path = folder / f"found-{slug(header['device'])}.json"
    rows: dict[str, Any] = {}
    for file, answer in zip(files, answers(time_one, names, 1, TIME_S), strict=True):
        rows[file.stem] = {"half": file.parent.name, **answer}
        write_json(path, {**header, "computations": rows})
        click.echo(f"{file.stem}: {answer}")
    print_table(rows)
    return sum(f"{FOUND}_us" not in row for row in rows.values())


def ratios(rows: dict[str, Any], against: str, kind: str = "") -> Iterator[float]:
    for name, row in rows.items():
        if name.startswith(kind) and row.get("found_us") and row.get(f"{against}_us"):
            yield row[f"{against}_us"] / row["found_us"]


def print_table(rows: dict[str, Any]) -> None:
    """The time of dlight and torch over that of the found kernel: per computation and kind."""
    click.echo(f"{'computation':34} {'found us':>10} {'dlight':>8} {'torch':>8}")
    for name, row in rows.items():
        beside = [row.get(f"{key}_us") for key in (DLIGHT, TORCH)]
        us = row.get("found_us")
        cells = [f"{other / us:8.2f}" if us and other else f"{'-':>8}" for other in beside]
        click.echo(f"{name:34} {us or 0:10.1f} {' '.join(cells)}")
    for kind in dict.fromkeys(["", *(name.partition("_")[0] for name in rows)]):
        means = []
        for against in (DLIGHT, TORCH):
            known = list(ratios(rows, against, kind))
            means.append(f"{statistics.geometric_mean(known):8.2f}" if known else f"{'-':>8}")
        click.echo(f"{'geometric mean, ' + (kind or 'all'):34} {'':10} {' '.join(means)}")


@click.command()
@click.option("--find", "finding", is_flag=True, help="Find schedules, without a GPU.")
@click.option("--time", "timing", is_flag=True, help="Time found schedules on this GPU.")
@click.option("--table", is_flag=True, help="Print the table of a record of --time.")
@click.option("--minutes", type=float, default=3.0, show_default=True, help="For each search.")
@click.option("--only", default="", metavar="TEXT", help="Computations with this in their name.")
@click.option("--missing", is_flag=True, help="Search only what has no found file yet.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=RESULTS,
    help="Folder of the records, by default docs/results.",
)
def main(
    finding: bool,
    timing: bool,
    table: bool,
    minutes: float,
    only: str,
    missing: bool,
    folder: Path,
) -> None:
    """Find and time schedules of forty computations."""
    files = computations(only)
    if not (finding or timing or table):
        raise UserError("say what to do: --find, --time or --table")
    failed = 0
    if finding:
        chosen = [file for file in files if not (missing and found_file(file).exists())]
        failed += find_all(chosen, minutes, folder)
    if timing:
        device_target()
        failed += time_all(files, folder)
    if table:
        for path in sorted(folder.glob("found-*.json")):
            if path != predictions_file(folder):
                print_table(json.loads(path.read_text(encoding="utf-8"))["computations"])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main)
