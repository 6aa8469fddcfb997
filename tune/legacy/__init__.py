"""Old tuning scripts: `from tune.legacy import autotvm`; the code is in `te_compat.autotvm`."""

from te_compat import autotvm

__all__ = ["autotvm"]
