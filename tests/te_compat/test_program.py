"""The recorded primitives run again and print as Python."""

from __future__ import annotations

import pytest
import tvm_ffi
from legacy_samples import gemm

from te_compat import te, tvm
from te_compat.calls import OldCallError
from te_compat.program import new_schedule
from te_compat.replay import replay


def test_the_recorded_program_prints_as_python_that_gives_the_same_module():
    s, a, b, c, r = gemm()
    local = s.cache_write(c, "local")
    shared = s.cache_read(a, "shared", [local])
    io, jo, ii, _ = s[c].tile(*c.op.axis, 8, 4)
    s[c].bind(io, te.thread_axis("blockIdx.x"))
    s[c].bind(ii, te.thread_axis("threadIdx.x"))
    s[local].compute_at(s[c], jo)
    ko, _ = s[local].split(r, factor=5)
    s[shared].compute_at(s[local], ko)
    found = replay(s, [a, b, c])
    sch = new_schedule(found.program.origin)
    text = "\n".join(primitive.as_python() for primitive in found.program)
    exec(text, {"sch": sch})
    assert tvm_ffi.structural_equal(sch.mod, found.mod)
    asked = [one.cause.method for one in found.program if one.method in ("split", "compute_at")]
    assert asked.count("compute_at") == 2 and "tile" in asked and "split" in asked
    assert all(one.cause.file == __file__ for one in found.program if one.cause)


def test_what_tvm_refuses_names_the_old_call_and_the_primitive():
    s, a, b, c, r = gemm()
    copy = s.cache_read(a, "shared", [c])
    again = s.cache_read(copy, "local", [c])
    s[again].compute_at(s[c], c.op.axis[0])
    s[copy].compute_at(s[c], r)
    with pytest.raises(OldCallError, match=r"compute_at: sch.compute_at\(a_shared, k") as refused:
        tvm.lower(s, [a, b, c])
    assert "s[copy].compute_at(s[c], r)" in str(refused.value)
