"""The first view: times of all rungs, as data and in a browser."""

from __future__ import annotations

import json
import statistics
import time

import pytest
from browser import VTHREAD, expecting
from conftest import ROOT

from gpusim.timing.constants import bands
from schedules.core.files import read_json
from schedules.core.ladder import ladders
from schedules.explorer import model, overview
from schedules.explorer.page import as_json, index_of, overview_chunk, page

H200 = "NVIDIA H200"
SIZE = 16384
NAMES = ("cooperative_fetch", "conflict_free_store", "vthread")


def test_a_ladder_begins_where_most_of_it_was_measured():
    """At the size of the code and the counts."""
    assert overview.usual("gemm/sgemm_tvm") == (H200, (16384, 16384, 16384))
    assert overview.usual("gemv/fast_gemv") == (H200, (8192, 8192))
    assert overview.usual("gemv/hgemv") == (H200, (4096, 128))
    assert overview.usual("nobody's") is None


def test_times_are_those_of_the_record_and_of_no_earlier_kernel():
    rung = ladders()["gemm/sgemm_tvm"]["vthread"]
    rows = overview.times(VTHREAD, model.measured(rung))
    record = read_json(ROOT / "docs/results/nvidia-h200.json")
    recorded = {tuple(row["shape"]): row for row in record["rows"] if row.get("rung") == "vthread"}
    own = [row for row in rows if row["device"] == H200]
    assert own
    for row in own:
        was = recorded[tuple(row["shape"])]
        assert row["time_us"] == was["time_us"]
        assert row["libraries"]["cuBLAS"] == was["baselines"]["cuBLAS"]["time_us"]
    assert overview.times(VTHREAD, [{"device": H200, "shape": [1, 1, 1], "earlier": True}]) == []


def test_recorded_predictions_stand_beside_their_rows(tmp_path):
    rows = [
        {
            "group": "gemm/a", "name": "b", "shape": [1, 2], "predicted_us": 3.0,
            "busiest": "DRAM", "busy": 0.9, "launch": 0.1,
        }
    ]  # fmt: skip
    (tmp_path / "predictions-x.json").write_text(
        json.dumps({"device": "X", "predictions": [*rows, {"problem": "none"}]})
    )
    found = overview.recorded_predictions(tmp_path)
    band = bands()["DRAM"]
    assert found == {
        ("X", "gemm/a:b", (1, 2)): {
            "us": 3.0, "low_us": 3 * band.low, "high_us": 3 * band.high,
            "bound": "DRAM", "times": band.rows, "held": band.held,
        }
    }  # fmt: skip


def test_a_prediction_is_the_commands(cli):
    rung = ladders()["gemv/hgemv"]["warp4"]
    found = overview.predicted(rung)
    status, out, _ = cli("predict", "gemv/hgemv:warp4", "--shape", "4096,128", "--json")
    (other,) = json.loads(out)["items"]
    assert status == 0
    assert (found["us"], found["shape"]) == (other["prediction"]["us"], [4096, 128])
    (launch,) = found["launches"]
    whole = sum(us for _, _, us, _ in launch["instructions"])
    assert whole == pytest.approx(launch["us"], rel=1e-3)


def test_a_prediction_is_of_the_size_that_the_page_shows():
    """Another one than that of its ladder's times, so that its lines have costs of one size."""
    rung = ladders()["gemm/sgemm_tvm"]["naive"]
    found = overview.predicted(rung, what=lambda kernel: {"shape": kernel.workload.shape})
    assert found["shape"] == rung.workload.shape != overview.usual(rung.ladder)[1]


def test_what_takes_too_long_is_said():
    rung = ladders()["gemv/hgemv"]["warp4"]
    found = overview.predicted(rung, seconds=1, what=lambda _kernel: time.sleep(600))
    assert found == {"problem": "no prediction within 1 s"}


