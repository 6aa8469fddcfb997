"""Local memory: a thread's stack, which grows down from the pointer in constant bank 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...isa.operands import Code
from ...sanitizer.uninitialized import Stack
from ...state.memory import STACK_TOP
from ...state.registers import Mask
from . import Action, instruction
from .accesses import CACHING, NARROW, address, checked, extended, width_of

if TYPE_CHECKING:
    from ..interpreter import Interpreter


@instruction("LDL", "STL")
def local(code: Code, interpreter: Interpreter) -> Action:
    """Accesses must be within the stack; uninitialized bytes may be loaded, but not used."""
    code.only("64", "128", *CACHING, *NARROW)
    width, signed = width_of(code)
    loads = code.row.access == "local.load"
    where, value = code.operands if not loads else reversed(code.operands)
    addresses = address(where, interpreter)
    registers = interpreter.registers
    row_of = registers.target if loads else registers.row
    rows = [row_of(value, part) for part in range(max(1, width // 4))]
    low = STACK_TOP - interpreter.setup.local
    # A word, or the part of one that a narrow access moves.
    size = min(width, 4)
    part_of_word = np.uint32((1 << 8 * size) - 1)

    def act(mask: Mask) -> None:
        offsets, lanes = checked(
            interpreter, "local", addresses(mask), interpreter.lanes(mask), width, low, STACK_TOP
        )
        first = offsets - low
        each_byte = first[:, None] + np.arange(width), lanes[:, None]
        if loads and interpreter.options.check and not value.is_zero:
            never = ~interpreter.local_written[each_byte]
            if never.any():
                words = len(lanes), len(rows)
                interpreter.undefined.load(
                    Stack,
                    value.index,
                    lanes,
                    each_byte[0].reshape(*words, size)[:, :, 0],
                    never.reshape(*words, size),
                )
        shift = (first & 3).astype(np.uint32) * np.uint32(8)
        words = []
        for part, row in enumerate(rows):
            place = (first >> 2) + part, lanes
            if loads:
                words.append(interpreter.local[place] >> shift & part_of_word)
            else:
                kept = interpreter.local[place] & ~(part_of_word << shift)
                interpreter.local[place] = kept | (row[lanes] & part_of_word) << shift
                interpreter.changed += 1
        if not loads:
            interpreter.local_written[each_byte] = True
            if interpreter.undefined.words and not value.is_zero:
                undefined = interpreter.undefined.bytes_of(value.index, len(rows), lanes)
                bits = undefined[:, :, None] >> np.arange(size, dtype=np.uint8) & 1
                interpreter.local_written[each_byte] = bits.reshape(-1, width) == 0
        elif not value.is_zero:
            for row, word in zip(rows, extended(words, width, signed), strict=True):
                row[lanes] = word

    return act
