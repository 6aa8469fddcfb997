"""Semantics of each instruction, one file per kind.

A builder takes a decoded instruction and the interpreter and returns an action, a function of the
active mask (None: all lanes). The action uses the register readers and writers that the builder
requested. An unsupported form raises `code.unknown()`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

import numpy as np

from ...arithmetic.rounding import BFLOAT16, FLOAT16, Format, encoded, rounded
from ...isa.decoder import Code, Operand
from ...state.execution import Execution
from ...state.registers import HALF_SELECTIONS, Mask, Words, with_signs

Action = Callable[[Mask], None]
Builder = Callable[[Code, "Execution"], Action]
Built, Choice = TypeVar("Built"), TypeVar("Choice")
_BUILDERS: dict[str, Builder] = {}


def instruction(*bases: str) -> Callable[[Builder], Builder]:
    """Registers a builder for opcodes, given without modifiers."""

    def register(build: Builder) -> Builder:
        for base in bases:
            _BUILDERS[base] = build
        return build

    return register


@cache
def _load() -> None:
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")


def action(code: Code, execution: Execution) -> Action:
    """Build an instruction's action; raises Unsupported if it is not implemented."""
    _load()
    build = _BUILDERS.get(code.base)
    if build is None:
        raise code.unknown()
    return built(code, lambda: build(code, execution))


def built(code: Code, build: Callable[[], Built]) -> Built:
    """The result of a builder; raises Unsupported for a form with unknown operands."""
    code.check_operands()
    try:
        return build()
    except (LookupError, AttributeError, ValueError, TypeError, StopIteration) as error:
        raise code.unknown("modifiers or operands") from error


# --- forms: modifiers, operand suffixes and signs ------------------------------------------------

DIRECTIONS = ("RM", "RP", "RZ")
_COMBINED = {"AND": np.logical_and, "OR": np.logical_or, "XOR": np.logical_xor}


def first_of(code: Code, choices: Mapping[str, Choice], otherwise: Choice) -> Choice:
    """Value of the instruction's first modifier in `choices`, or `otherwise`."""
    return next(
        (choices[modifier] for modifier in code.modifiers if modifier in choices), otherwise
    )


def direction(code: Code) -> str:
    """The rounding mode, RN by default."""
    return next((modifier for modifier in code.modifiers if modifier in DIRECTIONS), "RN")


def only_suffixes(code: Code, *known: str) -> None:
    """Refuse an operand with a suffix other than these (R5.H1_H1)."""
    for operand in code.operands:
        if operand.suffix and operand.suffix not in known:
            raise code.unknown(f"operand {operand.text}")


def unsigned(code: Code, *operands: Operand) -> None:
    """Refuse signs, for operands on which their meaning is unknown."""
    for operand in operands:
        if operand.negate or operand.absolute or operand.invert:
            raise code.unknown(f"operand {operand.text}")


def unbarred(code: Code, operand: Operand) -> Operand:
    """A register operand without its |bars|; an immediate unchanged."""
    if operand.kind == "immediate":
        return operand
    if operand.negate or not operand.absolute:
        raise code.unknown(f"operand {operand.text}")
    return replace(operand, absolute=False)


def combination(code: Code) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """The operation that combines a comparison's result with the input predicate."""
    combined = first_of(code, _COMBINED, None)
    if combined is None:
        raise code.unknown()
    return combined


def double(code: Code, execution: Execution, operand: Operand) -> Words:
    """uint64 bits of a float64 operand; the sign of NaN is unchanged (tested on an H200 and an
    H100, with DADD, DMUL and DFMA)."""
    if operand.kind == "immediate":
        number = np.array(operand.number).view(np.uint64)
        return lambda: number
    bits = execution.registers.pair(operand)
    if not (operand.absolute or operand.negate):
        return bits
    signed = with_signs(operand, bits, np.uint64(1 << 63))

    def read() -> np.ndarray:
        value = signed()
        nan = np.isnan(value.view(np.float64))
        return np.where(nan, bits(), value) if nan.any() else value

    return read


def half_format(code: Code) -> Format:
    return BFLOAT16 if code.has("BF16_V2") else FLOAT16


def half_number(operand: Operand, of: Format) -> np.ndarray:
    """Bits (uint32) of an immediate that is written as a half's value."""
    return encoded(rounded(np.array(operand.number), of), of).astype(np.uint32)


def half_pairs(code: Code, execution: Execution, operands: Sequence[Operand]) -> list[Words]:
    """Readers of operands that are pairs of halves; two immediates form a pair, the upper one
    first."""
    readers: list[Words] = []
    rest = list(operands)
    while rest:
        operand = rest.pop(0)
        if operand.kind != "immediate":
            if operand.suffix not in HALF_SELECTIONS:
                raise code.unknown(f"operand {operand.text}")
            readers.append(execution.registers.halves(operand))
            continue
        upper, lower = (half_number(half, half_format(code)) for half in (operand, rest.pop(0)))
        bits = upper << np.uint32(16) | lower
        readers.append(lambda bits=bits: bits)
    return readers
