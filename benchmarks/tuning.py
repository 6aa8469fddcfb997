"""Candidates a minute: this project's measurer beside MetaSchedule's builder and runner.

`python -m benchmarks.tuning` measures one list of candidates of a rung's space with both, one after
the other in one run, and writes what each took and where its seconds went as JSON. MetaSchedule's
are `LocalBuilder()` and `LocalRunner()` as `tune_tir` makes them, given batches of 64 as it gives
them; they do not look at what a candidate computes. Ours builds, verifies and times.

`python -m benchmarks.tuning --workers 1,4` measures through a tracker on this machine, with one
worker and then with four, each with a GPU of its own, and candidates of its own for each number.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click

from schedules.catalog import ladder
from schedules.errors import UserError
from schedules.harness.records import environment, write_text
from schedules.ladder import Rung
from tune.devices import this_device
from tune.measure import MeasureOptions, open_measurer
from tune.measure.cli import KEY, TRACKER_PORT
from tune.measure.remote import workers
from tune.space import Space, find
from tune.task import Measurer, Task

# What tune_tir hands to builder and runner at once.
BATCH = 64
LOG = "BENCHMARKS_TUNING_LOG"


def candidates(rung: Rung, space: str, shape: tuple[int, ...], arch: str, count: int) -> list[Task]:
    """Points of a space at random, the same in every run."""
    found: Space = find(space).at(rung, shape, arch)
    points = random.Random(0).sample(found.points, min(count, len(found.points)))
    return [found.task(point) for point in points]


# --- ours -----------------------------------------------------------------------------------------


def ours(tasks: Sequence[Task], options: MeasureOptions) -> dict[str, Any]:
    """What `tune.measure` makes of the tasks, the start of its processes included."""
    with closing(open_measurer(options)) as measurer:
        return clocked(measurer, tasks)


def clocked(measurer: Measurer, tasks: Sequence[Task]) -> dict[str, Any]:
    """The rate at which a measurer measures tasks, what they came to, and where seconds went."""
    kinds: Counter[str] = Counter()
    messages: Counter[str] = Counter()
    stages: Counter[str] = Counter()
    moments = []
    pruned = 0
    start = time.perf_counter()
    for _, outcome in measurer.measure(tasks):
        moments.append(time.perf_counter() - start)
        kinds[outcome.kind] += 1
        pruned += outcome.pruned
        stages.update(outcome.stages_s)
        if outcome.message:
            messages[outcome.message[:200]] += 1
    return summary(moments, time.perf_counter() - start, moments[0]) | {
        "outcomes": dict(kinds),
        "pruned": pruned,
        "stages_s": {name: round(one, 3) for name, one in stages.items()},
        "messages": dict(messages.most_common(3)),
    }


def summary(moments: Sequence[float], wall: float, started: float) -> dict[str, Any]:
    """Rates: over everything, and without the seconds in which processes started."""
    return {
        "candidates": len(moments),
        "wall_s": round(wall, 2),
        "first_s": round(moments[0], 2),
        "per_minute": round(len(moments) / wall * 60, 1),
        "per_minute_once_started": round(len(moments) / (wall - started) * 60, 1),
    }


# --- through a tracker ----------------------------------------------------------------------------


def through_tracker(
    tasks: Sequence[Task], kind: str, counts: Sequence[int], port: int = TRACKER_PORT
) -> Iterator[dict[str, Any]]:
    """Rates with so many workers behind a tracker, one number after the other, on tasks of its own.

    Workers join one measurer, so that the builders are the same and bound all alike; the clock
    starts when each worker has answered once.
    """
    tasks = list(tasks)
    share = len(tasks) // len(counts)
    with ExitStack() as running:
        measurer = None

        def start(*arguments: object) -> None:
            command = [sys.executable, "-m", "tune", *map(str, arguments)]
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            running.callback(process.wait)
            running.callback(process.terminate)

        start("tracker", "--port", port)
        at_work = 0
        for count in counts:
            for number in range(at_work, count):
                gpu = ("--gpus", number) if kind == "cuda" else ()
                start("worker", "--tracker", f"127.0.0.1:{port}", *gpu)
            at_work = count
            wait_for_workers(port, count)
            if measurer is None:
                options = MeasureOptions(kind=kind, runner="rpc", tracker_port=port)
                measurer = running.enter_context(closing(open_measurer(options)))
            given, tasks = tasks[:share], tasks[share:]
            # Workers for the CPU of one machine have one name.
            used = warm_up(measurer, given[: warm_ups()], count if kind == "cuda" else 1)
            yield {"workers": count, "warm_up": used, **clocked(measurer, given[used:])}


def warm_ups() -> int:
    """The most candidates of a warm-up: some for each builder."""
    return 4 * len(os.sched_getaffinity(0))


def warm_up(measurer: Measurer, tasks: Sequence[Task], count: int) -> int:
    """Measure until so many workers have answered; returns how many tasks that took.

    Raises UserError where they have not when all is measured.
    """
    heard = set()
    used = 0

    def feed() -> Iterator[Task]:
        nonlocal used
        for task in tasks:
            if len(heard) >= count:
                return
            used += 1
            yield task

    for _, outcome in measurer.measure(feed()):
        heard.add(outcome.worker)
    if len(heard) < count:
        raise UserError(f"of {count} workers {len(heard)} answered {used} candidates")
    return used


def wait_for_workers(port: int, count: int) -> None:
    """Until the tracker knows so many workers; raises UserError after a minute."""
    until = time.monotonic() + 60
    while True:
        try:
            if workers("127.0.0.1", port, KEY) >= count:
                return
        except UserError:
            if time.monotonic() > until:
                raise
        if time.monotonic() > until:
            raise UserError(f"the tracker at port {port} has no {count} workers after a minute")
        time.sleep(0.2)


# --- MetaSchedule's -------------------------------------------------------------------------------


def log(name: str, start: float) -> None:
    """Add the seconds of a stage to the log that the environment names."""
    with open(os.environ[LOG], "a", encoding="utf-8") as file:
        file.write(json.dumps([name, time.perf_counter() - start]) + "\n")


def timed(name: str, action):
    """`action` with its seconds logged."""

    def run(*arguments):
        start = time.perf_counter()
        try:
            return action(*arguments)
        finally:
            log(name, start)

    return run


def add_clocks() -> None:
    """In MetaSchedule's processes: its own functions, with a clock each."""
    import tvm
    from tvm.s_tir.meta_schedule.builder import local_builder
    from tvm.s_tir.meta_schedule.runner import local_runner

    default_build = timed("build", local_builder.default_build)

    def build(*arguments):
        # The build imports this first, in every process.
        timed("import", importlib.import_module)("tvm.s_tir.tensor_intrin")
        return default_build(*arguments)

    local_builder.default_build = build
    local_builder.default_export = timed("export", local_builder.default_export)
    local_runner.default_alloc_argument = timed("allocate", local_runner.default_alloc_argument)
    local_runner.default_run_evaluator = timed("evaluate", local_runner.default_run_evaluator)
    tvm.runtime.load_module = timed("load", tvm.runtime.load_module)


