"""What the page shows of a rung, as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import pytest
from conftest import lowered

from gpusim.cache import Cache
from gpusim.errors import UserError
from schedules.compile import fresh
from schedules.compile.listing import text_fingerprint
from schedules.core.errors import ShapeError
from schedules.core.kernel import kernels_of
from schedules.core.ladder import ladders
from schedules.explorer import model

SGEMM = ladders()["gemm/sgemm_tvm"]


def applied(text: str, changes: Iterable[Sequence]) -> str:
    """The text that a delta leads to, as the page puts it together."""
    lines = text.splitlines()
    for start, count, new in changes:
        lines[start : start + count] = new
    return "".join(f"{line}\n" for line in lines)


@pytest.fixture(scope="module")
def record():
    return model.rung_record(SGEMM["vthread"])


def test_a_records_texts_are_the_steps_own(record):
    seen = kernels_of(SGEMM["vthread"])
    for one, view in zip(record["steps"], seen, strict=True):
        assert one["texts"]["tir"] == view.tir
        assert one["texts"].get("cuda") == view.source
        assert one["launch"] == view.launch


def test_primitives_lead_from_step_to_step(record):
    text = record["start"]
    for one in record["steps"]:
        assert one["primitives"]
        for primitive in one["primitives"]:
            text = applied(text, primitive["delta"])
        assert text == one["texts"]["tir"]


def test_passes_lead_to_the_texts_after_them(record):
    last = kernels_of(SGEMM["vthread"])[-1]
    text = record["steps"][-1]["texts"]["tir"]
    passes = record["steps"][-1]["details"]["passes"]
    for one, watched in zip(passes, last.passes, strict=True):
        text = applied(text, one["delta"])
        assert (one["name"], text) == (watched.name, watched.after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("", "a\nb\n"),
        ("a\nb\n", ""),
        ("a\nb\nc\n", "a\nx\nc\n"),
        ("a\na\na\n", "a\na\n"),
        ("a\nb\nc\nd\n", "b\na\nd\nc\n"),
    ],
)
def test_a_delta_leads_to_the_text_after(before, after):
    assert applied(before, model.delta(before, after)) == after


def test_a_delta_of_long_texts_compares_no_lines_and_is_right(monkeypatch):
    """Comparing them would take minutes."""
    monkeypatch.setattr(model.difflib, "SequenceMatcher", None)
    before = "".join(f"line {n}\n" for n in range(20_000))
    after = "".join(f"line {n}{'!' if n % 3 else ''}\n" for n in range(20_000))
    assert applied(before, model.delta(before, after)) == after


def test_machine_code_names_lines_of_the_shown_cuda(record):
    code = record["steps"][-1]["details"]["machine"]
    cuda = record["steps"][-1]["texts"]["cuda"].splitlines()
    for level in ("ptx", "sass"):
        lines = code[level]["text"].splitlines()
        assert len(lines) == len(code[level]["cuda"])
        assert max(code[level]["cuda"]) <= len(cuda)
    stores = {
        cuda[number - 1].partition("[")[0].strip()
        for text, number in zip(
            code["sass"]["text"].splitlines(), code["sass"]["cuda"], strict=True
        )
        if " STS" in text
    }
    assert stores == {"A_shared_ptr", "B_shared_ptr"}


def test_a_rung_for_a_cpu_has_assembly_and_no_picture():
    record = model.rung_record(ladders()["gemm/sgemm_cpu"]["serial"])
    assert record["source_level"] == "asm"
    assert record["pictures"] == []
    assert set(record["steps"][-1]["details"]) == {"passes", "problems"}


def test_an_arch_without_machine_code_is_named():
    record = model.rung_record(SGEMM["vthread"], arch="sm_70")
    details = record["steps"][-1]["details"]
    assert "sm_70" in details["problems"]["machine"]
    (kernel,) = details["accesses"]
    assert kernel["accesses"] == [] and "sm_70" in kernel["problem"]
    assert "machine" not in details


def test_accesses_that_are_not_counted_say_so(monkeypatch):
    def refuse(_module, _inputs):
        raise UserError("an instruction that is not known")

    monkeypatch.setattr("gpusim.exact_counts.module_counts", refuse)
    record = model.rung_record(SGEMM["vthread"], (256, 256, 64))
    (kernel,) = record["steps"][-1]["details"]["accesses"]
    assert kernel["problem"] == "an instruction that is not known" and not kernel["accesses"]


def test_other_tile_numbers():
    rung = model.with_tile(SGEMM["vthread"], {"block_k": 8})
    record = model.rung_record(rung, [256, 256, 64], detailed=False)
    assert record["tile"]["block_k"] == 8
    assert record["shape"] == [256, 256, 64]
    with pytest.raises(ShapeError, match="nearest shape that fits"):
        model.rung_record(model.with_tile(SGEMM["vthread"], {"block_k": 7}))


def test_a_row_of_another_kernel_is_told_without_its_numbers(tmp_path):
    """Numbers are shown only where the kernel's text is the one that was measured."""
    now = text_fingerprint(lowered(SGEMM["vthread"], shape=(256, 256, 64)).source)
    row = {"ladder": "gemm/sgemm_tvm", "rung": "vthread", "dtype": "float32", "time_us": 4.0}
    rows = [
        {**row, "shape": [256, 256, 64], "kernel": now},
        {**row, "shape": [256, 256, 128], "kernel": now},
        {**row, "shape": [512, 256, 64]},
        {**row, "shape": [100, 100, 100], "kernel": now},
    ]
    (tmp_path / "some-gpu.json").write_text(json.dumps({"device": "Some GPU", "rows": rows}))
    same, *others = model.measured(SGEMM["vthread"], tmp_path)
    assert same == {"device": "Some GPU", **rows[0]}
    assert others == [
        {"device": "Some GPU", "shape": one["shape"], "dtype": "float32", "earlier": True}
        for one in rows[1:]
    ]


def test_without_machine_code_in_time_the_rest_is_there(monkeypatch):
    """As of a loop unrolled thousands of times, which a compiler takes hours for."""
    monkeypatch.setattr(Cache, "load", lambda *_: None)
    monkeypatch.setattr(fresh, "LINES", 0)
    monkeypatch.setattr(fresh, "SECONDS", 0.01)
    found = model.details(kernels_of(SGEMM["naive"])[-1])
    assert "exceeded 0.01 s for" in found["problems"]["machine"]
    assert found["passes"] and "machine" not in found
    (kernel,) = found["accesses"]
    assert kernel["accesses"] == [] and "exceeded 0.01 s for" in kernel["problem"]
