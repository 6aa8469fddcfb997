"""Options of passes count where the script builds."""

from __future__ import annotations

import pytest
from legacy_samples import elementwise

from schedules.legacy import tvm
from schedules.legacy.calls import OldCallError


def test_options_of_passes_count_where_the_script_builds():
    s, a, b, c = elementwise()

    def loops(**config):
        with tvm.transform.PassContext(config=config):
            func = tvm.build(s, [a, c], "llvm")
        return func.get_source().count("br i1")

    unroll = {"auto_max_step": 1024, "explicit_unroll": True, "auto_max_depth": 8}
    assert loops(**{"tir.UnrollLoop": unroll}) != loops()
    with pytest.raises(OldCallError, match="PassContext: nothing here acts on .*add_lower_pass"):
        loops(**{"tir.add_lower_pass": []})
    with pytest.raises(OldCallError, match="build_config: nothing here acts on .*dump_pass_ir"):
        tvm.build_config(dump_pass_ir=True)
