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

from ..tvm_script import quick_parser

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
# Of warps with roles.
ROLES_START, TMA_WAIT, TMA_AHEAD = "roles_start", "tma_wait", "tma_ahead"
SLICE_DONE, PRODUCTS_SYNC = "slice_done", "products_sync"
# Those that are given the address of a barrier and no other.
OF_A_BARRIER = (TMA_START, ROLES_START, TMA_WAIT, SLICE_DONE)
# On the loop over slices: a thread of its own loads; on one around it: a block makes many tiles.
PRODUCER_MARK, ROUNDS_MARK = "schedules.producer", "schedules.rounds"


# dtype of the factors -> its name in CUDA as TVM writes it, in PTX, and what PTX is told of the
# operands beyond their signs: that neither is transposed, which 8 bits leave no choice of.
_DTYPES = {
    "float16": ("half", "f16", ", 0, 0"),
    "bfloat16": ("nv_bfloat16", "bf16", ", 0, 0"),
    "float8_e4m3fn": ("fp8_e4_t", "e4m3", ""),
}


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
        return f"{self.columns}_{_DTYPES[self.dtype][1]}"


# --- CUDA text ------------------------------------------------------------------------------------


def device_functions(kind: Wgmma, roles: bool = False) -> str:
    """CUDA text of what the implementations call, with that of warps that have roles if asked."""
    count = GROUP_M * kind.columns // GROUP
    in_cuda, in_ptx, transposed = _DTYPES[kind.dtype]
    values = {
        "@REGISTERS": ", ".join(f"%{at}" for at in range(count)),
        "@SUMS": ", ".join(f'"+f"(c[{at}])' for at in range(count)),
        "@A": f"%{count}",
        "@B": f"%{count + 1}",
        "@LATER": f"%{count + 2}",
        "@TYPE": in_cuda,
        "@SHAPE": f"m64n{kind.columns}k{kind.slice_k * STEP_BYTES // ROW_BYTES}",
        "@K": str(kind.slice_k),
        "@FACTORS": f"{in_ptx}.{in_ptx}",
        "@TRANSPOSED": transposed,
    }
    text = _TEXT + _ROLES_TEXT if roles else _TEXT
    for name, value in {"@ISSUE": _ISSUE, **values}.items():
        text = text.replace(name, value)
    return text


# What one thread does to load a slice.
_ISSUE = """\
    unsigned barrier = shared_address(full);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :: "r"(barrier), "r"(bytes) : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%3, %4}], [%2];"
        :: "r"(shared_address(to)), "l"(&map), "r"(barrier), "r"(column), "r"(row) : "memory");
"""

_TEXT = """
__device__ __forceinline__ unsigned shared_address(const void* pointer) {
  return (unsigned)__cvta_generic_to_shared(pointer);
}
__device__ __forceinline__ bool first_thread() {
  return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
}
// A barrier of 8 bytes per stage; `loads` copies have to arrive at each.
__device__ __forceinline__ void tma_start(void* full, int stages, int loads) {
  if (first_thread()) {
    for (int stage = 0; stage < stages; ++stage)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                   :: "r"(shared_address(full) + 8 * stage), "r"(loads));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
}
template <class Map>
__device__ __forceinline__ void tma_load(
    @TYPE* to, const Map& map, int column, int row, int bytes, void* full) {
  if (first_thread()) {
@ISSUE  }
  __syncwarp();
}
__device__ __forceinline__ void tma_wait(void* full, int phase) {
  asm volatile(
      "{\\n.reg .pred p;\\nWAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\\n"
      "@p bra DONE;\\nbra WAIT;\\nDONE:\\n}"
      :: "r"(shared_address(full)), "r"(phase) : "memory");
}
// Keeps the compiler from moving the sums' registers while products are under way.
__device__ __forceinline__ void wgmma_hold(float* c) {
  asm volatile("" : @SUMS :: "memory");
}
__device__ __forceinline__ void wgmma_wait(float* c) {
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  wgmma_hold(c);
}
// Swizzled rows of 128 bytes, 1024 bytes from eight of them to the next eight.
__device__ __forceinline__ unsigned long long wgmma_operand(unsigned address) {
  return (address >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}
__device__ __forceinline__ void wgmma_@SHAPE(
    float* c, unsigned long long a, unsigned long long b, int later) {
  asm volatile(
      "{\\n.reg .pred p;\\nsetp.ne.b32 p, @LATER, 0;\\n"
      "wgmma.mma_async.sync.aligned.@SHAPE.f32.@FACTORS"
      " {@REGISTERS}, @A, @B, p, 1, 1@TRANSPOSED;\\n}"
      : @SUMS : "l"(a), "l"(b), "r"(later));
}
// Starts c (+)= a b^T for @K of K. `a` and `b` are the lane's first rows, as the schedule sees it.
__device__ __forceinline__ void wgmma_issue(float* c, const @TYPE* a, const @TYPE* b, int later) {
  unsigned lane = threadIdx.x;
  unsigned long long a_at =
      wgmma_operand(shared_address(a) - (lane / 32 * 16 + lane % 32 / 4) * 128);
  unsigned long long b_at = wgmma_operand(shared_address(b) - lane % 4 * 2 * 128);
  wgmma_hold(c);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int k = 0; k < 4; ++k) wgmma_@SHAPE(c, a_at + 2 * k, b_at + 2 * k, later | k);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  wgmma_hold(c);
}
// Operands stored by the block's threads: each has its stores seen by the asynchronous proxy.
__device__ __forceinline__ void wgmma_slice(float* c, const @TYPE* a, const @TYPE* b, int later) {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  wgmma_issue(c, a, b, later);
  wgmma_wait(c);
}
// Operands that arrive at a barrier. The products stay under way until the next slice's are too.
__device__ __forceinline__ void wgmma_slice_tma(
    float* c, const @TYPE* a, const @TYPE* b, int later, void* full, int phase) {
  tma_wait(full, phase);
  wgmma_issue(c, a, b, later);
  asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
}
"""

