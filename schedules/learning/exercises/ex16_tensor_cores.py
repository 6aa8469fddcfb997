"""Multiply on tensor cores

A float16 GEMM with float32 accumulators: blocks of 32 x 64, four warps with 16 x 32 each. Slices
are in shared memory, and are copied from there into arrays of 16 x 16 that a warp multiplies. So
far it uses loops, and every lane of the warp executes all of them.

Tensor cores compute a GEMM of 16 x 16 x 16 in a few instructions of the whole warp. To use them,
turn the arrays into *fragments* (scopes `wmma.matrix_a`, `wmma.matrix_b` and `wmma.accumulator`),
and replace the blocks that fill, load, multiply and store them by intrinsics: `sch.tensorize`.
"""

from tvm import te

from schedules.gemm.tensor_tiles import intrinsics

from ..exercise import Check

RUN = (32, 64, 32)
M = N = K = 1024


def workload(m=1024, n=1024, k=1024):
    a = te.placeholder((m, k), "float16", name="A")
    b = te.placeholder((k, n), "float16", name="B")
    r = te.reduce_axis((0, k), name="r")

    def product(i, j):
        return te.sum(a[i, r].astype("float32") * b[r, j].astype("float32"), axis=r)

    return [a, b, te.compute((m, n), product, name="C")]


def cut(sch, block):
    """Tile a copy in blocks of 16 x 16; returns the block."""
    i, j = sch.get_loops(block)[-2:]
    fi, i = sch.split(i, [None, 16])
    fj, j = sch.split(j, [None, 16])
    sch.reorder(fi, fj, i, j)
    return sch.blockize(i)


def warp_tiles(sch):
    """Tiles of blocks, warps and 16 x 16 x 16; returns the blocks to tensorize by name."""
    write = sch.cache_write("C", 0, "local")
    i, j, k = sch.get_loops("C")
    by, ty, yf, y = sch.split(i, [None, 2, 1, 16])
    bx, tx, xf, x = sch.split(j, [None, 2, 2, 16])
    ko, ki, kk = sch.split(k, [None, 2, 16])
    sch.reorder(by, bx, ty, tx, ko, ki, yf, xf, y, x, kk)
    product = sch.blockize(y)
    for loop, axis in ((by, "blockIdx.y"), (bx, "blockIdx.x"), (ty, "threadIdx.z")):
        sch.bind(loop, axis)
    sch.bind(tx, "threadIdx.y")
    sch.reverse_compute_at(write, tx)
    blocks = {"product": product, "store": cut(sch, write)}
    for operand, name in enumerate(("load_a", "load_b")):
        copy = sch.cache_read(product, operand, "shared")
        sch.compute_at(copy, ko)
        sch.storage_align(copy, 0, axis=-2, factor=32, offset=8)
        fused = sch.fuse(*sch.get_loops(copy)[-2:])
        _, fz, fy, fx, lanes = sch.split(fused, [None, 2, 2, 32, 8])
        for loop, axis in ((fz, "threadIdx.z"), (fy, "threadIdx.y"), (fx, "threadIdx.x")):
            sch.bind(loop, axis)
        sch.vectorize(lanes)
        fragment = sch.cache_read(product, operand, "local")
        sch.compute_at(fragment, ki)
        blocks[name] = cut(sch, fragment)
    init = sch.decompose_reduction(product, ko)
    i, _ = sch.get_loops(sch.get_child_blocks(init)[0])[-2:]
    blocks["init"] = i  # a loop will do for `tensorize`
    return blocks


def start(sch):
    blocks = warp_tiles(sch)
    yield "warp_tiles", "a warp has 1 x 2 GEMMs of 16 x 16 x 16 for every step of k"
    group = intrinsics().get_wmma_intrin_group("shared", "global", "float16", "float32", False)
    # Here: `blocks` has init, load_a, load_b, product, store; `group` the intrinsics for them.
    yield "tensorize", "32 lanes compute a tile together"


def solution(sch):
    blocks = warp_tiles(sch)
    yield "warp_tiles", "a warp has 1 x 2 GEMMs of 16 x 16 x 16 for every step of k"
    group = intrinsics().get_wmma_intrin_group("shared", "global", "float16", "float32", False)
    sch.set_scope(blocks["load_a"], 0, "wmma.matrix_a")
    sch.set_scope(blocks["load_b"], 0, "wmma.matrix_b")
    sch.set_scope(blocks["product"], 0, "wmma.accumulator")
    for what in ("init", "load_a", "load_b", "store"):
        sch.tensorize(blocks[what], group[what])
    sch.tensorize(blocks["product"], group["compute"])
    yield "tensorize", "32 lanes compute a tile together"


checks = [
    Check(
        "tensor_products",
        "no tensor core instruction yet: tensorize `product` with group['compute']",
        # 1 x 2 x 2 GEMMs of 16 x 16 x 16 a slice, each two HMMA of 16 x 8 x 16.
        at_least=1 * 2 * 2 * 2,
    ),
    Check(
        "sectors",
        "too many sectors: fetch each slice only once",
        at_most=((M // 32) * (N // 64) * (32 + 64) * K * 2 + M * N * 4) / 32,
    ),
]
hints = [
    "`sch.set_scope(block, 0, scope)` changes where a block writes: `load_a` into wmma.matrix_a, "
    "`load_b` into wmma.matrix_b, `product` into wmma.accumulator.",
    "`sch.tensorize(blocks['load_a'], group['load_a'])` replaces a block by an intrinsic. Five "
    "blocks, five intrinsics; the one for `product` is `compute`.",
    "Scopes first: an intrinsic accepts only blocks whose buffers have its scopes.",
]
see = "gemm/hgemm:wmma:tensorize"
