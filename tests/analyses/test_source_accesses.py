"""Which access of the CUDA text each machine instruction performs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from accesses import RUNGS, counted, kernels, needs_compiler, rung
from conftest import lowered
from exhaustive import every

from gpusim.counting.costs import GLOBAL, SHARED, Cost, InstructionCount
from schedules.analyses.accesses import LOAD, STORE, Attribution, Mention, kernel_accesses, mentions
from schedules.compile.listing import Cuda

# One rung for each thing that nvcc does to accesses.
PLACED = [
    "gemm/sgemm_tvm:naive",  # keeps sums in a register, moves the store out of the loop
    "gemm/sgemm_tvm:thread_tile",  # merges stores
    "gemm/sgemm_tvm:register_prefetch",  # two nested pipelines
    "gemm/sgemm_cuda:shared_tile",  # merges one of two loads of a line, over iterations
    "gemm/sgemm_cuda:float4_fetch",  # stores a vector element by element
    "gemm/sgemm_geforce:l1_only",  # shares loads among lines
    "gemm/hgemm:cp_async",  # writes padding ahead of asynchronous copies
    "gemm/hgemm:wmma",  # gives a buffer the bytes of others
    "gemm/hgemm:wgmma",
    "gemm/hgemm:wgmma_tma",
    "gemv/fast_gemv:int4_mma",  # moves a load behind a branch
    "gemv/fast_gemv:table_int4",  # shares a load among iterations
    "gemv/fast_gemv:int4",  # loads one value for all of a loop's uses
    "gemv/hgemv:warp1",
]


@needs_compiler
@pytest.mark.parametrize("path", every(PLACED, 4))
def test_every_instruction_has_its_access(path):
    for kernel in kernels(path):
        by_lanes = [one for one in kernel.accesses if not one.touched]
        assert all("[" in one.expression for one in by_lanes), "an access, no bare instruction"
        placed = [each for one in by_lanes for each in one.counts]
        real = [one for one in kernel.counted.instructions if not one.padding]
        assert sorted(map(id, placed)) == sorted(map(id, real))
        assert kernel.problem == ""


# --- the text -------------------------------------------------------------------------------------

TEXT = """
extern "C" __global__ void __launch_bounds__(256) other(float* __restrict__ A_ptr) {
  A_ptr[((int)threadIdx.x)] = 1.0f;
}
extern "C" __global__ void main_kernel(float* __restrict__ A_ptr, half* __restrict__ B_ptr) {
  __shared__ alignas(64) float A_shared_ptr[256];
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  A_shared_ptr[((((int)threadIdx.y) * 16) + ((int)threadIdx.x))] = A_ptr[(k * 4)];
  *(uint4*)(((half*)buf_dyn_shmem_ptr) + ((k * 8) + 512)) = *(uint4*)(B_ptr + (k * 8));
  ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((int)threadIdx.x) * 8), B_ptr, (k * 64));
  unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(k * 16)])) + 8);
  __asm__ __volatile__(
    "ldmatrix"
  );
  A_local_ptr[0] = (A_local_ptr[0] + A_shared_ptr[(((int)threadIdx.x) % 7)]);
  slice((&(((half*)buf_dyn_shmem_ptr)[1024])));
}
"""


def test_mentions_of_a_text():
    cuda = Cuda(TEXT, whole=True)
    assert [
        (one.line, one.last, one.expression, one.kind, one.way, one.width, one.start)
        for one in mentions(cuda, "main_kernel")
    ] == [
        (8, 8, "A_shared_ptr[threadIdx.y * 16 + threadIdx.x]", STORE, "", 4, 0),
        (8, 8, "A_ptr[k * 4]", LOAD, "", 4, 0),
        (9, 9, "buf_dyn_shmem_ptr[k * 8 + 512]", STORE, "", 16, 1024),
        (9, 9, "B_ptr[k * 8]", LOAD, "", 16, 0),
        (10, 10, "buf_dyn_shmem_ptr[threadIdx.x * 8]", STORE, "cp.async", 16, 0),
        (10, 10, "B_ptr[k * 64]", LOAD, "cp.async", 16, 0),
        (11, 14, "buf_dyn_shmem_ptr[k * 16 + 8]", LOAD, "ldmatrix", 16, 16),
        (15, 15, "A_shared_ptr[threadIdx.x % 7]", LOAD, "", 4, 0),
        (16, 16, "buf_dyn_shmem_ptr[1024]", "", "", 2, 2048),
    ]


@pytest.mark.parametrize("path", every(RUNGS, 12))
def test_accesses_of_every_text_are_found(path):
    """Every array that a rung's kernel takes or allocates is mentioned in its text."""
    one = lowered(rung(path))
    cuda = Cuda(one.source)
    for launch in one.launches:
        found = mentions(cuda, launch.kernel)
        body = cuda.body(launch.kernel)
        assert {mention.scope for mention in found} <= {GLOBAL, SHARED} and found
        for mention in found:
            text = dict(body)[mention.line]
            assert mention.pointer in text and mention.line <= mention.last
            # A fragment of wmma is loaded by the warp together.
            assert mention.width in (1, 2, 4, 8, 16, 32) or mention.way == "wmma"


