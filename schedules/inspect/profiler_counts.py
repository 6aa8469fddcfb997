"""What a profiler's counters would come to, by the analysis of accesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .access import Access, KernelAccesses
from .sites import ASYNC, GLOBAL, LOAD, MATRIX, PLAIN, SHARED, STORE, WMMA

# What Nsight Compute's counters sum up, by our names of them (timing.counters.METRICS). An
# ldmatrix is no LDS to the instruction counter, but its wavefronts are those of loads; cp.async is
# a load on its global side (an H200 counts it so) and no store on its shared side. wmma loads are
# ldmatrix, its stores plain ones. Of shared memory it counts instructions issued, padding and those
# with all lanes off included; what access memory are the requests of `totals`.
ISSUED = "issued"
NOT_ISSUED = "how often it is issued is not known"
_LOADED = (PLAIN, MATRIX, WMMA)
COUNTED: dict[str, tuple[str, str, tuple[str, ...], str]] = {
    "shared_load_requests": (SHARED, LOAD, (PLAIN,), ISSUED),
    "shared_load_wavefronts": (SHARED, LOAD, _LOADED, "wavefronts"),
    "shared_load_conflicts": (SHARED, LOAD, _LOADED, "conflicts"),
    "shared_store_requests": (SHARED, STORE, (PLAIN, WMMA), ISSUED),
    "shared_store_wavefronts": (SHARED, STORE, (PLAIN, WMMA), "wavefronts"),
    "shared_store_conflicts": (SHARED, STORE, (PLAIN, WMMA), "conflicts"),
    "global_load_requests": (GLOBAL, LOAD, (PLAIN, ASYNC), "requests"),
    "global_load_sectors": (GLOBAL, LOAD, (PLAIN, ASYNC), "sectors"),
    "global_store_requests": (GLOBAL, STORE, (PLAIN, WMMA), "requests"),
    "global_store_sectors": (GLOBAL, STORE, (PLAIN, WMMA), "sectors"),
    "async_copy_requests": (GLOBAL, LOAD, (ASYNC,), "requests"),
    "async_copy_sectors": (GLOBAL, LOAD, (ASYNC,), "sectors"),
    "async_copy_wavefronts": (SHARED, STORE, (ASYNC,), "wavefronts"),
}


def counters(kernels: Iterable[KernelAccesses]) -> dict[str, int]:
    """What a profiler would count over the launches; without what is not wholly analysed."""
    return {name: count for name, count, _ in _counted(kernels) if count is not None}


def uncounted(kernels: Iterable[KernelAccesses]) -> dict[str, str]:
    """The counters that `counters` leaves out, each with the reason."""
    return {name: why for name, count, why in _counted(kernels) if count is None}


def _counted(kernels: Iterable[KernelAccesses]) -> Iterator[tuple[str, int | None, str]]:
    """Each counter with its count, or None and why there is none."""
    every = list(kernels)
    for name, (scope, kind, ways, quantity) in COUNTED.items():
        parts: list[tuple[int | None, str]] = [
            (_part(access, quantity), f"line {access.line}: {access.note or NOT_ISSUED}")
            for kernel in every
            for access in kernel.accesses
            if (access.site.scope, access.site.kind) == (scope, kind) and access.site.way in ways
        ]
        if quantity == ISSUED:
            parts += [(kernel.padding.get((scope, kind), 0), NOT_ISSUED) for kernel in every]
        unknown = dict.fromkeys(why for count, why in parts if count is None)
        counts = [count for count, _ in parts if count is not None]
        yield name, None if unknown else sum(counts), "; ".join(unknown)


def _part(access: Access, quantity: str) -> int | None:
    return access.issued if quantity == ISSUED else getattr(access.measure, quantity)
