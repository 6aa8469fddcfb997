"""A database of MetaSchedule that another process has written."""

from __future__ import annotations

import subprocess
import sys

import pytest
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
print(import_database(Path(sys.argv[1]), load(sys.argv[3]), Path(sys.argv[2]), print))
"""


def taken(folder, record, job) -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", IMPORT, str(folder), str(record), job]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["hgemm_h200", "hgemm_wgmma_h200"])
def test_traces_that_name_intrinsics_are_read_by_a_fresh_process(name, tmp_path):
    """Those of TMA bear the rows of a tile."""
    job = load(name)
    space = job.space_at(job.shapes[0], job.arch)
    mod = s_tir.Schedule(space.workload.prim_func()).mod
    into = database(tmp_path)
    points = [space.points[0], space.points[-1]]
    for point in points:
        into.commit_tuning_record(
            ms.database.TuningRecord(
                space.schedule(point).trace,
                into.commit_workload(mod),
                [1e-3],
                search_target(space.rung, job.arch),
                ms.arg_info.ArgInfo.from_prim_func(mod["main"]),
            )
        )
    done = taken(tmp_path, tmp_path / "r.jsonl", name)
    assert done.stdout.strip() == "(2, 0)", done.stderr
    text = (tmp_path / "r.jsonl").read_text()
    assert all(space.task(point).key in text for point in points)

    (tmp_path / RECORDS).write_text("[0, nonsense]")
    done = taken(tmp_path, tmp_path / "other.jsonl", name)
    assert f"UserError: {tmp_path} holds a database that TVM does not read" in done.stderr
    assert not (tmp_path / "other.jsonl").exists()
