"""Tuned configurations: tiles that `tune apply` found to be fastest, by device, shape and dtype.

DEVICE.json here holds a device's; LADDER:RUNG@DEVICE names a rung with the tiles from it, as in
gemm/sgemm_tvm:cp_async@nvidia-h200. Nothing is used that is not asked for in this way.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..errors import UserError, nearest
from ..ladder import Rung, Tile
from ..workloads import Workload

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Configuration:
    """The tile of a rung at one shape: `tile` are the fields of the rung's Tile."""

    rung: str
    shape: tuple[int, ...]
    dtype: str
    tile: dict[str, Any]


def devices() -> list[str]:
    """The devices that have tuned configurations."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def configurations(device: str) -> list[Configuration]:
    """All of a device; raises UserError with the nearest name for an unknown one."""
    if device not in devices():
        raise nearest("tuned device", device, devices() or ["none yet; `tune apply` makes one"])
    path = FOLDER / f"{device}.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))["configurations"]
        return [
            Configuration(one["rung"], tuple(one["shape"]), one["dtype"], one["tile"])
            for one in found
        ]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UserError(f"{path} holds no tuned configurations: {error}") from None


def tuned(rung: Rung, device: str) -> Rung:
    """`rung` with the device's tiles, by default at the first shape that was tuned.

    At another shape it takes the tile of the nearest one that was. Raises UserError where the
    device has none for this rung.
    """
    from ..harness.bench import dtype_of

    found = [
        one
        for one in configurations(device)
        if (one.rung, one.dtype) == (rung.path, dtype_of(rung.workload))
    ]
    if not found:
        raise UserError(f"{device} has no tuned configuration of {rung.path}")

    def tiles(workload: Workload) -> Tile:
        best = min(found, key=lambda one: distance(one.shape, workload.shape))
        try:
            return type(rung.tile)(**best.tile)
        except TypeError:
            raise UserError(
                f"{device}'s tuned tile of {rung.path} has other fields than the rung's now: "
                "tune it again"
            ) from None

    shapes = [one.shape for one in found]
    own = rung.workload.shape
    workload = rung.workload if own in shapes else rung.workload.with_shape(shapes[0])
    return replace(
        rung,
        name=f"{rung.name}@{device}",
        workload=workload,
        tile=tiles(workload),
        tiles=tiles,
    )


def distance(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """How far apart two shapes are, each extent by its ratio."""
    return sum(abs(math.log(a / b)) for a, b in zip(one, other, strict=True))