def theirs(rung: Rung, tasks: Sequence[Task], target) -> dict[str, Any]:
    """What MetaSchedule's default builder and runner make of the tasks."""
    from dataclasses import replace

    from tvm.s_tir import meta_schedule as ms

    with tempfile.NamedTemporaryFile("r") as file:
        os.environ[LOG] = file.name
        start = time.perf_counter()
        builder = ms.builder.LocalBuilder(initializer=add_clocks)
        runner = ms.runner.LocalRunner(initializer=add_clocks)
        started = time.perf_counter() - start
        device = "cpu" if target.kind.name == "llvm" else target.kind.name
        moments: list[float] = []
        errors: Counter[str] = Counter()
        spent = Counter()
        for at in range(0, len(tasks), BATCH):
            funcs = []
            for task in tasks[at : at + BATCH]:
                workload = rung.workload.with_shape(task.shape)
                tile = replace(rung.tile_for(workload), **task.knobs)
                funcs.append(rung.finished(workload, tile)[0].mod)
            before = time.perf_counter()
            built = builder.build([ms.builder.BuilderInput(mod, target) for mod in funcs])
            spent["builder.build"] += time.perf_counter() - before
            for mod, one in zip(funcs, built, strict=True):
                if one.error_msg:
                    errors[str(one.error_msg)[-200:]] += 1
                    moments.append(time.perf_counter() - start)
                    continue
                arguments = ms.arg_info.ArgInfo.from_prim_func(mod["main"])
                before = time.perf_counter()
                (future,) = runner.run(
                    [ms.runner.RunnerInput(one.artifact_path, device, arguments)]
                )
                result = future.result()
                spent["runner.run"] += time.perf_counter() - before
                if result.error_msg:
                    errors[str(result.error_msg)[-200:]] += 1
                moments.append(time.perf_counter() - start)
        wall = time.perf_counter() - start
        stages: Counter[str] = Counter()
        for line in file:
            name, seconds = json.loads(line)
            stages[name] += seconds
    return summary(moments, wall, started) | {
        "started_s": round(started, 2),
        "spent_s": {name: round(one, 2) for name, one in spent.items()},
        "stages_s": {name: round(one, 3) for name, one in stages.items()},
        "errors": dict(errors.most_common(3)),
    }


