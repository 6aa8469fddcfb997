"""Shared memory of intrinsics, if TVM would put tensors of two types into one buffer.

StorageRewrite reuses the memory of a float16 tile for a float32 tile that is written later, and TVM
then refuses the pointer that an intrinsic takes to it. Without that pass each has separate memory.
"""

from __future__ import annotations

from dataclasses import dataclass

import tvm

from schedules.core.errors import LoweringError
from schedules.core.ladder import Build
from schedules.core.target import DEFAULT_GPU, Target
from schedules.lowering.lower import lower

from .replay import Replayed

_APART = ("tirx.disable_storage_rewrite", True)
_REFUSED = "tvm_access_ptr element type must match the source buffer"


@dataclass(frozen=True)
class Configured(Build):
    """A build under the PassContext in which the script called `tvm.build`."""

    config: tuple = ()

    def pass_config(self) -> dict:
        return dict(self.config)


def needed(mod: tvm.ir.IRModule, build: Configured, target: Target) -> Configured:
    """The build; without StorageRewrite if TVM refuses the result of that pass."""
    if "tvm_access_ptr" not in mod.script():
        return build
    try:
        lower(mod, build, target)
    except LoweringError as error:
        if _REFUSED in str(error):
            return Configured(config=(*build.config, _APART))
    return build


def extra_options(replayed: Replayed, kind: str) -> list[tuple[str, bool]]:
    """The options that a schedule with intrinsics needs beside the script's own."""
    if kind != "cuda" or not replayed.program.intrinsics:
        return []
    made = needed(replayed.mod, Configured(), DEFAULT_GPU)
    return list(made.config)
