"""`schedules analyze`: the table, JSON, and what is refused."""

from __future__ import annotations

import re

from accesses import have_compiler, needs_compiler, rung
from conftest import items, lowered

from gpusim.errors import UserError
from schedules.compile.compiler import Compiler


def test_json_says_where_the_numbers_come_from(cli):
    arguments = ("gemm/sgemm_tvm:vectorized_read", "--shape", "1024,1024,1024", "--json")
    status, out, _ = cli("analyze", *arguments)
    (one,) = items(out, "accesses")
    assert status == 0
    assert one["shape"] == [1024, 1024, 1024]
    assert one["counters"]["shared_load_wavefronts"] == 6_291_456
    assert one["machine_code"] is have_compiler()
    (kernel,) = one["kernels"]
    origins = {access["origin"] for access in kernel["accesses"]}
    assert origins == {"machine code" if have_compiler() else "TIR"}
    # Lines are those of `show --level cuda` below its header.
    text = lowered(rung(arguments[0]), shape=(1024,) * 3).kernel_source.splitlines()
    for access in kernel["accesses"]:
        assert access["expression"].partition("[")[0] in text[access["line"] - 1]


def test_without_the_compiler_the_counts_are_those_of_the_tir(cli, monkeypatch):
    def missing(*_):
        raise UserError("PTX and SASS need the wheel nvidia-cuda-nvrtc")

    monkeypatch.setattr(Compiler, "compile", missing)
    status, out, _ = cli("analyze", "gemm/sgemm_tvm:vthread")
    assert status == 0
    assert "merges accesses (PTX and SASS need the wheel nvidia-cuda-nvrtc" in out


@needs_compiler
def test_why_passes_are_multiplied_is_told(cli):
    """A loop over 64 slices of K: few of its passes run, and the others only count."""

    def passes(*more: str) -> list[str]:
        status, out, _ = cli(*words, *more, "--json")
        (launch,) = items(out, "instruction-counts")[0]["launches"]
        assert status == 0
        return launch["passes"]

    words = ("analyze", "gemm/sgemm_tvm:vthread", "--instructions")
    long = ("--shape", "128,128,1024")
    told = passes(*long)
    times = [int(re.search(r": an iteration repeats (\d+) more times at ", one)[1]) for one in told]
    assert 50 < max(times) < 64 and all(
        "registers advance by fixed amounts (" in one for one in told
    )
    shown = cli(*words, *long)[1]
    assert all(f"\n  {one}\n" in shown for one in told)
    # Where the loop is short all of it is run.
    assert len(passes("--shape", "128,128,16")) == len(told) - 1
