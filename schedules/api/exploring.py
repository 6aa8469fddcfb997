"""`explore`: anything that holds a schedule, to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..sources.kernel_files import KernelFile
from ..sources.tir_workload import Own
from .exploration import Exploration
from .file_exploration import FileExploration
from .given import given

if TYPE_CHECKING:
    import tvm

    from ..core.target import Target


def explore(
    x: Any,
    *,
    target: str | Target | tvm.target.Target | None = None,
    shape: Sequence[int] | int | None = None,
    step: str | None = None,
    computation: Any = None,
    reference: Callable[..., Any] | None = None,
    inputs: Any = None,
    tolerance: Any = None,
    name: str | None = None,
) -> Exploration | FileExploration:
    """Look at a schedule: its steps, its texts at every level, what it takes, whether it is right.

    Parameters
    ----------
    x
        An `s_tir.Schedule`; a generator function over one that yields step names; an IRModule or a
        PrimFunc (scheduled by hand, by dlight, by MetaSchedule; TVMScript; TIRx); a list of TE
        tensors; a function that returns one of these; a file, 'FILE.py[:NAME[:STEP]]', .cu, .ptx
        or .cubin; a rung of a ladder, 'gemm/sgemm_tvm:vthread[:STEP]'.
    target : optional
        'cuda', 'llvm', an architecture ('sm_80', 'x86-64-v3'), or TVM's own target.
    shape : ints, optional
        The problem's size where `x` or its computation is a function of one, or has symbolic
        extents.
    step : str, optional
        The step to look at, by default the last.
    computation : optional
        What a generator schedules, or what a finished schedule was made of; by default what a
        generator's module calls `workload`. Without it a finished schedule is shown as a module,
        by lowering passes: a schedule does not keep what it began with.
    reference, inputs, tolerance : optional
        `reference(*inputs)` gives the outputs, `inputs(rng)` the inputs, `tolerance(*inputs)` how
        far each element may be off (0: equal to the reference rounded to the output's dtype);
        arrays, or numbers, will do for the last two, and for `inputs` a dict that describes some by
        name: a range (low, high), 'zeros', 'normal', 'permutation', 'FILE.npy', an array, or a
        function of (rng, shape, dtype). By default they follow from the computation.
        They replace those of a FILE.py or FILE.toml. A ladder's rung has its own, and refuses them.
    name : str, optional
        What it is called, by default the function's name.

    Raises
    ------
    UserError
        Whatever is wrong with these, in a line.
    """
    own = Own.of(reference, inputs, tolerance)
    found = given(x, target, shape, step, computation, own, name)
    if isinstance(found, KernelFile):
        return FileExploration(found)
    return Exploration(found.rung, found.shape, found.arch, found.step, given=found)
