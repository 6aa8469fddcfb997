"""Recipes of the tensor-core rungs of several ladders: tiles of warps and fragments.

A block of threads is a grid of warps, threadIdx.z x threadIdx.y, with 32 lanes on threadIdx.x. A
warp computes fragments of 16 x 16 elements of C. Slices of A and B go through shared memory.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from tvm import s_tir
from tvm.s_tir.schedule import SBlockRV
from tvm.script import from_source

from gpusim.errors import UserError

from ..core.ladder import Tile
from ..core.schedule_moves import (
    MMA,
    MmaLoops,
    bind_fetch,
    cache_operands,
    cut_fragments,
    dtype_of,
    inline_padding,
    leave_unrolling,
    mma_layout,
    split_mma,
    tensorize_init,
)
from ..core.tvm_script import quick_parser

LANES = 32


@cache
@quick_parser()
def intrinsics() -> ModuleType:
    """TVM's CUDA tensor intrinsics, tvm.s_tir.tensor_intrin.cuda, imported on first use.

    The import parses 248 functions of TVMScript.
    """
    return importlib.import_module("tvm.s_tir.tensor_intrin.cuda")


@cache
@quick_parser()
def mma_intrinsics(dtype: str) -> dict[str, str]:
    """Names of the intrinsics for ldmatrix and mma.sync.m16n8k16 with float32 accumulators, for
    rows of A and B in shared.dyn: init, load_a, load_b, compute.

    TVM has none for bfloat16; they are derived from those for float16 by replacing the type.
    """
    group = intrinsics().get_mma_intrin_group(
        "shared.dyn", "global", "float16", "float32", trans_a=False, trans_b=True
    )
    if dtype == "float16":
        return group
    names = {"init": group["init"]}
    for operation in ("load_a", "load_b", "compute"):
        float16_intrinsic = s_tir.TensorIntrin.get(group[operation])
        names[operation] = f"{group[operation]}_{dtype}"
        texts = (
            part.script().replace("fp16", "bf16")
            for part in (float16_intrinsic.desc, float16_intrinsic.impl)
        )
        parts = (from_source(text.replace("float16", dtype)) for text in texts)
        s_tir.TensorIntrin.register(names[operation], *parts, override=True)
    return names


@dataclass(frozen=True)
class FragmentTile(Tile):
    """warps_m x warps_n warps, each with fragments_m x fragments_n fragments of C; slices of
    `steps` fragments along K.

    Parameters
    ----------
    panel : int
        Blocks run in panels of this many columns of blocks (fewer where N has fewer).
    vector : int
        Elements that a lane copies at a time.
    """

    warps_m: int = 2
    warps_n: int = 4
    fragments_m: int = 4
    fragments_n: int = 4
    steps: int = 4
    panel: int = 8
    vector: int = 8

    def block(self) -> tuple[int, int, int]:
        return (
            self.warps_m * self.fragments_m * MMA,
            self.warps_n * self.fragments_n * MMA,
            self.steps * MMA,
        )

    @property
    def threads(self) -> dict[str, int]:
        return {"threadIdx.z": self.warps_m, "threadIdx.y": self.warps_n, "threadIdx.x": LANES}


def tensor_tiles(
    sch: s_tir.Schedule, tile: FragmentTile, product: str, epilogue: str, to_half: bool = False
) -> Generator[tuple, None, MmaLoops]:
    """Block, warp and fragment tiles, with slices of A and B in shared memory.

    `product` is the block of the reduction, whose output is in scope "local", and `epilogue` the
    block that writes C. With `to_half` the slices are rounded to float16 as they are stored. The
    MMAs are not distributed over lanes yet: each lane computes all of its warp's.
    """
    loops = split_mma(
        sch,
        sch.get_sblock(product),
        (tile.warps_m, tile.warps_n),
        (tile.fragments_m, tile.fragments_n),
        tile.steps,
    )
    yield "split_mma", "blocks, warps, and 16 x 16 x 16: the GEMM of one tensor-core intrinsic"
    panels, column = sch.split(
        loops.block_j, [None, math.gcd(int(sch.get(loops.block_j).extent), tile.panel)]
    )
    sch.reorder(panels, loops.block_i, column)
    sch.bind(panels, "blockIdx.z")
    sch.bind(loops.block_i, "blockIdx.y")
    sch.bind(column, "blockIdx.x")
    yield "bind_block", "in panels: resident blocks share rows of A and B in the L2 cache"
    sch.bind(loops.warp_i, "threadIdx.z")
    sch.bind(loops.warp_j, "threadIdx.y")
    sch.reverse_compute_at(epilogue, loops.warp_j, preserve_unit_loops=True)
    reads, products = tile.fragments_m + tile.fragments_n, tile.fragments_m * tile.fragments_n
    yield "bind_warp", f"{reads} fragments that a warp loads per step of k feed {products} MMAs"
    copies = cache_operands(sch, loops.product, "shared.dyn", loops.outer_k)
    for copy in copies:
        bind_fetch(sch, copy, tile.threads, tile.vector)
    inline_padding(sch, copies)
    yield "cache_shared", "each slice is loaded once per block, one wide load per lane"
    if to_half:
        for copy in copies:
            sch.unsafe_set_dtype(copy, 0, "float16")
        yield (
            "round_to_half",
            "tensor cores multiply float16: round once, on the way to shared memory",
        )
    return loops


def wmma_tiles(
    sch: s_tir.Schedule,
    tile: FragmentTile,
    product: str,
    epilogue: str,
    *,
    to_half: bool = False,
    trans_b: bool = False,
    staged: bool = False,
) -> Iterator:
    """`tensor_tiles` with CUDA's wmma, whose fragments have an unspecified layout in the lanes.

    `trans_b` says that B is stored (N, K). With `staged` the accumulators go through shared memory
    to `epilogue`, which converts them; this is needed because only wmma knows which lane has which
    element. Otherwise `epilogue` only copies, and wmma stores to global memory.
    """
    loops = yield from tensor_tiles(sch, tile, product, epilogue, to_half)
    copies = [sch.get_sblock(name) for name in ("A_shared.dyn", "B_shared.dyn")]
    for copy in copies:
        row = MMA * (
            tile.steps if copy is copies[0] or trans_b else tile.warps_n * tile.fragments_n
        )
        sch.storage_align(copy, 0, axis=0, factor=row, offset=8)
    yield "pad", "16 bytes of padding per row: rows of an 8 x 8 matrix use different banks"
    reads = cache_operands(sch, loops.product, "local", loops.inner_k)
    fragments = [cut_fragments(sch, read) for read in reads]
    yield "fragments", "the next operands of a warp, in registers"
    if staged:
        store = stage_sums(sch, epilogue)
        yield (
            "stage_sums",
            "wmma does not define which lane has which accumulator, so C goes through shared "
            "memory",
        )
    else:
        store = sch.get_sblock(epilogue)
    stored = cut_fragments(sch, store)
    group = intrinsics().get_wmma_intrin_group(
        "shared.dyn", "shared.dyn" if staged else "global", "float16", "float32", trans_b
    )
    for block, scope in zip(
        (*fragments, loops.product), ("matrix_a", "matrix_b", "accumulator"), strict=True
    ):
        sch.set_scope(block, 0, f"wmma.{scope}")
    tensorize_init(sch, loops.product, loops.outer_k, group["init"])
    sch.tensorize(fragments[0], group["load_a"])
    sch.tensorize(fragments[1], group["load_b"])
    sch.tensorize(loops.product, group["compute"])
    sch.tensorize(stored, group["store"])
    if staged:
        sch.storage_align(stored, 0, axis=0, factor=tile.block()[1], offset=8)
    yield "tensorize", "32 lanes together compute a GEMM of 16 x 16 x 16: 4096 FMAs"


def stage_sums(sch: s_tir.Schedule, epilogue: str) -> SBlockRV:
    """Have `epilogue` read each warp's accumulators from shared memory; returns the copy to it."""
    store = sch.cache_read(epilogue, 0, "shared.dyn")
    fused = sch.fuse(*sch.get_loops(epilogue)[-2:])
    _, lanes, vector = sch.split(fused, [None, LANES, 4])
    sch.bind(lanes, "threadIdx.x")
    sch.vectorize(vector)
    return store


