"""Tuned configurations: the tiles of `tune apply`, by device, shape and dtype.

DEVICE.json has those of a device; the user's own file is read before the packaged one.
LADDER:RUNG@DEVICE names a rung with these tiles, as in gemm/sgemm_tvm:cp_async@nvidia-h200. Without
@DEVICE, a rung never uses them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs

from gpusim.errors import UserError, nearest

from ..core.errors import ShapeError
from ..core.ladder import Rung, Tile
from ..workloads import Workload

# The packaged tiles.
FOLDER = Path(__file__).parent


def user_folder() -> Path:
    """The folder of the user's own tiles."""
    return platformdirs.user_data_path("schedules") / "tuned"


@dataclass(frozen=True)
class Configuration:
    """The tile of a rung at one shape: `tile` are the fields of the rung's Tile."""

    rung: str
    shape: tuple[int, ...]
    dtype: str
    tile: dict[str, Any]


def devices() -> list[str]:
    """The devices that have tuned configurations."""
    return sorted({path.stem for folder in folders() for path in folder.glob("*.json")})


def folders() -> tuple[Path, Path]:
    """The folders of tiles; the first that has one of a rung, shape and dtype counts."""
    return user_folder(), FOLDER


def configurations(device: str) -> list[Configuration]:
    """All of a device; raises UserError with the nearest name for an unknown one."""
    if device not in devices():
        raise nearest("tuned device", device, devices() or ["none yet; `tune apply` makes one"])
    found: dict[tuple, Configuration] = {}
    for folder in folders():
        path = folder / f"{device}.json"
        for one in stored(path) if path.exists() else ():
            found.setdefault((one.rung, one.shape, one.dtype), one)
    return list(found.values())


def stored(path: Path) -> list[Configuration]:
    """The configurations in a file."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["configurations"]
        return [
            Configuration(entry["rung"], tuple(entry["shape"]), entry["dtype"], entry["tile"])
            for entry in entries
        ]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UserError(f"{path} is not a file of tuned tiles: {error}") from None


def configurations_of(path: str, workload: Workload, device: str) -> list[Configuration]:
    """A rung's configurations for the dtype of `workload`; raises UserError if there are none."""
    matching = [
        configuration
        for configuration in configurations(device)
        if (configuration.rung, configuration.dtype) == (path, workload.dtype)
    ]
    if not matching:
        raise UserError(f"{device} has no tuned tile of {path}")
    return matching


def nearest_shape(configurations: Sequence[Configuration], workload: Workload) -> Configuration:
    return min(
        configurations, key=lambda configuration: distance(configuration.shape, workload.shape)
    )


def where_from(rung: Rung, workload: Workload) -> str:
    """A line: the tile of RUNG@DEVICE at the shape of `workload`, and the shape it was tuned at."""
    path, _, device = rung.path.partition("@")
    nearest = nearest_shape(configurations_of(path, workload, device), workload)
    shape = ",".join(map(str, nearest.shape))
    tile = " ".join(f"{name}={value}" for name, value in nearest.tile.items())
    return f"tile of {device}, tuned at {shape}: {tile}"


def tuned(rung: Rung, device: str) -> Rung:
    """`rung` with the device's tiles, by default at the first shape that was tuned.

    At another shape it takes the tile of the nearest one that was. Raises UserError where the
    device has none for this rung.
    """
    known = configurations_of(rung.path, rung.workload, device)

    def tiles(workload: Workload) -> Tile:
        best = nearest_shape(known, workload)
        try:
            return type(rung.tile)(**best.tile)
        except TypeError:
            raise UserError(
                f"{device}'s tuned tile of {rung.path} does not match the rung's current tile: "
                "tune it again"
            ) from None

    shapes = [configuration.shape for configuration in known]
    own = rung.workload.shape
    workload = rung.workload if own in shapes else rung.workload.with_shape(shapes[0])
    other = replace(
        rung,
        name=f"{rung.name}@{device}",
        workload=workload,
        tile=tiles(workload),
        tiles=tiles,
        cpu_tiles=None,
    )
    return replace(other, shapes=tuple(filter(partial(fits, other), rung.shapes)))


def fits(rung: Rung, shape: Sequence[int]) -> bool:
    """Whether the rung's tile divides a shape."""
    try:
        rung.at(shape)
    except ShapeError:
        return False
    return True


def distance(shape: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The distance of two shapes, by the ratios of their extents."""
    return sum(abs(math.log(a / b)) for a, b in zip(shape, other, strict=True))
