"""Recipes for 4-bit weights on tensor cores: few rows of A, and fragments of codes.

A warp multiplies fragments of 16 rows of weights by up to 64 rows of A. A block has several warps
along N, and warps that share K. The workload is `quantized.WeightOnlyGemm` with `fragments`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tvm import s_tir
from tvm.backend.cuda.op import cuda_func_call
from tvm.s_tir.schedule import LoopRV, SBlockRV
from tvm.script import from_source
from tvm.script import tirx as T

from gpusim.chips import WARP
from gpusim.errors import UserError

from ..core.files import cuda_parts
from ..core.ladder import Tile
from ..core.schedule_moves import bind_fetch, inline_padding, leave_unrolling, pad_rows
from ..core.tvm_script import quick_parser
from ..workloads.quantized import FRAGMENT_N, GROUP
from .thread_tiles import INIT, SUM_THREADS
from .tma_intrinsics import tma_intrinsic
from .wgmma_intrinsics import PHASE, STAGE, WGMMA_CODES, Wgmma, wgmma_intrinsics

# Padding between two rows of A in shared memory, in float16 elements. A quarter of a warp reads 64
# bytes of each of two rows, which are then in different banks.
PAD = 32


@dataclass(frozen=True)
class WeightTile(Tile):
    """warps_n x warps_k warps, each with `fragments` x 16 rows of weights and 8 `eights` of A.

    Parameters
    ----------
    warps_k : int
        Warps that share a row of weights: each computes every warps_k-th group of K.
    stages : int
        Slices of K in shared memory; a slice has one group for each of the `warps_k` warps.
    parts : int
        Parts of K, each computed by a separate block.
    wgmma : bool
        Whether four warps multiply together by wgmma, with A's rows from shared memory.
    """

    warps_n: int = 4
    warps_k: int = 1
    fragments: int = 1
    eights: int = 2
    stages: int = 4
    parts: int = 1
    wgmma: bool = False

    def __post_init__(self) -> None:
        if self.wgmma and self.warps_n % 4:
            raise UserError(f"warps_n = {self.warps_n}: four warps together execute a wgmma")

    def block(self) -> tuple[int, int, int]:
        columns = self.warps_n * self.fragments * FRAGMENT_N
        rows = 8 * self.eights if self.wgmma else 1
        return (rows, columns, self.parts * self.warps_k * GROUP)

    @property
    def threads(self) -> dict[str, int]:
        return {"threadIdx.z": self.warps_k, "threadIdx.y": self.warps_n, "threadIdx.x": WARP}


def padded(sch: s_tir.Schedule, rows: int) -> Iterator:
    """`pad_rows` as a step."""
    pad_rows(sch, rows)
    yield "pad", f"{rows} rows per block, the least of an MMA; rows beyond A's last are zero"


def dequantized_in_place(sch: s_tir.Schedule) -> Iterator:
    """Convert weights to float16 where they are used."""
    sch.compute_inline("W_value")
    yield "dequantize", "weights become float16 where they are used: memory holds only codes"


def sums_by_lane(tile: WeightTile) -> Callable:
    """Where mma.sync has accumulator (i, fragment, upper, g) and its element k of a group of K:
    block and warp along both axes, lane (two axes), fragment, group of eight rows, register (two
    axes), and the parts of k."""
    rows = 8 * tile.eights

    def places(i, fragment, upper, g, group, k):
        sums = (
            i // rows,
            fragment // tile.fragments,
            g,
            i % 8 // 2,
            fragment % tile.fragments,
            i % rows // 8,
            upper,
            i % 2,
        )
        if tile.wgmma:
            within = (k % 32 // 16, k % 16 // 8, k % 8 // 2)
        else:
            within = (k % 32 // 8, k % 8 // 4, k % 4 // 2)
        return (*sums, group, k // 64, k % 64 // 32, *within, k % 2)

    return places


def operands_in_shared(
    sch: s_tir.Schedule, mma_block: SBlockRV, group: LoopRV, tile: WeightTile, scope: str
) -> Generator[tuple, None, list[SBlockRV]]:
    """Copies of A, and of codes and scales unless these are read from global memory, to shared
    memory for each group of K; with wgmma, A as TMA stores it."""
    operands = range(1 if scope == "global" else 3)
    copies = [sch.cache_read(mma_block, operand, "shared.dyn") for operand in operands]
    for copy, size in zip(copies, (2, 4, 2), strict=False):
        sch.compute_at(copy, group, preserve_unit_loops=True)
        if not tile.wgmma or copy is not copies[0]:
            bind_fetch(sch, copy, tile.threads, 16 // size)
    inline_padding(sch, copies)
    if tile.wgmma:
        half = GROUP // 2
        sch.transform_layout(copies[0], ("write", 0), lambda i, k: (k // half, i, k % half))
        row, k = sch.get_loops(copies[0])[-2:]
        boxes, k = sch.split(k, [None, half])
        sch.reorder(boxes, row, k)
        sch.unroll(boxes)
        yield "cache_shared", "16 bytes per thread of codes and scales; A in two boxes of 64 of K"
    else:
        sch.storage_align(copies[0], 0, axis=0, factor=GROUP, offset=PAD)
        yield "cache_shared", "16 bytes per thread; 64 bytes of padding avoid A's bank conflicts"
    return copies


def weight_tiles(
    sch: s_tir.Schedule, tile: WeightTile, scope: str, part_axis: str = ""
) -> Generator[tuple, None, tuple[SBlockRV, LoopRV]]:
    """Block, warp and lane tiles of the GEMM, with weights read from `scope`.

    With `part_axis`, K is split into parts along this axis in the block "C_sum_rf", whose partial
    sums are stored. Returns the block that stores and the loop over groups of K.
    """
    yield from dequantized_in_place(sch)
    places = sums_by_lane(tile)
    product = "C_sum_rf" if part_axis else "C_sum"
    if part_axis:
        sch.transform_block_layout(
            product,
            lambda part, i, n, upper, g, group, k: (part, *places(i, n, upper, g, group, k)),
        )
    else:
        sch.transform_block_layout(
            product, lambda i, n, upper, g, k: places(i, n, upper, g, k // GROUP, k % GROUP)
        )
    store = sch.reindex(product, ("write", 0))
    sch.set_scope(product, 0, "local")
    name = "wgmma" if tile.wgmma else "mma.sync"
    yield "sums_by_lane", f"{name} distributes accumulators: a loop per part of the lane's index"
    loops = sch.get_loops(product)
    part = [loops.pop(0)] if part_axis else []
    row, warp, g, t, n, m, upper, pair, group, *inner = loops
    column, warp = sch.split(warp, [None, tile.warps_n])
    sch.reorder(row, column, *part, warp, g, t, group, n, m, upper, pair, *inner)
    lane = sch.fuse(g, t)
    axes = ["blockIdx.y", "blockIdx.x", *filter(None, [part_axis]), "threadIdx.y", "threadIdx.x"]
    for loop, axis in zip([row, column, *part, warp, lane], axes, strict=True):
        sch.bind(loop, axis)
    sch.reverse_compute_at(store, lane, preserve_unit_loops=True)
    if not part_axis:
        sch.reverse_compute_inline("C")
    yield "bind", f"{tile.block()[1]} columns per block, {16 * tile.fragments} per warp"
    if tile.wgmma:
        read = sch.cache_read(store, 0, "local")
    mma_block = sch.blockize(n)
    copies = yield from operands_in_shared(sch, mma_block, group, tile, scope)
    init = sch.decompose_reduction(mma_block, group)
    leave_unrolling(sch, sch.get_loops(sch.get_child_blocks(init)[0])[0])
    yield INIT
    sch.tensorize(mma_block, int4_group(tile.fragments, tile.eights, scope, tile.wgmma))
    if tile.wgmma:
        sch.tensorize(sch.get_loops(copies[0])[-2], tma_intrinsic(8 * tile.eights))
        names = wgmma_intrinsics(True, Wgmma(columns=8 * tile.eights))
        sch.tensorize(sch.get_loops(read)[-3], names["read"])
    yield (
        "tensorize",
        "codes are converted to float16 in pairs in registers; eight "
        + ("wgmma per fragment and group" if tile.wgmma else "MMAs per row and group"),
    )
    return store, group


def pipelined(sch: s_tir.Schedule, group: LoopRV, tile: WeightTile) -> Iterator:
    """A slice's copies by cp.async, as many slices ahead as there are stages but one."""
    last = tile.stages - 1
    sch.annotate(group, "software_pipeline_async_stages", [0])
    sch.annotate(group, "software_pipeline_stage", [0, 0, 0, last])
    sch.annotate(group, "software_pipeline_order", [0, 1, 2, 3])
    yield "pipeline_async", f"{last} slices are in flight while one is multiplied"


