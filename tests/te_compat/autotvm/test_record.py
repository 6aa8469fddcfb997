"""AutoTVM's log."""

from __future__ import annotations

import json

import pytest
from autotvm_samples import KEYS, old_line

from gpusim.errors import UserError
from te_compat import autotvm

TARGETS = [
    "llvm -keys=cpu -mattr=+avx2,+fma -mcpu=core-avx2",
    "cuda -keys=cuda,gpu -arch=sm_80 -max_num_threads=1024 -thread_warp_size=32",
]


@pytest.mark.parametrize("target", TARGETS)
def test_a_log_is_the_same_when_written_again(target):
    inp, result = autotvm.record.decode(old_line(1e-6, target=target))
    again = json.loads(autotvm.record.encode(inp, result))
    right = json.loads(old_line(1e-6, target=target))
    assert {**again, "tvm_version": ""} == {**right, "tvm_version": ""}
    assert list(again) == KEYS


def test_the_best_is_picked(tmp_path):
    log, best = tmp_path / "all.log", tmp_path / "best.log"
    log.write_text("\n".join(map(old_line, (3e-6, 1e-6, 2e-6))) + "\n")
    for _ in range(2):
        autotvm.record.pick_best(str(log), str(best))
        ((_, result),) = autotvm.record.load_from_file(best)
        assert result.costs == (1e-6,)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["all.log", "best.log"]


def test_a_file_that_is_no_log_is_refused(tmp_path):
    file = tmp_path / "some.log"
    file.write_text(old_line(1e-6) + "\nnothing\n")
    with pytest.raises(UserError, match="some.log:2: not a line of an AutoTVM log"):
        autotvm.apply_history_best(str(file))
    with pytest.raises(UserError, match="cannot read .*missing.log: No such file"):
        autotvm.apply_history_best(str(tmp_path / "missing.log"))
    with pytest.raises(UserError, match="cannot write"):
        autotvm.record.append(tmp_path / "no" / "folder.log", ["{}"])
