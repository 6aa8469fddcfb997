"""A kernel in a file, on the page."""

from __future__ import annotations

from conftest import ROOT

from gpusim.errors import UserError
from schedules.explorer.model import rung_record
from schedules.sources.kernel_files import FileRung

SAXPY = str(ROOT / "examples/kernels/saxpy.cu")


def kernel_record(reference: str) -> dict:
    return rung_record(FileRung.load(reference))


def test_a_cuda_file_has_its_texts_linked_by_line():
    record = kernel_record(SAXPY)
    (step,) = record["steps"]
    source = step["texts"]["cuda"].splitlines()
    assert record["levels"] == ["cuda", "ptx", "sass"]
    for level in ("ptx", "sass"):
        code = step["details"]["machine"][level]
        lines = code["text"].splitlines()
        assert len(lines) == len(code["cuda"])
        stores = [at for at, line in enumerate(lines) if "st.global" in line or "STG" in line]
        assert [source[code["cuda"][at] - 1].strip()[:11] for at in stores] == ["if (i < n) "]
    (launch,) = step["launches"]
    assert (launch["kernel"], launch["grid"], launch["block"]) == ("saxpy", (4, 1, 1), (256, 1, 1))


def test_a_launch_has_what_its_memory_instructions_cost():
    """1000 elements by 4 blocks of 8 warps: 31 whole warps and one of 8 lanes."""
    (kernel,) = kernel_record(SAXPY)["steps"][0]["details"]["accesses"]
    rows = {(one["expression"], one["kind"]): one for one in kernel["accesses"]}
    assert set(rows) == {("LDG of x", "load"), ("LDG of y", "load"), ("STG of y", "store")}
    for one in rows.values():
        assert (one["requests"], one["sectors"], one["bytes"]) == (32, 125, 4000)
        assert one["instructions"] == {one["expression"][:3]: 1} and one["line"]
    assert kernel["totals"]["global load"]["sectors"] == 250 and kernel["exact"]
    whole, part = rows["LDG of x", "load"]["warps"]
    assert (whole["often"], whole["taken"], whole["lanes"]) == (31, 4, [*range(0, 128, 4)])
    assert (part["often"], part["taken"], part["lanes"][7:9]) == (1, 1, [28, -1])
    assert part["base"] == 31 * 128


def test_what_cannot_be_counted_says_why(tmp_path, monkeypatch):
    def refuse(_module, _inputs):
        raise UserError("an instruction that is not known")

    monkeypatch.setattr("gpusim.exact_counts.module_counts", refuse)
    text = 'extern "C" __global__ void k(float* a) { *a = 1; }'
    (tmp_path / "k.cu").write_text(text, encoding="utf-8")
    launch = 'grid = [1]\nblock = [32]\n[[arguments]]\nname = "a"\ndtype = "float32"\nshape = [1]\n'
    (tmp_path / "k.toml").write_text(launch, encoding="utf-8")
    (kernel,) = kernel_record(str(tmp_path / "k.cu"))["steps"][0]["details"]["accesses"]
    assert kernel["accesses"] == [] and "instruction that is not known" in kernel["problem"]
