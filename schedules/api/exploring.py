"""`explore`, the entry point of the Python API."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..sources.kernel_files import KernelFile
from ..sources.own_values import Own
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
    """Explore a schedule or kernel: steps, code at every level, cost, correctness.

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
        The computation that a generator schedules, or that a finished schedule started from; by
        default the `workload` of the generator's module. Without it, a finished schedule has only
        the lowering passes as steps, because a schedule does not record its original computation.
    reference, inputs, tolerance : optional
        `reference(*inputs)` returns the expected outputs, `inputs(rng)` the inputs, and
        `tolerance(*inputs)` the allowed absolute error per element (0: equal to the reference
        rounded to the output's dtype). `tolerance` and `inputs` may also be arrays or numbers.
        `inputs` may be a dict that describes arguments by name: a range (low, high), 'zeros',
        'normal', 'permutation', 'FILE.npy', an array, or a function of (rng, shape, dtype). By
        default all three follow from the computation. They replace those of a FILE.py or
        FILE.toml; a ladder's rung does not accept them.
    name : str, optional
        The schedule's name, by default the function's.

    Raises
    ------
    UserError
        If an argument is invalid; the message is one line.
    """
    own = Own.of(reference, inputs, tolerance)
    source = given(x, target, shape, step, computation, own, name)
    if isinstance(source, KernelFile):
        return FileExploration(source)
    return Exploration(source.rung, source.shape, source.arch, source.step, given=source)
