"""A user's files on the live page: their contents and version.

They run in a worker, never in the server.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..core.ladder import Rung
from ..core.target import KERNEL_SUFFIXES
from ..processes.pool import Outdated
from ..sources.computations import kept_rules
from ..sources.names import resolve_whole
from ..sources.python_files import run_file
from ..sources.schedule_files import schedule_functions, schedules_of
from . import model, overview

Record = dict[str, Any]

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
        _rung.cache_clear()
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
def _rung(reference: str, shape: tuple[int, ...] | None) -> Rung:
    _folders.add(Path(reference.partition(":")[0]).resolve().parent)
    return resolve_whole(reference, shape).rung


def own_rung(reference: str, shape: Sequence[int] | None = None) -> Rung:
    """A file's rung. The file runs only once per process, so that it registers everything once."""
    return _rung(reference, None if shape is None else tuple(shape))


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
    rung = own_rung(reference)
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
        first = own_rung(reference).name
        others = [name for name in schedule_functions(file) if name != first]
        return [reference, *(f"{reference}:{name}" for name in others)]
    except UserError:
        defined = schedules_of(vars(run_file(file, kept_rules)))
        names = dict.fromkeys([*defined, *schedule_functions(file)])
        if len(names) < 2:
            raise
        return [f"{reference}:{name}" for name in names]
