"""Hopper's instructions as tensor intrinsics: wgmma, and copies by the Tensor Memory Accelerator.

wgmma is an instruction of a warpgroup, 128 threads. Its description here states what one lane
computes. Lane t has N / 8 x 2 x 2 of the 64 x N accumulators: rows r and r + 8, where
r = 16 (t / 32) + t % 32 / 4, and of every eight columns the pair at 2 (t % 4). The accumulators are
thus a thread's own registers, assigned to lanes by plain loops, which a CPU can run. Operands stay
in shared memory, in rows of 128 bytes, with the 16-byte piece c of row r stored at c ^ (r % 8).

A copy by the Tensor Memory Accelerator (TMA) is one instruction of one thread. The TMA computes the
addresses and the swizzle, and a barrier in shared memory counts the bytes that arrive. A schedule
cannot express the tensor map, the barrier and the barrier's phase. The intrinsics call STAGE, PHASE
and LATER instead, and `lowering.hopper_calls` replaces these calls by values.


Instructions: PTX ISA, sections "Asynchronous warpgroup level matrix instructions", "mbarrier" and
"cp.async.bulk.tensor".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from tvm import s_tir, tirx
from tvm.script import tirx as T

from ..core.tvm_script import quick_parser

GROUP = 128  # threads of a warpgroup
GROUP_M = 64  # rows of C that a warpgroup has
GROUP_N = 256  # columns, the maximum of wgmma
ROW_BYTES = 128  # of K in shared memory, a swizzled row
STEP_BYTES = 32  # of it that one wgmma multiplies

# Placeholders: the stage of shared memory that an iteration of the pipelined loop uses, whether
# that stage has been filled an odd number of times before, and whether this is not the first
# iteration.
STAGE, PHASE, LATER = "schedules.stage", "schedules.phase", "schedules.later"

# Device functions.
TMA_LOAD, TMA_START = "tma_load", "tma_start"
WGMMA, WGMMA_TMA, WGMMA_WAIT = "wgmma_slice", "wgmma_slice_tma", "wgmma_wait"
# Of weights in 4 bits, which become an operand in registers.
WGMMA_CODES = "int4_group_wgmma"
# With warp specialization.
ROLES_START, TMA_WAIT, TMA_AHEAD = "roles_start", "tma_wait", "tma_ahead"
SLICE_DONE, PRODUCTS_SYNC = "slice_done", "products_sync"
# For warpgroups that alternate between tiles.
TURNS_START, TURN_OVER = "turns_start", "turn_over"
# For a tile of C that the TMA stores.
TILE_WRITE, TILE_STORE, TILE_STORED = "tile_write", "tile_store", "tile_stored"
TILE_WRITE_ROUNDED, TILE_FREE = "tile_write_rounded", "tile_free"
# The loading warpgroup releases registers for those that compute the epilogue.
GIVE_REGISTERS, TAKE_REGISTERS = "give_registers", "take_registers"
# For blocks in clusters.
TMA_MULTICAST, CLUSTER_SYNC, SLICE_DONE_ALL = "tma_multicast", "cluster_sync", "slice_done_all"
LOADS = (TMA_LOAD, TMA_AHEAD, TMA_MULTICAST)
# Annotations on the loop over slices: a dedicated thread loads; the number of blocks of a cluster;
# the number of warpgroups that alternate between tiles. On a loop around it: a block computes
# several tiles.
PRODUCER_MARK, CLUSTER_MARK = "schedules.producer", "schedules.cluster"
PINGPONG_MARK = "schedules.turns"
ROUNDS_MARK = "schedules.rounds"


# PTX names of the operands' dtypes.
IN_PTX = {"float16": "f16", "bfloat16": "bf16", "float8_e4m3fn": "e4m3"}


@dataclass(frozen=True)
class Wgmma:
    """MMAs of a warpgroup: 64 x `columns` accumulators in float32, operands of `dtype`."""

    dtype: str = "float16"
    columns: int = GROUP_N

    @property
    def slice_k(self) -> int:
        """Elements in a row of ROW_BYTES."""
        return ROW_BYTES // np.dtype(self.dtype).itemsize

    @property
    def sums(self) -> tuple[int, int, int]:
        """Shape of a lane's accumulators: groups of eight columns, rows r and r + 8, a pair."""
        return (self.columns // 8, 2, 2)

    @property
    def operands(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Number of rows of A and of B from a lane's first to its last, and their length."""
        return (9, self.slice_k), (self.columns - 6, self.slice_k)

    def __str__(self) -> str:
        return f"{self.columns}_{IN_PTX[self.dtype]}"


@cache
@quick_parser()
def wgmma_intrinsics(tma: bool, kind: Wgmma = Wgmma()) -> dict[str, str]:
    """Registers the intrinsics that compute, zero and read a lane's accumulators; returns their
    names by 'product', 'init' and 'read'.

    'product' adds a slice of K to a lane's float32 accumulators in scope local, from rows of
    ROW_BYTES in shared.dyn. With `tma` the TMA loads the operands; otherwise the block's threads
    store them, swizzled.
    """
    suffix = "_tma" if tma else ""
    suffix += "" if kind == Wgmma() else f"_{kind}"
    made = {"product": _products(tma, kind), "init": _zeros(kind), "read": _reads(kind)}
    for name, functions in made.items():
        s_tir.TensorIntrin.register(f"wgmma_{name}{suffix}", *functions, override=True)
    return {name: f"wgmma_{name}{suffix}" for name in made}


def _products(tma: bool, kind: Wgmma) -> tuple[tirx.PrimFunc, tirx.PrimFunc]:
    """Adds a slice of K to a lane's accumulators; the implementation issues wgmma."""
    columns, halves, pair = sums = kind.sums
    a_shape, b_shape = kind.operands
    (rows, depth), (cols, _), dtype = a_shape, b_shape, kind.dtype

    @T.prim_func(s_tir=True)
    def product(a: T.handle, b: T.handle, c: T.handle) -> None:
        A = T.match_buffer(a, a_shape, dtype, offset_factor=1, scope="shared.dyn")
        B = T.match_buffer(b, b_shape, dtype, offset_factor=1, scope="shared.dyn")
        C = T.match_buffer(c, sums, "float32", offset_factor=1, scope="local")
        with T.sblock("root"):
            T.reads(C[0:columns, 0:halves, 0:pair], A[0:rows, 0:depth], B[0:cols, 0:depth])
            T.writes(C[0:columns, 0:halves, 0:pair])
            for j, i, p, k in T.grid(columns, halves, pair, depth):
                with T.sblock("product"):
                    vj, vi, vp, vk = T.axis.remap("SSSR", [j, i, p, k])
                    C[vj, vi, vp] = C[vj, vi, vp] + T.Cast("float32", A[vi * 8, vk]) * T.Cast(
                        "float32", B[vj * 8 + vp, vk]
                    )

    function, placeholders = (WGMMA_TMA, (LATER, STAGE, PHASE)) if tma else (WGMMA, (LATER,))

    def issue(*operands: tirx.PrimExpr) -> tirx.PrimExpr:
        values = (T.call_extern("int32", name) for name in placeholders)
        return T.call_extern("void", function, *operands, *values)

    @T.prim_func(s_tir=True)
    def instruction(a: T.handle, b: T.handle, c: T.handle) -> None:
        A = T.match_buffer(a, a_shape, dtype, offset_factor=1, scope="shared.dyn")
        B = T.match_buffer(b, b_shape, dtype, offset_factor=1, scope="shared.dyn")
        C = T.match_buffer(c, sums, "float32", offset_factor=1, scope="local")
        with T.sblock("root"):
            T.reads(C[0:columns, 0:halves, 0:pair], A[0:rows, 0:depth], B[0:cols, 0:depth])
            T.writes(C[0:columns, 0:halves, 0:pair])
            T.evaluate(issue(C.access_ptr("rw"), A.access_ptr("r"), B.access_ptr("r")))

    return product, instruction


def _zeros(kind: Wgmma) -> tuple[tirx.PrimFunc, tirx.PrimFunc]:
    """Zeroes a lane's accumulators; the implementation is empty, since the first MMA overwrites
    them."""
    columns, halves, pair = sums = kind.sums

    @T.prim_func(s_tir=True)
    def zero(c: T.handle) -> None:
        C = T.match_buffer(c, sums, "float32", offset_factor=1, scope="local")
        with T.sblock("root"):
            T.reads()
            T.writes(C[0:columns, 0:halves, 0:pair])
            for j, i, p in T.grid(columns, halves, pair):
                with T.sblock("zero"):
                    vj, vi, vp = T.axis.remap("SSS", [j, i, p])
                    C[vj, vi, vp] = T.float32(0)

    @T.prim_func(s_tir=True)
    def overwrite(c: T.handle) -> None:
        C = T.match_buffer(c, sums, "float32", offset_factor=1, scope="local")
        with T.sblock("root"):
            T.reads()
            T.writes(C[0:columns, 0:halves, 0:pair])
            # The first MMA does not add. If an instruction wrote the accumulators' registers, ptxas
            # would serialize every wgmma (its warning C7515).
            T.evaluate(0)

    return zero, overwrite


def _reads(kind: Wgmma) -> tuple[tirx.PrimFunc, tirx.PrimFunc]:
    """Reads a lane's accumulators; the implementation first waits for the MMAs in flight."""
    columns, halves, pair = sums = kind.sums
    # A kind other than float16 and GROUP_N is passed on to the text of the device functions.
    kind_arguments = () if kind == Wgmma() else (kind.dtype, kind.columns)

    def wait(registers: tirx.PrimExpr) -> tirx.PrimExpr:
        return T.call_extern("void", WGMMA_WAIT, registers, *kind_arguments)

    @T.prim_func(s_tir=True)
    def read(c: T.handle, d: T.handle) -> None:
        C = T.match_buffer(c, sums, "float32", offset_factor=1, scope="local")
        D = T.match_buffer(d, sums, "float32", offset_factor=1, scope="local")
        with T.sblock("root"):
            T.reads(C[0:columns, 0:halves, 0:pair])
            T.writes(D[0:columns, 0:halves, 0:pair])
            for j, i, p in T.grid(columns, halves, pair):
                with T.sblock("read"):
                    vj, vi, vp = T.axis.remap("SSS", [j, i, p])
                    D[vj, vi, vp] = C[vj, vi, vp]

    @T.prim_func(s_tir=True)
    def wait_and_read(c: T.handle, d: T.handle) -> None:
        C = T.match_buffer(c, sums, "float32", offset_factor=1, scope="local")
        D = T.match_buffer(d, sums, "float32", offset_factor=1, scope="local")
        with T.sblock("root"):
            T.reads(C[0:columns, 0:halves, 0:pair])
            T.writes(D[0:columns, 0:halves, 0:pair])
            T.evaluate(wait(C.access_ptr("rw")))
            for j, i, p in T.grid(columns, halves, pair):
                D[j, i, p] = C[j, i, p]

    return read, wait_and_read
