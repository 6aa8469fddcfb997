"""Each rung of gemm/hgemm keeps its promise in its own CUDA."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace
from functools import cache
from types import CodeType

import numpy as np
import pytest
from banks import WARP, lane_words, wavefronts
from conftest import compiled, lowered, machine_code
from tvm import s_tir, tirx

from gpusim.errors import UserError
from schedules.commands.options import chosen
from schedules.core.catalog import ladder
from schedules.core.errors import LoweringError, ShapeError
from schedules.core.ladder import Rung
from schedules.core.steps import steps
from schedules.core.target import DEFAULT_GPU, Target
from schedules.lowering.hopper_calls import mark_turns
from schedules.lowering.lower import Lowered, lower

LADDER = ladder("gemm/hgemm")
K = 4096
MMA_RUNGS = ["mma_ldmatrix", "swizzled", "cp_async"]
WGMMA_RUNGS = ["wgmma", "wgmma_tma"]
ROLE_RUNGS = ["producer", "persistent", "tma_store", "multicast", "pingpong"]
BFLOAT16_RUNGS = ["bfloat16_cp_async", "bfloat16_wgmma_tma", "bfloat16_tma_store"]
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
    assert list(LADDER.rungs) == [
        *("naive", "half2", "wmma"),
        *MMA_RUNGS,
        *WGMMA_RUNGS,
        *ROLE_RUNGS,
        *BFLOAT16_RUNGS,
    ]


@pytest.mark.parametrize(
    ("rung", "grid", "block", "shared"),
    [
        ("naive", (128, 512, 1), (32, 8, 1), (0, 0)),
        ("half2", (32, 32, 1), (16, 16, 1), (2 * 8 * (256 + 8) * 2, 0)),
        # Sums of 128 x 256 in rows 8 words longer, after the slices of A and B are done with.
        ("wmma", (8, 32, 2), (32, 4, 2), (0, 128 * (256 + 8) * 4)),
        ("mma_ldmatrix", (8, 32, 2), (32, 4, 2), (0, (128 + 256) * 64 * 2)),
        ("swizzled", (8, 32, 2), (32, 4, 2), (0, (128 + 256) * 64 * 2)),
        ("cp_async", (16, 32, 2), (32, 2, 2), (0, 3 * (128 + 128) * 64 * 2)),
        ("wgmma", (8, 32, 2), (128, 2, 1), (0, 3 * (128 + 256) * 64 * 2)),
        # A barrier of 8 bytes per stage behind the slices.
        ("wgmma_tma", (8, 32, 2), (128, 2, 1), (0, 4 * ((128 + 256) * 64 * 2 + 8))),
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


# --- wgmma ----------------------------------------------------------------------------------------


def arguments(function: str, text: str) -> list[list[str]]:
    """The arguments of each call of a device function, in the order of the text."""
    found = []
    for line in text.splitlines():
        if line.strip().startswith(f"{function}("):
            inside, parts, depth = line.strip()[len(function) + 1 : -2], [""], 0
            for character in inside:
                depth += (character in "([") - (character in ")]")
                if character == "," and depth == 0:
                    parts.append("")
                else:
                    parts[-1] += character
            found.append([part.strip() for part in parts])
    return found


@cache
def python_of(expression: str) -> CodeType:
    """An index expression of CUDA, in which no operand is negative, as Python's."""
    code = re.sub(r"\(\(int\)(\w+)\.(\w)\)", r"\1_\2", expression).replace("/", "//")
    return compile(code.replace("(int)", ""), expression, "eval")


def of_thread(expression: str, x: int = 0, y: int = 0, **values: int) -> int:
    """An index expression's value for a thread of block (0, 0, 0); other names are 0."""
    code = python_of(expression)
    names = dict.fromkeys(code.co_names, 0)
    return int(
        eval(code, {"__builtins__": {}}, names | {"threadIdx_x": x, "threadIdx_y": y} | values)
    )


