"""Each rung of gemm/sgemm_cpu keeps its promise in its own assembly; the CPU lowering its own."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import tvm
from cpu_asm import count, inner_loops

from gpusim.errors import UserError
from schedules.core import cpus
from schedules.core.catalog import ladder
from schedules.core.errors import LoweringError, ShapeError
from schedules.core.kernel import last_kernel
from schedules.core.steps import steps
from schedules.core.target import THIS_CPU, Target
from schedules.gemm.sgemm_cpu import CacheTile, PanelTile, equal_tiles, register_tiles
from schedules.lowering.lower import LoweredCpu, build_module, lower_cpu
from schedules.measure.cpu import error_of
from schedules.workloads import Gemm

LADDER = ladder("gemm/sgemm_cpu")
ROOT = Path(__file__).resolve().parents[2]
RUNGS = list(LADDER.rungs)
ODD = (67, 69, 65)


def lowered(rung: str, shape=None, tile=None, mcpu: str = cpus.DEFAULT_MCPU) -> LoweredCpu:
    one = LADDER[rung]
    return lower_cpu(steps(one, one.at(shape), tile)[-1].mod, one.build, Target.parse(mcpu, "llvm"))


VECTOR_FMA = r"vfmadd\d+ps\t.*ymm"
SCALAR_FMA = r"vfmadd\d+ss\t"
STORE = r"vmov[au]ps\t%\wmm\d+, .*\("
BRANCH = r"j\w+\t"


def fma_loops(asm: str, pattern: str = VECTOR_FMA) -> list[list[str]]:
    return [body for body in inner_loops(asm) if count(body, pattern)]


def test_the_ladder():
    assert RUNGS == [
        "serial",
        "blocked",
        "vectorized",
        "loop_permuted",
        "packed",
        "parallel",
        "register_tile",
        "equal_parts",
        "narrow_tails",
    ]
    assert LADDER.target == "llvm"
    for rung in LADDER.rungs.values():
        assert rung.target == "llvm"
        assert rung.workload == Gemm(1024, 1024, 1024, a_layout="mk", b_layout="kn")
    figures = LADDER["serial"].figures
    assert [(figure.value, figure.unit) for figure in figures] == [(3.77, "s"), (2.19, "s")]
    assert "A100" in figures[0].device
    assert "RTX 3090" in figures[1].device


def test_other_ladders_are_for_cuda():
    other = ladder("gemm/sgemm_tvm")
    assert {other.target, *(rung.target for rung in other.rungs.values())} == {"cuda"}


@pytest.mark.parametrize("rung", ["serial", "blocked"])
def test_a_dot_product_is_scalar(rung):
    asm = lowered(rung).asm
    (loop,) = fma_loops(asm, SCALAR_FMA)
    assert not re.search(r"vfmadd\d+ps", asm)
    assert count(loop, r"vmovss\t%xmm\d+, .*\(") == 0
    chain = [re.findall(r"%xmm\d+", line) for line in loop if re.match(SCALAR_FMA, line)]
    for before, after in zip(chain, chain[1:], strict=False):
        assert before[-1] in after, "each multiply-add takes the sum of the one before"


def test_serial_reads_b_down_a_column():
    body = lowered("serial").tir
    assert "B_1[k * 1024 + j]" in body
    assert "for i, j in T.grid(1024, 1024)" in body


def test_an_accumulator_is_what_llvm_makes_anyway():
    one = LADDER["serial"]
    found = steps(one)
    (idle,) = [step for step in found if step.no_effect]
    before = found[found.index(idle) - 1]
    assert lower_cpu(before.mod).asm == lower_cpu(idle.mod).asm
    assert lower_cpu(before.mod).tir != lower_cpu(idle.mod).tir


def test_blocks_stay_in_cache():
    """Within 64 x 64 x 64 the loops touch three blocks of 16 KB."""
    text = lowered("blocked").tir
    grid = re.search(r"for k_0, i_1, j_1, k_1 in T.grid\(16, 64, 64, 64\)", text)
    assert grid, text
    assert "for i_0, j_0 in T.grid(16, 16)" in text


def test_vectors_along_j():
    low = lowered("vectorized")
    loops = fma_loops(low.asm)
    assert loops
    assert not re.search(SCALAR_FMA, low.asm)
    for loop in loops:
        # every multiply-add loads and stores C: what the next rung is for
        assert count(loop, STORE) == count(loop, VECTOR_FMA) > 0
    assert "@llvm.fmuladd.v16f32" in low.llvm


def test_the_register_tile_stores_nothing_within_k():
    loops = fma_loops(lowered("loop_permuted").asm)
    assert loops
    for loop in loops:
        assert count(loop, VECTOR_FMA) == 8, "4 rows of two vectors"
        assert count(loop, r"vbroadcastss\t") == 4, "an element of A for each row"
        assert count(loop, STORE) == 0
        assert "addq\t$4096" in "\n".join(loop), "B's rows lie a matrix row apart"


@pytest.mark.parametrize("rung", ["packed", "parallel"])
def test_panels_are_read_from_end_to_end(rung):
    low = lowered(rung)
    loops = fma_loops(low.asm)
    assert loops
    for loop in loops:
        assert count(loop, VECTOR_FMA) == 8
        assert count(loop, STORE) == 0
        # One index serves both: 16 bytes of A and, scaled by 4, 64 bytes of B for each k.
        (step,) = [line for line in loop if line.startswith("add")]
        (index,) = re.findall(r"addq\t\$16, (%\w+)", step)
        assert count(loop, rf"vbroadcastss\t-?\d*\(%\w+,{index}\), ") == 4
        assert count(loop, rf"vmov[au]ps\t\d*\(%\w+,{index},4\), %ymm") == 2
    assert 'B_global = T.alloc_buffer((65536,), "float32x16")' in low.tir
    assert "A_global = T.alloc_buffer((1048576,))" in low.tir


@pytest.mark.parametrize("rung", RUNGS)
def test_only_parallel_starts_threads(rung):
    low = lowered(rung)
    launches = [int(extent) for extent in re.findall(r"T\.parallel\((\d+)\)", low.tir)]
    # Panels of B and A, then blocks of C.
    expected = {"parallel": [64, 256, 256], "equal_parts": [64, 171, 16]}.get(rung, [])
    assert launches == expected
    assert ("TVMBackendParallelLaunch" in low.asm) == bool(expected)


@pytest.mark.parametrize("rung", ["loop_permuted", "packed", "parallel"])
def test_a_shape_the_tile_does_not_divide_keeps_the_inner_loop(rung):
    """Full tiles run the same 8 multiply-adds, with no store and no bounds test among them."""
    loops = fma_loops(lowered(rung, ODD).asm)
    full = [loop for loop in loops if count(loop, VECTOR_FMA) == 8 and not count(loop, STORE)]
    assert full
    assert all(count(loop, BRANCH) == 1 for loop in full)
    if rung != "loop_permuted":
        assert full == loops, "padded panels leave nothing but full tiles"


@pytest.mark.parametrize("shape", [(64, 64, 7), (67, 64, 7), (64, 69, 7), ODD])
def test_padding_only_where_the_tile_does_not_divide(shape):
    text = lowered("packed", shape).tir
    m, n, _ = shape
    assert ("A_global_pad" in text) == (m % 4 > 0)
    assert ("B_global_pad" in text) == (n % 16 > 0)
    assert len(re.findall(r"= T\.alloc_buffer\(", text)) == 3, "A's, B's panels and C's tile"


# Assembly of a CPU by LLVM's name: its FMA, rows x vectors of the register tile, loads for each k.
WIDE = {
    "x86-64-v3": (VECTOR_FMA, 6 * 2, 6 + 2),
    "x86-64-v4": (r"vfmadd\d+ps\t.*zmm", 8 * 2, 8 + 2),
    "x86-64-v2": (r"addps\t", 4 * 2, 4 + 2),
}


def spills(body: list[str]) -> list[str]:
    """Instructions of a loop that touch the stack, where a register that was spilled lies."""
    return [line for line in body if re.search(r"%rsp|\(%rbp\)", line)]


def kernel_for(rung: str, mcpu: str, shape=None) -> LoweredCpu:
    one = LADDER[rung]
    workload, target = one.at(shape), Target.parse(mcpu, "llvm")
    return last_kernel(one, workload, target).lowering


@pytest.mark.parametrize("mcpu", WIDE)
@pytest.mark.parametrize("shape", [None, ODD])
@pytest.mark.parametrize("rung", ["register_tile", "equal_parts"])
def test_the_register_tile_fills_the_vector_unit_and_spills_nothing(rung, mcpu, shape):
    fma, fmas, loads = WIDE[mcpu]
    loops = fma_loops(kernel_for(rung, mcpu, shape).asm, fma)
    assert loops
    for loop in loops:
        assert count(loop, fma) == fmas
        assert not count(loop, STORE)
        assert not spills(loop)
        assert sum("(" in line for line in loop) <= loads + (mcpu == "x86-64-v2")


def test_a_tile_of_more_accumulators_than_registers_spills():
    """The fault that `spills` must find: AVX-512's tile on AVX2."""
    asm = lowered("register_tile", tile=PanelTile(256, 256, 8, 32)).asm
    assert any(spills(loop) for loop in fma_loops(asm))


