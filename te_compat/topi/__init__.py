"""TOPI's schedules, `topi.cuda` and `topi.generic` of TVM 0.6 to 0.19, in the old language.

Their names and arguments are TOPI's; the schedules are this project's own, without tuned tiles, and
take one tensor or several. The computations beside them are those of today's `topi.nn`.
"""

from __future__ import annotations

from tvm import topi

from ..tensor import giving_legacy
from . import elementwise, reduction, tiles

_COMPUTED = {
    "dense_small_batch": topi.nn.dense,
    "dense_large_batch": topi.nn.dense,
    "batch_matmul": topi.nn.batch_matmul,
    "conv2d_nchw": topi.nn.conv2d_nchw,
    "conv2d_nchw_winograd": topi.nn.conv2d_winograd_nchw,
    "depthwise_conv2d_nchw": topi.nn.depthwise_conv2d_nchw,
}
_SCHEDULES = {
    "injective": elementwise.schedule_injective,
    "elemwise": elementwise.schedule_injective,
    "broadcast": elementwise.schedule_injective,
    "injective_from_existing": elementwise.schedule_injective_from_existing,
    "pool": elementwise.schedule_pool,
    "adaptive_pool": elementwise.schedule_pool,
    "depthwise_conv2d_nchw": elementwise.schedule_pool,
    "reduce": reduction.schedule_reduce,
    "softmax": reduction.schedule_softmax,
    "dense_small_batch": reduction.schedule_reduce,
    "dense_large_batch": tiles.schedule_matmul,
    "batch_matmul": tiles.schedule_matmul,
    "conv2d_nchw": tiles.schedule_conv2d_nchw,
    "conv2d_nchw_winograd": tiles.schedule_conv2d_nchw_winograd,
}
CUDA = {name: giving_legacy(computed) for name, computed in _COMPUTED.items()} | {
    f"schedule_{name}": schedule for name, schedule in _SCHEDULES.items()
}
# What a CPU has: loops as they are.
GENERIC = {
    f"schedule_{name}": elementwise.default_schedule
    for name in (*_SCHEDULES, "dense", "extern")
    if name != "injective_from_existing"
}
