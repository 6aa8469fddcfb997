"""Winners as configurations of their rungs."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT
from tune_records import edited

from gpusim.errors import UserError
from schedules import tuned
from schedules.measure.units import short_digits
from schedules.sources.names import resolve
from tune.records.record import Record
from tune.winners import apply_winners, winners

RUNG = "gemm/sgemm_cpu:parallel"


def test_the_nearest_shape_and_the_right_dtype_are_taken(record, tuned_folder):
    told, _ = apply_winners(record).lines()
    device = told.partition(" at ")[0].partition("@")[2]
    file = tuned_folder / f"{device}.json"
    content = json.loads(file.read_text())
    (one,) = content["configurations"]
    large = {**one, "shape": [4096, 4096, 4096], "tile": {**one["tile"], "block_i": 128}}
    foreign = {**one, "dtype": "float16", "shape": [128, 128, 128]}
    content["configurations"] += [large, foreign]
    file.write_text(json.dumps(content))
    rung = resolve(f"gemm/sgemm_cpu:parallel@{device}").rung
    for size, rows in ((64, one["tile"]["block_i"]), (128, one["tile"]["block_i"]), (2048, 128)):
        assert rung.tile_for(rung.workload.with_shape((size,) * 3)).block_i == rows
    # A second `apply` takes the place of its own entry and keeps the others.
    told = []
    record.notice = told.append
    apply_winners(record)
    assert len(json.loads(file.read_text())["configurations"]) == 3 and not told
    with pytest.raises(UserError, match="has no tuned tile of gemm/sgemm_cpu:packed"):
        resolve(f"gemm/sgemm_cpu:packed@{device}")


def test_what_another_record_gave_is_told_when_it_is_replaced(folder, tmp_path, tuned_folder):
    def change(line):
        if line["type"] == "final":
            line["time_us"] = 1234.0

    told = []
    apply_winners(Record.read(folder / "some.jsonl", told.append))
    (file,) = tuned_folder.glob("*.json")
    (old,) = json.loads(file.read_text())["configurations"]
    other = edited(folder, tmp_path, change, all_lines=True)
    other.notice = told.append
    apply_winners(other)
    assert told == [
        f"{RUNG} at 64,64,64: 1234 us of edited.jsonl takes the place of "
        f"{short_digits(old['time_us'])} us of some.jsonl"
    ]
    (new,) = json.loads(file.read_text())["configurations"]
    assert new["record"] == "edited.jsonl"
    # One that somebody wrote by hand.
    del new["record"], new["time_us"]
    file.write_text(json.dumps({"configurations": [new]}))
    apply_winners(other)
    assert told[1].endswith("takes the place of an unknown time of an unknown record")


def test_an_unknown_device_is_named(tuned_folder):
    with pytest.raises(UserError, match="none yet; `tune apply` makes one"):
        resolve("gemm/sgemm_cpu:parallel@some-gpu")
    (tuned_folder / "some-gpu.json").write_text("{}")
    with pytest.raises(UserError, match="did you mean 'some-gpu'"):
        resolve("gemm/sgemm_cpu:parallel@some-gpo")
    with pytest.raises(UserError, match="is not a file of tuned tiles"):
        resolve("gemm/sgemm_cpu:parallel@some-gpu")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda line: line.update(schedule="another"), "its schedule has changed since"),
        (lambda line: line["versions"].update({"apache-tvm": "0.26"}), "measured with TVM 0.26"),
    ],
)
def test_a_stale_winner_is_not_applied(folder, tmp_path, tuned_folder, change, says):
    with pytest.raises(UserError, match=says):
        apply_winners(edited(folder, tmp_path, change))
    assert tuned.devices() == []


# The last winner of each of its shapes was confirmed with nvcc.
BY_NVCC = ROOT / "docs/tuning/gemv_int4_h200-nvidia-h200.jsonl.gz"


def test_a_gpus_winner_names_the_compiler_that_confirmed_it(tuned_folder, tmp_path):
    """Earlier versions confirmed with the search's compiler and did not name it."""
    file, record = tuned_folder / "nvidia-h200.json", Record.read(BY_NVCC)

    def applied():
        apply_winners(record)
        known = json.loads(file.read_text())["configurations"]
        return {one["shape"][0]: one["compiler"].partition(" ")[0] for one in known}

    assert applied() == dict.fromkeys((4096, 8192, 16384), "nvcc")
    for final in record.finals:
        if final["shape"][0] == 8192:
            final.pop("compiler", None)
    assert applied() == {4096: "nvcc", 8192: "NVRTC", 16384: "nvcc"}


def test_a_tie_leaves_the_tile_written_by_hand(folder, tmp_path, tuned_folder):
    record = edited(folder, tmp_path, lambda line: line.update(tie=line["type"] == "final"), True)
    told = []
    record.notice = told.append
    (final,) = winners(record)
    by_hand = record.line(record.entries_by_key[final["hand_written"]])
    assert final["key"] != final["hand_written"]
    apply_winners(record)
    (file,) = tuned_folder.glob("*.json")
    (one,) = json.loads(file.read_text())["configurations"]
    assert one["tile"] == by_hand["tile"] and one["schedule"] == by_hand["schedule"]
    assert one["time_us"] == final["hand_written_us"]
    assert told == ["64,64,64: the winner ties with the tile written by hand, which is applied"]
