"""Candidates per minute: this project's measurer and MetaSchedule's builder and runner.

`python -m benchmarks.tuning` measures one list of candidates of a rung's space with both, one after
the other in one run, and writes the times of both and of their stages as JSON. MetaSchedule's
are `LocalBuilder()` and `LocalRunner()` as `tune_tir` makes them, given batches of 64 as it gives
them; they do not look at what a candidate computes. Ours builds, verifies and times.

`python -m benchmarks.tuning --workers 1:16,1,4` measures through a tracker on this machine: with
one worker and 16 builders, then with one and with four workers and a builder a core. Each worker
has its own GPU, each measurement its own candidates.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import click

from gpusim.errors import UserError
from schedules.commands.options import parse_shape
from schedules.commands.program import run_command
from schedules.core.catalog import ladder
from schedules.core.files import write_text
from schedules.core.ladder import Rung
from schedules.core.target import Target
from schedules.measure.environment import environment
from tune.measuring.interface import (
    TRACKER_PORT,
    BuildRequest,
    MeasureOptions,
    Measurer,
    Rpc,
    this_device,
)
from tune.measuring.pool import Pool
from tune.measuring.workers import workers
from tune.space.template import find

# Candidates per batch, as in tune_tir.
BATCH = 64
LOG = "BENCHMARKS_TUNING_LOG"


def candidates(
    rung: Rung, space: str, shape: tuple[int, ...], target: Target, count: int
) -> list[BuildRequest]:
    """Points of a space at random, the same in every run."""
    instance = find(space).at(rung, shape, target)
    points = random.Random(0).sample(instance.points, min(count, len(instance.points)))
    return [instance.request(point) for point in points]


# --- ours -----------------------------------------------------------------------------------------


def ours(tasks: Sequence[BuildRequest], options: MeasureOptions) -> dict[str, Any]:
    """The rate of `tune.measuring` on the tasks, including the start of its processes."""
    with closing(Pool(options)) as measurer:
        return clocked(measurer, tasks)


def clocked(measurer: Measurer, tasks: Sequence[BuildRequest]) -> dict[str, Any]:
    """A measurer's rate, the outcomes of the tasks, and the seconds by stage."""
    kinds: Counter[str] = Counter()
    messages: Counter[str] = Counter()
    stages: Counter[str] = Counter()
    moments = []
    pruned = 0
    start = time.perf_counter()
    all_dealt = 0.0

    def dealt() -> Iterator[BuildRequest]:
        nonlocal all_dealt
        yield from tasks
        all_dealt = time.perf_counter() - start

    for _, outcome in measurer.measure(dealt()):
        moments.append(time.perf_counter() - start)
        kinds[outcome.kind] += 1
        pruned += outcome.pruned
        stages.update(outcome.stages_s)
        if outcome.message:
            messages[outcome.message[:200]] += 1
    return summary(moments, time.perf_counter() - start, moments[0]) | {
        "per_minute_while_dealt": while_dealt(moments, all_dealt),
        "outcomes": dict(kinds),
        "pruned": pruned,
        "stages_s": {name: round(seconds, 3) for name, seconds in stages.items()},
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


def while_dealt(moments: Sequence[float], all_dealt: float) -> float | None:
    """The rate from the first outcome until the last task was dealt: builders were never idle.

    None where no second outcome came that early.
    """
    among = [moment for moment in moments if moment <= all_dealt]
    if len(among) < 2:
        return None
    return round((len(among) - 1) / (all_dealt - among[0]) * 60, 1)


# --- through a tracker ----------------------------------------------------------------------------


class Crew(NamedTuple):
    """How many workers run candidates, and how many builders build them."""

    workers: int
    builders: int


def crews(text: str) -> list[Crew]:
    """The crews that --workers names, as in '1:16,1,4'. Raises UserError."""
    listed = []
    for part in text.split(","):
        if not re.fullmatch(r"[1-9]\d*(:[1-9]\d*)?", part):
            raise UserError(f"--workers {text}: {part!r} is no number of workers, nor W:BUILDERS")
        workers, _, builders = part.partition(":")
        listed.append(Crew(int(workers), int(builders or len(os.sched_getaffinity(0)))))
    if sorted(listed, key=lambda crew: crew.workers) != listed:
        raise UserError(f"--workers {text}: workers may join, none may leave: ascending numbers")
    return listed


def through_tracker(
    tasks: Sequence[BuildRequest], kind: str, crews: Sequence[Crew], port: int = TRACKER_PORT
) -> Iterator[dict[str, Any]]:
    """Rates of crews connected by a tracker, one after the other, each on separate tasks.

    The clock starts when each worker has answered once.
    """
    tasks = list(tasks)
    share = len(tasks) // len(crews)
    with ExitStack() as running:
        measurer = None
        builders = None

        def start(*arguments: object) -> None:
            command = [sys.executable, "-m", "tune", *map(str, arguments)]
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            running.callback(process.wait)
            running.callback(process.terminate)

        start("tracker", "--port", port)
        at_work = 0
        for crew in crews:
            for number in range(at_work, crew.workers):
                gpu = ("--gpus", number) if kind == "cuda" else ()
                start("worker", "--tracker", f"127.0.0.1:{port}", *gpu)
            at_work = crew.workers
            wait_for_workers(port, at_work)
            if builders != crew.builders:
                if measurer is not None:
                    measurer.close()
                builders = crew.builders
                options = MeasureOptions(
                    kind=kind, runner="rpc", builders=builders, rpc=Rpc(port=port)
                )
                measurer = running.enter_context(closing(Pool(options)))
            given, tasks = tasks[:share], tasks[share:]
            # Workers for the CPU of one machine have one name.
            names = at_work if kind == "cuda" else 1
            used = warm_up(measurer, given[: warm_ups(crew)], names)
            yield {**crew._asdict(), "warm_up": used, **clocked(measurer, given[used:])}


def warm_ups(crew: Crew) -> int:
    """The maximum number of candidates of a warm-up: some for each builder."""
    return 4 * crew.builders


def warm_up(measurer: Measurer, tasks: Sequence[BuildRequest], count: int) -> int:
    """Measure until the given number of workers has answered; returns how many tasks that took.

    Raises UserError if the tasks are used up before.
    """
    heard = set()
    used = 0

    def feed() -> Iterator[BuildRequest]:
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
    """Wait until the tracker knows the given number of workers; raises UserError after a minute."""
    until = time.monotonic() + 60
    while True:
        try:
            if len(workers(Rpc(port=port))) >= count:
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
    """In MetaSchedule's processes: time its own functions."""
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


def theirs(rung: Rung, tasks: Sequence[BuildRequest], target) -> dict[str, Any]:
    """The rate of MetaSchedule's default builder and runner on the tasks."""
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
        for first in range(0, len(tasks), BATCH):
            funcs = []
            for task in tasks[first : first + BATCH]:
                workload = rung.workload.with_shape(task.shape)
                tile = replace(rung.tile_for(workload), **task.knobs)
                funcs.append(rung.finished(workload, tile)[0].mod)
            before = time.perf_counter()
            built = builder.build([ms.builder.BuilderInput(mod, target) for mod in funcs])
            spent["builder.build"] += time.perf_counter() - before
            for mod, artifact in zip(funcs, built, strict=True):
                if artifact.error_msg:
                    errors[str(artifact.error_msg)[-200:]] += 1
                    moments.append(time.perf_counter() - start)
                    continue
                arguments = ms.arg_info.ArgInfo.from_prim_func(mod["main"])
                before = time.perf_counter()
                (future,) = runner.run(
                    [ms.runner.RunnerInput(artifact.artifact_path, device, arguments)]
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
        "spent_s": {name: round(seconds, 2) for name, seconds in spent.items()},
        "stages_s": {name: round(seconds, 3) for name, seconds in stages.items()},
        "errors": dict(errors.most_common(3)),
    }


# --- command --------------------------------------------------------------------------------------


@click.command()
@click.option("--rung", "reference", default="gemm/sgemm_tvm:cp_async", show_default=True)
@click.option("--space", default="sgemm_cuda_cores", show_default=True)
@click.option("--shape", default="4096,4096,4096", show_default=True, callback=parse_shape)
@click.option("--arch", help="By default this machine's.")
@click.option("--count", type=click.IntRange(1), default=BATCH, show_default=True)
@click.option("--theirs", "their_count", type=click.IntRange(0), help="By default as many.")
@click.option("--workers", "crew_text", help="Through a tracker: 1:16,1,4, say (W[:BUILDERS]).")
@click.option("--json", "out", type=click.Path(path_type=Path, dir_okay=False))
def main(reference, space, shape, arch, count, their_count, crew_text, out) -> None:
    """Measure the same candidates with both, and say how many a minute each manages."""
    name, _, rung_name = reference.partition(":")
    rung = ladder(name)[rung_name]
    device = this_device(rung.target)
    target = rung.lowered_for(arch or device.arch)
    shape_text = ",".join(map(str, shape))
    measured = crews(crew_text) if crew_text else []
    ahead = max(map(warm_ups, measured), default=0)
    most = len(measured) * (ahead + count) or count
    tasks = candidates(rung, space, shape, target, most)
    if measured and len(tasks) <= len(measured) * ahead:
        raise UserError(
            f"{space} at {shape_text} has {len(tasks)} candidates, and each number of workers may "
            f"want {ahead} ahead of the clock: take a larger space"
        )
    record = {
        "device": device.name,
        "rung": reference,
        "shape": shape_text,
        "arch": target.arch,
        "cores": len(os.sched_getaffinity(0)),
        **environment(),
    }
    if measured:
        results = record["through_tracker"] = []
        for rates in through_tracker(tasks, rung.target, measured):
            if results and rates["per_minute_while_dealt"] and results[0]["per_minute_while_dealt"]:
                ratio = rates["per_minute_while_dealt"] / results[0]["per_minute_while_dealt"]
                rates["times_the_first"] = round(ratio, 2)
            results.append(rates)
            click.echo(json.dumps(rates, indent=1))
            # An interrupted run keeps its results.
            save(record, out)
        return
    record["ours"] = ours(tasks, MeasureOptions(kind=rung.target))
    click.echo(json.dumps(record["ours"], indent=1))
    some = tasks[: len(tasks) if their_count is None else their_count]
    if some:
        from tune.space.generated import search_target

        record["metaschedule"] = theirs(rung, some, search_target(target))
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
    run_command(main, "benchmarks.tuning", invoked_as="python -m benchmarks.tuning")
