"""The schedule explorer for TVM tensor expressions: `schedules.explore`, and the command line.

What is public is loaded when it is asked for: importing this package loads no TVM.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .api import Exploration as Exploration
    from .api import FileExploration as FileExploration
    from .api import explore as explore
    from .errors import UserError as UserError

# Public name -> the module that has it.
_PUBLIC = {
    "explore": "api",
    "Exploration": "api",
    "FileExploration": "api",
    "UserError": "errors",
}
__all__ = ["Exploration", "FileExploration", "UserError", "explore"]


def __getattr__(name: str) -> Any:
    """Load what is public when it is first asked for (PEP 562)."""
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_PUBLIC[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
