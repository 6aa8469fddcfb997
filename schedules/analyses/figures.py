"""The figures of a schedule's steps that `check` compares."""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any

from gpusim.counting.costs import GLOBAL, SHARED
from gpusim.errors import UserError

from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Rung
from .resources import Resources
from .verification.verdict import MACHINE, SERIAL
from .verification.verify import Verified, verify_rung

# Steps before the last are simulated only up to this many operations per thread.
MOST_PER_THREAD = 2e5


@dataclass(frozen=True)
class StepFigures:
    """The figures of a step's kernel; None if unknown, for example if the step is not a kernel yet.

    Counts are totals over the launches; registers and bytes of shared memory are those of the
    launch that uses the most. `primitives` are the step's calls. `key` identifies them regardless
    of how TVM numbers its variables. `conflicts` are shared-memory wavefronts beyond the minimum,
    `sectors` are 32-byte sectors of global memory. For intermediate steps that are slow to
    simulate, both are counted in TIR, and no time is predicted. `findings` are those of the
    simulator, for the last step only.
    """

    step: str
    primitives: tuple[str, ...]
    key: str
    registers: int | None = None
    spill_bytes: int | None = None
    local_bytes: int | None = None
    shared_bytes: int | None = None
    conflicts: int | None = None
    sectors: int | None = None
    predicted_us: float | None = None
    findings: tuple[str, ...] | None = field(default=None)

    def record(self) -> dict[str, Any]:
        """The record as JSON data."""
        return asdict(self)


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


def figures_of(
    rung: Rung, shape: Sequence[int] | None, arch: str | None, chip: str
) -> tuple[list[StepFigures], Verified]:
    """The figures of every step of a rung, and the checks of the last one.

    Raises UserError for a rung for CPUs, or if the last step cannot be verified.
    """
    if rung.on_cpu:
        raise UserError(f"{rung.path} is for a CPU: only GPU kernels have these figures")
    kernels = kernels_of(rung, shape, arch)
    keys = keys_of([kernel.step.primitives for kernel in kernels])
    names = _numbered([kernel.step.name for kernel in kernels])
    last = len(kernels) - 1
    verified = _verified(rung, shape, kernels[last])
    figures = []
    findings = _findings_by_step(rung, shape, kernels, verified)
    for number, (kernel, key) in enumerate(zip(kernels, keys, strict=True)):
        # An intermediate step may be as slow to simulate as it would be to run.
        run = number == last or _is_short(kernel)
        figures.append(
            StepFigures(
                names[number],
                kernel.step.primitives,
                key,
                **_taken(kernel, run),
                predicted_us=_predicted(kernel, chip) if run and not kernel.no_kernel else None,
                findings=findings.get(number),
            )
        )
    return figures, verified


def _numbered(names: Sequence[str]) -> list[str]:
    """Names of steps, as 'split_2' for the second primitive of a name."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name}_{seen[name]}" if seen[name] > 1 else name)
    return numbered


def _is_short(kernel: Kernel) -> bool:
    threads = sum(launch.threads * math.prod(launch.grid) for launch in kernel.launches)
    return kernel.workload.flops <= MOST_PER_THREAD * threads


def _taken(kernel: Kernel, run: bool) -> dict[str, int | None]:
    """All counted figures; accesses are counted in TIR unless `run` is set."""
    if kernel.no_kernel:
        return {}
    taken: dict[str, int | None] = {}
    if not kernel.no_machine_code:
        taken |= _sizes(kernel.resources_with({}))
    accesses = kernel.accesses if run else kernel.accesses_in_tir
    costs = [part for access in accesses for part in access.parts]
    conflicts = [part.cost.conflicts for part in costs if part.scope == SHARED]
    sectors = [part.cost.taken for part in costs if part.scope == GLOBAL]
    return taken | {"conflicts": _sum(conflicts), "sectors": _sum(sectors)}


def _sizes(used: Sequence[Resources]) -> dict[str, int]:
    return {
        "registers": max(kernel.registers for kernel in used),
        "spill_bytes": sum(kernel.spill_stores + kernel.spill_loads for kernel in used),
        "local_bytes": sum(kernel.stack for kernel in used),
        "shared_bytes": max(kernel.static_shared + kernel.dynamic_shared for kernel in used),
    }


def _sum(counts: Iterable[int | None]) -> int | None:
    known = list(counts)
    return None if None in known else sum(known)


def _predicted(kernel: Kernel, chip: str) -> float | None:
    try:
        return kernel.predict(chip or None).us
    except UserError:
        return None


def _verified(rung: Rung, shape: Sequence[int] | None, kernel: Kernel) -> Verified:
    """The checks of a step's kernel, by default at the rung's small shapes.

    If its SASS cannot be simulated, its loops run serially instead.
    """
    shapes = [shape] if shape else rung.verify_shapes()

    def same_step(sizes: Sequence[int]) -> Kernel:
        made = kernels_of(rung, sizes, kernel.target.arch)
        return next(
            kernel_of_step
            for kernel_of_step in made
            if kernel_of_step.step.label == kernel.step.label
        )

    def done(place: str) -> Verified:
        return verify_rung(
            rung,
            shapes,
            [place],
            same_step,
            steps={kernel.step.label},
        )

    try:
        result = done(MACHINE)
    except UserError as error:
        result = Verified((), str(error))
    if not result.checks:
        result = replace(done(SERIAL), not_run=result.not_run)
    if result.problem or not result.checks:
        raise UserError(result.problem or result.not_run)
    return result


def _findings(verified: Verified) -> tuple[str, ...] | None:
    """The simulator's findings; None if the SASS was not simulated."""
    ran = [check for check in verified.checks if check.where == MACHINE]
    return tuple(dict.fromkeys(text for check in ran for text in check.problems)) if ran else None


def _findings_by_step(
    rung: Rung, shape: Sequence[int] | None, kernels: Sequence[Kernel], verified: Verified
) -> dict[int, tuple[str, ...] | None]:
    """Findings of the last step, by its index; if it has any, also of the steps before it, back
    to the first one without findings."""
    last = len(kernels) - 1
    findings = {last: _findings(verified)}
    for number in range(last - 1, -1, -1) if findings[last] else ():
        kernel = kernels[number]
        if kernel.no_kernel or not _is_short(kernel):
            continue
        try:
            findings[number] = _findings(_verified(rung, shape, kernel))
        except UserError:
            continue
        if not findings[number]:
            break
    return findings


# --- Primitives -----------------------------------------------------------------------------------

_VARIABLE = re.compile(r"\b[blv]\d+\b")
# Strings, and numbers that are not part of a name.
_LITERAL = re.compile(r"'[^']*'|\"[^\"]*\"|(?<![\w.])-?\d[\d.]*")


def keys_of(steps: Iterable[Sequence[str]]) -> list[str]:
    """A key for each step's calls: their names, literals and variables.

    A variable is identified by the names of the calls that produced it, not by TVM's numbering or
    by their literals, so that a changed tile size changes the key of its own step only.
    """
    made: dict[str, str] = {}

    def called(line: str) -> str:
        results, sign, call = line.rpartition(" = ")
        meant = _VARIABLE.sub(lambda match: made.get(match[0], match[0]), call)
        origin = _LITERAL.sub("", meant) if "get_sblock" not in call else meant
        for number, name in enumerate(_VARIABLE.findall(results)) if sign else ():
            made[name] = f"v{_short(f'{origin}#{number}')}"
        return meant

    return [_short("\n".join(map(called, lines))) for lines in steps]


@lru_cache(4096)
def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
