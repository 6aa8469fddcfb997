"""What memory instructions cost over a launch, against what ncu counted on a GPU."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from conftest import items

from gpusim.counting.costs import counters
from gpusim.dataflow.provenance import Provenance
from gpusim.device import Device
from gpusim.exact_counts import count, launch_counts, module_counts
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program
from schedules.compile.compiler import Compiler
from schedules.core import kernel as kernel_module
from schedules.core.errors import LimitError
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.target import Target
from schedules.sources.names import resolve
from schedules.sources.schedule_source import load


def made(path: str, shape=None) -> Kernel:
    rung = resolve(path).rung
    return last_kernel(rung, rung.at(shape), rung.lowered_for(None))


@needs_compiler
def test_the_full_size_takes_no_memory():
    (counted,) = made("gemm/sgemm_tvm:vthread", (16384,) * 3).instruction_counts
    assert counted.exact
    # 128 x 128 blocks of 8 warps, 1024 passes of 16 copies.
    assert counters(counted.instructions)["global_load_requests"] == 128 * 128 * 8 * 1024 * 16


@needs_compiler
def test_lines_are_those_that_show_prints():
    kernel = made("gemm/sgemm_tvm:conflict_free_store", (1024,) * 3)
    text = kernel.text("cuda").splitlines()
    (counted,) = kernel.instruction_counts
    stores = [one for one in counted.instructions if one.opcode == "STG"]
    assert stores and all("C_ptr[" in text[one.line - 1] for one in stores)


GATHER = """
from tvm import s_tir, te

def schedule():
    table, at = te.placeholder((4096,), name="table"), te.placeholder((256,), "int32", name="at")
    out = te.compute((256,), lambda i: table[at[i]], name="out")
    sch = s_tir.Schedule(te.create_prim_func([table, at, out]))
    sch.bind(sch.get_loops("out")[0], "threadIdx.x")
    return sch
