"""gemm/sgemm_cpu: assembly of register tiles, lowering for a CPU."""

from __future__ import annotations

import re

import numpy as np
import pytest
import tvm
from cpu_asm import count, inner_loops
from exhaustive import sampled
from tvm.target import codegen

from gpusim.errors import UserError
from schedules.core import target
from schedules.core.errors import LoweringError
from schedules.core.kernel import last_kernel
from schedules.core.ladder import ladder, steps
from schedules.core.target import THIS_CPU, Target
from schedules.gemm.sgemm_cpu import CacheTile, PanelTile, equal_tiles, register_tiles
from schedules.lowering.lower import LoweredCpu, build_module, lower_cpu
from schedules.measure.cpu import error_of
from schedules.workloads import Gemm

LADDER = ladder("gemm/sgemm_cpu")
RUNGS = list(LADDER.rungs)
ODD = (67, 69, 65)


def lowered(rung: str, shape=None, tile=None, mcpu: str = target.DEFAULT_MCPU) -> LoweredCpu:
    one = LADDER[rung]
    return lower_cpu(steps(one, one.at(shape), tile)[-1].mod, one.build, Target.parse(mcpu, "llvm"))


VECTOR_FMA = r"vfmadd\d+ps\t.*ymm"
STORE = r"vmov[au]ps\t%\wmm\d+, .*\("


def fma_loops(asm: str, pattern: str = VECTOR_FMA) -> list[list[str]]:
    return [body for body in inner_loops(asm) if count(body, pattern)]


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


@pytest.mark.parametrize("mcpu", sampled(WIDE, ["x86-64-v3"]))
@pytest.mark.parametrize("shape", [None, ODD])
@pytest.mark.parametrize("rung", sampled(["register_tile", "equal_parts"], ["register_tile"]))
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


@pytest.mark.parametrize("mcpu", sampled(WIDE, ["x86-64-v4"]))
@pytest.mark.parametrize("shape", sampled([None, ODD, (100, 100, 100)], [ODD]))
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
    tile = register_tiles(one.workload, target.VectorUnit(4, 32))
    asm = lower_cpu(steps(one, tile=tile)[-1].mod, target=Neon("llvm", "")).emitted
    lines = asm.inspect_source("asm").splitlines()
    at = [number for number, line in enumerate(lines) if "\tfmla\t" in line]
    assert len(at) == 12 * 2
    loop = lines[at[0] : at[-1]]
    assert not any(re.search(r"\t(st[rp]|b\.)|\[sp", line) for line in loop)


def test_vector_units_by_cpu():
    assert target.vector_unit("x86-64-v2") == target.VectorUnit(4, 16)
    assert (
        target.vector_unit("haswell") == target.vector_unit("x86-64-v3") == target.VectorUnit(8, 16)
    )
    assert (
        target.vector_unit("znver4") == target.vector_unit("x86-64-v4") == target.VectorUnit(16, 32)
    )


@pytest.mark.parametrize("size", [1, 100, 512, 1000, 1024, 1023, 4096])
@pytest.mark.parametrize("unit", [target.VectorUnit(8, 16), target.VectorUnit(16, 32)])
def test_threads_get_equal_parts(size, unit):
    """Block rows and columns are even in number, and the last lacks less than a tile for each."""
    tile = equal_tiles(Gemm(size, size, size), unit)
    for block, part in ((tile.block_i, tile.rows), (tile.block_j, tile.columns)):
        tiles, whole = -(-size // part), block // part
        blocks = -(-tiles // whole)
        assert blocks == 1 or blocks % 2 == 0
        assert block <= 256 + part
        assert blocks * whole - tiles < blocks


@pytest.mark.parametrize(
    "rung", sampled(["register_tile", "equal_parts", "narrow_tails"], ["equal_parts"])
)
@pytest.mark.parametrize("shape", [ODD, (100, 100, 100), (1, 300, 5), (300, 1, 70), (261, 517, 3)])
def test_this_cpus_own_tile_is_right_at_odd_shapes(rung, shape):
    """The dumps and `verify` have AVX2's tile; what runs here may be another."""
    one = LADDER[rung]
    kernel = last_kernel(one, one.at(shape), THIS_CPU)
    assert 0 < error_of(kernel) < 1e-5


def test_a_register_tile_divides_its_block():
    with pytest.raises(
        UserError, match="64 rows is not a multiple of the register tile's 6: use 66"
    ):
        PanelTile(rows=6)
    with pytest.raises(UserError, match="64 columns .* 24: use 72"):
        CacheTile(columns=24)


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
    flags = set().union(*target.X86_LEVELS.values()) - {hidden}
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text(f"processor : 0\nflags\t\t: fpu {' '.join(sorted(flags))}\n")
    monkeypatch.setattr(target, "CPUINFO", cpuinfo)
    monkeypatch.setattr(codegen, "llvm_get_system_triple", lambda: "x86_64-linux-gnu")
    assert target.native_mcpu() == level
    assert THIS_CPU.tvm.attrs["mcpu"] == level
