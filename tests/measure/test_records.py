"""Records: the arithmetic of derived columns on a recorded run, and how runs merge."""

from __future__ import annotations

import json

import pytest
from conftest import FILES, ROOT

from benchmarks.figures.records import check_record
from gpusim.errors import UserError
from schedules.core.files import write_json
from schedules.core.ladder import ladder
from schedules.measure.ceilings import Ceilings
from schedules.measure.contest import derived
from schedules.measure.records import (
    committed,
    load,
    merge,
    with_highest_ceilings,
    with_verdicts,
)
from schedules.workloads import Gemm, Gemv
from schedules.workloads.quantized import QuantizedGemv

RECORD = json.loads((FILES / "h200.json").read_text())
ROWS = {row["rung"]: row for row in RECORD["rows"]}
CEILINGS = Ceilings(**RECORD["ceilings"])
COMMITTED = committed(ROOT / "docs/results")
HEADER = {"device": "NVIDIA H200", "commit": "abc", "date": "2026-11-22"}

each_row = pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)


# --- derived columns ------------------------------------------------------------------------------


@each_row
def test_derived_gives_the_recorded_columns(row):
    workload = ladder(row["ladder"])[row["rung"]].workload.with_shape(row["shape"])
    again = derived(workload, row["time_us"], CEILINGS)
    rate = row["tflops" if row["bound"] == "arithmetic" else "gbps"]
    assert 100 * rate / again.pop("ceiling") == pytest.approx(row["percent_of_ceiling"], abs=0.01)
    for name, value in again.items():
        assert row[name] == (value if name == "bound" else pytest.approx(value, rel=1e-3))


def shares(record: dict) -> list[float]:
    return [row["percent_of_ceiling"] for row in record["rows"]]


@pytest.mark.parametrize("file", COMMITTED, ids=lambda file: file.stem)
def test_no_recorded_row_exceeds_its_ceiling(file):
    assert max(shares(COMMITTED[file])) <= 100


def test_a_ceiling_that_a_disturbed_run_measured_is_too_low():
    record = {**RECORD, "ceilings": {}, "rows": [dict(row) for row in RECORD["rows"]]}
    record["rows"][-1] |= {"ceiling": 0.5, "percent_of_ceiling": 121.0}
    assert max(shares(with_highest_ceilings(record))) == 121
    record["rows"][0] |= {"ceiling": 1.0, "percent_of_ceiling": 3.0}
    assert {row["bound"] for row in record["rows"]} == {"arithmetic"}
    assert shares(with_highest_ceilings(record))[-1] == 60.5


def test_the_ceilings_that_a_page_draws_are_those_of_its_rows():
    row = {**RECORD["rows"][0], "bound": "memory", "threads": 2, "ceiling": 44.0}
    rates = {"copy_gbps": 21.0, "read_gbps": 27.0, "fma_tflops": 0.1, "float16_tflops": 0.1}
    record = {"rows": [row], "ceilings": {"1 thread": rates, "2 threads": rates}}
    made = with_highest_ceilings(record)["ceilings"]
    assert [made[name]["read_gbps"] for name in made] == [27.0, 44.0]


# --- what is no record ----------------------------------------------------------------------------


def without(name: str) -> dict:
    row = {key: value for key, value in RECORD["rows"][0].items() if key != name}
    return {**RECORD, "rows": [*RECORD["rows"], row]}


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"rows": []}, "device: Field required"),
        ({**RECORD, "rows": []}, "rows: List should have at least 1 item"),
        ({**RECORD, "device": 3}, "device: Input should be a valid string"),
        (without("ladder"), "rows.6.ladder: Field required"),
        (without("baselines"), "rows.6.baselines: Field required"),
        ({**RECORD, "rows": [RECORD["rows"][0] | {"shape": "x"}]}, "rows.0.shape"),
        ({**RECORD, "rows": [RECORD["rows"][0] | {"time_us": float("nan")}]}, "rows.0.time_us"),
    ],
)
def test_what_a_record_lacks_is_named(record, told, tmp_path):
    check_record(tmp_path / "record.json", RECORD)
    with pytest.raises(UserError, match=told):
        check_record(tmp_path / "record.json", record)


def test_a_gemv_is_bound_by_memory():
    # 4096 x 4096 float16 and two vectors: 33.57 MB, at 1 TB/s 33.57 us.
    row = derived(Gemv(4096, 4096), 67.14, Ceilings(1000.0, 50.0, 500.0))
    assert row["bound"] == "memory"
    assert row["gbps"] == pytest.approx(500, rel=1e-3)
    assert row["percent_of_ceiling"] == pytest.approx(50, rel=1e-3)
    assert row["tflops"] == pytest.approx(0.49977, rel=1e-4)


@pytest.mark.parametrize(
    ("workload", "dtype", "rate"),
    [
        (Gemm(8, 8, 8), "float32", 50.0),
        (Gemm(8, 8, 8, in_dtype="float16"), "float16", 500.0),
        (Gemm(8, 8, 8, product_dtype="float16"), "float32 as float16", 500.0),
        (Gemv(8, 8), "float16", 50.0),
        (QuantizedGemv(8, 8, bits=8), "int8", 50.0),
        (QuantizedGemv(8, 8, bits=4), "int4", 50.0),
    ],
)
def test_dtype_and_arithmetic_ceiling_of_a_workload(workload, dtype, rate):
    assert workload.dtype == dtype
    assert Ceilings(1000.0, 50.0, 500.0).tflops(workload) == rate


