"""Random legal schedules in the old language, each run on the CPU against NumPy.

What is drawn: shapes that nothing divides, splits by factor and by parts, fuses, reorders, caches,
rfactor, inlining, places for every stage, threads and loop kinds.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import tvm as today
import tvm_ffi
from hypothesis import HealthCheck, event, given, reject, settings
from hypothesis import strategies as st
from random_schedules import COMPUTATIONS, Chooser

from schedules.analyses.verification.serial import run_library, serial
from schedules.lowering.lower import build_module
from te_compat import te
from te_compat.calls import OldCallError
from te_compat.session import replay

EXAMPLES = 105  # of each computation

# Not optimised: each is run once on a few hundred elements.
CPU = {"kind": "llvm", "opt-level": 0}
TARGET = SimpleNamespace(tvm=today.target.Target(CPU, CPU))


def check(pick: Chooser, computation) -> None:
    try:
        s, args, reference = computation(pick)
        found = replay(s, args)
    except OldCallError as error:
        event(f"refused: {str(error).partition(': ')[2][:60]}")
        reject()
    if len(found.program.primitives) % 5 == 0 and not tvm_ffi.structural_equal(
        found.program.run().mod, found.mod
    ):
        raise ValueError("the recorded program gives another module")
    library = build_module(serial(found.mod), TARGET)
    rng = np.random.default_rng(0)
    shapes = [tuple(map(int, tensor.shape)) for tensor in args]
    given = [isinstance(tensor.op, today.te.PlaceholderOp) for tensor in args].count(True)
    inputs = [rng.uniform(-1, 1, shape).astype("float32") for shape in shapes[:given]]
    found = run_library(library, inputs, [(shape, "float32") for shape in shapes[given:]])
    for got, right in zip(
        found, reference(*[one.astype("float64") for one in inputs]), strict=True
    ):
        np.testing.assert_allclose(got, right, rtol=1e-4, atol=1e-4)


@pytest.mark.exhaustive
@pytest.mark.parametrize("computation", COMPUTATIONS)
def test_a_random_schedule_computes_what_it_should(computation):
    valid = 0

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    @given(st.data())
    def run(data):
        nonlocal valid
        check(Chooser(data), computation)
        valid += 1

    run()
    # A generator whose schedules are mostly refused checks nothing.
    assert valid >= 100


def test_the_check_rejects_a_wrong_result(monkeypatch):
    """A schedule of another computation fails, so that a pass means something."""

    def wrong(_pick):
        a = te.placeholder((4, 4), name="A")
        b = te.compute((4, 4), lambda i, j: a[i, j] + 1.0, name="B")
        return te.create_schedule(b.op), [a, b], lambda x: [x]

    with pytest.raises(AssertionError):
        check(None, wrong)
