"""Verify, predict and time the unseen kernels, each in an isolated process."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import click

from benchmarks.predictions import LIMIT_S, bounding
from benchmarks.workers import answers
from gpusim.errors import UserError
from gpusim.isa.cubin import code_hash
from gpusim.launch import Options
from gpusim.timing.constants import constants
from schedules.analyses.verification.verdict import CUDA, MACHINE
from schedules.analyses.verification.verify import file_checks, machine_checks
from schedules.core.files import read_json, write_json
from schedules.core.gpu import cuda
from schedules.core.kernel import Kernel
from schedules.measure.contest import spread
from schedules.measure.environment import environment, gpu_header
from schedules.measure.timing import measured
from tune.predicting import model_hash

from . import ALL, TIMES, TITLES, times_file

MOST_PROCESSES = 16
# Seconds to compile a kernel, and to verify and time it.
COMPILED_S, TIMED_S = 90, 90


def problems(kernel: Kernel, place: str = MACHINE) -> list[str]:
    """Findings and wrong outputs of a kernel, of which all blocks run, in the simulator or on a
    GPU; raises UserError for an instruction that the simulator does not implement."""
    if not kernel.rung.has_tir:
        checks = file_checks(kernel, [], place, Options(most_steps=sys.maxsize))
    elif place == MACHINE:
        checks = machine_checks(kernel)
    else:
        from schedules.analyses.verification.on_gpu import verify_on_device

        return [text for _, check, _ in verify_on_device([kernel]) for text in check.problems]
    found = []
    for check in checks:
        found += check.problems
        if check.blocks != check.of:
            found.append(f"{check.blocks} of {check.of} blocks ran")
    return found


def simulated(name: str) -> dict[str, Any]:
    return {"problems": problems(ALL[name].checked())}


def predicted(query: tuple[str, str]) -> dict[str, Any]:
    """Predict a kernel (name, chip) at its large extents; raises UserError if the model refuses."""
    name, chip = query
    kernel = ALL[name].kernel(ALL[name].timed)
    code, began = code_hash(kernel.machine.cubin), time.process_time()
    made = kernel.predict(chip)
    seconds = round(time.process_time() - began, 2)
    return {"code": code, "predicted_us": round(made.us, 3), **bounding(made), "cpu_s": seconds}


def predictions(chip: str, names: Sequence[str], jobs: int) -> dict[str, Any]:
    """The record of a chip's predictions, with the commit and the hash of the model.

    `times_known` is true if a record of measured times on that chip already existed.
    """
    device = constants(chip).device
    made = answers(predicted, [(name, chip) for name in names], jobs, LIMIT_S)
    return {
        "chip": chip,
        "device": device,
        "model": model_hash(chip),
        **environment(),
        "times_known": any(times_file(stem, device).exists() for stem in TITLES),
        "kernels": [
            {"kernel": name, "kind": ALL[name].kind, **answer}
            for name, answer in zip(names, made, strict=True)
        ],
    }


def compiled(name: str) -> dict[str, Any]:
    """Compile a kernel into the cache."""
    for kernel in (ALL[name].checked(), ALL[name].kernel(ALL[name].timed)):
        _ = kernel.machine
    return {}


def timed(name: str) -> dict[str, Any]:
    """Time a kernel in a CUDA graph with cold caches; raises UserError if its output is wrong."""
    definition = ALL[name]
    for problem in problems(definition.checked(), CUDA):
        raise UserError(f"wrong at {definition.counted}: {problem}")
    kernel = definition.kernel(definition.timed)
    done = measured(kernel)
    cuda().cuda.empty_cache()
    return {
        "extents": list(definition.timed),
        "code": code_hash(kernel.machine.cubin),
        "compiler": kernel.compiler_version,
        "time_us": round(done.time_us, 3),
        **spread(done),
        "launches_per_sample": done.launches,
    }


def record_times(names: Sequence[str]) -> int:
    """Time kernels, and replace their entries in the records after each one.

    Returns the number of kernels that failed, whose errors are recorded and printed. Measured times
    are not printed: those that are held out must not be seen before the model is final.
    """
    header, failed = gpu_header(), 0
    list(answers(compiled, names, min(os.cpu_count() or 1, MOST_PROCESSES), COMPILED_S))
    for name, answer in zip(names, answers(timed, names, 1, TIMED_S), strict=True):
        (stem,) = [stem for stem, those in TIMES.items() if name in those]
        path = times_file(stem, header["device"])
        before = read_json(path)["kernels"] if path.exists() else []
        kept = [entry for entry in before if entry["kernel"] != name]
        kernels = sorted([*kept, {"kernel": name, **answer}], key=lambda entry: entry["kernel"])
        write_json(path, {**header, "kernels": kernels})
        if "error" in answer:
            failed += 1
            click.echo(f"{name}: {answer['error']}", err=True)
    click.echo(f"{len(names) - failed} of {len(names)} kernels timed")
    return failed
