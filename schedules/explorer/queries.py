"""Queries of the live page, and how a worker answers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpusim.errors import UserError, nearest

from ..analyses.verification.verify import verify_rung
from ..core.data import plain
from ..core.errors import ShapeError
from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Rung
from ..processes.worker import note
from ..sources.names import find_step, resolve
from ..views.timeline import pipeline_record
from . import model, overview
from .own_files import listing, of_this_version, own_rung

Record = dict[str, Any]

LARGEST_EXTENT = 1 << 20
LARGEST_TILE = 4096


class BadQuery(UserError):
    """A query with an unknown or invalid field, which `field` names."""

    def __init__(self, text: str, field: str = "") -> None:
        super().__init__(text)
        self.field = field


@dataclass(frozen=True)
class Numbers:
    """The numbers of a rung that can be changed: its axes, and its tile's by name."""

    path: str
    axes: tuple[str, ...]
    tile: Mapping[str, int]

    @classmethod
    def of(cls, rung: Rung) -> Numbers:
        return cls(rung.path, tuple(rung.workload.extents), model.tile_numbers(rung.tile))


def checked(query: Any, rungs: Mapping[str, Numbers]) -> Record:
    """Returns the query if every field is known and within its range; raises BadQuery.

    `rungs` has every rung by its path.
    """
    if not isinstance(query, dict):
        raise BadQuery("a query is a JSON object")
    if query == {"files": True}:
        return query
    for name in query:
        if name not in ("rung", *CHECKS):
            raise BadQuery(str(nearest("field", str(name), ("rung", *CHECKS))))
    path = query.get("rung")
    if not isinstance(path, str) or path not in rungs:
        raise BadQuery(str(nearest("rung", str(path), rungs)), "rung")
    for name, check in CHECKS.items():
        if name in query:
            check(query[name], rungs[path])
    other = query.get("why")
    if other and other["rung"] not in rungs:
        raise BadQuery(str(nearest("rung", other["rung"], rungs)), "why")
    return query


def _check_shape(shape: Any, rung: Numbers) -> None:
    if not isinstance(shape, list) or len(shape) != len(rung.axes):
        raise BadQuery(f"shape has {len(rung.axes)} extents: {', '.join(rung.axes)}", "shape")
    for axis, extent in zip(rung.axes, shape, strict=True):
        _check_number(axis, extent, 1, LARGEST_EXTENT, f"shape.{axis}")


def _check_arch(arch: Any, rung: Numbers) -> None:
    if not isinstance(arch, str) or len(arch) > 32:
        raise BadQuery("arch is a name such as sm_90", "arch")


def _check_tile(tile: Any, rung: Numbers) -> None:
    if not isinstance(tile, dict):
        raise BadQuery("tile is an object of numbers", "tile")
    for name, value in tile.items():
        if name not in rung.tile:
            unknown = nearest(f"tile number of {rung.path}", str(name), rung.tile)
            raise BadQuery(str(unknown), "tile")
        _check_number(name, value, min(1, rung.tile[name]), LARGEST_TILE, name)


def _check_step(step: Any, rung: Numbers) -> None:
    if not isinstance(step, str) or len(step) > 200:
        raise BadQuery("step is a name", "step")


def _check_flag(flag: Any, rung: Numbers) -> None:
    if flag is not True:
        raise BadQuery("overview, predict, pipeline, advise and verify are true, or absent")


def _check_other(other: Any, rung: Numbers) -> None:
    """Another kernel {rung, step}; the server adds the reference of a user's file."""
    texts = isinstance(other, dict) and all(isinstance(one, str) for one in other.values())
    if not texts or set(other) != {"rung", "step"}:
        raise BadQuery("why is the rung and the step to compare with")


def _check_number(name: str, value: Any, least: int, most: int, field: str) -> None:
    if type(value) is not int or not least <= value <= most:
        # JSON has null for an input field without a number.
        given = name if value is None else f"{name} = {value!r}"
        raise BadQuery(f"{given}: a whole number from {least} to {most}", field)


