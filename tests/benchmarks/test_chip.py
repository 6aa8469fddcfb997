"""The microbenchmarks of a chip, without a GPU: their machine code, and the records there are."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.chip import runs
from benchmarks.chip.__main__ import joined
from benchmarks.chip.constants import RESULTS, chip_file, of_record, text
from benchmarks.chip.measure import cycles
from benchmarks.chip.runner import all_measures
from benchmarks.chip.skeleton import Measured, check, filled, loop_of
from benchmarks.chip.words import Word, word
from gpusim.device import Device
from gpusim.errors import UserError
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options, Program
from gpusim.timing.constants import constants
from schedules.core.files import read_json

MEASURES = all_measures()
RECORDS = sorted(RESULTS.glob("chip-*"))


@pytest.mark.parametrize("name", ["issue.mufu", "latency.lds", "pipe.shfl", "async.mbarrier"])
def test_kernels_compile_and_read_back(name):
    assert all(cubin[:4] == b"\x7fELF" for cubin in MEASURES[name].cubins().values())


def test_the_measured_loop_has_the_instructions_that_were_chosen():
    body = [word("FFMA", 48 + at % 8, 40, 43, 46) for at in range(32)]
    (cubin,) = filled({"": Measured(tuple(body))}).values()
    code = [one for one in loop_of(cubin) if one.operands.endswith("R40, R43, R46")]
    assert len(code) == 32
    assert {one.stall for one in code} == {1}
    assert code[-1].address - code[0].address == 31 * 16


def test_a_word_that_is_another_instruction_is_refused():
    with pytest.raises(UserError, match="reads back as"):
        check([Word("FADD", word("FMUL", 48, 40, 43).bits)])


@pytest.mark.parametrize("each", [4, 32])
def test_blocks_store_each_word_of_a_matrix_once(each):
    """A block stores its number."""
    rows, pitch, used = 64, 1152, 1024
    cubin, blocks = runs.columns_cubin(each), rows * used // runs.block_bytes(each)
    empty = np.full(rows * pitch // 4, 1 << 31, np.uint32)
    device = Device({"at": empty}, options=Options(count=False))
    program = Program.of("columns", disassemble(cubin)["columns"])
    given = "at", np.uint32(rows).tobytes(), np.int64(pitch).tobytes()
    image = read_cubin(cubin).kernel("columns")
    device.launch(Call(image, program, (blocks, 1, 1), (256, 1, 1), 0, given))
    stored = device.array("at").reshape(rows, pitch // 4)
    assert (stored[:, used // 4 :] == 1 << 31).all()
    stored = stored[:, : used // 4]
    values, counts = np.unique(stored, return_counts=True)
    assert values.tolist() == list(range(blocks))
    assert set(counts.tolist()) == {runs.block_bytes(each) // 4}
    # Of whole pieces.
    changes = np.flatnonzero(np.diff(stored.ravel().astype(np.int64))) + 1
    assert not (changes % (each // 4)).any()


def test_the_clock_may_pass_zero():
    stamps = np.array([[[2**32 - 10, 90, 0], [2**32 - 4, 100, 0]]], np.uint32)
    assert cycles(stamps) == 110
    stamps = np.array([[[5, 90, 0], [2**32 - 4, 100, 0]]], np.uint32)
    assert cycles(stamps) == 104


def test_what_is_measured_again_replaces_its_own_and_nothing_else():
    first, second, third, fourth = list(MEASURES)[:4]
    before = {"constants": {first: 1, second: 2}, "missing": {third: "no least distance"}}
    now = joined(before, {second: 3}, {first: "its process ended"})
    assert now["constants"] == {first: 1, second: 3}
    assert now["missing"][third] == "no least distance"
    # One that the record is older than.
    assert now["missing"][fourth] == ""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_has_every_constant_with_its_spread_and_method(path):
    record = read_json(path)
    assert set(record) >= {"device", "driver", "clocks", "versions", "commit", "date"}
    assert set(record["constants"]) | set(record["missing"]) >= set(MEASURES)
    for name, entry in record["constants"].items():
        assert entry["method"]
        assert name not in MEASURES or entry["unit"] == MEASURES[name].unit
        values = list(entry.get("table", {}).values()) or [entry]
        assert all("value" in one and "spread" in one for one in values), name


def unlike(record: dict) -> set[str]:
    """Fields of the model's constants that are not what the record makes."""
    made, known = (
        json.loads(text(of)) for of in (of_record("", record), constants(chip_of(record)))
    )
    return {name for name in made | known if not alike(made.get(name), known.get(name))}


def alike(made: object, known: object) -> bool:
    """Equal; numbers, which a least-squares fit makes, but for rounding."""
    if isinstance(made, dict) and isinstance(known, dict):
        return list(made) == list(known) and all(alike(made[key], known[key]) for key in made)
    if isinstance(made, list) and isinstance(known, list):
        return len(made) == len(known) and all(map(alike, made, known))
    return made == (pytest.approx(known, rel=1e-9) if isinstance(known, float) else known)


def chip_of(record: dict) -> str:
    return chip_file(record["device"]).stem


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_models_constants_are_those_of_the_record(path):
    record = read_json(path)
    assert not unlike(record)
    # Another latency in the record is noticed.
    record["constants"]["latency.lds"]["value"] += 1
    assert unlike(record) == {"latencies"}
