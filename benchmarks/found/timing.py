"""Times of found kernels, dlight's, MetaSchedule's and torch's on a GPU, in a worker process."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from tvm import tirx

import schedules
from benchmarks.workers import answers
from gpusim.timing.constants import constants
from schedules.compile.compiler import Compiler
from schedules.core.files import read_json, slug, write_json
from schedules.core.gpu import cold_sets, cuda, device_target
from schedules.core.kernel import Kernel, kernel_of
from schedules.core.ladder import ladder
from schedules.measure.contest import Contestant
from schedules.measure.environment import gpu_header
from schedules.measure.gpu import TensorSets, launcher, measure
from schedules.measure.records import rows_by_kernel
from schedules.sources.input_values import run_file

from .searching import (
    CHIP,
    RESULTS,
    by_dlight,
    found_file,
    function_of,
    record,
    written_with_schedules,
)
from .tuned import launcher_of, tune_all, tuned_file

FOUND, DLIGHT, TORCH, METASCHEDULE = "found", "dlight", "torch", "metaschedule"
RUNG = "rung"
# Seconds to compile two kernels, and to time four.
COMPILE_S, TIME_S = 300, 120
MOST_PROCESSES = 16
WARM_US = 50_000
# The largest allowed difference from the float64 result, relative to the largest element.
TOLERANCES = {"float32": 2e-4, "float16": 4e-3, "bfloat16": 3e-2}


def best_rung(name: str, function: tirx.PrimFunc) -> Any:
    """The rung of a ladder that is the fastest on an H200 for a function's arguments, explored."""

    def arguments(function: tirx.PrimFunc) -> list[tuple[str, str]]:
        return [(str(each.shape), str(each.dtype)) for each in function.params]

    rungs, dtype = ladder(name).rungs, str(function.params[0].dtype)
    rows = rows_by_kernel(constants(CHIP).device, RESULTS).values()
    same = [
        row
        for row in rows
        if row["ladder"] == name and row["rung"] in rungs and row["dtype"] == dtype
        if arguments(rungs[row["rung"]].at(row["shape"]).prim_func()) == arguments(function)
    ]
    best = min(same, key=lambda row: row["time_us"])
    return schedules.explore(rungs[best["rung"]].path, shape=best["shape"])


def kernels(file: Path) -> dict[str, Kernel | str]:
    """The found and dlight's kernel for this machine's GPU, or why one cannot be made; for the
    computation of a ladder also its fastest rung's."""
    compiler, function = Compiler(device_target()), function_of(file)
    made: dict[str, Kernel | str] = {}
    sources = {
        FOUND: lambda: schedules.explore(str(found_file(file))),
        DLIGHT: lambda: schedules.explore(by_dlight(function)),
    }
    if name := getattr(run_file(file), "ladder", ""):
        sources[RUNG] = lambda: best_rung(name, function)
    for key, source in sources.items():
        try:
            kernel = source().kernel
            own = kernel_of(kernel.rung, kernel.step, kernel.workload, compiler.target, compiler)
            _ = own.machine
            made[key] = own
        except Exception as error:  # The others are still timed.
            made[key] = (str(error).splitlines() or [type(error).__name__])[-1][:200]
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


def time_one(path: str) -> dict[str, Any]:
    """Verify and time the kernels of a computation beside torch; runs in a worker process."""
    file = Path(path)
    # Convolutions would otherwise round their operands to 10 bits.
    cuda().backends.cudnn.allow_tf32 = False
    module = run_file(file)
    eager = module.eager
    sets = Sets(function_of(file), len(module.workload()) - 1)
    answer: dict[str, Any] = {}
    if name := getattr(module, "ladder", ""):
        answer["ladder"] = name
    contestants = [Contestant(TORCH, lambda inputs, outputs: eager(*inputs))]
    runs: dict[str, Any] = {}
    for key, kernel in kernels(file).items():
        if isinstance(kernel, str):
            answer[f"{key}_error"] = kernel
        else:
            runs[key] = launcher(kernel)
    if tuned_file(file).exists():
        runs[METASCHEDULE] = launcher_of(file)
    for key, run in runs.items():
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


def time_all(names: Sequence[str], folder: Path, trials: int) -> int:
    """Time everything that was found, beside what MetaSchedule finds with so many `trials`.
    Rows of other computations stay in the record. Returns how many computations failed."""
    known, header = record(folder), gpu_header()
    path = folder / f"found-{slug(header['device'])}"
    rows = read_json(path)["computations"] if path.exists() else {}
    processes = min(os.cpu_count() or 1, MOST_PROCESSES)
    with TemporaryDirectory() as there:
        files = written_with_schedules(names, known, Path(there))
        paths = list(map(str, files))
        for file, answer in zip(
            files, answers(compile_one, paths, processes, COMPILE_S), strict=True
        ):
            for key, why in answer.items():
                click.echo(f"{file.stem}: {key}: {why}", err=True)
        failed: dict[str, str] = {}
        if trials:
            for name, why in tune_all(paths, trials, cuda().cuda.device_count()):
                click.echo(f"{Path(name).stem}: {trials} trials of MetaSchedule {why or 'ran'}")
                failed[Path(name).stem] = why
        for file, answer in zip(files, answers(time_one, paths, 1, TIME_S), strict=True):
            rows[file.stem] = {"half": known[file.stem]["half"], **answer}
            if trials:
                rows[file.stem]["trials"] = trials
                if failed[file.stem]:
                    rows[file.stem][f"{METASCHEDULE}_error"] = failed[file.stem]
            write_json(path, {**header, "computations": dict(sorted(rows.items()))})
            click.echo(f"{file.stem}: {answer}")
    return sum(f"{FOUND}_us" not in rows[file.stem] for file in files)


# --- the record -----------------------------------------------------------------------------------


def groups(rows: Mapping[str, dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The rows of the forty computations: all, those of each half, and those of each kind."""
    forty = {name: row for name, row in rows.items() if row["half"] != "ladders"}
    found: dict[str, list[dict[str, Any]]] = {"all": [*forty.values()], "open": [], "blind": []}
    for name, row in forty.items():
        found[row["half"]].append(row)
        found.setdefault(name.partition("_")[0], []).append(row)
    return {name: group for name, group in found.items() if group}


def ratios(rows: Iterable[dict[str, Any]], against: str) -> list[float]:
    """Another's time over that of the found kernel, where both were timed."""
    times = ((row.get(f"{against}_us"), row.get(f"{FOUND}_us")) for row in rows)
    return [other / own for other, own in times if other and own]
