"""`schedules verify --removable`: synchronization that a kernel could do without."""

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
    """Leave out each barrier, wait and fence of the finished kernels in turn, on the machine, and
    list those whose absence no order of threads can show; returns the exit code."""
    if not references:
        raise UserError("--removable takes a minute for some rungs: name one")
    known = []
    paths = named_paths(references)
    with progress(len(paths), "removable") as tick:
        for path in paths:
            rung = resolve_whole(path, shape).rung
            workload = rung.at(shape or looped_shape(rung))
            kernel = last_kernel(rung, workload, rung.lowered_for(arch))
            known += [(path, kernel, one) for one in removable(kernel)]
            tick()
    rows = [
        [path, kernel.shape, one.line or "-", one.text, one.reason] for path, kernel, one in known
    ]
    if as_json:
        records = [
            {
                "rung": path,
                "shape": kernel.workload.shape,
                "line": one.line or None,
                "instruction": one.text,
                "reason": one.reason,
            }
            for path, kernel, one in known
        ]
        print_json("removable", records)
    elif rows:
        print_table(("rung", "shape", "CUDA line", "instruction", "why"), rows)
    else:
        print("every barrier, wait and fence is needed")
    return 0
