"""MetaSchedule's schedules of the computations, measured on this machine's GPUs while it tunes.

Everything is TVM's default: `ms.tune_tir` with its own space, builder, runner and cost model.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

from schedules.core.files import write_text
from schedules.processes.worker import Pool, why

from .searching import function_of

# TVM's own description of the chip; an H200 differs in its memory only.
TARGET = "nvidia/nvidia-h100"
# Seconds for the search of one computation, and for one candidate's build, which also starts a
# process that imports TVM.
LIMIT_S, BUILD_S = 300, 150


def tuned_file(file: Path) -> Path:
    return file.with_name(f"{file.stem}_metaschedule.json")


def tune_one(query: tuple[str, int, int, int]) -> str:
    """Tune a computation with a number of trials on one GPU, and write the best module beside it.
    Runs in a worker process, which itself never uses the GPU."""
    name, trials, gpu, cores = query
    os.environ["CUDA_VISIBLE_DEVICES"] = str(gpu)
    os.environ["TVM_CUDA_COMPILE_MODE"] = "nvcc"
    import tvm
    from tvm.s_tir import meta_schedule as ms

    function, target = function_of(Path(name)), tvm.target.Target(TARGET)
    with TemporaryDirectory() as folder:
        database = ms.tune_tir(
            function,
            target,
            folder,
            trials,
            num_trials_per_iter=min(trials, 64),
            builder=ms.builder.LocalBuilder(max_workers=cores, timeout_sec=BUILD_S),
            num_tuning_cores=cores,
        )
        best = ms.tir_integration.compile_tir(database, function, target)
    if best is None:
        raise RuntimeError("no candidate ran")
    write_text(tuned_file(Path(name)), tvm.ir.save_json(best.mod))
    return ""


def tune_all(paths: Sequence[str], trials: int, gpus: int) -> Iterator[tuple[str, str]]:
    """Tune every computation, one at a time on each GPU. Yields path and error, or ''."""
    free: SimpleQueue[int] = SimpleQueue()
    for gpu in range(gpus):
        free.put(gpu)
    cores = max(1, (os.cpu_count() or 1) // gpus)

    def tune(path: str) -> str:
        gpu = free.get()
        try:
            return pool.do((path, trials, gpu, cores))
        except Exception as error:  # The other computations are still tuned.
            return why(error)
        finally:
            free.put(gpu)

    with (
        Pool(tune_one, gpus, seconds=LIMIT_S, fragile=True) as pool,
        ThreadPoolExecutor(gpus) as threads,
    ):
        yield from zip(paths, threads.map(tune, paths), strict=True)


def launcher_of(file: Path) -> Any:
    """A function that launches MetaSchedule's kernel, built by TVM's own pipeline."""
    import tvm

    module = tvm.ir.load_json(tuned_file(file).read_text(encoding="utf-8"))
    library = tvm.compile(module, tvm.target.Target(TARGET))
    return lambda inputs, outputs: library["main"](*inputs, *outputs)