def kernel_of(one: Lowered) -> str:
    """The kernel without the device functions before it."""
    text = one.kernel_source
    return text[text.index('extern "C"') :]


def kernel(rung: str) -> str:
    return kernel_of(lowered(LADDER[rung]))


def shared_half(argument: str) -> str:
    """The index in an address of a float16 in shared memory."""
    (index,) = re.findall(r"^\(&\(\(\(half\*\)buf_dyn_shmem_ptr\)\[(.*)\]\)\)$", argument)
    return index


def shared_byte(argument: str) -> str:
    (index,) = re.findall(r"^\(&\(buf_dyn_shmem_ptr\[(.*)\]\)\)$", argument)
    return index


@pytest.mark.parametrize("rung", WGMMA_RUNGS)
def test_wgmma_rungs_multiply_from_shared_memory(rung):
    found = machine_code(lowered(LADDER[rung]).source)["main_kernel"]
    opcodes = [one.opcode for one in found]
    stages = LADDER[rung].tile.stages
    # Four in the loop, and four for each slice behind it.
    assert opcodes.count("HGMMA.64x256x16.F32") % 4 == 0
    assert opcodes.count("HGMMA.64x256x16.F32") >= 4 * stages
    assert not any(name.startswith(("HMMA", "LDSM")) for name in opcodes)
    loads = sum(name.startswith("UTMALDG.2D") for name in opcodes)
    copies = sum(name.startswith("LDGSTS") for name in opcodes)
    assert (loads > 0, copies > 0) == ((True, False) if rung == "wgmma_tma" else (False, True))
    assert not any(name.startswith(("LDL", "STL")) for name in opcodes), "sums are in registers"


@pytest.mark.parametrize("rung", WGMMA_RUNGS)
def test_ptxas_leaves_wgmma_asynchronous(rung):
    """C7510 and its like say that ptxas waits for each wgmma before it goes on."""
    log = compiled(lowered(LADDER[rung]).source).log
    assert "main_kernel" in log
    assert "serialized" not in log and "C75" not in log


@pytest.mark.parametrize("rung", WGMMA_RUNGS)
def test_every_lane_names_its_first_rows_of_the_operands(rung):
    """wgmma_issue takes a lane's own rows off again: what is left is one tile for a warpgroup, and
    it begins where the swizzle's pattern of 1024 bytes does."""
    function = {"wgmma": "wgmma_slice", "wgmma_tma": "wgmma_slice_tma"}[rung]
    calls = arguments(function, kernel(rung))
    stages = LADDER[rung].tile.stages
    assert len(calls) == stages
    for _, a, b, *_ in calls:
        for turn in range(stages):
            loop = dict.fromkeys(re.findall(r"\bax8_0\w*", a), turn)
            for group in range(2):
                starts = set()
                for lane in range(128):
                    a_row, b_row = lane // 32 * 16 + lane % 32 // 4, lane % 4 * 2
                    a_at = of_thread(shared_half(a), lane, group, **loop) - 64 * a_row
                    b_at = of_thread(shared_half(b), lane, group, **loop) - 64 * b_row
                    starts.add((a_at, b_at))
                ((a_at, b_at),) = starts
                assert a_at % 512 == b_at % 512 == 0
                assert a_at % (128 * 64) == group * 64 * 64, "64 rows of the block's 128"
    assert "__align__(1024)" in kernel(rung)


