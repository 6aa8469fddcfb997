"""Old scripts: `from schedules.legacy import te, tvm`; the code is in `te_compat`."""

from te_compat import te, tvm

__all__ = ["te", "tvm"]
