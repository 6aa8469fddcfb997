"""`Problem`: inputs, the outputs that they must give, and tolerances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..workloads import Workload

# Kinds of inputs: uniform values; small integers whose results are exact in every dtype; of one
# sign; NaN, infinities and extremes.
RANDOM, INTEGER = "random", "integer"
NEGATIVE, POSITIVE, SPECIAL = "negative", "positive", "special"


@dataclass(frozen=True)
class Problem:
    """Inputs of one kind, reference outputs, and tolerances (0: equal after rounding).

    All are NumPy arrays or torch tensors in the order of the parameters. Reference outputs are
    float64; those of integers may have their own dtype. Without a reference, a kernel in a file
    has no `outputs`; for a schedule any value is within the tolerance, and `compared` is False.

    Of a kernel in a file, `tolerances` are None for the rounding errors of what it executes.
    `sensitivity` tells how much each output changes with inputs that are relatively wrong by a
    number. `source` says what is allowed, and why. With `specials`, NaN in both outputs and the
    same infinity in the output's dtype are equal.
    """

    inputs: list[Any]
    outputs: list[Any]
    tolerances: list[Any] | None
    kind: str = RANDOM
    compared: bool = True
    specials: bool = False
    source: str = ""
    sensitivity: Callable[[float], list[Any] | None] | None = None

    @classmethod
    def of(cls, workload: Workload, rng: Any, kind: str = RANDOM) -> Problem:
        """A workload's problem: within rounding for random inputs, exact for integer ones."""
        inputs = workload.inputs(rng, integer=kind == INTEGER)
        outputs = workload.reference(inputs)
        tolerances = workload.tolerance(inputs) if kind == RANDOM else [0] * len(outputs)
        return cls(inputs, outputs, tolerances, kind, workload.compared)
