"""Random sequences of instructions on the machine, against what GPUs recorded, bit for bit."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from conftest import ROOT

from benchmarks.instructions import (
    SCALARS,
    THREADS,
    digest,
    input_arrays,
    opcodes,
    results_of,
    sequences,
)
from gpusim.arithmetic import floats, rounding
from gpusim.device import Device
from gpusim.functional.instructions.arithmetic import SINGLE
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options, Program
from schedules.compile.compiler import Compiler
from schedules.core.files import read_json
from schedules.core.target import Target

RECORDS = sorted((ROOT / "docs" / "results").glob("instructions-*"))
FORMATS = {
    "f": rounding.FLOAT32,
    "h": rounding.FLOAT16,
    "b": rounding.BFLOAT16,
    "x": rounding.FLOAT16,
    "y": rounding.BFLOAT16,
}


@cache
def compiled(sequence: str) -> bytes:
    return Compiler(Target.parse("sm_90")).compile(sequences()[sequence].source).cubin


@cache
def computed(sequence: str) -> list[str]:
    """The machine's results, as the record has a GPU's."""
    return results_of(sequence, words_of_machine(sequence))


def words_of_machine(sequence: str) -> np.ndarray:
    cubin = compiled(sequence)
    arrays = dict(zip(("in16", "in32", "in64"), input_arrays(), strict=True))
    arrays["out"] = np.zeros((sequences()[sequence].words, THREADS), np.uint32)
    device = Device(arrays, options=Options(check=False, count=False))
    image = read_cubin(cubin).kernel(sequence)
    program = Program.of(sequence, disassemble(cubin)[sequence])
    arguments = [*arrays, *(one.tobytes() for one in SCALARS)]
    device.launch(Call(image, program, (1, 1, 1), (THREADS, 1, 1), 0, arguments))
    return device.array("out")


def recorded(file, sequence: str) -> dict:
    entries = read_json(file)["sequences"]
    return next(entry for entry in entries if entry["sequence"] == sequence)


@pytest.mark.parametrize("sequence", sequences())
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_machine_gives_the_bits_of_a_gpu(file, sequence):
    entry = recorded(file, sequence)
    assert entry["cubin"] == digest(compiled(sequence))
    assert entry["inputs"] == digest(b"".join(one.tobytes() for one in input_arrays()))
    assert entry["opcodes"].split() == opcodes(compiled(sequence), sequence)
    both = zip(sequences()[sequence].steps, entry["results"], computed(sequence), strict=True)
    wrong = [
        f"{step.ptx} of {step.operands}: {made}, and on the GPU {given}"
        for step, given, made in both
        if not agree(step, made, given)
    ]
    assert not wrong, f"{len(wrong)} wrong\n" + "\n".join(wrong[:20])


def agree(step, made: str, given: str) -> bool:
    """Equal, or within the bounds of a step that is not exact; infinities and NaNs are."""
    if step.within is None:
        return made == given
    absolute, relative = step.within
    x, y = (values(step.made, line.split()) for line in (made, given))
    within = np.abs(x - y) <= absolute + relative * np.abs(y)
    same = np.where(np.isnan(y), np.isnan(x), x == y)
    return bool(np.where(np.isfinite(y), within, same).all())


def values(letter: str, words: list[str]) -> np.ndarray:
    """float64 of results written as hexadecimal words."""
    bits = np.array([int(word, 16) for word in words], np.uint64)
    if letter == "d":
        return bits.view(np.float64)
    if letter in "xy":
        bits = np.concatenate([bits & np.uint64(0xFFFF), bits >> np.uint64(16)])
    return rounding.decoded(bits.astype(np.uint32), FORMATS[letter])


def test_a_sum_that_is_rounded_twice_is_seen(monkeypatch):
    exact = computed("floats")

    def twice(a, b, c, **form):
        if form["rounding"] != "RN" or form["ftz"] or form["sat"]:
            return rightly(a, b, c, **form)
        product = np.multiply(a.view(np.float32), b.view(np.float32), dtype=np.float64)
        made = (product + c.view(np.float32)).astype(np.float32).view(np.uint32)
        return np.where(floats.is_nan(made), floats.NAN, made)

    rightly = floats.fma
    monkeypatch.setitem(SINGLE, "FFMA", (twice, 3))
    changed = results_of("floats", words_of_machine("floats"))
    wrong = {
        step.ptx
        for step, a, b in zip(sequences()["floats"].steps, exact, changed, strict=True)
        if a != b
    }
    assert "fma.rn.f32 %0, %1, %2, %3;" in wrong
