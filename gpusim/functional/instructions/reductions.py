"""Reductions of asynchronous copies: operation and element type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import ml_dtypes
import numpy as np

from ...isa.operands import Code
from .atomics import INTEGERS

_DTYPES = {
    "64": np.uint64,
    "S32": np.int32,
    "U64": np.uint64,
    "S64": np.int64,
    "F32": np.float32,
    "F64": np.float64,
    "F16": np.float16,
    "BF16": ml_dtypes.bfloat16,
}
_OPERATIONS = ("ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR")


@dataclass(frozen=True)
class Reduction:
    """Combines the values in memory with the arriving ones, element by element."""

    name: str
    dtype: np.dtype
    update: Callable[..., np.ndarray]
    MODIFIERS: ClassVar = (*_OPERATIONS, *_DTYPES, "RN")

    @classmethod
    def of(cls, code: Code, dtype: str = "") -> Reduction:
        """The reduction of an instruction; a tensor map or the modifiers give its type."""
        name = next(modifier for modifier in code.modifiers if modifier in _OPERATIONS)
        named = [_DTYPES[modifier] for modifier in code.modifiers if modifier in _DTYPES]
        kind = np.dtype(dtype or next(iter(named), np.uint32))
        return cls(name, kind, INTEGERS[name])

    def __call__(self, held: np.ndarray, given: np.ndarray) -> np.ndarray:
        """The new values, of the dtype of `held`."""
        old, new = (np.ascontiguousarray(words).view(self.dtype) for words in (held, given))
        return self.update(old, new).astype(self.dtype).view(held.dtype)
