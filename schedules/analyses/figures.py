"""The figures of a kernel by name, and those that `check` compares with a record."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NotRequired

from gpusim.chips import WARP
from gpusim.counting.costs import GLOBAL, SHARED, instructions
from gpusim.errors import UserError
from gpusim.timing.prediction import Prediction

from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Rung
from .resources import instruction_class
from .verification.verdict import MACHINE, SERIAL, Conclusion, Verdict
from .verification.verify import verify_rung


@dataclass(frozen=True)
class Figure:
    """A figure: its description, and the function that computes it, which raises UserError where
    it is unknown."""

    text: str
    of: Callable[[Kernel], float]


def _sum(scope: str, what: str, opcode: str = "") -> Callable[[Kernel], float]:
    """A cost of the memory instructions (of an opcode), summed over the launches."""

    def total(kernel: Kernel) -> float:
        counts = [
            getattr(each.cost, what)
            for each in instructions(kernel.instruction_counts)
            if each.scope == scope and opcode in ("", each.opcode)
        ]
        if None in counts:
            raise UserError(f"the cost of {kernel.name} in {scope} memory is unknown")
        return sum(counts)

    return total


def _code(name: str) -> Callable[[Kernel], float]:
    """Counts the instructions of a class in the SASS of all launches."""

    def count(kernel: Kernel) -> float:
        codes = kernel.sass.values()
        return sum(instruction_class(each) == name for code in codes for each in code)

    return count


def _resources(each: Callable[[Any], float], joined: Callable = max) -> Callable[[Kernel], float]:
    """A figure of the resources of each launched kernel, joined."""
    return lambda kernel: joined(map(each, kernel.resources_with({})))


def _prologue_loads(use: Any) -> int:
    """Loads of global memory in the code outside the busiest loop."""

    def loads(mix: Mapping[str, int]) -> int:
        return sum(count for name, count in mix.items() if name.startswith("LDG"))

    return loads(use.mix) - loads(use.loop)


# Checks of exercises name one of these; sums are over all launches.
FIGURES = {
    "launches": Figure("kernels launched", lambda kernel: len(kernel.launches)),
    "threads": Figure(
        "threads per block", lambda kernel: min(launch.threads for launch in kernel.launches)
    ),
    "idle_lanes": Figure(
        "lanes of a block's last warp without a thread",
        lambda kernel: sum(-launch.threads % WARP for launch in kernel.launches),
    ),
    "blocks": Figure(
        "blocks of the largest launch",
        lambda kernel: max(math.prod(launch.grid) for launch in kernel.launches),
    ),
    "sectors": Figure("sectors of global memory over the launch", _sum(GLOBAL, "taken")),
    "requests": Figure("requests to global memory", _sum(GLOBAL, "requests")),
    "wavefronts": Figure("wavefronts of shared memory", _sum(SHARED, "taken")),
    "conflicts": Figure("bank conflicts over the launch", _sum(SHARED, "conflicts")),
    "shared_store_conflicts": Figure("bank conflicts of stores", _sum(SHARED, "conflicts", "STS")),
    "registers": Figure("registers per thread", _resources(lambda use: use.registers)),
    "spill_bytes": Figure("bytes spilled per thread", _resources(lambda use: use.spilled, sum)),
    "local_bytes": Figure(
        "bytes of local memory per thread", _resources(lambda use: use.stack, sum)
    ),
    "shared_bytes": Figure(
        "bytes of shared memory per block",
        _resources(lambda use: use.static_shared + use.dynamic_shared),
    ),
    "occupancy": Figure(
        "% of an SM's warps resident", _resources(lambda use: 100 * use.occupancy.share, min)
    ),
    "tensor_products": Figure("tensor core instructions in the code", _code("HMMA")),
    "prologue_loads": Figure(
        "loads of global memory before the loop", _resources(_prologue_loads, sum)
    ),
    "shuffles": Figure("shuffles in the code", _code("SHFL")),
    "predicted_us": Figure("us predicted", lambda kernel: kernel.predict().us),
}


@dataclass(frozen=True)
class Figures:
    """The figures that `check` compares; None if unknown.

    Counts are totals over the launches; registers and bytes of shared memory are those of the
    launch that uses the most. `conflicts` are shared-memory wavefronts beyond the minimum,
    `sectors` are 32-byte sectors of global memory, `findings` those of the simulator.
    """

    registers: int | None = None
    spill_bytes: int | None = None
    local_bytes: int | None = None
    shared_bytes: int | None = None
    conflicts: int | None = None
    sectors: int | None = None
    predicted_us: float | None = None
    findings: list[str] | None = None


COMPARED = tuple(each.name for each in fields(Figures))


@dataclass(frozen=True)
class Regression:
    """A figure that is larger than recorded. For findings, `recorded` and `now` are their
    numbers."""

    figure: str
    recorded: float
    now: float
    message: str


@dataclass(frozen=True)
class CheckRecord:
    """The figures of a schedule's last step, and its `regressions` compared with a given record.

    `verdict` is that of `Verdict`; `failures` list what is wrong, `notes` what did not
    run. `error` is the reason if there are no figures.
    """

    reference: str
    shape: list[int]
    arch: str
    chip: str
    versions: dict[str, str] = field(default_factory=dict)
    figures: Figures | None = None
    regressions: list[Regression] = field(default_factory=list)
    error: str = ""
    verdict: NotRequired[str] = str(Conclusion.NOT_RUN)
    failures: NotRequired[list[str]] = field(default_factory=list)
    notes: NotRequired[list[str]] = field(default_factory=list)


def check_record(
    reference: str, rung: Rung, shape: Sequence[int] | None, arch: str | None, chip: str
) -> CheckRecord:
    """The figures of a rung's kernel, with the verdict, without versions.

    Raises UserError for a rung for CPUs, or if the kernel cannot be verified.
    """
    if rung.on_cpu:
        raise UserError(f"{rung.path} is for a CPU: only GPU kernels have these figures")
    kernel = kernels_of(rung, shape, arch)[-1]
    verified = _verified(rung, shape, kernel)
    known = [name for name in COMPARED[:4] if not kernel.no_machine_code]
    known += [name for name in COMPARED[4:6] if not kernel.uncounted]
    predicted = _predicted(kernel, chip)
    figures = Figures(
        **{name: FIGURES[name].of(kernel) for name in known},
        predicted_us=predicted.us if predicted else None,
        findings=_findings(verified),
    )
    only = [f"verified serially only: {verified.not_run}"] if verified.not_run else []
    return CheckRecord(
        reference,
        list(kernel.workload.shape),
        kernel.target.arch,
        predicted.chip if predicted else chip,
        figures=figures,
        verdict=str(verified.verdict),
        failures=verified.failures,
        notes=[*verified.notes, *only],
    )


def _predicted(kernel: Kernel, chip: str) -> Prediction | None:
    try:
        return kernel.predict(chip or None)
    except UserError:
        return None


def _verified(rung: Rung, shape: Sequence[int] | None, kernel: Kernel) -> Verdict:
    """The checks of a rung's kernel, by default at the rung's small shapes.

    If its SASS cannot be simulated, its loops run serially instead.
    """
    shapes = [shape] if shape else rung.verify_shapes()

    def last(sizes: Sequence[int]) -> Sequence[Kernel]:
        if tuple(sizes) == tuple(kernel.workload.shape):
            return [kernel]
        return kernels_of(rung, sizes, kernel.target.arch)[-1:]

    def done(place: str) -> Verdict:
        return verify_rung(rung, shapes, [place], last)

    try:
        result = done(MACHINE)
    except UserError as error:
        result = Verdict(rung.path, not_run=str(error))
    if not result.checks:
        result = replace(done(SERIAL), not_run=result.not_run)
    if result.problem or not result.checks:
        raise UserError(result.problem or result.not_run)
    return result


def _findings(verified: Verdict) -> list[str] | None:
    """The simulator's findings; None if the SASS was not simulated."""
    ran = [check for check in verified.checks if check.where == MACHINE]
    return list(dict.fromkeys(text for check in ran for text in check.problems)) if ran else None


# --- Regressions ----------------------------------------------------------------------------------


def regressions(
    recorded: dict[str, Any], now: dict[str, Any], tolerance: float
) -> list[Regression]:
    """Figures, by name, that are worse than recorded; `tolerance` is the allowed relative
    slowdown. A figure that is unknown on one side is not compared."""
    worse = []
    for figure in COMPARED:
        before, after = counted(recorded[figure]), counted(now[figure])
        if before is None or after is None:
            continue
        if after <= before * (1 + tolerance * (figure == "predicted_us")):
            continue
        new = [one for one in now["findings"] or () if one not in (recorded["findings"] or ())]
        what = f": {new[0]}" if figure == "findings" and new else ""
        text = FIGURES[figure].text if figure in FIGURES else "findings of the simulator"
        message = f"{_number(after)} {text}, {_number(before)} recorded{what}"
        worse.append(Regression(figure, before, after, message))
    return worse


def counted(value: Any) -> float | None:
    """A figure as a number."""
    return len(value) if isinstance(value, list) else value


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
