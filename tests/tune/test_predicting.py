"""Predicted times of candidates, and a ranking of them without a device."""

from __future__ import annotations

import json

import pytest
from accesses import needs_compiler
from conftest import items
from tune_records import invoke
from tune_spaces import space_of

from gpusim.errors import UserError
from schedules.core.kernel import last_kernel
from tune import predicted_ranking, predicting
from tune.predicting import Predictor, model_hash, predicted
from tune.records.record import Record

pytestmark = needs_compiler
SHAPE = (256, 256, 256)


@pytest.fixture
def space():
    """A space of small kernels."""
    return space_of("gemm/sgemm_tvm:ordered_products", SHAPE)


@pytest.fixture
def empty_cache(monkeypatch, tmp_path):
    """Nothing was predicted before."""
    monkeypatch.setenv("SCHEDULES_CACHE", str(tmp_path / "cache"))


@pytest.mark.exhaustive
def test_a_hand_written_tile_has_the_prediction_of_its_rung(space):
    point = space.hand_written()[0]
    (made,) = Predictor(space, "h200").predict([point])
    kernel = last_kernel(space.rung, space.workload, space.target)
    assert made.us == kernel.predict("h200").us and made.kernel == kernel.fingerprint
    assert made.low_us < made.us < made.high_us and not made.problem


@pytest.fixture
def made(monkeypatch):
    """The kernels that this process predicted."""
    found = []
    fresh = predicting.fresh
    monkeypatch.setattr(predicting, "fresh", lambda *given: found.append(given) or fresh(*given))
    return found


@pytest.mark.exhaustive
def test_a_prediction_is_kept_until_what_it_depends_on_changes(
    space, empty_cache, made, monkeypatch
):
    request = space.request(space.hand_written()[0])
    first = predicted(request, "h200")
    assert predicted(request, "h200") == first and len(made) == 1
    other = predicted(request, "h100")
    assert other.us != first.us and len(made) == 2
    assert model_hash("h100") != model_hash("h200")
    monkeypatch.setattr(predicting, "model_hash", lambda chip: "another")
    assert predicted(request, "h200") == first and len(made) == 3


@pytest.mark.exhaustive
def test_a_point_is_predicted_once_and_processes_agree(
    space, empty_cache, made, monkeypatch, tmp_path
):
    points = space.hand_written()[:1] + space.points[:2]
    told = []
    alone = Predictor(space, "h200", 2, lambda: told.append(1))
    together = alone.times(points)
    assert alone.times(points[::-1]) == together[::-1] and len(told) == len(points)
    alone.close()
    alone.close()
    # This process predicts again instead of reading what the others stored.
    monkeypatch.setenv("SCHEDULES_CACHE", str(tmp_path / "another"))
    assert together == [predicted(space.request(point), "h200").us for point in points]
    assert len(made) == len(points)


# --- the command ----------------------------------------------------------------------------------

JOB = """
workload = "gemm/sgemm_tvm:ordered_products"
shape = [256, 256, 256]
target = "sm_90"
space = "sgemm_cuda_cores"

[budget]
trials = 2
"""


@pytest.mark.exhaustive
def test_a_ranking_without_a_device_is_a_record_that_apply_refuses(
    space, tmp_path, capsys, monkeypatch
):
    # So many candidates' costs are looked at.
    monkeypatch.setattr(predicted_ranking, "MOST", 8)
    job, record = tmp_path / "some.toml", tmp_path / "ranked.jsonl"
    job.write_text(JOB)
    arguments = ("run", str(job), "--predict-only", "--record", str(record))
    status, out, err = invoke(capsys, *arguments)
    assert (status, err) == (0, "")
    assert "256,256,256 on h200, predicted and not measured: 2 of" in out
    assert out.endswith(f"wrote predictions to {record}; to measure, run `tune run` on a GPU\n")
    read = Record.read(record)
    assert not read.entries and len(read.predictions) == 2 and read.runs[0]["predicted"]
    times = [line["predicted_us"] for line in read.predictions]
    assert times == sorted(times)
    for line in read.predictions:
        assert line["chip"] == "h200" and line["low_us"] < line["predicted_us"] < line["high_us"]
    own = {json.dumps(space.request(point).knobs) for point in space.hand_written()}
    assert own & {json.dumps(line["tile"]) for line in read.predictions}
    for verb in ("apply", "best", "report", "export"):
        more = (str(tmp_path / "database"),) if verb == "export" else ()
        status, out, err = invoke(capsys, verb, str(record), *more)
        assert status and not out and len(err.splitlines()) == 1
        assert "contains only predictions" in err
    status, _, err = invoke(capsys, *arguments)
    assert status and f"{record} exists: remove it or choose another --record" in err
    code, out, _ = invoke(capsys, *arguments[:-1], str(tmp_path / "again.jsonl"), "--json")
    (ranked,) = items(out, "rankings")
    assert code == 0 and ranked["chip"] == "h200" and not ranked["problems"]
    assert [one["predicted_us"] for one in ranked["candidates"]] == pytest.approx(times, abs=1e-3)
    with pytest.raises(UserError, match="contains only predictions"):
        Record.read(record).check("NVIDIA H200", "gemm/sgemm_tvm:ordered_products", space.target)
