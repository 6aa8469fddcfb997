"""SGEMM's block, slice, threads and virtual threads, which its documents chose by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from schedules.gemm.thread_tiles import ThreadTile
from schedules.workloads import Gemm

from ..space import Config, template

FLOAT = 4
REGISTERS = 65536
STATIC_SHARED = 48 * 1024
# Floats of a float4, the widest load.
VECTOR = 4


@template("gemm/sgemm_tvm:vectorized_read", "gemm/sgemm_tvm:vthread")
def sgemm_thread_tiles(cfg: Config, workload: Gemm):
    """`vectorized_read` fetches and reads float4; `vthread` reads words."""
    wide = cfg.rung.name == "vectorized_read"
    return thread_tiles(cfg, workload, fetch=VECTOR if wide else 1, reads_wide=wide)


def thread_tiles(
    cfg: Config, workload: Gemm, *, fetch: int, reads_wide: bool
) -> Callable[..., ThreadTile]:
    """Knobs and restrictions of a ThreadTile; returns the function that makes the tile.

    A thread fetches `fetch` floats at a time. With `reads_wide`, one load reads the rows or columns
    of a thread tile.
    """
    own = cfg.rung.tile_for(workload)
    cfg.define_knob("block_i", [64, 128, 256])
    cfg.define_knob("block_j", [64, 128, 256])
    cfg.define_knob("threads_i", [8, 16, 32])
    cfg.define_knob("threads_j", [8, 16, 32])
    cfg.define_knob("vthreads_i", [1, 2, 4, 8])
    cfg.define_knob("vthreads_j", [1, 2, 4, 8])
    cfg.define_knob("block_k", [8, 16, 32])

    def tile(**knobs) -> ThreadTile:
        return replace(own, **knobs)

    def threads_a_block(threads_i, threads_j) -> bool:
        """64 to 512 threads: with more each has too few registers for its sums"""
        return 64 <= threads_i * threads_j <= 512

    def sums_a_thread(block_i, block_j, threads_i, threads_j) -> bool:
        """16 to 128 sums a thread: fewer starve the multipliers, more do not fit 255 registers"""
        return 16 * threads_i * threads_j <= block_i * block_j <= 128 * threads_i * threads_j

    def whole_patches(block_i, block_j, threads_i, threads_j, vthreads_i, vthreads_j) -> bool:
        """each virtual thread has 1 to 8 rows and columns, or up to 4 if one load reads them"""
        rows, columns = threads_i * vthreads_i, threads_j * vthreads_j
        most = VECTOR if reads_wide else 2 * VECTOR
        return all(
            side % across == 0 and side // across <= most
            for side, across in ((block_i, rows), (block_j, columns))
        )

    def registers_a_block(block_i, block_j, threads_i, threads_j) -> bool:
        """sums and operands of all threads fit the register file"""
        rows, columns = block_i // threads_i, block_j // threads_j
        return threads_i * threads_j * (rows * columns + rows + columns + 24) <= REGISTERS

    def whole_fetches(block_i, block_j, block_k, threads_i, threads_j) -> bool:
        """all threads fetch the same share of each slice, in whole loads"""
        return all(
            side * block_k % (fetch * threads_i * threads_j) == 0 for side in (block_i, block_j)
        )

    def shared_memory(**knobs) -> bool:
        """the slices of A and B fit a block's static shared memory"""
        shape = tile(**knobs)
        rows, columns, k = shape.block()
        slices = shape.least()[2] // k
        return slices * (rows + getattr(shape, "pad", 0) + columns) * k * FLOAT <= STATIC_SHARED

    cfg.restrict(threads_a_block, sums_a_thread, whole_patches, registers_a_block, whole_fetches)
    cfg.restrict(shared_memory)
    return tile
