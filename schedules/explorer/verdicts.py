"""The verdict on a kernel for the page: a worker verifies it on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..analyses.verification.verify import verify_rung
from ..core.data import plain
from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Rung
from ..processes.worker import note
from ..sources.names import find_step

Record = dict[str, Any]


def rung_verdict(rung: Rung, step: str, arch: str | None = None) -> Record:
    """The verdict on a step at the rung's smallest shape of verification, run as sequential
    loops and as simulated SASS. Raises UserError for an unknown step or architecture."""

    def kernels_at(shape: Sequence[int]) -> list[Kernel]:
        kernels = kernels_of(rung, shape, arch)
        wanted = find_step([kernel.step for kernel in kernels], step)
        return [kernel for kernel in kernels if kernel.step is wanted]

    shape = rung.verify_shapes()[0]
    note("verifying")
    done = verify_rung(rung, [shape], kernels_at=kernels_at)
    record = {**plain(done), "shape": list(shape)}
    if done.not_run != done.error:
        record["notes"].append(done.not_run)
    # An answer with `error` is a refusal.
    record["unverified"] = record.pop("error")
    return record
