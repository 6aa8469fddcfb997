"""What each instruction does, a file per kind.

An instruction's builder takes its decoded form and the machine, and returns an action: a function
of the mask of active lanes (None: all). It reads and writes registers by the readers and writers
it asked for when it was built. A form that it does not know it refuses: `raise code.unknown()`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ...isa.operands import Code
from ...state.registers import Mask

if TYPE_CHECKING:
    from ..interpreter import Machine

Action = Callable[[Mask], None]
Builder = Callable[[Code, "Machine"], Action]
_BUILDERS: dict[str, Builder] = {}


def instruction(*bases: str) -> Callable[[Builder], Builder]:
    """Registers a builder for opcodes, named without their modifiers."""

    def register(build: Builder) -> Builder:
        for base in bases:
            _BUILDERS[base] = build
        return build

    return register


@cache
def _load() -> None:
    for room in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{room.name}")


def action(code: Code, machine: Machine) -> Action:
    """What an instruction does; raises Unsupported for one that is not known."""
    _load()
    build = _BUILDERS.get(code.base)
    if build is None:
        raise code.unknown()
    try:
        return build(code, machine)
    except (KeyError, IndexError, AttributeError, ValueError) as error:
        # A form with other operands than the builder knows.
        raise code.unknown(f"{type(error).__name__} {error}") from error
