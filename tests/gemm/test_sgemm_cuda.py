"""Each rung of gemm/sgemm_cuda keeps its promise in its own CUDA."""

from __future__ import annotations

import re

import pytest
from banks import WARP, lane_words, subscripts, wavefronts
from conftest import lowered

from schedules.core.catalog import ladder
from schedules.core.errors import ShapeError

LADDER = ladder("gemm/sgemm_cuda")
WIDE = ["float4_fetch", "conflict_free", "outer_product", "double_buffer"]
SECTOR = 8  # floats in the 32 bytes that global memory is read by


def cuda(rung: str, step: str = "", shape=None) -> str:
    """A rung's CUDA with vectors of indexes written out: A[v.x] becomes A[its index]."""
    text = lowered(LADDER[rung], step, shape).kernel_source
    for name, indexes in re.findall(r"int4 (\w+) = make_int4\((.*)\);", text):
        for lane, index in zip("xyzw", indexes.split(", "), strict=True):
            text = text.replace(f"[{name}.{lane}]", f"[{index}]")
    return text


def launch(rung: str):
    (one,) = lowered(LADDER[rung]).launches
    return one


def addresses(rung: str, buffer: str, *, store: bool, **loops: int) -> list[tuple[list[int], int]]:
    """For each access to a buffer, the words of warp 0's lanes and the access's width in words."""
    block = launch(rung).block[:2]
    found = subscripts(cuda(rung), buffer, store=store)
    assert found
    return [(lane_words(expression, block, **loops), width) for expression, width in found]


def passes(rung: str, buffer: str, *, store: bool, **loops: int) -> set[int]:
    """Wavefronts of each access to a shared buffer."""
    return {
        wavefronts(words, width) for words, width in addresses(rung, buffer, store=store, **loops)
    }


def body_of(text: str, loop: str) -> str:
    """The body of the first loop whose variable starts with `loop`."""
    lines = text.splitlines()
    first = next(at for at, line in enumerate(lines) if re.match(rf" *for \(int {loop}", line))
    indent = len(lines[first]) - len(lines[first].lstrip())
    last = lines.index(" " * indent + "}", first)
    return "\n".join(lines[first + 1 : last])


def test_the_documents_order():
    assert list(LADDER.rungs)[:8] == [
        "naive",
        "shared_tile",
        "register_tile",
        "reindexed_fetch",
        "float4_fetch",
        "conflict_free",
        "outer_product",
        "double_buffer",
    ]


def test_the_documents_computation():
    workload = LADDER.workload
    assert (workload.shape, workload.in_dtype) == ((1024,) * 3, "float32")
    assert (workload.a_layout, workload.b_layout) == ("mk", "kn")
    assert all(rung.workload == workload for rung in list(LADDER.rungs.values())[:8])


@pytest.mark.parametrize(
    ("rung", "kernel", "whole", "cpu", "error"),
    [
        ("naive", (16.5047, 8.7018), (0.5785, 0.8050), (3.77, 2.19), 0),
        ("shared_tile", (3.0668, 3.5311), (0.3008, 0.6995), (3.79, 2.19), 0),
        ("register_tile", (24.6882, 10.6388), (0.7971, 0.8331), (3.78, 2.19), 0),
        ("reindexed_fetch", (9.1244, 10.1694), (0.4615, 0.8300), (3.80, 2.19), 0),
        ("float4_fetch", (None, None), (0.8365, 0.6499), (3.83, 2.19), 1709),
        ("conflict_free", (None, None), (0.6988, 0.6567), (3.81, 2.19), 1709),
    ],
)
def test_the_documents_figures(rung, kernel, whole, cpu, error):
    for at, device in enumerate(("A100", "RTX 3090")):
        figures = [figure for figure in LADDER[rung].figures if figure.device == device]
        assert [figure.unit for figure in figures] == ["ms", "s", "s", "error"]
        values = [figure.value for figure in figures]
        assert values == [kernel[at], whole[at], cpu[at], error]
        assert ("not launched" in figures[0].note) == (kernel[at] is None)