def test_wgmma_finds_the_swizzle_it_reads_with():
    """Piece c of row r at c ^ (r % 8), in rows of 128 bytes: each copy of 16 bytes of a block."""
    text = cuda("wgmma")
    copies = [found for found in fetches("wgmma") if "ax8_0" in found[0]]
    assert [operand for _, operand, _ in copies] == ["A", "B"]
    for (place, _, source), rows in zip(copies, (128, 256), strict=True):
        loop = loop_of(place, "ax0_ax1_fused_0")
        base = min(of_thread(place, x, **{"ax8_0": 1}) for x in range(128))
        seen = set()
        for turn in range(rows // 32):
            for y in range(2):
                for x in range(128):
                    values = {loop: turn, "ax8_0": 1}
                    row, column = divmod(of_thread(source, x, y, **{loop: turn}) % (K * rows), K)
                    piece = column % 64 // 8
                    at = of_thread(place, x, y, **values) - base
                    assert at == row * 64 + (piece ^ row % 8) * 8
                    seen.add(at)
        assert len(seen) == rows * 8
    assert "fence.proxy.async" in lowered(LADDER["wgmma"]).source and "wait_group" in text


Values = dict[str, int | np.ndarray]

# A block of C off every edge of the grid, all of its threads, and its first row of each operand.
BLOCK: Values = {"blockIdx_x": 3, "blockIdx_y": 5, "blockIdx_z": 1}
THREADS: Values = {"threadIdx_x": np.arange(128), "threadIdx_y": np.arange(2)[:, None]}
FIRST_ROW = {"A": 5 * 128, "B": (1 * 8 + 3) * 256}
# Rows of 128 bytes that a block has of a slice, and pieces of 16 bytes in a row.
SLICE_ROWS = {"A": 128, "B": 256}
PIECES = 8

COPY = r"ptx_cp_async\w*_cg_16_"


def in_order(lines: list[str], outer: Values) -> Iterator[tuple[str, list[str], Values]]:
    """What lines do, one after another: a device function's name, its arguments, and what the names
    in them stand for. The loop over K goes turn by turn; in others, which copy, all turns are one.
    """
    at = 0
    while at < len(lines):
        line = lines[at]
        if loop := re.match(r"( *)for \(int (\w+) = 0; \2 < (\d+); \+\+\2\) {$", line):
            indent, name, turns = loop[1], loop[2], int(loop[3])
            end = lines.index(indent + "}", at)
            body, at = lines[at + 1 : end], end
            if name == "ax8_0":
                for turn in range(turns):
                    yield from in_order(body, outer | {name: turn})
            else:
                assert all(re.match(rf" *(int cse_|{COPY})", one) for one in body), body
                yield from in_order(body, outer | {name: np.arange(turns)[:, None, None]})
        elif call := re.match(r" *(\w+)\(.*\);$", line):
            yield call[1], arguments(call[1], line)[0], outer
        else:
            assert re.match(r" *(extern __shared__ |alignas\(64\) float |int cse_)", line), line
        at += 1


def swizzled(operand: str, at: int) -> np.ndarray:
    """Where each piece of a slice lies that begins at the float16 `at` of shared memory."""
    row, piece = np.arange(SLICE_ROWS[operand])[:, None], np.arange(PIECES)
    return at // 8 + row * PIECES + (piece ^ row % 8)


def pieces(operand: str, row: int, column: int) -> np.ndarray:
    """The first float16 in global memory of each piece of a slice that begins at row and column."""
    rows = np.arange(SLICE_ROWS[operand])[:, None]
    return (row + rows) * K + column + np.arange(PIECES) * 8


def faults(text: str) -> list[str]:
    """What is wrong in a kernel of 128 x 256 on wgmma, by following its loads and products.

    Each piece of 16 bytes of shared memory is followed: a product has to find its slice's there,
    and to have waited for them; a load may only overwrite what all warpgroups have multiplied.
    """
    found: list[str] = []
    # By piece of shared memory: which of an operand's float16 its first is, B's behind A's.
    held = np.full(DEFAULT_GPU.limits.dynamic_shared // 16, -1)
    first = {"A": 0, "B": 1 << 32}
    wait_for: dict[tuple[str, int], object] = {}  # barrier and phase, or group of copies
    loaded: Counter[str] = Counter()  # by operand, pieces
    loads_at: Counter[int] = Counter()  # by barrier
    barriers, arrivals = range(0), 1
    products = multiplied = groups = arrived = 0
    values: Values = {}

    def of_threads(expression: str) -> np.ndarray:
        return np.asarray(eval(python_of(expression), {"__builtins__": {}}, values))

    def value(expression: str) -> int:
        return int(of_threads(expression))  # a TypeError where threads differ

    def load(operand: str, places: np.ndarray, sources: np.ndarray, arrival: object) -> None:
        slices = np.unique(sources % K // 64).tolist()
        old = held[places]
        late = old[(old >= 0) & (old % K // 64 >= multiplied)]
        if late.size:
            over = late[0] % K // 64
            found.append(f"slice {slices[0]} of {operand} is loaded over slice {over}")
        held[places] = first[operand] + sources
        loaded[operand] += places.size
        wait_for.update(((operand, k), arrival) for k in slices)

    def multiply(sums: str, a: str, b: str, later: int, there: Container) -> None:
        x, y = THREADS["threadIdx_x"], THREADS["threadIdx_y"]
        own_rows = {"A": y * 64 + x // 32 * 16 + x % 32 // 4, "B": x % 4 * 2}
        for operand, address in (("A", a), ("B", b)):
            starts = of_threads(shared_half(address)) - own_rows[operand] * 64
            at, *others = np.unique(starts)
            if others or at % 512:
                found.append(f"product {products} reads {operand} from no one pattern's start")
            wanted = first[operand] + pieces(operand, FIRST_ROW[operand], products * 64)
            if (held[swizzled(operand, at)] != wanted).any():
                found.append(f"product {products} finds another slice of {operand}")
            if wait_for.get((operand, products)) not in there:
                found.append(f"product {products} does not wait for {operand}")
        if not sums.endswith("_ptr[0]))"):
            found.append(f"product {products} adds to {sums}")
        if later != (products > 0):
            found.append(f"product {products} begins the sums or adds to them where it should not")

    lines = text[text.index("\n") + 1 : text.index("  wgmma_wait(")].splitlines()
    for name, given, values in in_order(lines, BLOCK | THREADS):  # noqa: B007 - for of_threads
        if name == "tma_start":
            start, stages, arrivals = value(shared_byte(given[0])), int(given[1]), int(given[2])
            barriers = range(start, start + 8 * stages, 8)
        elif name == "tma_load":
            to, operand, column, row, size, full = given
            operand = operand.removesuffix("_map")
            at, column, barrier = value(shared_half(to)), value(column), value(shared_byte(full))
            arrival = (barrier, loads_at[barrier] // arrivals % 2)
            load(operand, swizzled(operand, at), pieces(operand, value(row), column), arrival)
            loads_at[barrier] += 1
            if at % 512:
                found.append(f"slice {column // 64} of {operand} is loaded amid the pattern")
            if int(size) != SLICE_ROWS[operand] * 128:
                found.append(f"slice {column // 64} of {operand} is loaded as {size} bytes")
            if barrier not in barriers:
                found.append(f"slice {column // 64} of {operand} arrives at no barrier")
        elif name == "wgmma_slice_tma":
            *operands, later, full, phase = given
            multiply(*operands, value(later), [(value(shared_byte(full)), value(phase))])
            products += 1
        elif re.match(COPY, name):
            _, to, source, index = given
            to, index = np.broadcast_arrays(of_threads(to), of_threads(index))
            operand = source.removesuffix("_ptr")
            load(operand, to // 8, index, groups)
            if (to % 8).any() or (index % 8).any():
                found.append(f"copies of {operand} are of no whole pieces")
        elif name.endswith("commit_group"):
            groups += 1
        elif wait := re.search(r"wait_group_(\d+)$", name):
            arrived = groups - int(wait[1])
        elif name == "wgmma_slice":
            *operands, later = given
            multiply(*operands, value(later), range(arrived))
            products += 1
        else:
            assert name == "__syncthreads", name
            # wgmma_slice waits for its products, wgmma_slice_tma for those before.
            multiplied = products - ("wgmma_slice_tma(" in text)
    if products != K // 64:
        found.append(f"{products} products of {K // 64}")
    for operand, rows in SLICE_ROWS.items():
        count, wanted = loaded[operand], rows * K // 8
        if count != wanted:
            found.append(f"{count} pieces of {operand} are loaded, not {wanted}")
    if barriers and (barriers[0] < 16 * (np.flatnonzero(held >= 0)[-1] + 1) or barriers[0] % 8):
        found.append("the barriers do not lie behind the slices")
    return found


def staged(rung: str, stages: int) -> Rung:
    return replace(LADDER[rung], tile=replace(LADDER[rung].tile, stages=stages))


@pytest.mark.parametrize(
    ("rung", "stages"), [("wgmma", 2), ("wgmma", 3), ("wgmma_tma", 3), ("wgmma_tma", 4)]
)
def test_products_find_their_slices_whatever_the_stages(rung, stages):
    assert faults(kernel_of(lowered(staged(rung, stages)))) == []


def two_stages_by_tma() -> str:
    """The kernel of `wgmma_tma` with a pipeline of two stages, which the rung refuses."""
    sch = s_tir.Schedule(steps(staged("wgmma_tma", 3))[-1].mod)
    (loop,) = (
        loop
        for loop in sch.get_loops("A_shared.dyn_o")
        if "software_pipeline_stage" in sch.get(loop).annotations
    )
    sch.unannotate(loop, "software_pipeline_stage")
    sch.annotate(loop, "software_pipeline_stage", [0, 0, 1])
    return kernel_of(lower(sch.mod, LADDER["wgmma_tma"].build))


def test_wgmma_tma_needs_three_stages():
    """Where a slice is read before the next is loaded, TVM's pipeline makes one stage of two; the
    products that read it are still under way."""
    with pytest.raises(UserError, match="stages = 2: .* at least 3"):
        steps(staged("wgmma_tma", 2))
    found = faults(two_stages_by_tma())
    assert "slice 1 of A is loaded over slice 0" in found
    assert "slice 63 of B is loaded over slice 62" in found


@pytest.mark.parametrize("stages", [3, 4])
def test_the_barriers_are_the_last_of_shared_memory(stages):
    one = lowered(staged("wgmma_tma", stages))
    ((start, count, loads),) = arguments("tma_start", kernel_of(one))
    assert (int(count), int(loads)) == (stages, 2)
    assert of_thread(shared_byte(start)) + 8 * stages == one.launches[0].dynamic_shared


A_TO = r"(tma_load\(\(&\(\(\(half\*\)buf_dyn_shmem_ptr\)\[)(?=.*A_map)"
A_READ = r"(?<=& 31\) >> 2\) \* 64\))"
B_READ = r"(?<=\(\(\(int\)threadIdx\.x\) & 3\) \* 128\))"
LAST_LOAD = r"( *tma_load\(.*B_map.*\n)(?=  }\n)"


@pytest.mark.parametrize(
    ("rung", "old", "new", "fault"),
    [
        ("wgmma_tma", r"(__syncthreads\(\);\s*)(?=tma_load)", "", "slice 4 of A is loaded over"),
        ("wgmma_tma", r"\(ax8_0 & 7\) >> 2", "0", "product 4 does not wait for A"),
        ("wgmma_tma", r"0 < ax8_0", "1", "product 0 begins"),
        ("wgmma_tma", r"\(ax8_0 \+ 3\) & 3", "ax8_0 & 3", "product 3 finds another slice of B"),
        # Columns, rows, places and reads that are a piece or a row off.
        ("wgmma_tma", r"(?<=_map, )", "8 + ", "product 0 finds another slice of A"),
        ("wgmma_tma", r"(?<=B_map, )", "64 + ", "product 63 finds another slice of B"),
        ("wgmma_tma", r"(?=, 16384, \(&)", " + 1", "product 0 finds another slice of A"),
        (
            "wgmma_tma",
            r"\(\(\(int\)blockIdx\.x\) \* 256\)",
            "0",
            "product 0 finds another slice of B",
        ),
        ("wgmma_tma", A_TO, r"\g<1>8 + ", "slice 0 of A is loaded amid"),
        ("wgmma_tma", A_TO, r"\g<1>64 + ", "product 0 finds another slice of A"),
        ("wgmma_tma", A_READ, " + 8", "product 0 reads A from no one"),
        ("wgmma_tma", B_READ, " + 8", "product 0 reads B from no one"),
        ("wgmma_tma", B_READ, " + 512", "product 0 finds another slice of B"),
        ("wgmma_tma", B_READ, " + (((int)threadIdx.x) & 32) * 16", "product 0 reads B from no one"),
        ("wgmma_tma", r"(?<=local_reindex_ptr\[)0", "8", "product 0 adds to"),
        # Loads and products too many or too few, and what the barriers count.
        ("wgmma_tma", LAST_LOAD, "", "6144 pieces of B"),
        ("wgmma_tma", LAST_LOAD, r"\1\1", "256000 pieces of B"),
        ("wgmma_tma", r"ax8_0 < 61", "ax8_0 < 60", "63 products"),
        ("wgmma_tma", r", 32768, ", ", 16384, ", "slice 0 of B is loaded as 16384 bytes"),
        ("wgmma_tma", r", 4, 2\);", ", 4, 1);", "product 0 does not wait for B"),
        ("wgmma_tma", r", 4, 2\);", ", 3, 2);", "slice 3 of A arrives at no barrier"),
        ("wgmma_tma", r"(?<=\(&\(buf_dyn_shmem_ptr\[)", "-8 + ", "the barriers"),
        ("wgmma", r"wait_group_2\(", "wait_group_3(", "product 0 does not wait for A"),
        ("wgmma", r"(__syncthreads\(\);\s*)(?=for)", "", "slice 3 of A is loaded over"),
        # A loop of copies cut short, and copies that are a piece off or go without a group.
        (
            "wgmma",
            r"ax0_ax1_fused_0_5 < 8",
            "ax0_ax1_fused_0_5 < 4",
            "product 2 finds another slice of B",
        ),
        (
            "wgmma",
            r"ax0_ax1_fused_0 < 4",
            "ax0_ax1_fused_0 < 3",
            "product 0 finds another slice of A",
        ),
        ("wgmma", r"(?<=buf_dyn_shmem_ptr, )", "8 + ", "product 0 finds another slice of A"),
        ("wgmma", r"(?<=buf_dyn_shmem_ptr, )", "4 + ", "copies of A are of no whole"),
        ("wgmma", r"(?<=[AB]_ptr, )", "8 + ", "product 0 finds another slice of A"),
        ("wgmma", r"(?<=B_ptr, )", "64 + ", "product 63 finds another slice of B"),
        ("wgmma", r" \^ \(.*? & 63\) >> 3\)", "", "product 0 finds another slice of A"),
        ("wgmma", B_READ, " + 8", "product 0 reads B from no one"),
        ("wgmma", r"tvm\w*commit_group\(\);\s*(?=for)", "", "product 0 does not wait for A"),
    ],
)
def test_following_a_kernel_finds_what_is_wrong(rung, old, new, fault):
    text, count = re.subn(old, new, kernel(rung))
    assert count
    assert any(one.startswith(fault) for one in faults(text)), faults(text)


@pytest.mark.parametrize("rung", WGMMA_RUNGS)
def test_the_sums_take_over_the_slices_memory_when_all_have_read_them(rung):
    text = kernel(rung)
    after = text[text.index("wgmma_wait(") :]
    store, read = (
        after.index("*(half2*)(((half*)buf_dyn_shmem_ptr)"),
        after.index("*(uint4*)(C_ptr"),
    )
    assert "__syncthreads();" in after[:store] and "__syncthreads();" in after[store:read]
    (place,) = re.findall(r"\*\(half2\*\)\(\(\(half\*\)buf_dyn_shmem_ptr\) \+ (.*)\) =", after)
    assert wavefronts(words([of_thread(place, x) for x in range(WARP)])) == 1


def test_the_host_encodes_a_tensor_map_of_each_operand():
    text = kernel("wgmma_tma")
    head = text[: text.index("{")]
    assert re.findall(r"const __grid_constant__ CUtensorMap (\w+)", head) == ["A_map", "B_map"]
    assert "A_ptr" not in head and "B_ptr" not in head, "no other way to the operands"


def test_loads_and_products_take_turns_in_two_stages_or_more():
    with pytest.raises(UserError, match="stages = 1"):
        replace(LADDER["wgmma_tma"].tile, stages=1)


@pytest.mark.parametrize("rung", WGMMA_RUNGS)
def test_wgmma_is_lowered_for_hopper_alone(rung):
    last = steps(LADDER[rung])[-1]
    with pytest.raises(LoweringError, match="instructions that only sm_90 has"):
        lower(last.mod, LADDER[rung].build, Target.parse("sm_80"))
    assert "sm_90 alone" in LADDER[rung].build.describe()
    assert not LADDER[rung].build.runs_on(Target.parse("sm_100"))


def test_another_gpu_leaves_the_wgmma_rungs_out(capsys):
    of_hopper = sorted([*WGMMA_RUNGS, *ROLE_RUNGS, *BFLOAT16_RUNGS[1:]])
    left = {rung.name for rung in chosen(["gemm/hgemm"], Target.parse("sm_80"))}
    assert left == set(LADDER.rungs) - set(of_hopper)
    lines = capsys.readouterr().err.splitlines()
    assert sorted(lines) == [
        f"skipped gemm/hgemm:{rung}: it does not run on sm_80" for rung in of_hopper
    ]
    assert {rung.name for rung in chosen(["gemm/hgemm"], DEFAULT_GPU)} == set(LADDER.rungs)
    with pytest.raises(UserError, match="none of these rungs runs on sm_80"):
        chosen(["gemm/hgemm:wgmma"], Target.parse("sm_80"))


def test_loads_outside_of_the_loop_over_k_are_refused():
    """Two loops with calls left open: neither stage nor phase would be theirs alone."""
    func = steps(LADDER["wgmma_tma"])[-1].mod["main"]
    twice = func.with_body(tirx.SeqStmt([func.body, func.body]))
    with pytest.raises(LoweringError, match="in one loop over K"):
        mark_turns(twice)


# --- all ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rung", list(LADDER.rungs))
def test_dumps_stay_readable(rung):
    assert len(cuda(rung).encode()) < 60_000


@pytest.mark.parametrize("rung", list(LADDER.rungs)[1:])
def test_refuses_shapes_the_tile_does_not_divide(rung):
    with pytest.raises(ShapeError, match="nearest shape that fits is 4096,4096,4096"):
        LADDER[rung].at((4095, 4096, 4096))


@pytest.mark.parametrize("rung", ["wmma", *MMA_RUNGS, "wgmma"])
def test_needs_as_many_slices_of_k_as_there_are_stages(rung):
    with pytest.raises(ShapeError, match="nearest shape that fits is 128,256,192"):
        LADDER[rung].at((128, 256, 64))


def test_naive_takes_any_shape():
    assert LADDER["naive"].at((1, 17, 3)).shape == (1, 17, 3)


# --- bfloat16 -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rung", BFLOAT16_RUNGS)
def test_bfloat16_changes_the_type_and_nothing_else(rung):
    """In the text, and in machine code the instructions that multiply and that round."""
    half = lowered(LADDER[rung.removeprefix("bfloat16_")])
    text = cuda(rung)
    assert not re.search(r"\bhalf\b|f16\.f16", text.replace("bf16.bf16", ""))
    named = text.replace("nv_bfloat162", "half2").replace("nv_bfloat16", "half")
    assert named.replace("bf16", "f16") == half.kernel_source
    opcodes = [
        Counter(one.opcode for one in machine_code(source)["main_kernel"])
        for source in (lowered(LADDER[rung]).source, half.source)
    ]
    products = [
        {name: count for name, count in found.items() if "MMA." in name} for found in opcodes
    ]
    assert {f"{name}.BF16": count for name, count in products[1].items()} == products[0]
