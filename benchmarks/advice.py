"""How often `advise` names the next step: `python -m benchmarks.advice [NAME ...]`, no GPU.

For each rung that was measured on an H200 as at least 2 % faster than the rung before it, `advise`
is asked at the rung before. The step counts as named if one of the first three moves adds a
primitive that the ladder's own step adds, or changes a number of the tile in the same direction. A
rewrite counts only if it adds nothing else. `--exercises` asks at each exercise's start instead,
and compares with its solution.

Writes docs/results/advice-h200.json (exercises: advice-exercises.json).
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError
from gpusim.timing.constants import constants
from schedules.commands.program import run_command
from schedules.core.files import write_json
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.ladder import Rung, Step, ladders, steps
from schedules.learning.exercise import all_exercises
from schedules.measure.records import rows_by_kernel
from schedules.sources.names import resolve_rung
from schedules.synthesis.advice import NUMBER, REWRITE, advised
from schedules.synthesis.advised import Advised, Suggestion

RESULTS = Path(__file__).parent.parent / "docs" / "results"
CHIP, FIRST, GAINED, SIZE = "h200", 3, 0.02, 4096
# What a schedule's primitives do, as the moves that do it are called.
PRIMITIVES = (
    (r"async_stages|async_copy", "async pipeline"),
    (r"software_pipeline_stage|manifest_shared_memory_local_stage", "pipeline"),
    (r"double_buffer", "double buffer"),
    (r"storage_align|permuted_layout", "padding"),
    (r"vthread", "vthread"),
    (r"vectorize", "vectorize"),
    (r"cache_read.*\"shared", "shared tile"),
    (r"cache_read.*\"local", "operands in registers"),
    (r"cache_write.*\"local|set_scope.*\"local", "accumulators in registers"),
    (r"decompose_reduction", "init"),
    (r"rfactor", "rfactor"),
    (r"tensorize", "tensorize"),
    (r"split\(.*\[None, \d+, [2-9]\]", "thread tile"),
    (r"unroll", "unroll"),
    (r"pragma_product_order", "order products"),
    (r"max_registers|extra_shared", "occupancy"),
    (r"dependent_launch", "dependent launch"),
    (r"first_lane", "first lane"),
    (r"compute_inline", "fuse"),
    (r"bind\(.*threadIdx", "cooperative fetch"),
)
# Moves that add what several names stand for.
SAME = {
    "async pipeline": {"async pipeline", "pipeline"},
    "software pipeline": {"pipeline", "double buffer"},
    "local stage": {"pipeline"},
    "register pipeline": {"pipeline"},
    "double buffer": {"pipeline", "double buffer"},
    "thread tile": {"thread tile"},
    "vthread": {"vthread", "padding"},
    "padding": {"vthread", "padding"},
}


def features(lines: Sequence[str]) -> Counter[str]:
    """How many primitives do each of PRIMITIVES."""
    return Counter(
        name for line in lines for pattern, name in PRIMITIVES if re.search(pattern, line)
    )


def added(new: Sequence[str], old: Sequence[str]) -> set[str]:
    return set(features(new) - features(old))


def primitives(walked: Sequence[Step]) -> list[str]:
    return [line for step in walked for line in step.primitives]


def numbers(rung: Rung, kernel: Kernel) -> dict[str, int]:
    tile = asdict(rung.tile_for(kernel.workload))
    tile |= {
        "extra_shared": rung.build.extra_shared,
        "max_registers": rung.build.max_registers or 0,
    }
    return {name: value for name, value in tile.items() if type(value) is int}


def step_adds(rung: Rung, before: Rung) -> tuple[set[str], dict[str, bool]]:
    """What a ladder's step adds, and the numbers that it changes: whether each grows."""
    kernels = at_size(rung), at_size(before)
    own, old = (primitives(steps(each.rung, each.workload)) for each in kernels)
    new = added(own, old)
    if rung.build.async_copy and not before.build.async_copy:
        new |= {"async pipeline"}
    has, had = numbers(rung, kernels[0]), numbers(before, kernels[1])
    grows = {name: has[name] > had[name] for name in has if has[name] != had.get(name, has[name])}
    if any(
        re.search(r"items|fragments|rows|per_group|block_[ij]", name)
        for name, up in grows.items()
        if up
    ):
        new.add("thread tile")
    if "panel" in has and "panel" not in had:
        new.add("block order")
    return new, grows


def named(move: Suggestion, new: set[str], grows: dict[str, bool], old: Sequence[str]) -> bool:
    """Whether a suggestion does what a step does."""
    if move.move == NUMBER:
        changed = re.match(r"(\w+) (\d+) -> (\d+)", move.why)
        return bool(changed) and grows.get(changed[1]) == (int(changed[3]) > int(changed[2]))
    if move.move == REWRITE:
        own = added(move.patch.splitlines(), old)
        return bool(own) and own <= new
    return bool(SAME.get(move.move, {move.move}) & new)


