"""Old tuning scripts on this tuner: `from tune.legacy import autotvm`."""

from schedules.legacy import tvm

from . import autotvm

# Also where the project is not installed, so that its entry point is not found.
tvm.autotvm = autotvm

__all__ = ["autotvm"]
