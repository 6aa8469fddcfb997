"""Queries of the live page, and how a worker answers them; users' files run there, never in the
server."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from gpusim.errors import UserError, nearest

from ..analyses.verification.verify import verify_rung
from ..core.data import plain
from ..core.errors import ShapeError
from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Rung, ladders
from ..core.target import KERNEL_SUFFIXES
from ..processes.worker import Outdated, note
from ..sources.computations import kept_rules
from ..sources.input_values import run_file
from ..sources.names import find_step, resolve, resolve_whole
from ..sources.schedule_source import schedule_functions, schedules_of
from ..views.timeline import pipeline_record
from . import model, overview

Record = dict[str, Any]

LARGEST_EXTENT = 1 << 20
LARGEST_TILE = 4096
# Seconds that a build may take; what is made of a built step may take longer.
BUILD_S = 30.0
# A step's costs that take longer to count are counted on request.
COUNT_S = 60


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
        if name not in FIELDS:
            raise BadQuery(str(nearest("field", str(name), FIELDS)))
    path = query.get("rung")
    if not isinstance(path, str) or path not in rungs:
        raise BadQuery(str(nearest("rung", str(path), rungs)), "rung")
    for name, value in query.items():
        if name in CHECKS:
            CHECKS[name](value, rungs[path])
        elif name in FORMS:
            valid, text, field = FORMS[name]
            if not valid(value):
                raise BadQuery(text, field)
    other = query.get("why")
    if other and other["rung"] not in rungs:
        raise BadQuery(str(nearest("rung", other["rung"], rungs)), "why")
    return query


def _check_shape(shape: Any, rung: Numbers) -> None:
    if not isinstance(shape, list) or len(shape) != len(rung.axes):
        raise BadQuery(f"shape has {len(rung.axes)} extents: {', '.join(rung.axes)}", "shape")
    for axis, extent in zip(rung.axes, shape, strict=True):
        _check_number(axis, extent, 1, LARGEST_EXTENT, f"shape.{axis}")


def _check_tile(tile: Any, rung: Numbers) -> None:
    if not isinstance(tile, dict):
        raise BadQuery("tile is an object of numbers", "tile")
    for name, value in tile.items():
        if name not in rung.tile:
            unknown = nearest(f"tile number of {rung.path}", str(name), rung.tile)
            raise BadQuery(str(unknown), "tile")
        _check_number(name, value, min(1, rung.tile[name]), LARGEST_TILE, name)


def _check_number(name: str, value: Any, least: int, most: int, field: str) -> None:
    if type(value) is not int or not least <= value <= most:
        # JSON has null for an input field without a number.
        given = name if value is None else f"{name} = {value!r}"
        raise BadQuery(f"{given}: a whole number from {least} to {most}", field)


def _is_text(value: Any, most: int = 200) -> bool:
    return isinstance(value, str) and len(value) <= most


def _is_kernel(other: Any) -> bool:
    """Another kernel {rung, step}; the server adds the reference of a user's file."""
    return (
        isinstance(other, dict)
        and other.keys() == {"rung", "step"}
        and all(map(_is_text, other.values()))
    )


# Checks of fields that depend on the rung.
CHECKS: dict[str, Callable[[Any, Numbers], None]] = {"shape": _check_shape, "tile": _check_tile}
FLAGS = ("overview", "count", "predict", "pipeline", "advise", "verify")
# Other fields: whether a value is valid, what it has to be, and the field that the refusal names.
FORMS: dict[str, tuple[Callable[[Any], bool], str, str]] = {
    "arch": (partial(_is_text, most=32), "arch is a name such as sm_90", "arch"),
    "step": (_is_text, "step is a name", "step"),
    "why": (_is_kernel, "why is the rung and the step to compare with", ""),
    **dict.fromkeys(
        FLAGS, (lambda flag: flag is True, f"{', '.join(FLAGS)} are true, or absent", "")
    ),
}
FIELDS = ("rung", *CHECKS, *FORMS)


def refusal_field(error: Exception, query: Mapping[str, Any]) -> str:
    """The field that a refusal is about; '' if unknown."""
    if isinstance(error, ShapeError) and "tile" not in query:
        return "shape"
    return "arch" if "arch" in str(error).partition(":")[0].split() else ""


# --- the version of a user's files ----------------------------------------------------------------

# Files that a user's file may depend on: Python, kernels, headers, launch descriptions.
WATCHED = (".py", *KERNEL_SUFFIXES, ".cuh", ".h", ".toml")


def version_of(references: Sequence[str]) -> str:
    """A key that changes whenever a file in the folder of one of these is saved."""
    seen = hashlib.sha256()
    # Path.resolve raises for a link to itself.
    files = [os.path.realpath(reference.partition(":")[0]) for reference in references]
    for folder in sorted({os.path.dirname(file) for file in files}):
        # The folder or a file may have been deleted, and an editor's lock is a dangling link.
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name.endswith(WATCHED):
                    with suppress(OSError):
                        status = entry.stat()
                        told = f"{entry.path} {status.st_mtime_ns} {status.st_size}\n"
                        seen.update(os.fsencode(told))
    return seen.hexdigest()[:16]


