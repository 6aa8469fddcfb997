"""Every workload makes its inputs, reference and tolerance with a GPU's generator and tensors.

With a GPU and torch, these are torch's; elsewhere a stand-in that refuses what tensors on a GPU
refuse.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
import torch_stand_in
from conftest import no_gpu

from schedules.analyses.verification.compare import difference
from schedules.analyses.verification.on_gpu import References
from schedules.core import gpu
from schedules.core.gpu import inputs_on_device, on_device, poisoned_outputs, torch_dtype
from schedules.core.ladder import ladders
from schedules.workloads import Gemv
from schedules.workloads.quantized import QuantizedGemv

# A workload of each ladder in each of its variants, at a small shape.
WORKLOADS = {
    str(workload): workload
    for ladder in ladders().values()
    for rung in ladder.rungs.values()
    for workload in [rung.at(min(rung.verify_shapes(), key=np.prod))]
}


@pytest.fixture
def device(monkeypatch):
    """The functions of `core.gpu` on the GPU that is here, or on the stand-in."""
    if no_gpu():
        torch_stand_in.install(monkeypatch)


def check(workload) -> None:
    """The path of `verify --on cuda` and `bench`, with the reference itself as the output."""
    references = References()
    for kind in ("random", "integer") if workload.exact else ("random",):
        expected = references.get(workload, kind, 0)
        outputs = [
            right.to(torch_dtype(dtype))
            for right, (_, dtype) in zip(expected.outputs, workload.outputs(), strict=True)
        ]
        assert difference(outputs, expected).message == ""
        poisoned = poisoned_outputs(workload)
        assert difference(poisoned, expected).message
    made, there = (
        inputs_on_device(workload, 1),
        on_device(workload.inputs(np.random.default_rng(1))),
    )
    assert [(one.shape, one.dtype) for one in made] == [(one.shape, one.dtype) for one in there]


@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=WORKLOADS)
def test_inputs_reference_and_tolerance_are_made_on_the_gpu(device, workload):
    check(workload)


@dataclass(frozen=True)
class IntoAnArray(QuantizedGemv):
    """Writes the generator's numbers into a NumPy array."""

    def inputs(self, rng, *, integer=False):
        codes = np.empty(self.stored, "int8")
        codes[...] = rng.integers(-128, 128, size=self.stored)
        return [codes, *super().inputs(rng, integer=integer)[1:]]


@dataclass(frozen=True)
class ByUfunc(Gemv):
    """Calls a function of NumPy."""

    def reference(self, inputs):
        return [np.add(*super().reference(inputs), 1.0)]


@dataclass(frozen=True)
class TimesAnArray(Gemv):
    """Multiplies by a NumPy array."""

    def tolerance(self, inputs):
        return [np.ones(self.n) * one for one in super().tolerance(inputs)]


@dataclass(frozen=True)
class WithSize(Gemv):
    """Uses an attribute that torch has as a method."""

    def inputs(self, rng, *, integer=False):
        w, x = super().inputs(rng, integer=integer)
        return [w if w.size > 0 else x, x]


@pytest.mark.parametrize("faulty", [IntoAnArray, ByUfunc, TimesAnArray, WithSize])
def test_a_workload_that_needs_numpy_is_caught(device, faulty):
    faulty(3, 8).inputs(np.random.default_rng(0))
    with pytest.raises(TypeError):
        check(faulty(3, 8))


def test_the_generator_has_the_signature_that_workloads_use(device):
    rng = gpu.TorchRandom(0)
    assert rng.integers(0, 256, size=(3,), dtype="uint8").dtype == torch_dtype("uint8")
    assert rng.uniform(1.0, 2.0, size=(2, 3)).shape == (2, 3)
