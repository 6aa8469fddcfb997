"""The figures of a schedule's kernel that `check` compares, and those that are worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NotRequired

from gpusim.counting.costs import GLOBAL, SHARED, InstructionCount, instructions
from gpusim.errors import UserError

from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Rung
from .resources import Resources
from .verification.verdict import MACHINE, SERIAL, Verdict, Verification
from .verification.verify import verify_rung


@dataclass(frozen=True)
class Figures:
    """The figures of a kernel; None if unknown.

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


# Name -> what a message calls it.
FIGURES = {
    "registers": "registers per thread",
    "spill_bytes": "bytes spilled per thread",
    "local_bytes": "bytes of local memory per thread",
    "shared_bytes": "bytes of shared memory per block",
    "conflicts": "bank conflicts over the launch",
    "sectors": "sectors of global memory over the launch",
    "predicted_us": "us predicted",
    "findings": "findings of the simulator",
}


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

    `verdict` is that of `VerificationRecord`; `failures` list what is wrong, `notes` what did not
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
    verdict: NotRequired[str] = str(Verdict.NOT_RUN)
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
    sizes = {} if kernel.no_machine_code else _sizes(kernel.resources_with({}))
    counted = None if kernel.uncounted else instructions(kernel.instruction_counts)
    figures = Figures(
        **sizes,
        conflicts=_sum(counted, SHARED, "conflicts"),
        sectors=_sum(counted, GLOBAL, "taken"),
        predicted_us=_predicted(kernel, chip),
        findings=_findings(verified),
    )
    only = [f"verified serially only: {verified.not_run}"] if verified.not_run else []
    return CheckRecord(
        reference,
        list(kernel.workload.shape),
        kernel.target.arch,
        chip,
        figures=figures,
        verdict=str(verified.verdict),
        failures=verified.failures,
        notes=[*verified.notes, *only],
    )


def _sizes(used: Sequence[Resources]) -> dict[str, int]:
    return {
        "registers": max(kernel.registers for kernel in used),
        "spill_bytes": sum(kernel.spill_stores + kernel.spill_loads for kernel in used),
        "local_bytes": sum(kernel.stack for kernel in used),
        "shared_bytes": max(kernel.static_shared + kernel.dynamic_shared for kernel in used),
    }


def _sum(counted: list[InstructionCount] | None, scope: str, what: str) -> int | None:
    if counted is None:
        return None
    return sum(getattr(each.cost, what) for each in counted if each.scope == scope)


def _predicted(kernel: Kernel, chip: str) -> float | None:
    try:
        return kernel.predict(chip or None).us
    except UserError:
        return None


def _verified(rung: Rung, shape: Sequence[int] | None, kernel: Kernel) -> Verification:
    """The checks of a rung's kernel, by default at the rung's small shapes.

    If its SASS cannot be simulated, its loops run serially instead.
    """
    shapes = [shape] if shape else rung.verify_shapes()

    def done(place: str) -> Verification:
        last = lambda sizes: kernels_of(rung, sizes, kernel.target.arch)[-1:]  # noqa: E731
        return verify_rung(rung, shapes, [place], last)

    try:
        result = done(MACHINE)
    except UserError as error:
        result = Verification(rung.path, not_run=str(error))
    if not result.checks:
        result = replace(done(SERIAL), not_run=result.not_run)
    if result.problem or not result.checks:
        raise UserError(result.problem or result.not_run)
    return result


def _findings(verified: Verification) -> list[str] | None:
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
    for figure, text in FIGURES.items():
        before, after = counted(recorded[figure]), counted(now[figure])
        if before is None or after is None:
            continue
        if after <= before * (1 + tolerance * (figure == "predicted_us")):
            continue
        new = [one for one in now["findings"] or () if one not in (recorded["findings"] or ())]
        what = f": {new[0]}" if figure == "findings" and new else ""
        message = f"{_number(after)} {text}, {_number(before)} recorded{what}"
        worse.append(Regression(figure, before, after, message))
    return worse


def counted(value: Any) -> float | None:
    """A figure as a number."""
    return len(value) if isinstance(value, list) else value


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
