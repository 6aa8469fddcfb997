"""Old tuning scripts on this tuner: `from tune.legacy import autotvm`."""

from . import autotvm

__all__ = ["autotvm"]
