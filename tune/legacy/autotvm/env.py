"""`autotvm.GLOBAL_SCOPE`, in which scripts silence the warning about missing configs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class GlobalScope:
    in_tuning: bool = False
    silent: bool = False


GLOBAL_SCOPE = GlobalScope()