# --- command --------------------------------------------------------------------------------------


@click.command()
@click.option("--rung", "reference", default="gemm/sgemm_tvm:cp_async", show_default=True)
@click.option("--space", default="sgemm_cuda_cores", show_default=True)
@click.option("--shape", default="4096,4096,4096", show_default=True)
@click.option("--arch", help="By default this machine's.")
@click.option("--count", type=click.IntRange(1), default=BATCH, show_default=True)
@click.option("--theirs", "their_count", type=click.IntRange(0), help="By default as many.")
@click.option("--workers", "counts", help="Through a tracker, with 1,4 workers, say.")
@click.option("--json", "out", type=click.Path(path_type=Path, dir_okay=False))
def main(reference, space, shape, arch, count, their_count, counts, out) -> None:
    """Measure the same candidates with both, and say how many a minute each manages."""
    name, _, rung_name = reference.partition(":")
    rung = ladder(name)[rung_name]
    device = this_device(rung.target)
    arch = arch or device.arch
    numbers = sorted(map(int, counts.split(","))) if counts else []
    most = len(numbers) * (warm_ups() + count) or count
    tasks = candidates(rung, space, tuple(map(int, shape.split(","))), arch, most)
    if numbers and len(tasks) <= len(numbers) * warm_ups():
        raise UserError(
            f"{space} at {shape} has {len(tasks)} candidates, and each number of workers may want "
            f"{warm_ups()} ahead of the clock: take a larger space"
        )
    record = {
        "device": device.name,
        "rung": reference,
        "shape": shape,
        "arch": arch,
        "cores": len(os.sched_getaffinity(0)),
        **environment(),
    }
    if counts:
        found = record["through_tracker"] = []
        for one in through_tracker(tasks, rung.target, numbers):
            found.append(one)
            click.echo(json.dumps(one, indent=1))
            if len(found) > 1:
                # Without the builds that fill the pipe anew at each start of the clock.
                rates = [each["per_minute_once_started"] for each in (one, found[0])]
                record["ratio"] = round(rates[0] / rates[1], 2)
                click.echo(f"{one['workers']} workers to {numbers[0]}: {record['ratio']} times")
            # A run that is cut short keeps what it has.
            save(record, out)
        return
    record["ours"] = ours(tasks, MeasureOptions(kind=rung.target))
    click.echo(json.dumps(record["ours"], indent=1))
    some = tasks[: len(tasks) if their_count is None else their_count]
    if some:
        from tune.auto import search_target

        record["metaschedule"] = theirs(rung, some, search_target(rung, arch))
        click.echo(json.dumps(record["metaschedule"], indent=1))
        for name in ("per_minute", "per_minute_once_started"):
            ratio = record["ours"][name] / record["metaschedule"][name]
            record[f"ratio_{name}"] = round(ratio, 2)
            click.echo(f"{name}: {ratio:.2f} times")
    save(record, out)


def save(record: dict[str, Any], out: Path | None) -> None:
    if out is not None:
        write_text(out, json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
