"""Each rung of gemm/hgemm keeps its promise in its own CUDA."""

from __future__ import annotations

import re

import pytest
from banks import WARP, lane_words, wavefronts
from conftest import lowered

from schedules.catalog import ladder
from schedules.errors import ShapeError

LADDER = ladder("gemm/hgemm")
K = 4096
MMA_RUNGS = ["mma_ldmatrix", "swizzled", "cp_async"]
# Wavefronts of 32 accesses of 16 bytes, eight of which fill the 32 banks.
CONFLICT_FREE = 4
EIGHT_WAY = 32

MMA_SYNC = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
LDMATRIX = "ldmatrix.sync.aligned.m8n8.x4.shared.b16"


def cuda(rung: str, step: str = "") -> str:
    return lowered(LADDER[rung], step).kernel_source


def words(elements: list[int]) -> list[int]:
    """Words of float16 elements, which are even: no access here is smaller than a half2."""
    assert all(element % 2 == 0 for element in elements)
    return [element // 2 for element in elements]


def lanes(expression: str, **values: int) -> list[int]:
    """The element each lane of a warp addresses; names without a value are 0."""
    return lane_words(expression, (WARP, 1), **values)


def ldmatrix_addresses(rung: str) -> list[str]:
    """Index expressions of every ldmatrix, in elements of shared memory, A's and B's in turn."""
    pattern = r"to_shared\(\(&\(\(\(half\*\)buf_dyn_shmem_ptr\)\[(.*)\]\)\) \+ (.*)\);"
    return [f"({start}) + ({lane})" for start, lane in re.findall(pattern, cuda(rung))]


def fetches(rung: str) -> list[tuple[str, str, str]]:
    """Of every 16-byte copy to shared memory: index there, operand, index in global memory."""
    text = cuda(rung)
    plain = re.findall(
        r"\*\(uint4\*\)\(\(\(half\*\)buf_dyn_shmem_ptr\) \+ (.*)\)"
        r" = \*\(uint4\*\)\(([AB])_ptr \+ (.*)\);",
        text,
    )
    asynchronous = re.findall(
        r"cp_async\w*_16\w*\(buf_dyn_shmem_ptr, (.*), ([AB])_ptr, (.*?)(?:, \w+)?\);", text
    )
    return plain + asynchronous


def loop_of(expression: str, prefix: str) -> str:
    """The one loop variable in an expression that starts with `prefix`."""
    (name,) = set(re.findall(rf"\b{prefix}\w*", expression))
    return name


def test_order():
    assert list(LADDER.rungs) == ["naive", "half2", "wmma", *MMA_RUNGS]


@pytest.mark.parametrize(
    ("rung", "grid", "block", "shared"),
    [
        ("naive", (128, 512, 1), (32, 8, 1), (0, 0)),
        ("half2", (32, 32, 1), (16, 16, 1), (2 * 8 * (256 + 8) * 2, 0)),
        # Sums of 128 x 256 in rows 8 words longer, after the slices of A and B are done with.
        ("wmma", (8, 32, 2), (32, 4, 2), (0, 128 * (256 + 8) * 4)),
        ("mma_ldmatrix", (8, 32, 2), (32, 4, 2), (0, (128 + 256) * 64 * 2)),
        ("swizzled", (8, 32, 2), (32, 4, 2), (0, (128 + 256) * 64 * 2)),
        ("cp_async", (8, 32, 2), (32, 4, 2), (0, 3 * (128 + 256) * 64 * 2)),
    ],
)
def test_launch(rung, grid, block, shared):
    (launch,) = lowered(LADDER[rung]).launches
    assert (launch.grid, launch.block) == (grid, block)
    assert (launch.static_shared, launch.dynamic_shared) == shared


def test_naive_loads_single_halves_from_global_memory():
    text = cuda("naive")
    assert "__shared__" not in text
    assert not re.search(r"half[24]\b|uint[124]\b", text)
    assert "(float)A_ptr[" in text and "(float)B_ptr[" in text


def test_half2_fetches_pairs_and_reads_four_of_them():
    text = cuda("half2")
    assert (
        len(re.findall(r"\*\(half2\*\)\([AB]_shared_ptr .* = \*\(half2\*\)\([AB]_ptr", text)) == 2
    )
    assert len(re.findall(r"\*\(uint4\*\)\([AB]_shared_local_ptr .* = \*\(uint4\*\)", text)) == 4
    assert "(float)A_shared_local_ptr" in text, "products are float32"


@pytest.mark.parametrize(
    ("access", "width", "step", "wanted"),
    [
        (r"\*\(half2\*\)\([AB]_shared_ptr \+ (.*)\) = ", 1, "cache_shared", 8),
        (r"\*\(half2\*\)\([AB]_shared_ptr \+ (.*)\) = ", 1, "", 1),
        (r" = \*\(uint4\*\)\(B_shared_ptr \+ (.*)\);", 4, "", 2),
        (r" = \*\(uint4\*\)\(A_shared_ptr \+ (.*)\);", 4, "", 1),
    ],
    ids=["stores unpadded", "stores", "reads of B", "reads of A"],
)
def test_half2_bank_conflicts(access, width, step, wanted):
    """The padding takes the stores apart. Reads of B are 16 float4 a warp, twice 128 bytes; of A
    they are two, each broadcast."""
    found = re.findall(access, cuda("half2", step))
    assert found
    for expression in found:
        elements = lane_words(expression, (16, 16))
        distinct = sorted(set(words(elements)))
        if width == 1:
            assert wavefronts(words(elements)) == wanted
        else:
            banks = [word % 32 for first in distinct for word in range(first, first + width)]
            assert max(banks.count(bank) for bank in banks) == wanted


def test_wmma_multiplies_16x16x16_fragments_from_padded_rows():
    text = cuda("wmma")
    for kind in ("matrix_a, 16, 16, 16, half", "matrix_b, 16, 16, 16, half"):
        assert f"wmma::fragment<nvcuda::wmma::{kind}" in text
    assert "wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>" in text
    assert text.count("wmma::mma_sync(") == 1
    assert [int(row) for row in re.findall(r"load_matrix_sync\(.*, (\d+)\);", text)] == [72, 72]
    assert re.findall(r"store_matrix_sync\(.*, (\d+), nvcuda::wmma::mem_row_major", text) == ["264"]
    assert "*(half4*)(C_ptr" in text
    # Sums reuse the memory of A's and B's slices: all warps are done with those, then with writing.
    after = text[text.index("wmma::mma_sync(") :]
    store, read = after.index("store_matrix_sync("), after.index("*(half4*)(C_ptr")
    assert "__syncthreads();" in after[:store] and "__syncthreads();" in after[store:read]
    rows = [row * 72 // 2 for row in range(8)]
    assert len({word % 32 for first in rows for word in range(first, first + 4)}) == 32


@pytest.mark.parametrize("rung", MMA_RUNGS)
def test_mma_rungs_use_ptx_on_registers(rung):
    text = cuda(rung)
    assert LDMATRIX in text and MMA_SYNC in text
    assert "wmma" not in text
    assert ".trans." not in text, "B lies (N, K): no transposing loads"
    sets = 2 if rung == "cp_async" else 1
    arrays = dict(re.findall(r"(\w+_warp)_ptr\[(\d+)\];", text))
    assert {int(size) for name, size in arrays.items() if name.startswith("C")} == {128}
    # 4 fragments of 16 x 16 over 32 lanes.
    assert {int(size) for name, size in arrays.items() if name[0] in "AB"} == {sets * 4 * 8}
    assert not re.search(r"_warp_ptr\s*\+[^\[]*threadIdx", text), "a lane's registers, by constants"
    assert "__shfl" not in text
    assert "*(half2*)(C_ptr" in text


def test_every_other_rung_does_without_tensor_cores():
    for rung in ("naive", "half2"):
        assert "mma" not in cuda(rung)


def ldmatrix_wavefronts(rung: str) -> set[int]:
    found = set()
    expressions = ldmatrix_addresses(rung)
    assert expressions
    for expression in expressions:
        fragment = loop_of(expression, "ax0_0")
        steps = set(re.findall(r"\bk_1\w*", expression))
        for row in range(4):
            for step in range(4 if steps else 1):
                for warp in range(2):
                    values = {fragment: row, "threadIdx_z": warp} | dict.fromkeys(steps, step)
                    found.add(wavefronts(words(lanes(expression, **values)), 4))
    return found


def test_unswizzled_ldmatrix_reads_eight_rows_from_four_banks():
    assert ldmatrix_wavefronts("mma_ldmatrix") == {EIGHT_WAY}


@pytest.mark.parametrize("rung", ["swizzled", "cp_async"])
def test_swizzled_ldmatrix_is_conflict_free(rung):
    assert ldmatrix_wavefronts(rung) == {CONFLICT_FREE}


@pytest.mark.parametrize("rung", MMA_RUNGS)
def test_stores_to_shared_memory_are_conflict_free(rung):
    found = fetches(rung)
    assert {operand for _, operand, _ in found} == {"A", "B"}
    for shared, _, _ in found:
        loop = loop_of(shared, "ax0_ax1_fused_0")
        for turn in range(4):
            assert wavefronts(words(lanes(shared, **{loop: turn})), 4) == CONFLICT_FREE


@pytest.mark.parametrize("rung", ["mma_ldmatrix", "swizzled"])
@pytest.mark.parametrize("operand", ["A", "B"])
def test_ldmatrix_finds_what_the_fetch_stored(rung, operand):
    """Follows every address of a block's first slice: from global memory to shared memory, and
    from there to the rows of 8 x 8 matrices that a fragment's registers are made of."""
    (copy,) = [one for one in fetches(rung) if one[1] == operand]
    turns = 4 if operand == "A" else 8
    stored = {}
    for turn in range(turns):
        for z in range(2):
            for y in range(4):
                place, source = (
                    lanes(
                        expression.replace("((int)threadIdx.y)", str(y)),
                        threadIdx_z=z,
                        **{loop_of(expression, "ax0_ax1_fused_0"): turn},
                    )
                    for expression in (copy[0], copy[2])
                )
                stored |= dict(zip(place, source, strict=True))
    assert len(stored) == turns * 8 * WARP, "no two pieces in one place"

    expression = ldmatrix_addresses(rung)["AB".index(operand)]
    warps = 2 if operand == "A" else 4
    axis = "z" if operand == "A" else "y"
    for warp in range(warps):
        text = expression.replace(f"((int)threadIdx.{axis})", str(warp))
        for fragment in range(4):
            for step in range(4):
                places = lanes(text, ax0_0=fragment, ax0_0_1=fragment, k_1=step)
                for lane, place in enumerate(places):
                    # A: lanes 0-15 take rows 0-15, 16-31 the eight k after. B: rows by half warps.
                    row, piece = (lane % 16, lane // 16)
                    if operand == "B":
                        row, piece = (lane // 16 * 8 + lane % 8, lane % 16 // 8)
                    row += warp * 64 + fragment * 16
                    assert stored[place] == row * K + step * 16 + piece * 8


def test_swizzle_is_an_exclusive_or():
    assert not any("^" in address for address in ldmatrix_addresses("mma_ldmatrix"))
    assert all("^" in address for address in ldmatrix_addresses("swizzled"))
    assert all("^" in shared for shared, _, _ in fetches("swizzled"))


def test_cp_async_keeps_two_slices_in_flight():
    one = lowered(LADDER["cp_async"])
    assert "cp.async.cg.shared.global" in one.source
    text = one.kernel_source
    assert not re.search(r"\*\(uint4\*\)\(\(\(half\*\)buf_dyn_shmem_ptr\)", text)
    loop = text[text.index("for (int k_0") :]
    before = text[: text.index("for (int k_0")]
    assert before.count("commit_group();") == 2
    assert loop.index("commit_group();") < loop.index("wait_group_1();") < loop.index("mma.sync")
    assert "% 3" in loop


def test_cp_async_loads_the_next_fragments_before_it_multiplies():
    text = cuda("cp_async")
    inner = text[text.index("#pragma unroll") :]
    assert inner.index("for (int k_1") < inner.index(LDMATRIX) < inner.index(MMA_SYNC)
    assert "(k_1 + 1) & 1" in inner


@pytest.mark.parametrize("rung", list(LADDER.rungs))
def test_dumps_stay_readable(rung):
    assert len(cuda(rung).encode()) < 60_000


@pytest.mark.parametrize("rung", list(LADDER.rungs)[1:])
def test_refuses_shapes_the_tile_does_not_divide(rung):
    with pytest.raises(ShapeError, match="nearest shape that fits is 4096,4096,4096"):
        LADDER[rung].at((4095, 4096, 4096))


@pytest.mark.parametrize("rung", ["wmma", *MMA_RUNGS])
def test_needs_as_many_slices_of_k_as_there_are_stages(rung):
    with pytest.raises(ShapeError, match="nearest shape that fits is 128,256,192"):
        LADDER[rung].at((128, 256, 64))


def test_naive_takes_any_shape():
    assert LADDER["naive"].at((1, 17, 3)).shape == (1, 17, 3)