_ROLES_TEXT = """
// Behind the barriers of loads, one per stage at which the warps that multiply arrive.
__device__ __forceinline__ void roles_start(void* full, int stages, int loads, int warps) {
  if (first_thread()) {
    for (int stage = stages; stage < 2 * stages; ++stage)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                   :: "r"(shared_address(full) + 8 * stage), "r"(warps));
  }
  tma_start(full, stages, loads);
}
// One thread's alone: nobody else of its warp has anything to do.
template <class Map>
__device__ __forceinline__ void tma_ahead(
    @TYPE* to, const Map& map, int column, int row, int bytes, void* full) {
@ISSUE}
// This warp's products of the slice before are done: what they read may be loaded over.
__device__ __forceinline__ void slice_done(void* before, int later) {
  if (later && threadIdx.x % 32 == 0)
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                 :: "r"(shared_address(before)) : "memory");
}
__device__ __forceinline__ void products_sync(int threads) {
  asm volatile("bar.sync 1, %0;" :: "r"(threads) : "memory");
}
"""


# --- tensor intrinsics ----------------------------------------------------------------------------


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


@cache
@quick_parser()
def tma_intrinsic(rows: int, dtype: str = "float16") -> str:
    """Registers the copy of `rows` rows of ROW_BYTES from global memory to shared.dyn; its name.

    `rows` is at most 256, the accelerator's limit.
    """
    columns = Wgmma(dtype).slice_k
    shape = (rows, columns)
    size = rows * ROW_BYTES

    @T.prim_func(s_tir=True)
    def copy(a: T.handle, b: T.handle) -> None:
        A = T.match_buffer(a, shape, dtype, offset_factor=1)
        B = T.match_buffer(b, shape, dtype, offset_factor=1, scope="shared.dyn")
        with T.sblock("root"):
            T.reads(A[0:rows, 0:columns])
            T.writes(B[0:rows, 0:columns])
            for i, k in T.grid(rows, columns):
                with T.sblock("copy"):
                    vi, vk = T.axis.remap("SS", [i, k])
                    B[vi, vk] = A[vi, vk]

    @T.prim_func(s_tir=True)
    def copy_bulk(a: T.handle, b: T.handle) -> None:
        outer = T.int32()
        inner = T.int32()
        A = T.match_buffer(a, shape, dtype, offset_factor=1, strides=[outer, inner])
        B = T.match_buffer(b, shape, dtype, offset_factor=1, scope="shared.dyn")
        with T.sblock("root"):
            T.reads(A[0:rows, 0:columns])
            T.writes(B[0:rows, 0:columns])
            T.call_extern(
                "void",
                TMA_LOAD,
                B.access_ptr("w"),
                A.access_ptr("r"),
                outer,
                size,
                T.call_extern("int32", STAGE),
            )

    name = f"tma_load_{rows}x{columns}" + ("" if dtype == "float16" else f"_{dtype}")
    s_tir.TensorIntrin.register(name, copy, copy_bulk, override=True)
    return name
