"""What a measured candidate depends on beside its knobs: versions, and the sources that made it."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

import schedules
from schedules.errors import UserError
from schedules.outlines import BELOW_LADDERS

TVM = "apache-tvm"


@cache
def versions() -> dict[str, str]:
    """What a candidate's time depends on besides its schedule."""
    packages = {name: version(name) for name in (TVM, "apache-tvm-ffi")}
    return {"python": platform.python_version(), **packages}


def other_version(path: Path, recorded: Mapping[str, str]) -> str:
    """What to say of a line that another TVM measured; '' where it was this one."""
    if recorded.get(TVM) == versions()[TVM]:
        return ""
    return f"{path} is of TVM {recorded.get(TVM)}, this is {versions()[TVM]}"


def check_versions(path: Path, recorded: Mapping[str, str]) -> None:
    """Raise UserError for a line of another TVM: what it found need not hold for this one."""
    if other := other_version(path, recorded):
        raise UserError(f"{other}: tune again")


@cache
def source_hash(rung: str, space: str = "") -> str:
    """Of the sources that a candidate's schedule can come from.

    The rung's family of ladders, what is below them, and the file of the space.
    """
    root = Path(schedules.__file__).parent
    files = [*sorted((root / rung.partition("/")[0]).glob("*.py"))]
    files += [root / f"{name}.py" for name in BELOW_LADDERS]
    return hash_of([*files, *([Path(space)] if space else [])])


@cache
def lowering_hash() -> str:
    """Of the sources that make a kernel's text of a schedule."""
    root = Path(schedules.__file__).parent
    return hash_of(sorted([*root.glob("lowering/*.py"), *root.glob("targets/*.py")]))


def hash_of(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
