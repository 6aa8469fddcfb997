"""The schedule explorer for TVM tensor expressions: `schedules.explore`, and the command line.

Public names are loaded on first use, so importing this package does not load TVM.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from gpusim.errors import UserError as UserError

    from .analyses.verification.verdict import Verdict as Verdict
    from .api.dispatching import Dispatched as Dispatched
    from .api.dispatching import dispatch as dispatch
    from .api.exploration import Exploration as Exploration
    from .api.exploration import explore as explore
    from .api.results import Accesses as Accesses
    from .api.results import Diff as Diff
    from .api.results import InstructionCounts as InstructionCounts
    from .api.results import Predicted as Predicted
    from .api.results import ResourceUse as ResourceUse
    from .api.results import StepInfo as StepInfo
    from .api.results import Steps as Steps
    from .api.results import Tuned as Tuned
    from .core.results import Result as Result
    from .measure.timing import Timing as Timing
    from .synthesis.advised import Advised as Advised

# The modules with what is public.
_PUBLIC = {
    "analyses.verification.verdict": ("Verdict",),
    "api.dispatching": ("Dispatched", "dispatch"),
    "api.exploration": ("Exploration", "explore"),
    "api.results": (
        *("Accesses", "Diff", "InstructionCounts", "Predicted", "ResourceUse", "StepInfo", "Steps"),
        "Tuned",
    ),
    "core.errors": ("UserError",),
    "core.results": ("Result",),
    "measure.timing": ("Timing",),
    "synthesis.advised": ("Advised",),
}
__all__ = [name for names in _PUBLIC.values() for name in names]


def __getattr__(name: str) -> Any:
    """Load a public name on first use (PEP 562)."""
    for module, names in _PUBLIC.items():
        if name in names:
            value = getattr(importlib.import_module(f".{module}", __name__), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
