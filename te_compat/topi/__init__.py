"""TOPI's schedules, `topi.cuda` and `topi.generic` of TVM 0.6 to 0.19, for old schedules.

Names and arguments are TOPI's. The schedules are this project's own: a kernel for each stage,
without tiles. They accept one tensor or several. The computations are those of today's `topi.nn`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import tvm
from tvm import topi

from ..devices import as_target
from ..schedule import Schedule
from . import schedules
from .older import PARTS, RENAMED, dp4a, ndarray_size, with_old_arguments

__all__ = ["CPU", "CUDA", "GENERIC", "PARTS", "RENAMED", "TESTING"]
__all__ += ["dp4a", "ndarray_size", "with_old_arguments"]

_COMPUTED = {
    "dense_small_batch": topi.nn.dense,
    "dense_large_batch": topi.nn.dense,
    "batch_matmul": topi.nn.batch_matmul,
    "conv2d_nchw": topi.nn.conv2d_nchw,
    "conv2d_nchw_winograd": topi.nn.conv2d_winograd_nchw,
    "depthwise_conv2d_nchw": topi.nn.depthwise_conv2d_nchw,
}
# Those that reduce rows; all others have one thread per element, which reduces it.
_REDUCING = ("reduce", "softmax", "dense_small_batch", "dense_large_batch")
_SCHEDULES = dict.fromkeys(_REDUCING, schedules.schedule_reduce) | dict.fromkeys(
    (
        *("injective", "elemwise", "broadcast", "pool", "adaptive_pool", "global_pool"),
        *("conv2d_nchw", "conv2d_nchw_winograd", "conv2d_hwcn", "conv2d_nhwc", "conv2d_NCHWc"),
        *("conv2d_NCHWc_int8", "conv2d_transpose_nchw", "group_conv2d_nchw", "batch_matmul"),
        *("depthwise_conv2d_nchw", "depthwise_conv2d_nhwc", "dense", "binary_dense"),
        *("depthwise_conv2d_backward_input_nhwc", "depthwise_conv2d_backward_weight_nhwc"),
        *("bitserial_conv2d_nchw", "bitserial_conv2d_nhwc", "binarize_pack", "lrn", "l2norm"),
        *("l2_normalize", "reorg", "upsampling", "concatenate"),
    ),
    schedules.schedule_injective,
)
_SCHEDULES["injective_from_existing"] = schedules.schedule_injective_from_existing
CUDA = _COMPUTED | {f"schedule_{name}": schedule for name, schedule in _SCHEDULES.items()}


def schedule_for(name: str, target) -> Callable[..., Schedule]:
    """The schedule of a kind of computation: for a GPU that of `topi.cuda`, else unchanged
    loops."""
    on_gpu = target is not None and str(as_target(target).kind.name) not in ("llvm", "c")
    return _SCHEDULES[name] if on_gpu else schedules.default_schedule


def _by_target(name: str) -> Callable[..., Schedule]:
    """A schedule of `topi.generic`, which asks for the target when it is called."""

    def schedule(outs: schedules.Outputs, *layout) -> Schedule:
        return schedule_for(name, tvm.target.Target.current(allow_none=True))(outs, *layout)

    return schedule


_KINDS = [name for name in _SCHEDULES if name != "injective_from_existing"]
GENERIC = {f"schedule_{name}": _by_target(name) for name in _KINDS}
GENERIC["schedule_extern"] = schedules.default_schedule
CPU = dict.fromkeys(GENERIC, schedules.default_schedule)


def dispatch(target, mapping: Mapping):
    """`topi.testing.dispatch`: the entry of the first of a target's keys that a mapping has."""
    keys = map(str, as_target(target).keys)
    return next((mapping[key] for key in keys if key in mapping), mapping.get("generic"))


# `topi.testing.get_..._schedule(target)`, and pairs of a computation and its schedule.
TESTING = {"dispatch": dispatch} | {
    f"get_{name}_schedule": partial(schedule_for, name) for name in _KINDS
}
for _name in ("conv2d_nchw", "depthwise_conv2d_nchw"):
    TESTING[f"get_{_name}_implement"] = lambda target, name=_name: (
        CUDA[name],
        schedule_for(name, target),
    )
