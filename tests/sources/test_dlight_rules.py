"""Results of dlight's rules are cached by content, and are the same with and without the cache."""

from __future__ import annotations

import pytest
import tvm
import tvm_ffi
from own_modules import product
from tvm import te
from tvm.s_tir import dlight
from tvm.s_tir.dlight.base import transform

from schedules.sources.computations import kept_rules

GEMV = [dlight.gpu.GEMV(), dlight.gpu.Fallback()]


@pytest.fixture
def runs(tmp_path, monkeypatch):
    """How often the rules really ran, with a cache of the test's own."""
    monkeypatch.setenv("SCHEDULES_CACHE", str(tmp_path))
    counted, apply = [], transform._apply_rules

    def counting(*arguments, **named):
        counted.append(arguments)
        return apply(*arguments, **named)

    monkeypatch.setattr(transform, "_apply_rules", counting)
    return counted


def scheduled(rules, n=64, arch="sm_90") -> tvm.IRModule:
    mod = tvm.IRModule({"main": te.create_prim_func(product(n))})
    with tvm.target.Target({"kind": "cuda", "arch": arch}):
        return dlight.ApplyDefaultSchedule(*rules)(mod)


@pytest.mark.parametrize("rule", [dlight.gpu.Matmul, dlight.gpu.Fallback])
def test_the_same_module_with_and_without_the_cache(runs, rule):
    plain = scheduled([rule()])
    with kept_rules():
        first, second = scheduled([rule()]), scheduled([rule()])
    assert len(runs) == 2
    for kept in (first, second):
        assert tvm_ffi.structural_equal(kept, plain) and str(kept) == str(plain)
    assert "threadIdx.x" in str(second)


def test_everything_that_the_result_depends_on_is_in_the_key(runs):
    with kept_rules():
        for at in ({"n": 32}, {"arch": "sm_80"}, {"rules": [dlight.gpu.Matmul()]}):
            scheduled(**({"rules": GEMV} | at))
        assert len(runs) == 3
        assert "32" in str(scheduled(GEMV, n=32)) and len(runs) == 3


class Own(dlight.gpu.Fallback):
    """A user's own rule."""


def test_a_users_rule_and_one_with_settings_are_not_cached(runs):
    with_settings = dlight.gpu.Fallback()
    with_settings.threads = 128
    with kept_rules():
        for rule in (Own(), with_settings):
            for _ in range(2):
                scheduled([rule])
    assert len(runs) == 4


def test_a_damaged_entry_is_made_again(runs, tmp_path):
    with kept_rules():
        first = scheduled(GEMV)
        (entry,) = tmp_path.iterdir()
        entry.write_bytes(entry.read_bytes()[:100])
        assert str(scheduled(GEMV)) == str(first)
    assert len(runs) == 2