# Checks of the fields other than `rung`.
CHECKS: dict[str, Callable[[Any, Numbers], None]] = {
    "shape": _check_shape,
    "arch": _check_arch,
    "tile": _check_tile,
    "step": _check_step,
    "overview": _check_flag,
    "predict": _check_flag,
    "pipeline": _check_flag,
    "advise": _check_flag,
    "verify": _check_flag,
    "why": _check_other,
}


def refusal_field(error: Exception, query: Mapping[str, Any]) -> str:
    """The field that a refusal is about; '' if unknown."""
    if isinstance(error, ShapeError) and "tile" not in query:
        return "shape"
    return "arch" if "arch" in str(error).partition(":")[0].split() else ""


# --- in a worker ----------------------------------------------------------------------------------


def perform(query: Record) -> Record:
    """The record of a rung, the details of a step, or what the overview shows.

    For a user's file, the server adds the `reference` and the `version`.
    """
    if "version" in query:
        return of_this_version(query["version"], lambda: _performed(query))
    return _performed(query)


def _performed(query: Record) -> Record:
    if "files" in query:
        return listing(query["files"])
    reference, shape, arch = query.get("reference", ""), query.get("shape"), query.get("arch")
    written = _written(query, shape)
    rung = model.with_tile(written, query["tile"]) if query.get("tile") else written
    if query.get("overview"):
        return overview.measured_overview(rung, [] if reference else _measured(rung.path))
    if "step" not in query:
        record = model.rung_record(rung, shape, arch, detailed=False)
        own = model.tile_numbers(written.tile_for(written.at(shape)))
        record["written"] &= record["tile"] == own
        return record
    if query.get("verify"):
        return _verdict(rung, query["step"], arch)
    kernel = _step(rung, shape, arch, query["step"])
    if other := query.get("why"):
        note("looking for the causes of the difference")
        # A ladder's rungs have sizes of their own.
        size = shape if other.get("reference") else kernel.workload.shape
        return overview.why_record(_step(_written(other, size), size, arch, other["step"]), kernel)
    for what, (doing, made) in EXTRAS.items():
        if query.get(what):
            note(doing)
            return made(kernel)
    record = model.details(kernel)
    if not reference and arch is None and not query.get("tile"):
        record["measured"] = _measured(query["rung"])
    return record


def _written(query: Mapping[str, Any], shape: Sequence[int] | None) -> Rung:
    """The rung of a query as it is written."""
    reference = query.get("reference", "")
    return own_rung(reference, shape) if reference else resolve(query["rung"]).rung


def _step(rung: Rung, shape: Sequence[int] | None, arch: str | None, name: str) -> Kernel:
    kernels = kernels_of(rung, shape, arch)
    step = find_step([kernel.step for kernel in kernels], name)
    return next(kernel for kernel in kernels if kernel.step is step)


# What is made of a step on request only, and what is said meanwhile.
EXTRAS: dict[str, tuple[str, Callable[[Kernel], Record]]] = {
    "predict": ("predicting the time", overview.prediction_record),
    "pipeline": ("predicting the pipeline", pipeline_record),
    "advise": ("predicting each optimization", overview.advice_record),
}


@cache
def _measured(path: str) -> list[Record]:
    """A rung's recorded rows; a worker compares them with the present kernel only once."""
    return model.measured(resolve(path).rung)


def _verdict(rung: Rung, step: str, arch: str | None = None) -> Record:
    """The verdict on a step at the rung's smallest shape of verification, run as sequential
    loops and as simulated SASS. Raises UserError for an unknown step or architecture."""

    def kernels_at(shape: Sequence[int]) -> list[Kernel]:
        kernels = kernels_of(rung, shape, arch)
        wanted = find_step([kernel.step for kernel in kernels], step)
        return [kernel for kernel in kernels if kernel.step is wanted]

    shape = rung.verify_shapes()[0]
    note("verifying")
    done = verify_rung(rung, [shape], kernels_at=kernels_at)
    record = {**plain(done), "shape": list(shape)}
    if done.not_run != done.error:
        record["notes"].append(done.not_run)
    # An answer with `error` is a refusal.
    record["unverified"] = record.pop("error")
    return record