def at_size(rung: Rung) -> Kernel:
    """The rung's kernel, all extents SIZE if they are equal, as in the record."""
    shape = rung.workload.shape
    workload = rung.at((SIZE,) * len(shape) if len(set(shape)) == 1 else None)
    return last_kernel(rung, workload, rung.lowered_for(None))


def gaining(names: Sequence[str]) -> Iterator[tuple[Rung, Rung, float]]:
    """Each rung that was faster than the one before it, that one, and the saved fraction."""
    rows = rows_by_kernel(constants(CHIP).device, RESULTS)
    times = {key: row["time_us"] for key, row in rows.items()}
    for name, ladder in ladders().items():
        if (names and name not in names) or any(rung.on_cpu for rung in ladder.rungs.values()):
            continue
        for rung in ladder.rungs.values():
            for base in rung.against[:1]:
                before = ladder.rungs[base]
                new, old = (times.get(at_size(each).record_key) for each in (rung, before))
                if new and old and 1 - new / old >= GAINED:
                    yield rung, before, 1 - new / old


def summary(found: Advised) -> list[list[Any]]:
    return [[each.move, each.why, each.gain] for each in found.moves[:FIRST]]


def ask(names: Sequence[str], seconds: float) -> Iterator[dict[str, Any]]:
    asked: dict[str, Advised] = {}
    for rung, before, gain in gaining(names):
        row = {"rung": rung.path, "before": before.name, "recorded": round(gain, 4)}
        try:
            if before.path not in asked:
                kernel = at_size(before)
                asked[before.path] = advised(
                    kernel, CHIP, before.path, kernel.workload.shape, seconds
                )
            new, grows = step_adds(rung, before)
            old = primitives(steps(before))
            found = asked[before.path]
            hit = any(named(move, new, grows, old) for move in found.moves[:FIRST])
            yield row | {"adds": sorted(new), "first": summary(found), "named": hit}
        except UserError as error:
            yield row | {"problem": str(error), "named": False}


def ask_learners(names: Sequence[str], seconds: float) -> Iterator[dict[str, Any]]:
    """Each exercise: advice at its start, compared with its solution."""
    with tempfile.TemporaryDirectory() as folder:
        for exercise in all_exercises():
            if names and exercise.name not in names:
                continue
            file, solved = Path(folder, exercise.file), Path(folder, "solved.py")
            file.write_text(exercise.problem, encoding="utf-8")
            solved.write_text(exercise.solved, encoding="utf-8")
            old, own = (
                primitives(resolve_rung(str(each), None).steps()) for each in (file, solved)
            )
            row = {"rung": exercise.name, "adds": sorted(added(own, old))}
            try:
                kernel = resolve_rung(str(file), None).kernel()
                found = advised(kernel, CHIP, str(file), None, seconds)
            except UserError as error:
                yield row | {"problem": str(error), "named": False}
                continue
            new, hit = added(own, old), False
            for move in found.moves[:FIRST]:
                if move.move in (NUMBER, REWRITE) or not new:
                    file.write_text(move.text, encoding="utf-8")
                    made = added(primitives(resolve_rung(str(file), None).steps()), old)
                    hit |= made <= new
                else:
                    hit |= named(move, new, {}, old)
            yield row | {"first": summary(found), "named": hit}


@click.command()
@click.argument("names", nargs=-1, metavar="[LADDER|EXERCISE ...]")
@click.option("--exercises", is_flag=True, help="Ask at the exercises' starts.")
@click.option("--seconds", type=float, default=60.0, show_default=True, help="For each advice.")
def command(names: Sequence[str], exercises: bool, seconds: float) -> None:
    """Ask `advise` for the next step, and count how often it is among the first three."""
    path = RESULTS / ("advice-exercises.json" if exercises else f"advice-{CHIP}.json")
    rows: list[dict[str, Any]] = []
    for row in ask_learners(names, seconds) if exercises else ask(names, seconds):
        rows.append(row)
        first = "; ".join(f"{move} {gain or 1:.0%}" for move, _, gain in row.get("first", ()))
        click.echo(f"{'yes' if row['named'] else 'no':4}{row['rung']}: {row.get('adds')}: {first}")
        if not names:
            write_json(path, {"chip": CHIP, "seconds": seconds, "rows": rows})
    click.echo(f"{sum(row['named'] for row in rows)} of {len(rows)}")


if __name__ == "__main__":
    run_command(command, "benchmarks.advice")