def accumulators(loop: list[str], fma: str) -> set[str]:
    """The registers that a loop's FMAs add to."""
    return {line.rpartition("%")[2] for line in loop if re.match(fma, line)}


def test_tiles_at_the_edges_are_narrower():
    """100 = 12 x 8 + 4 rows, and 3 x 2 + 1 vectors of 16 columns: four kernels, none padded."""
    fma, *_ = WIDE["x86-64-v4"]
    loops = fma_loops(kernel_for("narrow_tails", "x86-64-v4", (100, 100, 100)).asm, fma)
    assert [len(accumulators(loop, fma)) for loop in loops] == [8 * 2, 4 * 2, 8, 4]
    padded = fma_loops(kernel_for("register_tile", "x86-64-v4", (100, 100, 100)).asm, fma)
    assert {len(accumulators(loop, fma)) for loop in padded} == {8 * 2}


def test_the_page_says_how_much_is_padding():
    """Elements of C that the tiles of AVX-512 compute, relative to those that there are."""
    page = (ROOT / "docs/ladders/sgemm_cpu.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) \| ([\d.]+) \|", page, re.M)
    assert [int(size) for size, *_ in rows] == [100, 192, 257, 500]

    def padded(size: int, tile: int) -> int:
        return -(-size // tile) * tile

    for text, whole, narrow in rows:
        size = int(text)
        assert whole == f"{padded(size, 8) * padded(size, 32) / size**2:.3f}"
        assert narrow == f"{size * padded(size, 16) / size**2:.3f}"


@pytest.mark.parametrize("mcpu", WIDE)
@pytest.mark.parametrize("shape", [None, ODD, (100, 100, 100)])
def test_no_accumulator_of_a_tail_leaves_the_registers(mcpu, shape):
    fma, fmas, _ = WIDE[mcpu]
    loops = fma_loops(kernel_for("narrow_tails", mcpu, shape).asm, fma)
    assert max(len(accumulators(loop, fma)) for loop in loops) == fmas
    for loop in loops:
        assert not count(loop, STORE)
        assert not [line for line in spills(loop) if "mm" in line]


class Neon(Target):
    """A CPU of another family, of which only the assembly is looked at."""

    @property
    def tvm(self) -> tvm.target.Target:
        cpu = {"kind": "llvm", "mtriple": "aarch64-linux-gnu", "mcpu": "neoverse-n1"}
        return tvm.target.Target(cpu, host=cpu)


def test_the_register_tile_of_neon():
    one = LADDER["register_tile"]
    tile = register_tiles(one.workload, cpus.VectorUnit(4, 32))
    asm = lower_cpu(steps(one, tile=tile)[-1].mod, target=Neon("llvm", "")).emitted
    lines = asm.inspect_source("asm").splitlines()
    at = [number for number, line in enumerate(lines) if "\tfmla\t" in line]
    assert len(at) == 12 * 2
    loop = lines[at[0] : at[-1]]
    assert not any(re.search(r"\t(st[rp]|b\.)|\[sp", line) for line in loop)


def test_vector_units_by_cpu():
    assert cpus.vector_unit("x86-64-v2") == cpus.VectorUnit(4, 16)
    assert cpus.vector_unit("haswell") == cpus.vector_unit("x86-64-v3") == cpus.VectorUnit(8, 16)
    assert cpus.vector_unit("znver4") == cpus.vector_unit("x86-64-v4") == cpus.VectorUnit(16, 32)


@pytest.mark.parametrize("size", [1, 100, 512, 1000, 1024, 1023, 4096])
@pytest.mark.parametrize("unit", [cpus.VectorUnit(8, 16), cpus.VectorUnit(16, 32)])
def test_threads_get_equal_parts(size, unit):
    """Block rows and columns are even in number, and the last lacks less than a tile for each."""
    tile = equal_tiles(Gemm(size, size, size), unit)
    for block, part in ((tile.block_i, tile.rows), (tile.block_j, tile.columns)):
        tiles, whole = -(-size // part), block // part
        blocks = -(-tiles // whole)
        assert blocks == 1 or blocks % 2 == 0
        assert block <= 256 + part
        assert blocks * whole - tiles < blocks


@pytest.mark.parametrize("rung", ["register_tile", "equal_parts", "narrow_tails"])
@pytest.mark.parametrize("shape", [ODD, (100, 100, 100), (1, 300, 5), (300, 1, 70), (261, 517, 3)])
def test_this_cpus_own_tile_is_right_at_odd_shapes(rung, shape):
    """The dumps and `verify` have AVX2's tile; what runs here may be another."""
    one = LADDER[rung]
    kernel = last_kernel(one, one.at(shape), THIS_CPU)
    assert 0 < error_of(kernel) < 1e-5


def test_a_wider_tile_for_avx512():
    asm = lowered("packed", tile=PanelTile(rows=8, columns=32), mcpu="x86-64-v4").asm
    loops = fma_loops(asm, r"vfmadd\d+ps\t.*zmm")
    assert loops
    for loop in loops:
        assert count(loop, r"vfmadd\d+ps\t.*zmm") == 16
        assert not any("%rsp" in line for line in loop), "no sum falls out of the registers"


@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("shape", [(1, 1, 1), (1, 1000, 3), (1021, 1, 1), ODD])
def test_any_shape(rung, shape):
    assert LADDER[rung].at(shape).shape == shape


@pytest.mark.parametrize("shape", [(0, 64, 64), (64, -1, 64), (64, 64, 0)])
def test_no_shape_is_empty(shape):
    with pytest.raises(ShapeError, match="at least 1"):
        LADDER["packed"].at(shape)


def test_a_register_tile_divides_its_block():
    with pytest.raises(
        UserError, match="64 rows is not a multiple of the register tile's 6: use 66"
    ):
        PanelTile(rows=6)
    with pytest.raises(UserError, match="64 columns .* 24: use 72"):
        CacheTile(columns=24)


@pytest.mark.parametrize("rung", RUNGS)
def test_every_step_changes_the_assembly_unless_it_says_so(rung):
    before = ""
    for step in steps(LADDER[rung]):
        low = lower_cpu(step.mod)
        assert (low.asm == before) == step.no_effect, step.label
        assert max(len(low.asm), len(low.tir)) < 60_000
        before = low.asm


# --- lowering for a CPU ---------------------------------------------------------------------------


def test_the_same_text_twice_and_the_same_tir_for_every_cpu():
    first, second = lowered("parallel"), lowered("parallel")
    assert (first.tir, first.llvm, first.asm) == (second.tir, second.llvm, second.asm)
    wide = lowered("parallel", mcpu="x86-64-v4")
    assert wide.tir == first.tir
    assert wide.asm != first.asm
    assert "target" not in first.tir
    assert "x86_64" not in first.tir + first.asm


def test_kernel_text_leaves_the_calling_code_out():
    low = lowered("parallel")
    assert re.findall(r"^(\S*main\S*|\S*lambda\S*):", low.asm, re.M)[0] == "main_compute_"
    assert "tvm_ffi" not in low.asm
    assert ".cfi_" not in low.asm
    assert "!dbg" not in low.llvm
    names = re.findall(r"^define .*@([\w.]+)\(", low.llvm, re.M)
    assert names[0] == "main_compute_"
    assert [name.partition(".")[0] for name in names[1:]] == ["__tvm_parallel_lambda"] * 3


def test_constants_come_with_the_code_that_reads_them():
    one = LADDER["vectorized"]
    low = lower_cpu(steps(one, one.at(ODD))[-1].mod)
    used = set(re.findall(r"(\.LCPI\w+)\(%rip\)", low.asm))
    assert set(re.findall(r"^(\.LCPI\w+):", low.asm, re.M)) == used


def test_an_unknown_cpu():
    mod = steps(LADDER["serial"])[0].mod
    with pytest.raises(UserError, match="unknown mcpu 'x86-64-v9': did you mean 'x86-64-v"):
        lower_cpu(mod, target=Target("llvm", "x86-64-v9"))


def test_loops_bound_to_gpu_threads_are_refused():
    mod = steps(ladder("gemm/sgemm_tvm")["naive"])[-1].mod
    with pytest.raises(LoweringError, match="no GPU threads: .*i on blockIdx.x; use parallel"):
        lower_cpu(mod)


def test_passes_are_observed():
    names = [run.name for run in lower_cpu(steps(LADDER["vectorized"])[-1].mod).passes]
    assert names.index("tirx.BindTarget") < names.index("tirx.VectorizeLoop")
    assert names.index("tirx.VectorizeLoop") < names.index("tirx.MakePackedAPI")


def test_native_runs_here():
    rung = LADDER["parallel"]
    workload = rung.at(ODD)
    inputs = workload.inputs(np.random.default_rng(0))
    library = build_module(steps(rung, workload)[-1].mod, THIS_CPU)
    got = tvm.runtime.tensor(np.full(ODD[:2], np.nan, "float32"))
    library["main"](*map(tvm.runtime.tensor, inputs), got)
    (expected,), (bound,) = workload.reference(inputs), workload.tolerance(inputs)
    assert (np.abs(got.numpy() - expected) <= bound).all()


@pytest.mark.parametrize(
    ("hidden", "level"), [("", "x86-64-v4"), ("avx512vl", "x86-64-v3"), ("fma", "x86-64-v2")]
)
def test_native_goes_by_what_the_machine_shows(hidden, level, monkeypatch, tmp_path):
    """A virtual machine may hide what the CPU's model would have."""
    flags = set().union(*cpus.X86_LEVELS.values()) - {hidden}
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text(f"processor : 0\nflags\t\t: fpu {' '.join(sorted(flags))}\n")
    monkeypatch.setattr(cpus, "CPUINFO", cpuinfo)
    monkeypatch.setattr(cpus.codegen, "llvm_get_system_triple", lambda: "x86_64-linux-gnu")
    assert cpus.native_mcpu() == level
    assert THIS_CPU.tvm.attrs["mcpu"] == level
