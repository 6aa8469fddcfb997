"""A device's page says what the record says."""

from __future__ import annotations

import copy
import re

from publishing import IN_ORDER, RECORD, with_verdicts

from schedules.core.catalog import ladder, ladders
from schedules.measure.publishing.device_page import page
from schedules.measure.records import Recorded


def test_the_page_has_every_row_in_ladder_order(recorded):
    text = page(recorded, ladders(), ["roofline.svg", "sgemm_tvm.svg"])
    assert re.findall(r"^\| \d+ \| `(\w+)` \|", text, re.M) == IN_ORDER
    for row in RECORD["rows"]:
        assert f"| {row['time_us']} |" in text
    assert "Ceilings: copy 4248 GB/s, float32 FMA 65.8 TFLOP/s" in text
    assert "cuBLAS 2691.872 µs" in text


def test_the_sources_columns_and_counters_are_shown_where_there_are_any(tmp_path):
    record = copy.deepcopy(RECORD)
    record["rows"][0] |= {
        "whole_us": 33000.5,
        "cpu_us": 91000.0,
        "cpu": "NumPy 2.4, float32, 16 logical cores",
        "host_difference": 3.1e-5,
        "counters": {"shared_load_requests": 100, "shared_load_wavefronts": 400},
    }
    text = page(Recorded(tmp_path / "x.json", record), ladders(), [])
    assert (
        "| `cp_async` | 32 x 16 x 1 | 256 x 1 x 1 | 33000.5 | 2627.52 | 91000.0 | 3.1e-05 |" in text
    )
    assert "CPU is NumPy 2.4, float32, 16 logical cores, where the source has a serial loop" in text
    assert "| `cp_async` | 4.0 | - |" in text
    assert "whole" not in page(Recorded(tmp_path / "x.json", RECORD), ladders(), [])


def test_the_page_shows_verdicts_where_there_are_any(recorded):
    record = with_verdicts()
    text = page(Recorded(recorded.path, record), ladders(), [])
    rungs = len(ladder("gemm/sgemm_tvm").rungs)
    assert f"| `gemm/sgemm_tvm` | {rungs} | 6 | 3 | 1 | 2 | 2 |" in text
    assert "- `gemm/sgemm_tvm:vthread` at 128 x 256 x 16, racecheck: 3 errors: Race" in text
    assert "No failure." not in text
    record["verified"] = []
    record["sanitized"] = record["sanitized"][2:]
    text = page(Recorded(recorded.path, record), ladders(), [])
    assert f"| `gemm/sgemm_tvm` | {rungs} | 6 | 1 | - | - | - |" in text
    assert "No failure." in text
    assert "## Checks" not in page(recorded, ladders(), [])
