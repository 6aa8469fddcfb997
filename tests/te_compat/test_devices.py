"""Targets as old scripts wrote them."""

from __future__ import annotations

from te_compat import tvm


def test_targets_are_read_as_old_scripts_wrote_them():
    assert str(tvm.target.Target("cuda").attrs["arch"]) == "sm_90"
    assert str(tvm.target.Target("cuda -arch=sm_80").attrs["arch"]) == "sm_80"
    assert str(tvm.target.Target("llvm").kind.name) == "llvm"


def test_a_target_that_tvm_removed_is_entered_and_its_device_skipped(capsys):
    with tvm.target.create("aocl_sw_emu") as target:
        assert str(target.kind.name) == "llvm"
    assert not tvm.context("aocl_sw_emu", 0).exist
    assert "TVM 0.27 has no target aocl_sw_emu; llvm is used" in capsys.readouterr().err