def parts_of_k(sch: s_tir.Schedule, extents: list[int | None], which: int) -> Iterator:
    """Sums of parts of K, the loop numbered `which` of those that K is split into."""
    *sums, k = sch.get_loops("C_sum")
    rest = sch.split(k, extents)
    part = rest.pop(which)
    sch.reorder(part, *sums, *rest)
    sch.rfactor(part, 0)
    sch.cache_write("C_sum", 0, "local")
    yield "rfactor", f"partial sums over {extents[which]} parts of K, added at the end"


def sum_parts(
    sch: s_tir.Schedule, threads: dict[str, int], block_axis: str = "", vector: int = 1
) -> Iterator:
    """A thread adds the parts of `vector` results; with `block_axis` this is a separate kernel."""
    (write,) = sch.get_consumers("C_sum")
    results = sch.get_loops(write)[-4:]
    if vector > 1:
        results[-1], lanes = sch.split(results[-1], [None, vector])
        sch.vectorize(lanes)
    block, *bound = sch.split(sch.fuse(*results), [None, *threads.values()])
    if block_axis:
        sch.bind(block, block_axis)
    for axis, loop in zip(threads, bound, strict=True):
        sch.bind(loop, axis)
    sch.compute_at("C_sum", bound[-1], preserve_unit_loops=True)
    sch.reverse_compute_inline("C")
    part = sch.get_loops("C_sum")[-5]
    leave_unrolling(sch, part)
    if vector > 1:
        sch.vectorize(sch.get_loops("C_sum")[-1])
    sch.decompose_reduction("C_sum", part)
    results = "a result" if vector == 1 else f"{vector} results"
    yield "sum_parts", f"{results} per thread, added in the order of the parts: reproducible bits"


