"""Semantics of each instruction, one file per kind.

A builder takes a decoded instruction and the interpreter and returns an action, a function of the
active mask (None: all lanes). The action uses the register readers and writers that the builder
requested. An unsupported form raises `code.unknown()`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from ...isa.decoder import Code
from ...state.execution import Execution
from ...state.registers import Mask

Action = Callable[[Mask], None]
Builder = Callable[[Code, "Execution"], Action]
Built = TypeVar("Built")
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
