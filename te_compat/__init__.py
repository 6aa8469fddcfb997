"""Old `te.create_schedule` scripts on today's `s_tir.Schedule`.

    from te_compat import te, tvm

in place of `import tvm` and `from tvm import te`; or, with the script as it is,

    python -m te_compat SCRIPT.py

TVM is loaded when one of the two names is used, not by the command line that lists `migrate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .modules import te as te
    from .modules import tvm as tvm

__all__ = ["te", "tvm"]


def __getattr__(name: str) -> Any:
    """Load a public name on first use (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import modules

    return getattr(modules, name)
