"""The command that looks into machine code: resources."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import click

from ..compile.toolchain import ARCHS, check_arch, check_wheels, machine_code
from ..errors import UserError
from ..inspect.access import analyze, traffic
from ..inspect.resources import LEVELS, Resources, resources_of
from ..kernel import find_step
from ..ladder import Rung, Step, steps
from ..lowering.lower import lower
from ..targets.target import DEFAULT_ARCH
from ..workloads import Workload

WORKERS = 2
ALL_ARCHS = "all"
MOST_WARNINGS = 6
WIDTH = 160
PrintTable = Callable[..., None]

# Classes of instructions that a table has no room for.
_ASIDE = ("integer", "move", "conversion", "control")


@dataclass
class Row:
    """A rung's step on one architecture: its kernels' resources, or why there are none."""

    rung: Rung
    step: Step
    workload: Workload
    arch: str
    name: str
    kernels: list[Resources] = field(default_factory=list)
    problem: str = ""

    def record(self) -> dict[str, Any]:
        """The row as plain data, for JSON."""
        return {
            "rung": self.rung.path,
            "step": self.step.name,
            "shape": self.workload.shape,
            "arch": self.arch,
            "problem": self.problem,
            "kernels": [kernel.record() for kernel in self.kernels],
        }


def archs_of(text: str | None) -> list[str]:
    """'sm_80,sm_90' as a list, 'all' as every known arch; raises UserError."""
    if text == ALL_ARCHS:
        return list(ARCHS)
    return [check_arch(name) for name in (text or DEFAULT_ARCH).split(",")]


def fill_in(rows: Sequence[Row]) -> None:
    """Give every row its kernels' resources or its problem, compiling in parallel."""
    check_wheels()

    def fill(row: Row, lowered) -> None:
        try:
            kernels = analyze(lowered, machine_code(lowered.source, row.arch))
            row.kernels = resources_of(lowered, row.workload, row.arch, traffic(kernels))
        except UserError as error:
            row.problem = str(error)

    with ThreadPoolExecutor(WORKERS) as pool:
        waiting = []
        for row in rows:
            try:
                lowered = lower(row.step.mod, row.rung.build, arch=row.arch)
            except UserError as error:
                row.problem = str(error)
                continue
            waiting.append(pool.submit(fill, row, lowered))
        for one in waiting:
            one.result()


def run_resources(
    reference: str, archs: str | None, as_json: bool, shape, print_table: PrintTable
) -> int:
    """`schedules resources`: returns the exit code."""
    from .cli import resolve

    wanted = archs_of(archs)
    resolved = resolve(reference, shape)
    rungs = [rung for rung in resolved.rungs if rung.target == "cuda"]
    if not rungs:
        raise UserError(f"{reference} is for a CPU and has no GPU resources")
    rows = []
    for rung in rungs:
        workload = rung.at(shape)
        found = steps(rung, workload)
        step = find_step(found, resolved.step) if resolved.step else found[-1]
        name = f"{rung.path}:{step.name}" if resolved.step else rung.path
        rows += [Row(rung, step, workload, arch, name) for arch in wanted]
    fill_in(rows)
    if all(row.problem for row in rows):
        raise UserError(rows[0].problem)
    if as_json:
        click.echo(json.dumps([row.record() for row in rows], indent=2))
        return 0
    print_rows(rows, print_table)
    if len(rungs) == 1:
        print_mix(rows, print_table)
    return 0


def print_rows(rows: Sequence[Row], print_table: PrintTable) -> None:
    """The table, then what should be looked at."""
    several = len({row.arch for row in rows}) > 1
    kernels = [kernel for row in rows for kernel in row.kernels]
    levels = [level for level in LEVELS if any(level in one.intensity for one in kernels)]
    columns = [
        "rung",
        *(["arch"] if several else []),
        "registers",
        "stack B",
        "spill B",
        "static B",
        "dynamic B",
        "occupancy",
        "limited by",
        *(f"FLOP/B {level}" for level in levels),
        "busiest loop, or all",
    ]
    cells = []
    for row in rows:
        head = [row.name, *([row.arch] if several else [])]
        if row.problem:
            cells.append([*head, *["-"] * (7 + len(levels)), row.problem])
        for kernel in row.kernels:
            name = f" {kernel.kernel}" if len(row.kernels) > 1 else ""
            cells.append(
                [
                    head[0] + name,
                    *head[1:],
                    kernel.registers,
                    kernel.stack,
                    kernel.spill_stores + kernel.spill_loads,
                    kernel.static_shared,
                    kernel.dynamic_shared,
                    f"{kernel.occupancy.share:.0%}, {kernel.occupancy.blocks} blocks",
                    ", ".join(kernel.occupancy.limiters),
                    *(per_byte(kernel, level) for level in levels),
                    brief_mix(kernel.loop or kernel.mix),
                ]
            )
    title = "" if several else f"{rows[0].arch}"
    print_table(columns, cells, title=title)
    for row in rows:
        for kernel in row.kernels:
            where = f"{row.name} on {row.arch}" if several else row.name
            for warning in kernel.warnings[:MOST_WARNINGS]:
                click.echo(shortened(f"{where}: {kernel.kernel}: {warning}"))
            left = len(kernel.warnings) - MOST_WARNINGS
            if left > 0:
                click.echo(f"{where}: {kernel.kernel}: {left} lines more, all of them with --json")


def per_byte(kernel: Resources, level: str) -> str:
    """FLOP per byte at a level of memory; '-' where there is none, or not known."""
    return f"{kernel.intensity[level]:.4g}" if level in kernel.intensity else "-"


def print_mix(rows: Sequence[Row], print_table: PrintTable) -> None:
    """Every class of instructions of one rung's kernels, by arch where there are several."""
    kernels = [kernel for row in rows for kernel in row.kernels]
    single = len(kernels) == 1
    classes = dict.fromkeys(name for kernel in kernels for name in kernel.mix)
    heads = [kernel.arch if len(rows) > 1 else kernel.kernel for kernel in kernels]
    if single:
        only = kernels[0]
        table = [(name, only.mix[name], only.loop.get(name, "")) for name in classes]
        print_table(("instructions", only.kernel, "busiest loop"), table)
        return
    table = [(name, *(kernel.mix.get(name, 0) for kernel in kernels)) for name in classes]
    print_table(("instructions", *heads), table)


def brief_mix(mix: Mapping[str, int]) -> str:
    """'64 FFMA, 4 LDS.128': the classes that do the kernel's work."""
    return ", ".join(f"{count} {name}" for name, count in mix.items() if name not in _ASIDE)


def shortened(line: str) -> str:
    """At most WIDTH characters of a line."""
    return line if len(line) <= WIDTH else line[: WIDTH - 4] + " ..."
