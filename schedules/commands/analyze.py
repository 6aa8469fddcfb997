"""The command `analyze`: a rung's memory accesses as a table, a ladder's as a row a rung."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import click

from ..errors import UserError
from ..inspect.access import KernelAccesses, Total, analyze, machine_code, totals
from ..inspect.profiler_counts import counters, uncounted
from ..inspect.sites import GLOBAL, LOAD, SHARED, STORE
from ..kernel import check_arch
from ..ladder import Rung, Step, steps
from ..lowering.lower import Lowered, lower

WORKERS = 2
PrintTable = Callable[..., None]

# Both in parentheses: the least it could be.
WAVEFRONTS, SECTORS = "wavefronts (least)", "sectors (least)"
ACCESS_COLUMNS = ("line", "access", "what", "bits", "requests", WAVEFRONTS, SECTORS, "note")
SUM_COLUMNS = ("over the launch", "requests", "wavefronts", "conflicts", "sectors", "bytes")
RUNG_COLUMNS = ("rung", "shared loads", "shared stores", "global loads", "global stores", "note")


@dataclass(frozen=True)
class Analyzed:
    """A rung's step with its accesses; `origin` says why there is no machine code, if so."""

    rung: Rung
    step: Step
    shape: tuple[int, ...]
    kernels: list[KernelAccesses]
    origin: str

    def record(self, arch: str) -> dict[str, Any]:
        return {
            "rung": self.rung.path,
            "step": self.step.name,
            "shape": self.shape,
            "arch": arch,
            "machine_code": not self.origin,
            "problem": self.origin,
            "kernels": [kernel.record() for kernel in self.kernels],
            "counters": counters(self.kernels),
            "uncounted": uncounted(self.kernels),
        }


def run_analyze(
    reference: str,
    arch: str | None,
    as_json: bool,
    as_written: bool,
    shape,
    print_table: PrintTable,
) -> int:
    """`schedules analyze`: returns the exit code."""
    from .cli import resolve

    resolved = resolve(reference, shape)
    rungs = [rung for rung in resolved.rungs if rung.target == "cuda"]
    if not rungs:
        raise UserError(f"{reference} is for a CPU: its accesses are not those of warps")
    arch = check_arch(arch, "cuda")
    if len(resolved.rungs) == 1:
        chosen = [(resolved.rung, resolved.chosen())]
    else:
        chosen = [(rung, steps(rung, rung.at(shape))[-1]) for rung in rungs]
    found = analyze_steps(chosen, arch, as_written=as_written, shape=shape)
    if as_json:
        click.echo(json.dumps([one.record(arch) for one in found], indent=2))
    elif len(found) == 1:
        print_accesses(found[0], print_table)
    else:
        print_rungs(found, print_table)
    return 0


def analyze_steps(
    chosen: Sequence[tuple[Rung, Step]], arch: str, *, as_written: bool, shape=None
) -> list[Analyzed]:
    """The accesses of steps, compiled in parallel where machine code is wanted and can be had."""
    lowered = [lower(step.mod, rung.build, "cuda", arch) for rung, step in chosen]

    def code_of(one: Lowered):
        return (None, "asked for as written") if as_written else machine_code(one.source, arch)

    with ThreadPoolExecutor(WORKERS) as pool:
        codes = list(pool.map(code_of, lowered))
    return [
        Analyzed(rung, step, rung.at(shape).shape, analyze(one, code), why)
        for (rung, step), one, (code, why) in zip(chosen, lowered, codes, strict=True)
    ]


# --- tables ---------------------------------------------------------------------------------------


def print_accesses(one: Analyzed, print_table: PrintTable) -> None:
    """A table of accesses and one of sums for each kernel."""
    for kernel in one.kernels:
        rows = []
        for access in kernel.accesses:
            each = access.per_request
            rows.append(
                (
                    access.line or "?",
                    access.expression,
                    access.what,
                    access.bits,
                    "?" if access.measure.requests is None else f"{access.measure.requests:,}",
                    beside(each["wavefronts"], each["least_wavefronts"]),
                    beside(each["sectors"], each["least_sectors"]),
                    access.note,
                )
            )
        print_table(ACCESS_COLUMNS, rows, title=f"{one.rung.path}:{one.step.name}, {kernel.launch}")
        sums = [
            (
                what,
                f"{total.requests:,}",
                *(f"{value:,}" if value else "" for value in (total.wavefronts, total.conflicts)),
                f"{total.sectors:,}" if total.sectors else "",
                f"{total.bytes:,}" + (" and more" if total.incomplete else ""),
            )
            for what, total in totals([kernel]).items()
        ]
        print_table(SUM_COLUMNS, sums)
        if kernel.problem:
            click.echo(f"  as in TIR: {kernel.problem}")
        for line in left_out(kernel):
            click.echo(f"  {line}")
    print_origins([one])


def left_out(kernel: KernelAccesses) -> list[str]:
    """Which of a profiler's counters the analysis does not give for a kernel, and why."""
    names: dict[str, list[str]] = {}
    for name, why in uncounted([kernel]).items():
        names.setdefault(why, []).append(name)
    return [f"not summed up: {', '.join(which)} ({why})" for why, which in names.items()]


def print_rungs(found: Sequence[Analyzed], print_table: PrintTable) -> None:
    """A row a rung: wavefronts a shared request takes, sectors a global one touches."""
    rows = []
    for one in found:
        sums = totals(one.kernels)
        cells = []
        for scope, quantity in ((SHARED, "wavefronts"), (GLOBAL, "sectors")):
            for kind in (LOAD, STORE):
                total = added(sums[what] for what in sums if what.startswith(f"{scope} {kind}"))
                each = [
                    getattr(total, name) / total.requests if total.requests else None
                    for name in (quantity, f"least_{quantity}")
                ]
                cells.append(beside(*each) + (" and more" if total.incomplete else ""))
        problems = dict.fromkeys(kernel.problem for kernel in one.kernels if kernel.problem)
        rows.append((one.rung.name, *cells, "; ".join(problems)))
    title = "wavefronts of a shared request and sectors of a global one, (least)"
    print_table(RUNG_COLUMNS, rows, title=title)
    print_origins(found)


def print_origins(found: Iterable[Analyzed]) -> None:
    """Why there is no machine code, where there is none."""
    for reason in sorted({one.origin for one in found} - {""}):
        click.echo(f"  widths and counts as in TIR, before nvcc: {reason}")


def added(parts: Iterable[Total]) -> Total:
    """The sum of several sorts of access."""
    every = list(parts)
    quantities = [name for name in Total.__dataclass_fields__ if name != "incomplete"]
    return Total(
        **{name: sum(getattr(part, name) for part in every) for name in quantities},
        incomplete=any(part.incomplete for part in every),
    )


def beside(value: float | None, least: float | None) -> str:
    """'8 (4)'; '' where there is nothing to count."""
    if value is None:
        return ""
    return f"{value:.4g}" if least is None else f"{value:.4g} ({least:.4g})"
