"""`schedules resources`: registers, occupancy and instruction mix, from the machine code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError, nearest

from ..processes.pool import PROCESSES
from ..views.terminal import print_json, print_table
from .options import compiler_option, json_option, shape_option
from .references import REFERENCE

if TYPE_CHECKING:
    from ..analyses.resources import Resources
    from ..core.kernel import Kernel

ALL_ARCHS = "all"
MOST_WARNINGS = 6
WIDTH = 160

# Classes of instructions that a table has no room for.
_ASIDE = ("integer", "move", "conversion", "control")


@click.command("resources")
@click.argument("reference", type=REFERENCE, metavar="LADDER[:RUNG[:STEP]]")
@click.option("--arch", help="Architectures, as in sm_80,sm_90, or 'all'; by default sm_90.")
@json_option("resources")
@compiler_option
@shape_option
def command(reference: str, arch: str | None, as_json: bool, shape) -> None:
    """Registers, spills, shared memory, occupancy and instruction mix, from the machine code."""
    from ..core.kernel import Kernel
    from ..core.steps import steps
    from ..sources.names import find_step, resolve

    wanted = targets_of(arch)
    named = resolve(reference, shape)
    rungs = [rung for rung in named.rungs if not rung.on_cpu]
    if not rungs:
        raise UserError(f"{reference} is for a CPU and has no GPU resources")
    rows = []
    for rung in rungs:
        workload = rung.at(shape)
        walked = steps(rung, workload)
        step = find_step(walked, named.step) if named.step else walked[-1]
        name = f"{rung.path}:{step.name}" if named.step else rung.path
        rows += [Row(Kernel(rung, step, workload, target), name) for target in wanted]
    fill_in(rows)
    if all(row.problem for row in rows):
        raise UserError(rows[0].problem)
    if as_json:
        print_json("resources", [record for row in rows for record in row.records()])
        return
    print_rows(rows)
    if len(rungs) == 1:
        print_mix(rows)


@dataclass
class Row:
    """A kernel's resources under a name, or why there are none."""

    kernel: Kernel
    name: str
    parts: list[Resources] = field(default_factory=list)
    problem: str = ""

    @property
    def arch(self) -> str:
        return self.kernel.target.arch

    def records(self) -> list[dict[str, Any]]:
        """The row as plain data, for JSON."""
        from ..api.costs import ResourceUse

        if self.problem:
            return ResourceUse.none(self.kernel, self.problem).records()
        return ResourceUse.of(self.kernel).records()


def targets_of(text: str | None) -> list:
    """'sm_80,sm_90' as a list of targets, 'all' as every one compiled for; raises UserError."""
    from gpusim.chips import CHIPS, COMPILED

    from ..core.target import DEFAULT_GPU, Target

    if text is None:
        return [DEFAULT_GPU]
    asked = COMPILED if text == ALL_ARCHS else text.split(",")
    for arch in asked:
        if arch not in CHIPS:
            raise nearest("arch", arch, COMPILED, listed=True)
    return [Target.parse(arch).check_machine_code() for arch in asked]


def fill_in(rows: Sequence[Row]) -> None:
    """Give every row its resources or its problem, compiling in parallel."""
    from gpusim.toolkit import check_wheels

    check_wheels()

    def fill(row: Row) -> None:
        try:
            row.parts = row.kernel.resources
        except UserError as error:
            row.problem = str(error)

    for row in rows:
        row.problem = row.kernel.problem
    with ThreadPoolExecutor(PROCESSES) as pool:
        list(pool.map(fill, [row for row in rows if not row.problem]))


def print_rows(rows: Sequence[Row]) -> None:
    """The table, then what should be looked at."""
    from ..analyses.resources import LEVELS

    several = len({row.arch for row in rows}) > 1
    kernels = [kernel for row in rows for kernel in row.parts]
    levels = [level for level in LEVELS if any(level in one.intensity for one in kernels)]
    columns = list(figures(kernels[0], levels))
    cells = []
    for row in rows:
        arch = [row.arch] if several else []
        if row.problem:
            cells.append([row.name, *arch, *["-"] * (len(columns) - 1), row.problem])
        for kernel in row.parts:
            name = f"{row.name} {kernel.kernel}" if len(row.parts) > 1 else row.name
            cells.append([name, *arch, *figures(kernel, levels).values()])
    columns = ["rung", *(["arch"] if several else []), *columns]
    print_table(columns, cells, title="" if several else rows[0].arch)
    for row in rows:
        for kernel in row.parts:
            where = f"{row.name} on {row.arch}" if several else row.name
            for warning in kernel.warnings[:MOST_WARNINGS]:
                click.echo(shortened(f"{where}: {kernel.kernel}: {warning}"))
            left = len(kernel.warnings) - MOST_WARNINGS
            if left > 0:
                click.echo(f"{where}: {kernel.kernel}: {left} lines more, all of them with --json")


def figures(kernel: Resources, levels: Sequence[str]) -> dict[str, Any]:
    """A kernel's cells by column; FLOP per byte at levels of memory, '-' where not known."""
    per_byte = {level: f"{value:.4g}" for level, value in kernel.intensity.items()}
    return {
        "registers": kernel.registers,
        "stack B": kernel.stack,
        "spill B": kernel.spill_stores + kernel.spill_loads,
        "static B": kernel.static_shared,
        "dynamic B": kernel.dynamic_shared,
        "occupancy": f"{kernel.occupancy.share:.0%}, {kernel.occupancy.blocks} blocks",
        "limited by": ", ".join(kernel.occupancy.limiters),
        **{f"FLOP/B {level}": per_byte.get(level, "-") for level in levels},
        "busiest loop, or all": brief_mix(kernel.loop or kernel.mix),
    }


def print_mix(rows: Sequence[Row]) -> None:
    """Every class of instructions of one rung's kernels, by arch where there are several."""
    kernels = [kernel for row in rows for kernel in row.parts]
    classes = dict.fromkeys(name for kernel in kernels for name in kernel.mix)
    heads = [kernel.arch if len(rows) > 1 < len(kernels) else kernel.kernel for kernel in kernels]
    table = [[name, *(kernel.mix.get(name, 0) for kernel in kernels)] for name in classes]
    if len(kernels) == 1:
        heads.append("busiest loop")
        table = [[*row, kernels[0].loop.get(row[0], "")] for row in table]
    print_table(("instructions", *heads), table)


def brief_mix(mix: Mapping[str, int]) -> str:
    """'64 FFMA, 4 LDS.128': the classes that do the kernel's work."""
    return ", ".join(f"{count} {name}" for name, count in mix.items() if name not in _ASIDE)


def shortened(line: str) -> str:
    """At most WIDTH characters of a line."""
    return line if len(line) <= WIDTH else line[: WIDTH - 4] + " ..."