@pytest.fixture(scope="session")
def overview_file(tmp_path_factory):
    """The page of a ladder as far as the overview goes: rungs without their details."""
    ladder = ladders()["gemm/sgemm_tvm"]
    told, seen = model.ladder_record(ladder) | {"rungs": []}, {}
    for name in NAMES:
        record = model.rung_record(ladder[name], recorded=True)
        band = {"us": 240e3, "low_us": 220e3, "high_us": 260e3}
        record["prediction"] = {"device": H200, "shape": [SIZE] * 3, "compiler": "NVRTC 0", **band}
        told["rungs"].append(model.outline_of(record))
        seen[record["path"]] = overview.rung_overview(record)
    file = tmp_path_factory.mktemp("overview") / "page.html"
    chunks = {"overview-data": overview_chunk(seen)}
    file.write_text(page(index_of([told], {}), chunks), encoding="utf-8")
    assert "H200" in as_json(seen)
    return file


def at_overview(watched, file, link: str = ""):
    watched.page.goto(file.as_uri() + link)
    expecting(watched.page.locator(".bar-row a").first).to_be_visible()
    expecting(watched.page.locator(".roofline .dot").first).to_be_visible()
    return watched.page


@pytest.mark.exhaustive
def test_it_opens_with_the_times_of_all_rungs(watched, overview_file, cli):
    page = at_overview(watched, overview_file)
    expecting(page.locator("#where")).to_have_text("Overview")
    rows = page.locator("tr.bar-row")
    expecting(rows).to_have_count(3)
    record = read_json(ROOT / "docs/results/nvidia-h200.json")
    times = {
        (row["rung"], tuple(row["shape"])): row["time_us"]
        for row in record["rows"]
        if row.get("ladder") == "gemm/sgemm_tvm"
    }
    shown = rows.filter(has_text="vthread")
    expecting(shown.locator(".time-measured")).to_have_text(
        f"{times['vthread', (SIZE,) * 3] / 1000:.1f} ms"
    )
    known = overview.recorded_predictions()[H200, VTHREAD, (SIZE,) * 3]["us"]
    expecting(shown.locator(".time-predicted")).to_have_text(f"{known / 1000:.1f} ms")
    expecting(page.locator(".overview-legend")).to_contain_text("for the code of nvcc")
    beside = statistics.median(
        row["baselines"]["cuBLAS"]["time_us"]
        for row in record["rows"]
        if row.get("ladder") == "gemm/sgemm_tvm"
        and (row["shape"], row["rung"] in NAMES) == ([SIZE] * 3, True)
    )
    expecting(page.locator(".overview-legend")).to_contain_text(f"cuBLAS {beside / 1000:.1f} ms")
    _, out, _ = cli("analyze", "gemm/sgemm_tvm:conflict_free_store", "--json")
    totals = json.loads(out)["items"][0]["kernels"][0]["totals"]
    were = totals["shared load"]["conflicts"]
    said = rows.filter(has_text="vthread").locator(".bar-says")
    expecting(said).to_contain_text(f"bank conflicts of shared loads {were / 1e9:.1f}G → none")
    # At another size there are times, and no counts, which would be of this one.
    page.get_by_label("Shape of gemm/sgemm_tvm").select_option("4096,4096,4096")
    other = times["vthread", (4096,) * 3] / 1000
    expecting(shown.locator(".time-measured")).to_have_text(f"{other:#.4g} ms")
    expecting(said).not_to_contain_text("bank conflicts")
    expecting(page.locator(".roofline .dot")).to_have_count(3)


@pytest.mark.exhaustive
def test_code_of_another_compiler_has_its_own_times(watched, overview_file):
    """Predicted ones here, and no measured ones."""
    page = watched.page
    page.goto(f"{overview_file.as_uri()}#overview:gemm/sgemm_tvm&compiler=NVRTC 0")
    row = page.locator("tr.bar-row").filter(has_text="vthread")
    expecting(row.locator(".time-predicted")).to_have_text("240.0 ms")
    expecting(row.locator(".time-measured")).to_be_empty()


@pytest.mark.exhaustive
def test_bars_and_dots_lead_to_their_rung(opened):
    page = opened()
    expecting(page.locator("#where")).to_have_text("Overview")
    page.locator(".bar-row a", has_text="vthread").click()
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:bind_fetch")
    expecting(page.locator("#glance")).to_be_hidden()
    page.keyboard.press("o")
    page.get_by_label("vthread: ").locator("circle").click()
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:bind_fetch")
    page.go_back()
    expecting(page.locator("#where")).to_have_text("Overview")
