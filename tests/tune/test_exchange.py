"""MetaSchedule's databases: what goes out comes back, and what another process wrote is read."""

from __future__ import annotations

import subprocess
import sys

import pytest
import tvm_ffi
from exhaustive import sampled
from tune_records import edited
from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from gpusim.errors import UserError
from tune.commands import main
from tune.exchange import RECORDS, database, export_database, import_database
from tune.jobs.job import Job, load
from tune.records.record import Record
from tune.space.generator import search_target

# What no GPU can be asked for here; the device's name is all that is wanted of it.
IMPORT = """
import sys
from pathlib import Path
from tune.exchange import import_database
from tune.jobs.job import Job
from tune.jobs.job import load
Job.device = lambda self: "some GPU"
print(import_database(Path(sys.argv[1]), load(sys.argv[3]), Path(sys.argv[2]), print))
"""


def taken(folder, record, job) -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", IMPORT, str(folder), str(record), job]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", sampled(["hgemm_h200", "hgemm_wgmma_h200"], ["hgemm_h200"]))
def test_traces_that_name_intrinsics_are_read_by_a_fresh_process(name, tmp_path, monkeypatch):
    """Those of TMA bear the rows of a tile."""
    job = load(name)
    space = job.space_at(job.shapes[0], job.lowered_for)
    mod = s_tir.Schedule(space.workload.prim_func()).mod
    into = database(tmp_path)
    points = [space.points[0], space.points[-1]]
    for point in points:
        into.commit_tuning_record(
            ms.database.TuningRecord(
                space.schedule(point).trace,
                into.commit_workload(mod),
                [1e-3],
                search_target(space.target),
                ms.arg_info.ArgInfo.from_prim_func(mod["main"]),
            )
        )
    done = taken(tmp_path, tmp_path / "r.jsonl", name)
    assert done.stdout.strip() == "(2, 0)", done.stderr
    text = (tmp_path / "r.jsonl").read_text()
    assert all(space.request(point).key in text for point in points)

    (tmp_path / RECORDS).write_text("[0, nonsense]")
    monkeypatch.setattr(Job, "device", lambda self: "some GPU")
    with pytest.raises(UserError, match=f"{tmp_path} contains a database that TVM cannot read"):
        import_database(tmp_path, job, tmp_path / "other.jsonl", print)
    assert not (tmp_path / "other.jsonl").exists()


def test_metaschedule_reads_what_is_exported_and_it_comes_back(record, folder, tmp_path):
    into = tmp_path / "database"
    written, stale = export_database(record, into)
    right = [entry for entry in record.entries if entry.time_us]
    assert (written, stale) == (len(right), 0) and len(right) > 10
    job = load(folder / "some.toml")
    space = job.space_at((64, 64, 64), job.lowered_for)
    mod = s_tir.Schedule(space.workload.prim_func()).mod
    found = database(into)
    (best,) = found.get_top_k(found.commit_workload(mod), 1)
    assert [float(time) for time in best.run_secs] == [record.best()[0].time_us * 1e-6]
    replay = s_tir.Schedule(mod)
    best.trace.apply_to_schedule(replay, remove_postproc=False)
    own = space.schedule(space.point(record.best()[0].knobs))
    assert tvm_ffi.structural_equal(replay.mod, own.mod)

    back = tmp_path / "back.jsonl"
    assert import_database(into, job, back, lambda _: None) == (written, 0)
    again = Record.read(back)
    assert {entry.key: entry.time_us for entry in again.entries} == pytest.approx(
        {entry.key: entry.time_us for entry in right}
    )
    assert export_database(record, into) == (0, 0), "nothing is written twice"


def test_a_record_of_another_tvm_is_told_and_not_exported(folder, tmp_path, capsys):
    def change(line):
        line["versions"] = line["versions"] | {"apache-tvm": "0.26.0"}

    changed = edited(folder, tmp_path, change)
    with pytest.raises(UserError, match="with TVM 0.26.0; this is TVM 0.27.*: tune again"):
        export_database(changed, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    with pytest.raises(SystemExit) as end:
        main(["best", str(changed.path)])
    assert end.value.code == 0
    assert "was measured with TVM 0.26.0; this is TVM 0.27" in capsys.readouterr().err
