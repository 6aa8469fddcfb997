"""Winners as configurations of their rungs."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from conftest import ROOT
from tune_records import edited

from gpusim.errors import UserError
from schedules import tuned
from schedules.commands import cli as schedules_cli
from schedules.core.catalog import ladder
from schedules.measure.publishing.units import short_digits
from schedules.sources.names import resolve
from tune.commands import main
from tune.records.record import Record
from tune.winners import apply_winners, winners

RUNG = "gemm/sgemm_cpu:parallel"


def test_a_winner_becomes_a_configuration_of_its_rung(record, tuned_folder):
    told, wrote = apply_winners(record).lines()
    reference = told.partition(" at ")[0]
    (file,) = tuned_folder.iterdir()
    assert wrote == f"wrote {file}: `schedules show {reference}` shows it"
    name, _, device = reference.partition("@")
    assert name == RUNG and tuned.devices() == [device]
    rung = resolve(f"gemm/sgemm_cpu:parallel@{device}").rung
    best = record.line(record.best()[0])
    assert rung.path == reference
    assert vars(rung.tile) == best["tile"] != vars(ladder("gemm/sgemm_cpu")["parallel"].tile)
    # At the shape that was tuned, and at others the tile of the nearest one.
    assert rung.workload.shape == (64, 64, 64)
    assert rung.tile_for(rung.workload.with_shape((512, 512, 512))) == rung.tile
    for command in (["show", reference], ["steps", reference], ["diff", RUNG, reference]):
        done = CliRunner().invoke(schedules_cli, [*command, "--shape", "64,64,64"])
        assert done.exit_code == 0, done.output
        assert command[0] == "steps" or reference in done.output


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


@pytest.mark.parametrize(
    "change", [{"key": "64x64x64 another", "knobs": {}}, {"kind": "wrong", "times_us": []}]
)
def test_a_winner_that_is_no_longer_right_is_none(folder, tmp_path, tuned_folder, change):
    without = edited(folder, tmp_path, lambda line: line.update(change))
    assert without.finals and winners(without) == []
    with pytest.raises(UserError, match="has no confirmed winner"):
        apply_winners(without)


# The last winner of each of its shapes was confirmed with nvcc.
BY_NVCC = ROOT / "docs/tuning/gemv_int4_h200-nvidia-h200.jsonl"


def test_a_gpus_winner_of_the_searchs_compiler_is_not_applied(tuned_folder, capsys):
    path = tuned_folder / BY_NVCC.name
    path.write_bytes(BY_NVCC.read_bytes())
    file = tuned_folder / "nvidia-h200.json"

    def applied():
        found = json.loads(file.read_text())["configurations"]
        return [(one["shape"][0], one["compiler"]) for one in found]

    def forget(*sizes):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        for line in lines:
            if line["type"] == "final" and line["shape"][0] in sizes:
                line.pop("compiler", None)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    apply_winners(Record.read(path))
    assert applied() == [(size, "nvcc 13.0") for size in (4096, 8192, 16384)]
    foreign = {**json.loads(file.read_text())["configurations"][0], "record": "other.jsonl"}
    # Another record's, at a shape of this one's.
    foreign["rung"] = "gemv/fast_gemv:other"
    content = json.loads(file.read_text())
    content["configurations"].append(foreign)
    file.write_text(json.dumps(content))
    forget(8192)
    told = []
    apply_winners(Record.read(path, told.append))
    assert applied() == [(size, "nvcc 13.0") for size in (4096, 16384, 4096)]
    said, gone = told
    assert said.startswith("8192,8192: skipped the winner") and "--confirm-only`" in said
    assert gone == f"gemv/fast_gemv:int4_mma at 8192,8192 is taken out of {file}"
    forget(4096, 16384)
    with pytest.raises(SystemExit) as end:
        main(["apply", str(path)])
    assert end.value.code == 2 and applied() == [(4096, "nvcc 13.0")]
    err = capsys.readouterr().err.splitlines()
    assert [line.count("skipped the winner") for line in err] == [1, 1, 1, 0, 0, 0]
    assert f"no winner to apply: confirm one with `tune resume {path} --confirm-only`" in err[-1]


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