def test_the_document_has_no_figure_beyond_its_sixth_kernel():
    assert LADDER["outer_product"].figures == LADDER["double_buffer"].figures == ()
    assert [figure.value for figure in LADDER.reference] == [None, None]
    assert {figure.device for figure in LADDER.reference} == {"A100", "RTX 3090"}


@pytest.mark.parametrize(
    ("rung", "grid", "block", "shared"),
    [
        ("naive", 32, 32, 0),
        ("shared_tile", 32, 32, 2 * 32 * 32),
        ("register_tile", 8, 32, 0),
        ("reindexed_fetch", 8, 32, 2 * 128 * 8),
        ("float4_fetch", 8, 16, 2 * 128 * 8),
        ("conflict_free", 8, 16, (132 + 128) * 8),
        ("outer_product", 8, 16, (132 + 128) * 8),
        ("double_buffer", 8, 16, 2 * (132 + 128) * 8),
    ],
)
def test_launches(rung, grid, block, shared):
    one = launch(rung)
    assert one.grid == (grid, grid, 1)
    assert one.block == (block, block, 1)
    assert (one.static_shared, one.dynamic_shared) == (4 * shared, 0)


@pytest.mark.parametrize("rung", list(LADDER.rungs)[:8])
def test_sums_are_in_registers_and_written_once(rung):
    text = cuda(rung)
    tile = LADDER[rung].tile
    sums = tile.block_i * tile.block_j // (tile.threads_i * tile.threads_j)
    assert f"float C_local_ptr[{sums}];" in text
    assert not subscripts(text, "C_ptr", store=False)
    assert "C_ptr" not in body_of(text, "k")


