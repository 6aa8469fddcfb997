"""A database of MetaSchedule that another process has written."""

from __future__ import annotations

import subprocess
import sys

from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from tune.auto import search_target
from tune.exchange import RECORDS, database
from tune.jobs import load

# What no GPU can be asked for here; the device's name is all that is wanted of it.
IMPORT = """
import sys
from pathlib import Path
from tune.exchange import import_database
from tune.jobs import Job, load
Job.device = lambda self: "some GPU"
print(import_database(Path(sys.argv[1]), load("hgemm_h200"), Path(sys.argv[2]), print))
"""


def taken(folder, record) -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", IMPORT, str(folder), str(record)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_traces_that_name_intrinsics_are_read_by_a_fresh_process(tmp_path):
    job = load("hgemm_h200")
    space = job.space_at(job.shapes[0], job.arch)
    mod = s_tir.Schedule(space.workload.prim_func()).mod
    into = database(tmp_path)
    into.commit_tuning_record(
        ms.database.TuningRecord(
            space.schedule(space.points[0]).trace,
            into.commit_workload(mod),
            [1e-3],
            search_target(space.rung, job.arch),
            ms.arg_info.ArgInfo.from_prim_func(mod["main"]),
        )
    )
    done = taken(tmp_path, tmp_path / "r.jsonl")
    assert done.stdout.strip() == "(1, 0)", done.stderr
    assert space.task(space.points[0]).key in (tmp_path / "r.jsonl").read_text()

    (tmp_path / RECORDS).write_text("[0, nonsense]")
    done = taken(tmp_path, tmp_path / "other.jsonl")
    assert f"UserError: {tmp_path} holds a database that TVM does not read" in done.stderr
    assert not (tmp_path / "other.jsonl").exists()