# --- merging --------------------------------------------------------------------------------------


def timed(rung: str, time_us: float, **more) -> dict:
    row = {"ladder": "gemm/sgemm_tvm", "rung": rung, "shape": [64, 64, 64], "dtype": "float32"}
    return row | {"time_us": time_us, "kernel": "k1"} | more


def test_a_run_adds_rows_and_replaces_its_own():
    record = merge({"rows": []}, HEADER, [timed("naive", 9.0), timed("vthread", 5.0)])
    record = merge(record, HEADER, [timed("vthread", 4.0), timed("cp_async", 3.0)])
    times = {row["rung"]: row["time_us"] for row in record["rows"]}
    assert times == {"naive": 9.0, "vthread": 4.0, "cp_async": 3.0}


def test_the_header_is_the_last_runs():
    record = merge({"rows": []}, HEADER, [timed("naive", 9.0)])
    record = merge(record, HEADER | {"commit": "def"}, [])
    assert record["commit"] == "def"
    assert len(record["rows"]) == 1


def test_a_ceiling_is_the_highest_that_a_run_measured():
    record = merge({"rows": []}, HEADER | {"ceilings": {"copy_gbps": 4.0, "read_gbps": 5.0}}, [])
    record = merge(record, HEADER | {"ceilings": {"copy_gbps": 5.0, "read_gbps": 4.0}}, [])
    assert record["ceilings"] == {"copy_gbps": 5.0, "read_gbps": 5.0}
    record = merge({"rows": []}, HEADER | {"ceilings": {"1 thread": {"copy_gbps": 4.0}}}, [])
    record = merge(record, HEADER | {"ceilings": {"1 thread": {"copy_gbps": 3.0}}}, [])
    assert record["ceilings"] == {"1 thread": {"copy_gbps": 4.0}}


def test_counters_outlive_a_run_that_does_not_count():
    counters = {"dram_bytes": 1024}
    record = merge({"rows": []}, HEADER, [timed("naive", 9.0, counters=counters)])
    (row,) = merge(record, HEADER, [timed("naive", 8.0)])["rows"]
    assert row["time_us"] == 8.0
    assert row["counters"] == counters


@pytest.mark.parametrize("other", [{"kernel": "k2"}, {"compiler": "NVRTC 13.0"}])
def test_counters_of_another_kernel_are_dropped(other):
    counted = timed("naive", 9.0, counters={"dram_bytes": 1024}, compiler="nvcc 13.0")
    record = merge({"rows": []}, HEADER, [counted])
    (row,) = merge(record, HEADER, [timed("naive", 8.0, **other)])["rows"]
    assert "counters" not in row


def test_verdicts_are_merged_as_rows_are():
    record = merge({"rows": []}, HEADER, [timed("naive", 9.0)])
    naive = {name: timed("naive", 0.0)[name] for name in ("ladder", "rung", "shape", "dtype")}
    for entry in ({"kernel": "k1", "message": ""}, {"kernel": "k1", "right": True}):
        record = with_verdicts(record, "NVIDIA H200", [naive | entry])
    (entry,) = record["verified"]
    assert (entry["message"], entry["right"]) == ("", True)
    assert entry["date"] != HEADER["date"]
    assert {name: record[name] for name in HEADER} == HEADER
    assert [row["time_us"] for row in record["rows"]] == [9.0]
    # Those on another kernel replace it; a rung is verified at every shape of its own.
    record = with_verdicts(record, "NVIDIA H200", [naive | {"kernel": "k2", "right": False}])
    assert ["message" in entry for entry in record["verified"]] == [False]
    other = {"kernel": "k2", "shape": [16, 16, 16], "right": True}
    record = with_verdicts(record, "NVIDIA H200", [naive | other])
    assert {entry["right"] for entry in record["verified"]} == {True, False}


def test_a_record_of_another_device_is_refused():
    with pytest.raises(UserError, match="this device is NVIDIA A100: choose another --record"):
        merge(RECORD, HEADER | {"device": "NVIDIA A100"}, [])


# --- files ----------------------------------------------------------------------------------------


def test_a_record_survives_the_disk(tmp_path):
    file = tmp_path / "results" / "one.json"
    write_json(file, RECORD)
    assert load(file) == RECORD
    assert [path.name for path in file.parent.iterdir()] == ["one.json"]


@pytest.mark.parametrize("text", ["{", "[]", '{"rows": {}}'])
def test_what_is_no_record_is_refused(tmp_path, text):
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(UserError, match="is not a record|is not JSON"):
        load(file)


@pytest.mark.parametrize(
    "other", [{"shape": [32, 32, 32]}, {"dtype": "float16"}, {"ladder": "gemm/sgemm_cuda"}]
)
def test_another_shape_dtype_or_ladder_is_another_row(other):
    record = merge({"rows": []}, HEADER, [timed("naive", 9.0), timed("naive", 1.0, **other)])
    assert sorted(row["time_us"] for row in record["rows"]) == [1.0, 9.0]
