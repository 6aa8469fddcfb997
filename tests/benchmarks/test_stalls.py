"""Sampled stalls: ncu's tables are read right, and the records are of kernels as they are."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from conftest import ROOT

from benchmarks.stalls import KERNELS, Sampled, entry, kernel_of, read_tables
from gpusim.errors import UserError
from gpusim.isa.cubin import code_hash
from schedules.core.files import read_json

RECORDS = sorted((ROOT / "docs" / "results").glob("stalls-*"))
PATH = "gemm/sgemm_tvm:naive"

# As ncu 2025.3 prints it, with fewer columns.
HEADINGS = [
    "Address",
    "Source",
    "Warp Stall Sampling (All Samples)",
    "Warp Stall Sampling (Not-issued Samples)",
    "# Samples",
    "Access Operation",
    "stall_long_sb",
    "stall_wait",
    "stall_long_sb (Not Issued)",
    "stall_wait (Not Issued)",
]
TEXT = """==PROF== Connected to process 71 (/usr/bin/python3)
==PROF== Profiling "main_kernel": 0%....50%....100% - 9 passes
"Kernel Name","main_kernel(float *, float *)",
{headings}
"0x7f0000000a00","      LDC R1, c[0x0][0x28] ","3","3","3","-","0","3","0","3"
"0x7f0000000a10"," @!P0 LDG.E.CONSTANT R4, [R2] ","1,204","9","1204","Load","1,200","4","990","0"
"0x7f0000000a20","      EXIT ","0","0","0","-","0","0","0","0"
==PROF== Disconnected from process 71
""".replace("{headings}", ",".join(f'"{one}"' for one in HEADINGS))


def test_a_table_is_read():
    ((name, rows),) = read_tables(TEXT)
    assert name == "main_kernel"
    assert rows == [
        Sampled(0, "LDC", {"wait": 3}),
        Sampled(16, "LDG.E.CONSTANT", {"long_sb": 1200, "wait": 4}),
        Sampled(32, "EXIT", {}),
    ]
    assert [name for name, _ in read_tables(TEXT + TEXT)] == ["main_kernel"] * 2
    assert read_tables("==ERROR== nothing was profiled") == []


def table(code, counts) -> str:
    """A kernel's as ncu prints it, at addresses of its own; `counts` are of long_sb."""
    rows = [["Kernel Name", "main_kernel"], HEADINGS]
    for one in code:
        count = str(counts.get(one.address, 0))
        columns = [count, "0", count, "-", count, "0", "0", "0"]
        rows.append([hex(0x7F0000 + one.address), f"      {one.text} ", *columns])
    return "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows) + "\n"


@needs_compiler
@pytest.mark.parametrize("fault", ["another instruction", "a missing one", "no table"])
def test_other_code_is_refused(fault):
    kernel = kernel_of(PATH)
    (code,) = kernel.sass.values()
    other = {
        "another instruction": [code[0], code[1]._replace(opcode="FMUL"), *code[2:]],
        "a missing one": [*code[:4], *code[5:]],
        "no table": None,
    }[fault]
    with pytest.raises(UserError, match="first that differs" if other else "no table"):
        entry(PATH, kernel, table(other, {}) if other else "==PROF== nothing")


@pytest.mark.exhaustive
@needs_compiler
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_records_are_of_kernels_as_they_are(file):
    kernels = read_json(file)["kernels"]
    assert [f"{one['ladder']}:{one['rung']}" for one in kernels] == list(KERNELS)
    for path, one in zip(KERNELS, kernels, strict=True):
        kernel = kernel_of(path)
        assert code_hash(kernel.machine.cubin) == one["code"]
        (code,) = kernel.sass.values()
        opcodes = {instruction.address: instruction.opcode for instruction in code}
        assert all(opcodes[at] == opcode for at, opcode, _ in one["instructions"])
        assert one["samples"] > 1000
