"""Hopper's own instructions as tensor intrinsics: wgmma, and copies by tensor memory accelerator.

wgmma is an instruction of a warpgroup, 128 threads. It is described here as one of them sees it:
lane t has N / 8 x 2 x 2 of the 64 x N sums, rows r and r + 8 with r = 16 (t / 32) + t % 32 / 4, and
of every eight columns the pair at 2 (t % 4). So the sums are a thread's own registers, and plain
loops say which lane has which; a CPU can run them. The operands stay in shared memory, in rows of
128 bytes whose pieces of 16 bytes lie at c ^ (r % 8).

A copy by the tensor memory accelerator is one instruction of one thread: the accelerator makes the
addresses and the swizzle, and a barrier in shared memory counts the bytes that arrive. What a
schedule cannot state of it (the tensor map, the barrier, the phase that the barrier is in) is left
open: calls of STAGE, PHASE and LATER stand there, and `lowering.hopper_calls` puts values in.

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
GROUP_N = 256  # columns, the most that wgmma takes
ROW_BYTES = 128  # of K in shared memory, a swizzled row
STEP_BYTES = 32  # of it that one wgmma multiplies

# Left open: the stage of shared memory that a turn of the pipelined loop uses, whether that stage
# has been filled an odd number of times before, and whether this is a turn after the first.
STAGE, PHASE, LATER = "schedules.stage", "schedules.phase", "schedules.later"

# Device functions.
TMA_LOAD, TMA_START = "tma_load", "tma_start"
WGMMA, WGMMA_TMA, WGMMA_WAIT = "wgmma_slice", "wgmma_slice_tma", "wgmma_wait"
# Of weights in 4 bits, which become an operand in registers.
WGMMA_CODES = "int4_group_wgmma"
# Of warps with roles.
ROLES_START, TMA_WAIT, TMA_AHEAD = "roles_start", "tma_wait", "tma_ahead"
SLICE_DONE, PRODUCTS_SYNC = "slice_done", "products_sync"
# Of warpgroups that take tiles in turn.
TURNS_START, TURN_OVER = "turns_start", "turn_over"
# Of a tile of C that leaves by tensor memory accelerator.
TILE_WRITE, TILE_STORE, TILE_STORED = "tile_write", "tile_store", "tile_stored"
TILE_WRITE_ROUNDED, TILE_FREE = "tile_write_rounded", "tile_free"
# The loading warpgroup gives registers to those that have an epilogue.
GIVE_REGISTERS, TAKE_REGISTERS = "give_registers", "take_registers"
# Of blocks in clusters.
TMA_MULTICAST, CLUSTER_SYNC, SLICE_DONE_ALL = "tma_multicast", "cluster_sync", "slice_done_all"
LOADS = (TMA_LOAD, TMA_AHEAD, TMA_MULTICAST)
# Those that are given the address of a barrier and no other.
OF_A_BARRIER = (
    *(TMA_START, ROLES_START, TMA_WAIT, SLICE_DONE, SLICE_DONE_ALL),
    *(TURNS_START, TURN_OVER),
)
# On the loop over slices: a thread of its own loads, so many blocks are a cluster, so many
# warpgroups take tiles in turn; on one around it: a block makes many tiles.
PRODUCER_MARK, CLUSTER_MARK = "schedules.producer", "schedules.cluster"
PINGPONG_MARK = "schedules.turns"
ROUNDS_MARK = "schedules.rounds"


# Names of the factors' dtypes.
IN_PTX = {"float16": "f16", "bfloat16": "bf16", "float8_e4m3fn": "e4m3"}


@dataclass(frozen=True)
class Wgmma:
    """Products of a warpgroup: 64 x `columns` sums in float32, factors of `dtype`."""

    dtype: str = "float16"
    columns: int = GROUP_N

    @property
    def slice_k(self) -> int:
        """Elements in a row of ROW_BYTES."""
        return ROW_BYTES // np.dtype(self.dtype).itemsize

    @property
    def sums(self) -> tuple[int, int, int]:
        """Those of a lane: eights of columns, rows r and r + 8, a pair of columns."""
        return (self.columns // 8, 2, 2)

    @property
    def operands(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Rows of A and B from a lane's first to its last, and their length."""
        return (9, self.slice_k), (self.columns - 6, self.slice_k)

    def __str__(self) -> str:
        return f"{self.columns}_{IN_PTX[self.dtype]}"


@cache
@quick_parser()
def wgmma_intrinsics(tma: bool, kind: Wgmma = Wgmma()) -> dict[str, str]:
    """Registers what makes, zeroes and reads a lane's sums: names of 'product', 'init', 'read'.

    'product' adds a slice of K to a lane's float32 sums in scope local, from rows of ROW_BYTES in
    shared.dyn; with `tma` the operands are loaded by the tensor memory accelerator, else by the
    block's threads, swizzled.
    """
    suffix = "_tma" if tma else ""
    suffix += "" if kind == Wgmma() else f"_{kind}"
    made = {"product": _products(tma, kind), "init": _zeros(kind), "read": _reads(kind)}
    for name, functions in made.items():
        s_tir.TensorIntrin.register(f"wgmma_{name}{suffix}", *functions, override=True)
    return {name: f"wgmma_{name}{suffix}" for name in made}


def _products(tma: bool, kind: Wgmma) -> tuple[tirx.PrimFunc, tirx.PrimFunc]:
    """What adds a slice of K to a lane's sums; the instruction for operands stored or loaded."""
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

    function, left_open = (WGMMA_TMA, (LATER, STAGE, PHASE)) if tma else (WGMMA, (LATER,))

    def issue(*operands: tirx.PrimExpr) -> tirx.PrimExpr:
        values = (T.call_extern("int32", name) for name in left_open)
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
    """What zeroes a lane's sums, and what stands for it where the first product overwrites them."""
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
            # The first product does not add. An instruction that set the sums' registers would have
            # ptxas serialize every wgmma (its warning C7515).
            T.evaluate(0)

    return zero, overwrite


def _reads(kind: Wgmma) -> tuple[tirx.PrimFunc, tirx.PrimFunc]:
    """What reads a lane's sums, and the same once the products under way are done."""
    columns, halves, pair = sums = kind.sums
    # What differs from float16 and GROUP_N, for the text of the device functions.
    told = () if kind == Wgmma() else (kind.dtype, kind.columns)

    def wait(registers: tirx.PrimExpr) -> tirx.PrimExpr:
        return T.call_extern("void", WGMMA_WAIT, registers, *told)

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
