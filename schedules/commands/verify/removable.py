"""`schedules verify --removable`: synchronization that a kernel does not need."""

from __future__ import annotations

from collections.abc import Sequence

from gpusim.errors import UserError

from ...analyses.mutants import looped_shape, removable
from ...core.kernel import last_kernel
from ...processes.pool import progress
from ...sources.names import named_paths, resolve_whole
from ...views.terminal import print_json, print_table


def print_removable(
    references: Sequence[str],
    shape: Sequence[int] | None,
    arch: str | None = None,
    as_json: bool = False,
) -> int:
    """Delete each barrier, wait and fence of the kernels in turn, in the simulator, and list those
    whose deletion has no effect; returns the exit code."""
    if not references:
        raise UserError("--removable takes up to a minute per rung: name one")
    known = []
    paths = named_paths(references)
    with progress(len(paths), "removable") as tick:
        for path in paths:
            rung = resolve_whole(path, shape).rung
            workload = rung.at(shape or looped_shape(rung))
            kernel = last_kernel(rung, workload, rung.lowered_for(arch))
            known += [(path, kernel, mutant) for mutant in removable(kernel)]
            tick()
    rows = [
        [path, kernel.shape, mutant.line or "-", mutant.text, mutant.reason]
        for path, kernel, mutant in known
    ]
    if as_json:
        records = [
            {
                "rung": path,
                "shape": kernel.workload.shape,
                "line": mutant.line or None,
                "instruction": mutant.text,
                "reason": mutant.reason,
            }
            for path, kernel, mutant in known
        ]
        print_json("removable", records)
    elif rows:
        print_table(("rung", "shape", "CUDA line", "instruction", "why"), rows)
    else:
        print("every barrier, wait and fence is necessary")
    return 0