def shared_by_warps(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """`warps_k` warps of a block alternate between groups of K; the block then adds their sums."""
    yield from parts_of_k(sch, [None, tile.warps_k, GROUP], 1)
    store, group = yield from weight_tiles(sch, tile, "shared.dyn", "threadIdx.z")
    sch.set_scope(store, 0, "shared.dyn")
    column = sch.get_loops(store)[1]
    (write,) = sch.get_consumers("C_sum")
    for block in ("C_sum", write):
        sch.reverse_compute_at(block, column, preserve_unit_loops=True)
    yield from sum_parts(sch, tile.threads)
    yield from pipelined(sch, group, tile)


def shared_by_blocks(sch: s_tir.Schedule, tile: WeightTile, vector: int = 1) -> Iterator:
    """`parts` of K in separate blocks, and a second kernel that adds their partial sums, `vector`
    results per thread."""
    yield from parts_of_k(sch, [tile.parts, None, GROUP], 0)
    yield from sum_parts(sch, {"threadIdx.x": SUM_THREADS}, "blockIdx.x", vector)
    _, group = yield from weight_tiles(sch, tile, "shared.dyn", "blockIdx.z")
    yield from pipelined(sch, group, tile)


# --- intrinsics -----------------------------------------------------------------------------------

# 4-bit codes multiplied by float16 on tensor cores, a group of 128 of K at a time.
#
# mma.sync.m16n8k16 adds A B to D: A 16 x 16 and B 16 x 8 in float16, D in float32. Here the weights
# are its A, and the few rows of float16 are its B, so eight rows fill an instruction. Codes are
# stored in the order of the lanes (`quantized.place_in_fragment`, like MARLIN's, arXiv
# 2408.11743): a word is a lane's part of A. It is converted to float16 in registers, exactly, by
# half an operation per code (Kim et al., "Who Says Elephants Can't Run", 2022); subtracting the
# zero point takes another half. The scale multiplies the accumulators of the group. With more than
# 16 rows there are more accumulators than weights, and the scale multiplies the weights.
#
# The description of the intrinsic states what one lane computes: lane 4 g + t has the accumulators
# of rows g and g + 8 of each fragment of weights with rows 2 t and 2 t + 1 of each eight rows of A.
# It consists of plain loops, which a CPU can run. All 32 lanes must take part.

_PARTS = cuda_parts(Path(__file__).with_name("weights.cuh"))


def int4_wgmma_text(eights: int) -> str:
    """CUDA text of `int4_group_wgmma` for eight times `eights` rows of A, with four accumulators
    per lane for each eight; `hopper_text` puts in their names, and has the functions it calls."""
    count = 4 * eights
    text = (_PARTS["codes"] + _PARTS["wgmma"]).replace("@COUNT", str(count))
    for operand in range(5):
        text = text.replace(f"@{operand}", str(count + operand))
    return text


# An axis of one has a loop and no index, as in the block that is tensorized.
_BLOCK = """
@T.prim_func(s_tir=True)
def {name}(a: T.handle, w: T.handle, s: T.handle, c: T.handle) -> None:
    {strides}
    A = T.match_buffer(a, ({a_shape}), "float16", offset_factor=1, scope="shared.dyn"{a_strides})
    W = T.match_buffer(
        w, ({fragments}, 2, 4, 4), "int32", offset_factor=1, scope="{scope}"{w_strides})
    S = T.match_buffer(s, ({columns}, 2), "float16", offset_factor=1, scope="{scope}")
    C = T.match_buffer(c, ({sums}), "float32", offset_factor=1, scope="local")
    with T.sblock("root"):
        T.reads(C[{all_sums}], A[{all_a}], W[0:{fragments}, 0:2, 0:4, 0:4],
                S[0:{columns}, 0:2])
        T.writes(C[{all_sums}])
"""
_PRODUCTS = """\
        for n, m, i, p, {k_loops}, e in T.grid({fragments}, {eights}, 2, 2, {k_extents}, 2):
            with T.sblock("product"):
                {spatial}vi, vp, {k_axes}, ve = T.axis.remap(
                    "{kinds}SSRRRRRR", [{loops}i, p, {k_loops}, e])
                C[{spatial}vi, vp] = C[{spatial}vi, vp] + T.Cast("float32",
                    A[{a_index}]) * T.Cast("float32",
                    (T.Cast("float16",
                        W[{fragment}, vk, vt, vh * 2 + vq] >> ve * 16 + vr * 8 + vi * 4 & 15)
                     - S[{column}vi * 8, 1]) * S[{column}vi * 8, 0])
"""


# Strides of A and W as the implementation sees them.
_STRIDES = {
    "a": ("a_row", "a_one"),
    "a_wgmma": ("a_half", "a_row", "a_one"),
    "w": ("w_fragment", "w_part", "w_lane", "w_one"),
}


@cache
@quick_parser()
def int4_group(fragments: int, eights: int, scope: str, wgmma: bool = False) -> str:
    """Registers the product of 128 of K for one lane and gives its name.

    `fragments` of 16 rows of weights, in `scope` with their scales and zero points, with `eights`
    times eight rows of A in shared.dyn; float32 sums of shape (fragments, eights, 2, 2) in scope
    local, without the axes that are one. With `wgmma` four warps take part together, and A is of
    shape (2, rows, 64), as TMA stores it.
    """
    rows, columns = 8 * eights - 6, FRAGMENT_N * fragments - 7
    axes = [("n", fragments)] * (fragments > 1) + [("m", eights)] * (eights > 1)
    sums = (*(count for _, count in axes), 2, 2)
    row = "vm * 8 + vp" if eights > 1 else "vp"
    a_shape = (2, rows, GROUP // 2) if wgmma else (rows, GROUP)
    k_axes = {"k": 2, "h": 2, "t": 4, "q": 2, "r": 2}
    if wgmma:
        k_axes = {"k": 2, "h": 2, "q": 2, "r": 2, "t": 4}
    values = {
        "a_shape": ", ".join(map(str, a_shape)),
        "all_a": ", ".join(f"0:{extent}" for extent in a_shape),
        "a_index": f"vk, {row}, vh * 32 + vq * 16 + vr * 8 + vt * 2 + ve"
        if wgmma
        else f"{row}, vk * 64 + vh * 32 + vt * 8 + vq * 4 + vr * 2 + ve",
        "k_loops": ", ".join(k_axes),
        "k_axes": ", ".join(f"v{name}" for name in k_axes),
        "k_extents": ", ".join(map(str, k_axes.values())),
        "columns": columns,
        "fragments": fragments,
        "scope": scope,
        "sums": ", ".join(map(str, sums)),
        "all_sums": ", ".join(f"0:{count}" for count in sums),
        "loops": "".join(f"{name}, " for name, _ in axes),
        "eights": eights,
        "spatial": "".join(f"v{name}, " for name, _ in axes),
        "kinds": "S" * len(axes),
        "fragment": "vn" if fragments > 1 else "0",
        "column": "vn * 16 + " if fragments > 1 else "",
    }
    described = _BLOCK.format(name="description", strides="", a_strides="", w_strides="", **values)
    described += _PRODUCTS.format(**values)
    a_strides, w_strides = _STRIDES["a_wgmma" if wgmma else "a"], _STRIDES["w"]
    strides = (*a_strides, *w_strides)
    implemented = _BLOCK.format(
        name="implementation",
        strides=f"{', '.join(strides)} = {', '.join(['T.int32()'] * len(strides))}",
        a_strides=f", strides=[{', '.join(a_strides)}]",
        w_strides=f", strides=[{', '.join(w_strides)}]",
        **values,
    )
    implemented += "        T.evaluate(call(C, A, W, S, a_row, w_fragment))\n"

    def call(c, a, w, s, a_row, w_fragment):
        operands = (c.access_ptr("rw"), *(operand.access_ptr("r") for operand in (a, w, s)))
        if wgmma:
            left_open = (T.call_extern("int32", name) for name in (STAGE, PHASE))
            function = f"{WGMMA_CODES}<{fragments}>"
            return T.call_extern("void", function, *operands, w_fragment, *left_open)
        function = f"int4_group<{fragments}, {eights}>"
        text = _PARTS["codes"] + _PARTS["mma"]
        return cuda_func_call(function, *operands, a_row, w_fragment, source_code=text)

    name = f"int4_group_{fragments}_{eights}_{scope}" + ("_wgmma" if wgmma else "")
    s_tir.TensorIntrin.register(
        name,
        from_source(described),
        from_source(implemented, {"T": T, "call": call}),
        override=True,
    )
    return name
