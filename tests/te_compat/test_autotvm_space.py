"""The space of an AutoTVM template: knobs in AutoTVM's order, configs by index, tasks, the log."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import tvm as today
from autotvm_samples import KEYS, old_line, result_of, task

from gpusim.errors import UserError
from te_compat import autotvm
from tune.measuring.interface import MeasureOptions
from tune.measuring.pool import Pool


def sizes(length: int, **options) -> list[list[int]]:
    cfg = autotvm.ConfigSpace()
    cfg.define_split("t", length, **options)
    return [one.size for one in cfg.space_map["t"]]


# What TVM 0.19 gives, in its order.
SPLITS = {
    "factors": (sizes(12, num_outputs=2), [[-1, f] for f in (1, 2, 3, 4, 6, 12)]),
    "three": (
        sizes(4, num_outputs=3),
        [[-1, 1, 1], [-1, 2, 1], [-1, 4, 1], [-1, 1, 2], [-1, 2, 2], [-1, 1, 4]],
    ),
    "power2": (sizes(6, policy="power2", num_outputs=2), [[-1, 1], [-1, 2], [-1, 4]]),
    "verbose": (sizes(6, policy="verbose", num_outputs=2), [[-1, f] for f in (1, 2, 3, 4, 6)]),
    "no_tail": (sizes(6, policy="verbose", num_outputs=2, no_tail=True)[-2:], [[-1, 3], [-1, 6]]),
    "max_factor": (sizes(12, num_outputs=2, max_factor=3), [[-1, 1], [-1, 2], [-1, 3]]),
    "filter": (sizes(12, num_outputs=2, filter=lambda e: e.size[-1] > 4), [[-1, 6], [-1, 12]]),
    "candidate": (sizes(9, policy="candidate", num_outputs=2, candidate=[[2, 5]]), [[2, 5]]),
}


def test_a_split_has_the_sizes_that_autotvm_gave():
    for name, (found, right) in SPLITS.items():
        assert found == right, name


def orders(policy: str, count: int = 3, **options) -> list[list[int]]:
    cfg = autotvm.ConfigSpace()
    axes = [cfg.axis(one + 2) for one in range(count)]
    given = {
        name: [[axes[at] for at in chain] for chain in value] if name != "interval" else value
        for name, value in options.items()
    }
    cfg.define_reorder("r", axes, policy, **given)
    return [list(one.perm) for one in cfg.space_map["r"]]


def test_a_reorder_has_the_orders_that_autotvm_gave():
    assert orders("identity") == [[0, 1, 2]]
    assert orders("all", 2) == [[0, 1], [1, 0]]
    assert orders("interval_all", interval=(1, 3)) == [[0, 1, 2], [0, 2, 1]]
    assert orders("candidate", candidate=[[2, 0, 1]]) == [[2, 0, 1]]
    chains = {"spatial": [[0, 1], [2, 3]], "reduce": [[4, 5]]}
    assert orders("interleave", 6, **chains) == [[0, 2, 4, 1, 3, 5]]
    assert orders("interleave_cuda", 6, **chains) == [[0, 2, 4, 5, 1, 3]]


def annotations(policy: str, count: int, **options) -> list[list]:
    cfg = autotvm.ConfigSpace()
    cfg.define_annotate("a", [cfg.axis(2)] * count, policy, **options)
    return [list(one.anns) for one in cfg.space_map["a"]]


def test_an_annotation_has_what_autotvm_gave():
    assert annotations("try_unroll", 1) == [["none"], ["unroll"]]
    found = annotations("try_unroll_vec", 2)
    assert len(found) == 8 and ["vec", "vec"] not in found
    assert annotations("bind_gpu", 3) == [["fuse", "blockIdx.x", "threadIdx.x"]]
    assert annotations("bind_gpu_virtual", 3) == [["blockIdx.x", "vthread", "threadIdx.x"]]
    assert annotations("locate_cache", 3, num_anchor=2) == [[0, 1], [0, 2], [1, 2]]


def test_an_index_is_a_config_and_its_log_the_same():
    cfg = task().config_space
    assert (len(cfg), cfg.dims) == (4 * 10 * 2, [4, 10, 2])
    for index in range(len(cfg)):
        assert cfg.knob2point(cfg.point2knob(index)) == index
        one = cfg.get(index)
        again = autotvm.ConfigEntity.from_json_dict(json.loads(json.dumps(one.to_json_dict())))
        assert again == one and again.index == index
    assert cfg.get(1)["tile_i"].size == [-1, 2]
    with pytest.raises(IndexError):
        cfg.get(len(cfg))


def test_multi_filter_leaves_configs_out():
    cfg = autotvm.ConfigSpace()
    cfg.define_knob("a", [1, 2, 3])
    cfg.define_knob("b", [1, 2])
    cfg.multi_filter(lambda one: one["a"].val + one["b"].val <= 3)
    assert (len(cfg), cfg.range_length) == (3, 6)
    with pytest.raises(IndexError):
        cfg.get(5)
    made = SimpleNamespace(config_space=cfg, target=None)
    for kind in (autotvm.tuner.GridSearchTuner, autotvm.tuner.XGBTuner):
        assert len(list(iter(kind(made).strategy.propose, None))) == 3


@pytest.mark.parametrize(("length", "size"), [(128, [4, 8, 4]), (30, [2, 5, 3])])
def test_a_fallback_split_keeps_its_limits(length, size):
    cfg = autotvm.FallbackConfigEntity()
    cfg.define_split("t", length, num_outputs=3)
    cfg.fallback_split("t", [-1, 8, 4])
    assert cfg["t"].size == size
    # The template defines before it uses: what was set stays.
    cfg.define_split("t", length, num_outputs=3)
    assert cfg["t"].size == size


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


def test_a_task_makes_right_candidates_of_its_configs():
    made = task()
    assert made.flop == 2 * 8**3
    assert made.workload == ("test/matmul", 8, "float32")
    for index in (0, 10, 34, 77):
        candidate = made.candidate(made.config_space.get(index))
        np.testing.assert_allclose(
            *result_of(today.ir.load_json(candidate.knobs["module"])), rtol=1e-5
        )
    with pytest.raises(autotvm.space.InstantiationError, match="no rows left"):
        made.candidate(made.config_space.get(3))


@pytest.mark.exhaustive
def test_a_candidate_that_computes_something_else_is_wrong():
    made = task()
    right = made.candidate(made.config_space.get(34))
    mod = today.ir.load_json(right.knobs["module"])
    # The sum begins elsewhere.
    script = mod.script().replace("T.float32(0.0)", "T.float32(0.5)")
    assert script != mod.script()
    other = today.script.from_source(script)
    wrong = replace(right, key="wrong", knobs={"module": str(today.ir.save_json(other))})
    measurer = Pool(MeasureOptions(kind="llvm", builders=1))
    try:
        found = {one.key: outcome for one, outcome in measurer.measure([right, wrong])}
    finally:
        measurer.close()
    assert found[right.key].kind == "ok" and min(found[right.key].times_us) > 0
    assert found["wrong"].kind == "wrong"
