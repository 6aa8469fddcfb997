"""The opcode table is complete and consistent with its users."""

from __future__ import annotations

import pytest

from gpusim.functional import instructions
from gpusim.functional.control import Control
from gpusim.isa import opcodes as table
from gpusim.isa.opcodes import ROLES, opcode, opcodes, with_role
from gpusim.timing.issue import PIPES, pipe_of
from gpusim.timing.memory_pipeline import KINDS


def test_every_opcode_is_in_one_row():
    names = [
        name for line in table.TABLE.split("\n") if line for name in line.split(":")[1].split()
    ]
    assert len(names) == len(set(names)) == len(opcodes())


def test_an_opcode_with_properties_has_its_row():
    copy = opcode("LDGSTS")
    assert (copy.memory, copy.access, copy.queue) == ("global", "global.copy", ("memory", "copies"))
    assert opcode("FFMA").roles == {"multiply-add"} and not opcode("FFMA").is_counted
    assert (opcode("LOP3").pipe, opcode("ULOP3").pipe) == ("alu", "uniform")


def test_every_role_is_described_and_used():
    assert set(ROLES) == {role for row in opcodes().values() for role in row.roles}


def test_every_control_instruction_has_a_handler():
    assert all(hasattr(Control, f"_{name.lower()}") for name in with_role("control"))


def test_every_access_that_is_simulated_is_timed():
    """What reads or writes memory has an action and a place in the memory pipe; so has no other."""
    instructions._load()
    for name, row in opcodes().items():
        assert (row.access in KINDS) == (row.pipe in ("memory", "global")), name
        if row.access and name != "STSM":
            assert name in instructions._BUILDERS, name


class Code:
    """As much of a decoded instruction as `pipe_of` asks for."""

    def __init__(self, base: str) -> None:
        self.base, self.row = base, opcode(base)

    def has(self, *_: str) -> bool:
        return False


def test_every_pipe_is_one_of_the_timing_model():
    assert all(PIPES[pipe_of(Code(name))] for name in opcodes())


def test_a_role_that_is_not_described_is_refused(monkeypatch):
    monkeypatch.setattr(table, "TABLE", "alu alu - - integer : NEW : adds\n")
    with pytest.raises(ValueError, match="adds"):
        opcodes.__wrapped__()