@pytest.mark.parametrize("rung", list(LADDER.rungs)[:8])
def test_lanes_lie_along_rows_of_b_and_c(rung):
    """The document's lanes read A and write C a row of the matrix apart."""
    row = 1024
    for buffer, store in (("B_ptr", False), ("C_ptr", True)):
        for words, _ in addresses(rung, buffer, store=store):
            columns = sorted({word % row for word in words})
            assert len({word // row for word in words}) <= 2
            assert columns[-1] < 128
            assert words[1] - words[0] in (1, 4, 8)


def test_naive_reads_both_operands():
    """Where the document's listing reads A twice."""
    text = cuda("naive")
    assert "__shared__" not in text
    assert len(subscripts(text, "A_ptr", store=False)) == 1
    assert len(subscripts(text, "B_ptr", store=False)) == 1
    ((words, _),) = addresses("naive", "A_ptr", store=False, k=5)
    assert set(words) == {5}
    ((words, _),) = addresses("naive", "B_ptr", store=False, k=5)
    assert words == [5 * 1024 + lane for lane in range(WARP)]


def test_shared_tile_has_two_square_tiles_without_conflicts():
    text = cuda("shared_tile")
    assert "__shared__ alignas(64) float A_shared_ptr[1024];" in text
    assert "__shared__ alignas(64) float B_shared_ptr[1024];" in text
    assert "A_ptr" not in body_of(text, "k_1")
    for buffer in ("A_shared_ptr", "B_shared_ptr"):
        for store in (True, False):
            assert passes("shared_tile", buffer, store=store) == {1}


@pytest.mark.parametrize("shape", [(33, 35, 37), (1, 63, 40), (31, 1, 1)])
def test_shared_tile_at_odd_shapes_never_waits_in_a_branch(shape):
    """A barrier that only some threads reach hangs the block or lets it run on."""
    text = cuda("shared_tile", shape=shape)
    assert "if (" in text
    open_branches, barriers = [], 0
    for line in text.splitlines():
        depth = len(line) - len(line.lstrip())
        open_branches = [d for d in open_branches if d < depth]
        if "__syncthreads" in line:
            assert open_branches == []
            barriers += 1
        if re.match(r" *(if|} else)", line):
            open_branches.append(depth)
    assert barriers >= 1


def test_register_tile_uses_each_load_four_times():
    text = cuda("register_tile")
    assert "__shared__" not in text
    assert "float A_local_ptr[4];" in text
    assert "float B_local_ptr[4];" in text
    products = body_of(text, "i_1_2 ")
    assert "A_local_ptr[i_1_2] * B_local_ptr[j_1_2]" in products
    assert "A_ptr" not in products
    assert "B_ptr" not in products


def test_reindexed_fetch_gives_each_thread_one_element_of_both():
    for buffer in ("A_shared_ptr", "B_shared_ptr"):
        ((words, width),) = addresses("reindexed_fetch", buffer, store=True)
        assert (words, width) == (list(range(WARP)), 1)
    (a, _), *_ = addresses("reindexed_fetch", "A_ptr", store=False)
    (b, _), *_ = addresses("reindexed_fetch", "B_ptr", store=False)
    assert a == [lane // 8 * 1024 + lane % 8 for lane in range(WARP)]
    assert b == list(range(WARP))
    assert len({word // SECTOR for word in a}) == len({word // SECTOR for word in b}) == 4


def test_the_documents_own_reindexing():
    """What the docstring says of it, by the listing's index expressions."""
    a_global = [lane % 128 * 1024 + lane // 128 for lane in range(WARP)]
    assert len({word // SECTOR for word in a_global}) == 32
    a_store = [lane % 128 * 8 + lane // 128 for lane in range(WARP)]
    b_store = [lane % 8 * 128 + lane // 8 for lane in range(WARP)]
    assert wavefronts(a_store) == wavefronts(b_store) == 8
    assert wavefronts([lane * 4 * 8 for lane in range(WARP)]) == 32  # its reads of A


@pytest.mark.parametrize("rung", WIDE)
def test_fetches_are_float4_and_a_is_turned(rung):
    text = cuda(rung)
    for buffer in ("A_ptr", "B_ptr"):
        loads = subscripts(text, buffer, store=False)
        assert {width for _, width in loads} == {4}
    assert {width for _, width in subscripts(text, "B_shared_ptr", store=True)} == {4}
    # A's float4 lies along k; its words go to four rows of the slice.
    stores = addresses(rung, "A_shared_ptr", store=True)[:4]
    row = 128 + LADDER[rung].tile.pad
    assert [width for _, width in stores] == [1] * 4
    for c, (words, _) in enumerate(stores):
        assert words == [(4 * (lane % 2) + c) * row + lane // 2 for lane in range(WARP)]
    (a, _), *_ = addresses(rung, "A_ptr", store=False)
    assert a == [lane // 2 * 1024 + lane % 2 * 4 for lane in range(WARP)]


# A float4 access of a warp moves 512 bytes, so four wavefronts of 128 are its least.
@pytest.mark.parametrize(
    ("rung", "a_store", "b_store", "a_load", "b_load"),
    [
        ("reindexed_fetch", 1, 1, 1, 4),
        ("float4_fetch", 2, 4, 1, 4),
        ("conflict_free", 1, 4, 1, 1),
        ("outer_product", 1, 4, 4, 4),
        ("double_buffer", 1, 4, 4, 4),
    ],
)
@pytest.mark.parametrize("inner", [0, 3])
def test_bank_conflicts(rung, a_store, b_store, a_load, b_load, inner):
    loops = {"k_1": inner, "i_1_2": inner, "j_1_2": inner}
    assert passes(rung, "A_shared_ptr", store=True, **loops) == {a_store}
    assert passes(rung, "B_shared_ptr", store=True, **loops) == {b_store}
    assert passes(rung, "A_shared_ptr", store=False, **loops) == {a_load}
    assert passes(rung, "B_shared_ptr", store=False, **loops) == {b_load}


def test_conflict_free_needs_both_of_its_steps():
    """Padding alone mends the stores, virtual threads alone the loads."""
    block = (16, 16)
    unpadded = cuda("conflict_free", "bind_fetch")
    (store, width), *_ = subscripts(unpadded, "A_shared_ptr", store=True)
    assert wavefronts(lane_words(store, block), width) == 2
    adjacent = {wavefronts([8 * (lane % 16) + c for lane in range(WARP)]) for c in range(8)}
    assert adjacent == {4}


@pytest.mark.parametrize("rung", ["reindexed_fetch", "float4_fetch", "conflict_free"])
def test_inner_products_read_shared_memory_for_every_product(rung):
    text = cuda(rung)
    assert "A_shared_local" not in text
    assert re.search(r"\* B_shared_ptr\[", body_of(text, "k_1"))


@pytest.mark.parametrize("rung", ["outer_product", "double_buffer"])
def test_outer_products_come_from_registers(rung):
    text = cuda(rung)
    row = body_of(text, "k_1")
    for operand in "AB":
        loads = subscripts(row, f"{operand}_shared_ptr", store=False)
        assert [width for _, width in loads] == [4, 4]
        assert f"float {operand}_shared_local_ptr[8];" in text
    products = body_of(row, "i_1_2")
    assert "_shared_ptr" not in products
    assert len(subscripts(products, "C_local_ptr", store=True)) == 4
    assert {width for _, width in subscripts(text, "C_ptr", store=True)} == {4}


def test_double_buffer_fills_one_half_while_it_reads_the_other():
    text = cuda("double_buffer")
    loop = body_of(text, "k_0_outer")
    before = text[: text.index(loop)]
    # The first slice of both, before the loop.
    assert len(subscripts(before, "A_shared_ptr", store=True)) == 4
    assert len(subscripts(before, "B_shared_ptr", store=True)) == 1
    assert "for (int k_0_outer = 0; k_0_outer < 127;" in before
    for buffer, size in (("A_shared_ptr", 132 * 8), ("B_shared_ptr", 128 * 8)):
        for k in (0, 1, 2):
            for store, half in ((True, (k + 1) % 2), (False, k % 2)):
                found = subscripts(loop, buffer, store=store)
                assert found
                for expression, width in found:
                    words = lane_words(expression, (16, 16), k_0_outer=k)
                    assert {word // size for word in words} == {half}
                    assert {(word + width - 1) // size for word in words} == {half}
    # What is stored is slice k + 1: 8 columns of A further, 8 rows of B.
    for buffer, step in (("A_ptr", 8), ("B_ptr", 8 * 1024)):
        for expression, _ in subscripts(loop, buffer, store=False):
            assert lane_words(expression, (16, 16), k_0_outer=5)[0] == 6 * step


def test_double_buffer_saves_a_barrier_a_slice():
    assert body_of(cuda("outer_product"), "k_0").count("__syncthreads") == 2
    assert body_of(cuda("double_buffer"), "k_0_outer").count("__syncthreads") == 1


@pytest.mark.parametrize("rung", list(LADDER.rungs)[2:8])
def test_register_arrays_have_constant_indexes_once_unrolled(rung):
    text = cuda(rung)
    assert "#pragma unroll" in text
    for name in set(re.findall(r"(\w+_local_ptr)\[", text)):
        for index in re.findall(rf"{name}\[([^\]]*)\]", text):
            assert "threadIdx" not in index
            assert "k_0" not in index


@pytest.mark.parametrize(
    ("rung", "fit"),
    [
        ("register_tile", (128, 128, 5)),
        ("reindexed_fetch", (128, 128, 8)),
        ("float4_fetch", (128, 128, 8)),
        ("conflict_free", (128, 128, 8)),
        ("outer_product", (128, 128, 8)),
        ("double_buffer", (128, 128, 16)),
    ],
)
def test_shapes_the_tile_does_not_divide_are_refused(rung, fit):
    nearest = ",".join(map(str, fit))
    with pytest.raises(ShapeError, match=f"{rung}.*nearest shape that fits is {nearest}$"):
        LADDER[rung].at((100, 128, 5))
    assert LADDER[rung].at(fit).shape == fit


def test_which_rungs_take_any_shape():
    takers = [name for name in list(LADDER.rungs)[:8] if LADDER[name].any_shape]
    assert takers == ["naive", "shared_tile"]
    for name in takers:
        assert LADDER[name].at((1, 35, 17)).shape == (1, 35, 17)