@dataclass(frozen=True)
class StagedFragmentTile(FragmentTile):
    """A FragmentTile that requires at least `stages` slices of K."""

    stages: int = 3


def mma_tiles(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Generator:
    """`tensor_tiles` with ldmatrix and mma.sync.m16n8k16; each lane stores its own accumulators.

    Returns the loops over slices of K and over steps of a slice, and the names of the blocks that
    copy operands to shared memory.
    """
    dtype = dtype_of(sch, "A")
    sch.set_scope("C_sum", 0, "local")
    loops = yield from tensor_tiles(sch, tile, "C_sum", "C")
    reads = cache_operands(sch, loops.product, "local", loops.inner_k)
    operands = [sch.get(read).name_hint.removesuffix("_local") for read in reads]
    fragments = [cut_fragments(sch, read, mma_layout) for read in reads]
    sch.transform_layout("C_sum", ("write", 0), mma_layout)
    yield "fragments", "each operand in the lane and register where mma.sync expects it"
    i, j = sch.get_loops("C")[-2:]
    fi, upper, row = sch.split(i, [None, 2, 8])
    fj, left, quad, pair = sch.split(j, [None, 2, 4, 2])
    sch.reorder(fi, fj, upper, left, row, quad, pair)
    lanes = sch.fuse(row, quad)
    sch.bind(lanes, "threadIdx.x")
    # If the store were vectorized directly from the fragments, StorageRewrite would retype them.
    own_accumulators = sch.cache_read("C", 0, "local")
    sch.compute_at(own_accumulators, lanes, preserve_unit_loops=True)
    sch.vectorize(pair)
    yield "write_back", "each lane rounds and stores its own accumulators as half2"
    group = mma_intrinsics(dtype)
    for block in (*fragments, loops.product):
        sch.set_scope(block, 0, "warp")
    tensorize_init(sch, loops.product, loops.outer_k, group["init"])
    sch.tensorize(fragments[0], group["load_a"])
    sch.tensorize(fragments[1], group["load_b"])
    sch.tensorize(loops.product, group["compute"])
    yield "tensorize", "ldmatrix loads four 8 x 8 matrices; two mma.sync multiply them"
    return loops.outer_k, loops.inner_k, operands


def swizzled_tiles(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Generator:
    """`mma_tiles` with XOR-swizzled rows in shared memory."""
    outer, inner, operands = yield from mma_tiles(sch, tile)
    for operand in operands:
        for block in (operand, f"{operand}_local_o"):
            sch.annotate(sch.get_sblock(block), "permuted_layout", 1)
    yield "swizzle", "piece c of row r is stored at c ^ (r % 8): a column covers all banks"
    return outer, inner


def fragments_ahead(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """`swizzled_tiles` in a pipeline of cp.async, with fragments loaded a step ahead."""
    if tile.stages < 3:
        raise UserError(f"stages = {tile.stages}: prefetching fragments needs at least 3")
    outer, inner = yield from swizzled_tiles(sch, tile)
    sch.annotate(inner, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(inner, "software_pipeline_order", [0, 1, 2])
    yield "pipeline_fragments", "ldmatrix for step k + 1 while mma.sync works on step k"
    last = tile.stages - 1
    sch.annotate(outer, "software_pipeline_async_stages", [0])
    sch.annotate(outer, "software_pipeline_stage", [0, 0, last - 1, last, last])
    sch.annotate(outer, "software_pipeline_order", [0, 1, 3, 2, 4])
    yield (
        "pipeline_async",
        "copies to shared memory without registers, two slices ahead",
    )
    leave_unrolling(sch, inner)
    yield "unroll", "two sets of fragments alternate: after unrolling, each has its own registers"
