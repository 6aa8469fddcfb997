"""The kernels by name, and their split into an open and a held-out half."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from benchmarks.generic_aside import ASIDE
from benchmarks.generic_schedules import SCHEDULES, Generic
from schedules.core.files import slug

from .cuda_files import FILES
from .cuda_kernel import CudaFile
from .gemm_schedules import GEMMS
from .plane_schedules import PLANES
from .row_schedules import ROWS
from .schedule import UnseenSchedule

Kernels = Mapping[str, UnseenSchedule | CudaFile]


def _by_name(definitions: Iterable[UnseenSchedule | CudaFile]) -> Kernels:
    return {definition.name: definition for definition in definitions}


KERNELS = _by_name((*ROWS, *PLANES, *GEMMS, *FILES))
ALL: Mapping[str, Generic | CudaFile] = {**KERNELS, **SCHEDULES, **ASIDE}


def digest(name: str) -> str:
    """SHA-256 of a name, in hexadecimal."""
    return sha256(name.encode()).hexdigest()


# The 20 names with the lowest digests are open, the other 20 are held out. This was decided before
# any kernel was timed.
_ORDER = sorted(KERNELS, key=digest)
OPEN, HELD_OUT = frozenset(_ORDER[: len(_ORDER) // 2]), frozenset(_ORDER[len(_ORDER) // 2 :])


@dataclass(frozen=True)
class Part:
    """Kernels whose times are in one record; `stem` begins the name of its file."""

    title: str
    stem: str
    names: frozenset[str]
    held_out: bool

    def times(self, folder: Path, device: str) -> Path:
        """The record of measured times on a device."""
        return folder / f"{self.stem}-{slug(device)}"


@dataclass(frozen=True)
class KernelSet:
    """A set of kernels; `stem` begins the name of each record of predictions."""

    stem: str
    parts: tuple[Part, ...]

    @property
    def names(self) -> list[str]:
        return [name for name in ALL if any(name in part.names for part in self.parts)]

    def predictions(self, folder: Path, chip: str) -> Path:
        """The record of predictions for a chip."""
        return folder / f"{self.stem}-{chip}.json"


SETS = {
    "unseen": KernelSet(
        "unseen-predictions",
        (
            Part("open half", "unseen-times", OPEN, held_out=False),
            Part("held-out half", "unseen-held-out", HELD_OUT, held_out=True),
        ),
    ),
    # `benchmarks.predictions` predicts them.
    "generic": KernelSet(
        "generic-predictions",
        (
            Part("generic schedules", "generic-times", frozenset(SCHEDULES), held_out=False),
            Part("generic schedules, set aside", "generic-aside", frozenset(ASIDE), held_out=True),
        ),
    ),
}
