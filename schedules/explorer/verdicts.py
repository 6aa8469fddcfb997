"""The verdict on a kernel for the page: a worker verifies it on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..analyses.verification.verdict import (
    MACHINE,
    SERIAL,
    Check,
    coverage,
    verification_record,
)
from ..analyses.verification.verify import verify_rung
from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Rung
from ..processes.worker import note
from ..sources.names import find_step

Record = dict[str, Any]


def rung_verdict(rung: Rung, step: str, arch: str | None = None) -> Record:
    """The verdict on a step at the rung's smallest shape of verification, run as sequential
    loops and as simulated SASS. Raises UserError for an unknown step or architecture."""

    def kernel_at(shape: Sequence[int]) -> Kernel:
        kernels = kernels_of(rung, shape, arch)
        wanted = find_step([kernel.step for kernel in kernels], step)
        return next(kernel for kernel in kernels if kernel.step is wanted)

    shape = rung.verify_shapes()[0]
    note("verifying")
    kernel = kernel_at(shape)
    done = verify_rung(
        rung,
        [shape],
        (SERIAL, MACHINE),
        kernel_at,
        on_cpu=kernel.target.on_cpu,
        steps={kernel.step.label},
    )
    notes = [*done.notes, *([done.not_run] if done.not_run else [])]
    return {**_record(rung.path, done.checks, notes, done.problem), "shape": list(shape)}


def _record(reference: str, checks: Sequence[Check], notes: Sequence[str], error: str) -> Record:
    failures = [
        f"{check.inputs} inputs, {'machine code' if check.where == MACHINE else 'loops'}: {problem}"
        for check in checks
        for problem in check.problems
    ]
    record = verification_record(
        reference, checks, machine=coverage(checks), failures=failures, notes=notes, error=error
    )
    # An answer with `error` is a refusal.
    record["unverified"] = record.pop("error")
    return record