# --- what decides ---------------------------------------------------------------------------------


def mention(line: int, buffer: str, scope: str = SHARED, kind: str = LOAD, start=None) -> Mention:
    return Mention(line, line, buffer, f"{buffer}[{line}]", scope, kind, "", 4, start)


def ran(line: int, opcode: str, reach=None, *, array: str = "", text: str = "") -> InstructionCount:
    scope = SHARED if reach else GLOBAL
    return InstructionCount(line, text or opcode, opcode, scope, 1, Cost(1, 1, 1, 4), array, reach)


# A and B are stored on lines 1 and 2 and both loaded on line 4; line 3 has a barrier.
MENTIONS = [
    mention(1, "A", kind=STORE),
    mention(2, "B", kind=STORE),
    mention(4, "A"),
    mention(4, "B"),
]
STORES = [ran(1, "STS", (0, 64)), ran(2, "STS", (64, 128))]


def owner(one: InstructionCount, found=MENTIONS, others=STORES):
    """Buffer and kind of the access that an instruction belongs to, and where it starts."""
    owned = Attribution(found, [*others, one], static_shared=0).of(one)
    return owned and (owned[0].buffer, owned[0].kind, *{each.start for each in owned} - {None})


def test_the_bytes_tell_accesses_of_a_line_apart():
    assert owner(ran(4, "LDS", (0, 16))) == ("A", LOAD)
    assert owner(ran(4, "LDS", (96, 128))) == ("B", LOAD)


def test_a_load_with_the_line_of_a_barrier_belongs_to_what_its_bytes_say():
    """ptxas gives an LDS.128 that it peels from a loop the line of the barrier before it."""
    assert owner(ran(3, "LDS", (64, 80), text="LDS.128 R4, [R1]")) == ("B", LOAD)


def test_what_is_not_sure_belongs_to_nothing():
    # Bytes of both, bytes of neither, and two loads of A in other lines.
    assert owner(ran(4, "LDS", (32, 96))) == ()
    assert owner(ran(3, "LDS", (512, 516))) == ()
    twice = [*MENTIONS, mention(9, "A")]
    assert owner(ran(3, "LDS", (0, 16)), twice) == ()
    assert owner(ran(9, "LDS", (0, 16)), twice) == ("A", LOAD)


def test_the_array_tells_accesses_of_a_line_apart():
    found = [mention(1, "A", GLOBAL), mention(1, "B.rf".replace(".", "_"), GLOBAL)]
    found.append(mention(1, "A", GLOBAL, STORE))
    assert owner(ran(1, "LDG", array="B.rf"), found, []) == ("B_rf", LOAD)
    assert owner(ran(1, "STG", array="A"), found, []) == ("A", STORE)
    assert owner(ran(1, "LDG"), found, []) == ()


def test_the_start_tells_accesses_of_one_array_apart():
    """Dynamic shared memory is one array, of which each access has a part."""
    found = [mention(1, "buffer", start=start) for start in (512, 0, 8192)]
    assert owner(ran(1, "LDS", (0, 64)), found, []) == ("buffer", LOAD, 0)
    assert owner(ran(1, "LDS", (768, 1024)), found, []) == ("buffer", LOAD, 512)
    assert owner(ran(1, "LDS", (8192, 9000)), found, []) == ("buffer", LOAD, 8192)


# --- rows -----------------------------------------------------------------------------------------


@needs_compiler
def test_an_instruction_of_no_access_has_its_own_row():
    one = lowered(rung("gemm/sgemm_tvm:vthread"), shape=(256, 256, 64))
    (launch,), (counts,) = one.launches, counted(one)
    whole = kernel_accesses(launch, counts, Cuda(one.source))
    moved = tuple(replace(each, line=1) for each in counts.instructions)
    strayed = kernel_accesses(launch, replace(counts, instructions=moved), Cuda(one.source))
    rows = [each for each in strayed.accesses if "is unknown" in each.note]
    # Each line loads another part of A: without its line no load's access is known.
    assert {each.buffer for each in rows} >= {"", "C"}
    assert all(each.line == 1 and "[" not in each.expression for each in rows)
    assert sum(each.cost.taken for each in strayed.accesses) == sum(
        each.cost.taken for each in whole.accesses
    )


@needs_compiler
def test_an_access_that_the_compiler_removed_is_listed():
    (kernel,) = kernels("gemm/sgemm_geforce:l1_only")
    absent = [one for one in kernel.accesses if one.note == "not in the machine code"]
    assert {(one.buffer, one.cost.requests, one.counts) for one in absent} == {("B", 0, ())}
