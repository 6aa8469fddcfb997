"""Configs by their index, filters, fallbacks."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from autotvm_samples import task

from te_compat import autotvm


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
    for kind in (autotvm.tuner.GridSearchTuner, autotvm.tuner.GATuner):
        assert len(list(iter(kind(made).strategy.propose, None))) == 3


@pytest.mark.parametrize(
    ("length", "size"), [(128, [4, 8, 4]), (49, [7, 7, 1]), (30, [2, 5, 3]), (17, [17, 1, 1])]
)
def test_a_fallback_split_keeps_its_limits(length, size):
    cfg = autotvm.FallbackConfigEntity()
    cfg.define_split("t", length, num_outputs=3)
    cfg.fallback_split("t", [-1, 8, 4])
    assert cfg["t"].size == size
    # The template defines before it uses: what was set stays.
    cfg.define_split("t", length, num_outputs=3)
    assert cfg["t"].size == size
