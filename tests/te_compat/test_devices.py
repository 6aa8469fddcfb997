"""Targets as old scripts wrote them."""

from __future__ import annotations

from te_compat import tvm


def test_targets_are_read_as_old_scripts_wrote_them():
    assert str(tvm.target.Target("cuda").attrs["arch"]) == "sm_90"
    assert str(tvm.target.Target("cuda -arch=sm_80").attrs["arch"]) == "sm_80"
    assert str(tvm.target.Target("llvm").kind.name) == "llvm"