"""


@needs_compiler
def test_costs_that_depend_on_data_are_counted_on_data(monkeypatch, tmp_path):
    (tmp_path / "gather.py").write_text(GATHER)
    rung = load(str(tmp_path / "gather.py"))
    kernel = last_kernel(rung, rung.workload, Target.parse("sm_90"))
    arrays = {one.name: np.zeros(one.shape, one.dtype) for one in kernel.module.buffers}
    sectors = {}
    for step in (0, 1, 8):
        arrays["at"] = step * np.arange(256, dtype=np.int32)
        (counted,) = module_counts(kernel.module, lambda: arrays)
        assert len(counted.by_data) == 1
        sectors[step] = counters(counted.instructions)["global_load_sectors"]
    # Of the indices themselves 32 sectors; of the table one a warp, four, and one a lane.
    assert sectors == {0: 32 + 8, 1: 32 + 32, 8: 32 + 256}

    monkeypatch.setattr(kernel_module, "MOST_DATA", 1000)
    with pytest.raises(LimitError, match="depends on its data, .*: use a smaller --shape"):
        _ = kernel.instruction_counts


@needs_compiler
@pytest.mark.parametrize("rung", ("table_int8", "table_int4"))
def test_tables_whose_lanes_lie_in_banks_of_their_own_cost_the_same(monkeypatch, rung):
    kernel = made(f"gemv/fast_gemv:{rung}", (64, 1024))
    (counted,) = kernel.instruction_counts
    assert not counted.by_data
    # On the data, as if nothing were known of them.
    monkeypatch.setattr(Provenance, "row_shifted", lambda self: set())
    (right,) = module_counts(kernel.module, kernel.inputs)
    assert right.by_data
    costs = [[(one.issued, one.cost) for one in of.instructions] for of in (counted, right)]
    assert costs[0] == costs[1]


@needs_compiler
@pytest.mark.parametrize(("place", "by_data"), [("n * 32 + t", 0), ("n * 32 + t / 2", 1)])
def test_a_table_in_shared_memory(place, by_data):
    """Lanes that share banks may clash, as the data are."""
    text = """
    extern "C" __global__ void look(float* out, const int* in) {
        __shared__ float table[2048];
        int t = threadIdx.x, n = in[t];
        out[t] = table[PLACE];
    }
    """
    compiled = Compiler(Target.parse("sm_90")).compile(text.replace("PLACE", place))
    program = Program.of("look", disassemble(compiled.cubin)["look"])
    arrays = {"out": np.zeros(32, np.float32), "in": np.arange(32, dtype=np.int32)}
    image = read_cubin(compiled.cubin).kernel("look")
    counted = count(arrays, Call(image, program, (1, 1, 1), (32, 1, 1), 0, [*arrays]))
    assert len(counted.by_data) == by_data
    (look,) = (one for one in launch_counts(program, counted).instructions if one.opcode == "LDS")
    assert look.cost.taken == 1 + by_data


@needs_compiler
@pytest.mark.parametrize("path", ["gemm/sgemm_tvm:cooperative_fetch", "gemm/hgemm:swizzled"])
def test_requests_of_warps_sum_up_to_the_costs(path):
    (counted,) = made(path).instruction_counts
    for one in counted.instructions:
        assert sum(seen.often for seen in one.warps) == one.cost.requests
        assert sum(seen.often * seen.taken for seen in one.warps) == one.cost.taken
        for seen in one.warps:
            bytes_ = [byte for byte in seen.address if byte is not None]
            if one.scope == "shared":
                assert one.reach[0] <= min(bytes_) and max(bytes_) + seen.width <= one.reach[1]
                assert max(map(max, seen.wavefront)) + 1 == seen.taken
            else:
                assert len({byte // 32 for byte in bytes_}) == seen.taken
    text = [one.text for one in made(path).sass[counted.kernel]]
    assert all(text[one.at] == one.instruction for one in counted.instructions)
    assert len(counted.issued) == len(text)
    assert all(counted.issued[one.at] == one.issued for one in counted.instructions)


@needs_compiler
def test_the_table(cli):
    path, shape = "gemm/sgemm_tvm:vthread", ("--shape", "256,256,64")
    status, out, err = cli("analyze", path, "--instructions", *shape)
    assert (status, err) == (0, "")
    assert "exact: no branch and no place within 128 bytes depends on the block" in out
    rows = [line.split() for line in out.splitlines() if " LDS.128 " in line]
    # 4 blocks of 8 warps, 4 passes of 16, two wavefronts each.
    assert rows and all(row[-5:] == ["2,048", "2,048", "4,096", "4,096", "0"] for row in rows)

    _, text, _ = cli("analyze", path, "--instructions", "--json", *shape)
    (record,) = items(text, "instruction-counts")
    (launch,) = record["launches"]
    assert len([one for one in launch["instructions"] if one["opcode"] == "STG"]) == 64
    assert record["counters"]["shared_load_conflicts"] == 0 and launch["exact"]


@needs_compiler
def test_code_of_a_chip_without_compiler_is_refused(cli):
    status, _, err = cli("analyze", "gemm/sgemm_tvm:naive", "--instructions", "--arch", "sm_70")
    assert status == 2 and "no PTX or SASS for sm_70" in err


@needs_compiler
def test_generic_addresses_that_are_loaded_depend_on_data():
    """A pointer in memory: what it leads to is known by its data alone."""
    text = """
    extern "C" __global__ void follow(float** pointers, float* out) {
        float* at = *(float* volatile*)(pointers + threadIdx.x);
        out[threadIdx.x] = *at;
    }
    """
    compiled = Compiler(Target.parse("sm_90")).compile(text)
    image = read_cubin(compiled.cubin).kernel("follow")
    program = Program.of("follow", disassemble(compiled.cubin)["follow"])
    arrays = {"pointers": np.zeros(32, np.uint64), "out": np.zeros(32, np.float32)}
    device = Device(arrays)
    arrays["pointers"][:] = device.memory.address(1) + 4 * np.arange(32)
    call = Call(image, program, (1, 1, 1), (32, 1, 1), 0, ["pointers", "out"])
    counted = count(arrays, call)
    launch = launch_counts(program, counted)
    loads = [one for one in launch.instructions if one.opcode in ("LD", "LDG")]
    assert len(launch.by_data) == 1 and len(loads) == 2
    # 32 pointers of 8 bytes, then 32 neighbouring floats.
    assert [one.cost.taken for one in loads] == [8, 4]
