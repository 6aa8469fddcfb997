"""Old `te.create_schedule` scripts on today's `s_tir.Schedule`.

    from schedules.legacy import te, tvm

in place of `import tvm` and `from tvm import te`; or, with the script as it is,

    python -m schedules.legacy SCRIPT.py
"""

from .modules import te, tvm

__all__ = ["te", "tvm"]