# --- in a worker ----------------------------------------------------------------------------------


def warm() -> None:
    """Load TVM and its tensor intrinsics, so that the first request does not wait for them."""
    from ..compile import fresh
    from ..gemm.tensor_tiles import intrinsics

    # Leave time for the other parts if machine code cannot be generated.
    fresh.SECONDS = BUILD_S / 3
    ladders()
    intrinsics()


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
    record = model.details(kernel, counted=False)
    counted = overview.within(COUNT_S, partial(model.counted_record, kernel), "count of accesses")
    record |= {"uncounted": counted["problem"]} if "problem" in counted else counted
    return record


def _written(query: Mapping[str, Any], shape: Sequence[int] | None) -> Rung:
    """The rung of a query as it is written."""
    reference = query.get("reference", "")
    if not reference:
        return resolve(query["rung"]).rung
    return own_rung(reference, None if shape is None else tuple(shape))


def _step(rung: Rung, shape: Sequence[int] | None, arch: str | None, name: str) -> Kernel:
    kernels = kernels_of(rung, shape, arch)
    step = find_step([kernel.step for kernel in kernels], name)
    return next(kernel for kernel in kernels if kernel.step is step)


# What is made of a step on request only, and what is said meanwhile.
EXTRAS: dict[str, tuple[str, Callable[[Kernel], Record]]] = {
    "count": ("counting the cost of each instruction", model.counted_record),
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


# --- users' files, in a worker --------------------------------------------------------------------


# The versions of the files that this process has seen, and the files' folders.
_versions: list[str] = []
_folders: set[Path] = set()


def of_this_version(version: str, work: Callable[[], Record]) -> Record:
    """The result of `work` on files in this version.

    What an earlier version left in this process is discarded as far as possible. Raises Outdated if
    the work still fails: another process may succeed.
    """
    if version not in _versions[-1:]:
        _versions.append(version)
        own_rung.cache_clear()
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if file and Path(file).parent in _folders:
                del sys.modules[name]
    # Byte code is matched with its source by a time in seconds, which is too coarse.
    sys.dont_write_bytecode = True
    try:
        return work()
    except Exception:
        if len(_versions) > 1:
            raise Outdated from None
        raise


@lru_cache(maxsize=8)
def own_rung(reference: str, shape: tuple[int, ...] | None) -> Rung:
    """A file's rung. The file runs only once per process, so that it registers everything once."""
    _folders.add(Path(reference.partition(":")[0]).resolve().parent)
    return resolve_whole(reference, shape).rung


def listing(references: Sequence[str]) -> Record:
    """The page's list of files: `ladders` as in its index; by path of each rung, the reference
    (`references`) and the numbers that may be changed (`numbers`); and `problems`, the errors of
    files that are not listed."""
    ladders: dict[str, Record] = {}
    listed: Record = {"references": {}, "numbers": {}, "problems": []}
    for reference in references:
        try:
            within = _within(reference)
        except UserError as error:
            within = []
            listed["problems"].append(_problem(reference, error))
        for each in within:
            try:
                _list(each, ladders, listed)
            except UserError as error:
                listed["problems"].append(_problem(each, error))
    return {**listed, "ladders": list(ladders.values())}


def _problem(reference: str, error: UserError) -> str:
    """The error, with the file's name in front if it lacks that."""
    text = str(error)
    named = Path(reference.partition(":")[0]).name in text
    return text if named else f"{reference}: {text}"


def _list(reference: str, ladders: dict[str, Record], listed: Record) -> None:
    rung = own_rung(reference, None)
    ladder, outline = model.ladder_record_of(rung), model.outline(rung)
    axes, tile = list(rung.workload.extents), model.tile_numbers(rung.tile)
    path = outline["path"]
    if path in listed["references"]:
        raise UserError(f"{reference} is {path}, as is {listed['references'][path]}: rename a file")
    listed["references"][path] = reference
    listed["numbers"][path] = {"axes": axes, "tile": tile}
    named = ladders.setdefault(ladder["name"], {**ladder, **overview.about(""), "rungs": []})
    named["rungs"].append({**outline, "index": len(named["rungs"]) + 1})


def _within(reference: str) -> list[str]:
    """The file, and each additional schedule in it."""
    file = Path(reference)
    if file.suffix != ".py":
        return [reference]
    try:
        first = own_rung(reference, None).name
        others = [name for name in schedule_functions(file) if name != first]
        return [reference, *(f"{reference}:{name}" for name in others)]
    except UserError:
        defined = schedules_of(vars(run_file(file, kept_rules)))
        names = dict.fromkeys([*defined, *schedule_functions(file)])
        if len(names) < 2:
            raise
        return [f"{reference}:{name}" for name in names]
