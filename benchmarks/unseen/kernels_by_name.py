"""All forty kernels by name, and which half each is in."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from .cuda_files import FILES
from .cuda_kernel import CudaFile
from .gemm_schedules import GEMMS
from .plane_schedules import PLANES
from .row_schedules import ROWS
from .schedule import UnseenSchedule

KERNELS: Mapping[str, UnseenSchedule | CudaFile] = {
    one.name: one for one in (*ROWS, *PLANES, *GEMMS, *FILES)
}


def digest(name: str) -> str:
    """What puts names in an order that nobody chose."""
    return sha256(name.encode()).hexdigest()


# Those whose names have the lower digests are looked at, the others are kept aside.
_ORDER = sorted(KERNELS, key=digest)
OPEN, ASIDE = frozenset(_ORDER[: len(_ORDER) // 2]), frozenset(_ORDER[len(_ORDER) // 2 :])
