"""Catalogue of optimizations: what each changes in the model, and an upper bound of its gain.

The bounds follow from the predicted time by stall reason and resource (`Profile`).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from . import what_if
from .bands import BLOCK_STARTS
from .issue import TENSOR, WGMMA
from .prediction import LaunchTime, Recording, utilization
from .what_if import COPIES, GLOBAL_LOADS, SHARED_LOADS, has_reduction

# Stall reason by the opcode whose result is awaited.
_WAITS = dict.fromkeys((*GLOBAL_LOADS, *COPIES, "LDGDEPBAR"), "global memory")
_WAITS |= dict.fromkeys(SHARED_LOADS, "shared memory")
_OTHER = "other results"
# Ratio of loaded bytes to array bytes above which elements are reused.
_REUSED = 1.5


@dataclass(frozen=True)
class Profile:
    """Recorded and predicted launches: stall reasons and utilization.

    `least_bytes` is the size of all arrays, the compulsory DRAM traffic; `dtypes` their types.
    """

    launches: Sequence[Recording]
    times: Sequence[LaunchTime]
    launch_us: float
    least_bytes: float
    dtypes: frozenset[str]

    @property
    def us(self) -> float:
        return sum(time.us for time in self.times) + self.launch_us

    @cached_property
    def stalls(self) -> Mapping[str, float]:
        """Fractions of the warps' time: issue and stall reasons."""
        parts: dict[str, float] = defaultdict(float)
        for launch, time in zip(self.launches, self.times, strict=True):
            codes = launch.plan.codes
            for instruction in time.instructions:
                for cause, us in instruction.causes.items():
                    if cause != "scoreboard":
                        parts[cause] += us
                for pc, us in instruction.waits_for.items():
                    code = codes[pc] if pc >= 0 else None
                    parts[_WAITS.get(code and (code.row.access or code.base), _OTHER)] += us
                parts[_OTHER] += instruction.causes.get("scoreboard", 0.0) - sum(
                    instruction.waits_for.values()
                )
        whole = sum(parts.values()) or 1.0
        return {name: us / whole for name, us in parts.items() if us > 0}

    @cached_property
    def busy(self) -> Mapping[str, float]:
        """Utilization of each resource over all launches."""
        return utilization(self.times)

    def waiting(self, *causes: str) -> float:
        return sum(self.stalls.get(cause, 0.0) for cause in causes)

    def kept_busy(self, *resources: str) -> float:
        return max((self.busy.get(name, 0.0) for name in resources), default=0.0)

    def issued(self, places: Callable[[Recording], Sequence[int] | set[int]]) -> float:
        """Fraction of all issued instructions that are at the given instructions."""
        these = every = 0
        for launch, time in zip(self.launches, self.times, strict=True):
            chosen = set(places(launch))
            these += sum(
                instruction.issued for instruction in time.instructions if instruction.at in chosen
            )
            every += sum(instruction.issued for instruction in time.instructions)
        return these / every

    def has(self, *accesses: str) -> bool:
        codes = (code for launch in self.launches for code in launch.plan.codes)
        return any(code.row.access in accesses for code in codes)

    def repeats(self, *accesses: str) -> bool:
        """Whether a loop contains such accesses, or the kernel several of them, as an unrolled
        loop does."""
        return any(
            len(pcs) > 1 or any(pc in launch.call.program.innermost_loops for pc in pcs)
            for launch in self.launches
            if (pcs := [c.at for c in launch.plan.codes if c.row.access in accesses])
        )

    @property
    def meets_again(self) -> bool:
        """Whether warps wait at block barriers more than once."""
        return any(
            sum(
                instruction.issued
                for instruction in time.instructions
                if launch.plan.codes[instruction.at].base == "BAR"
            )
            > math.prod(launch.call.grid) * launch.plan.warps_per_block
            for launch, time in zip(self.launches, self.times, strict=True)
        )

    @cached_property
    def reduces(self) -> bool:
        return any(has_reduction(launch) for launch in self.launches)

    @property
    def reused(self) -> bool:
        """Whether lanes load elements of global memory more than once."""
        loaded = 0
        for launch, time in zip(self.launches, self.times, strict=True):
            sizes = _named(launch)
            loaded += sum(
                instruction.issued * sizes.get(instruction.at, 0)
                for instruction in time.instructions
            )
        return loaded > _REUSED * self.least_bytes

    @property
    def least_us(self) -> float:
        """DRAM time for the arrays' bytes, at most the bytes that are moved now."""
        chip, clock = self.launches[0].plan.chip, self.times[0].clock_mhz
        moved = min(self.dram_bytes, self.least_bytes)
        return moved / (max(chip.dram_read, chip.dram_write) * chip.multiprocessors) / clock

    @property
    def dram_bytes(self) -> int:
        return sum(time.dram_bytes for time in self.times)


def _named(launch: Recording) -> dict[int, float]:
    """Average bytes that a warp's active lanes request at each global load."""
    plan = launch.plan
    ran = Counter(ordinal for stream in plan.streams for ordinal, _, _ in stream.segments)
    named: Counter[int] = Counter()
    warps: Counter[int] = Counter()
    for (ordinal, pc), sizes in plan.recorder.named.items():
        if plan.codes[pc].row.access in (*GLOBAL_LOADS, *COPIES):
            named[pc] += sum(sizes[: len(plan.streams)])
            warps[pc] += ran[ordinal]
    return {pc: size / warps[pc] for pc, size in named.items() if warps[pc]}


# Element types that tensor cores multiply as they are.
_FOR_TENSOR_CORES = ("float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "int8")


@dataclass(frozen=True)
class Move:
    """An optimization: description, how to do it with TVM, and the change in the model.

    `most` is an upper bound of the fraction of time it can save; others are not simulated. With
    `limit` the prediction is an upper bound: the model removes the whole cost.
    `max_resident_blocks` maps the number of resident blocks per SM to another one.
    """

    kind: str
    what: str
    how: str
    change: what_if.Change
    most: Callable[[Profile], float]
    limit: bool = False
    max_resident_blocks: Callable[[int], int] | None = None


def _excess(profile: Profile, tables: Callable[[Recording], tuple[float, float]]) -> float:
    """Fraction of a cost beyond its minimum, over all recorded accesses."""
    pairs = [tables(launch) for launch in profile.launches]
    had = sum(taken for taken, _ in pairs)
    return 1 - sum(least for _, least in pairs) / had if had else 0.0


def _wavefronts(launch: Recording) -> tuple[float, float]:
    recorder = launch.plan.recorder
    had = sum(sum(row) for row in recorder.wavefronts.values())
    return had, sum(least for place in recorder.wavefronts for least, _ in recorder.least[place])


def _lines(launch: Recording) -> tuple[float, float]:
    every = [
        request
        for row in launch.plan.recorder.requests.values()
        for request in row.of
        if request.lines
    ]
    least = sum(
        min(len(request.lines), max(1, math.ceil(request.bytes / 128))) for request in every
    )
    return sum(len(request.lines) for request in every), least


_MEMORY = "shared memory and L1"
# Resident warps per SM.
_MOST_WARPS = 64
# Below this ratio of distinct to stored bytes, lanes of a warp store the same elements.
_SHARED_OUT = 0.5


def _conflicts(profile: Profile) -> float:
    worst = max(profile.kept_busy(_MEMORY), profile.waiting("shared memory", "memory queue"))
    return _excess(profile, _wavefronts) * worst


def _uncoalesced(profile: Profile) -> float:
    busy = profile.kept_busy(_MEMORY, "L2", "DRAM")
    return _excess(profile, _lines) * max(busy, profile.waiting("global memory", "memory queue"))


def _narrow(profile: Profile) -> float:
    fewer = profile.issued(
        lambda launch: [pc for group in what_if.narrow(launch) for pc in group[1:]]
    )
    waits = profile.waiting("memory queue", "shared memory", "global memory")
    return min(fewer + waits + profile.kept_busy(_MEMORY), 1.0) if fewer > 0.005 else 0.0


def _from_dram(profile: Profile) -> float:
    if profile.dram_bytes < 1.1 * profile.least_bytes:
        return 0.0
    return max(profile.kept_busy("DRAM"), profile.waiting("global memory"))


def _near(profile: Profile) -> float:
    if profile.has(*what_if.SHARED, *what_if.COPIES) or not profile.reused:
        return 0.0
    return max(profile.kept_busy("L2", "DRAM"), profile.waiting("global memory"))


def _operands(profile: Profile) -> float:
    if not profile.reduces or not (profile.has(*what_if.SHARED_LOADS) or profile.reused):
        return 0.0
    loads = profile.issued(what_if.operand_loads)
    waits = profile.waiting("shared memory", "memory queue", "global memory")
    return max(profile.kept_busy(_MEMORY), waits, loads) if loads > 0.005 else 0.0


def _late(profile: Profile) -> float:
    return profile.waiting("global memory", "barrier")


def _repeats(profile: Profile) -> bool:
    """Whether a later load of global memory exists that a pipeline could start earlier."""
    return profile.repeats(*what_if.GLOBAL_LOADS, *what_if.COPIES)


def _staged(profile: Profile) -> float:
    stores = profile.issued(what_if.copying) if _repeats(profile) else 0.0
    return _late(profile) + stores if stores else 0.0


def _copied_again(profile: Profile) -> float:
    """Cost of copies to shared memory if lanes of a warp store the same bytes."""
    distinct = named = 0
    for launch in profile.launches:
        recorder, places = launch.plan.recorder, what_if.staging(launch)
        for place in recorder.named:
            if place[1] in places:
                named += sum(recorder.named[place])
                distinct += sum(size for _, size in recorder.least[place])
    if distinct >= _SHARED_OUT * named:
        return 0.0
    waits = profile.waiting("global memory", "shared memory", "memory queue", "barrier")
    return min(1.0, waits + profile.issued(what_if.fetching) + profile.kept_busy(_MEMORY))


def _on_cores(profile: Profile) -> float:
    if any(
        need.pipe in (TENSOR, WGMMA) for launch in profile.launches for need in launch.plan.needs
    ):
        return 0.0
    fits = any(dtype in profile.dtypes for dtype in _FOR_TENSOR_CORES)
    share = (
        profile.issued(lambda launch: sum(what_if.products(launch).values(), [])) if fits else 0.0
    )
    return 1.0 if share > 0.05 else 0.0


def _warpgroups(profile: Profile) -> float:
    if not any(need.pipe == TENSOR for launch in profile.launches for need in launch.plan.needs):
        return 0.0
    return max(profile.kept_busy("tensor", _MEMORY), profile.waiting("shared memory"))


def _copies(profile: Profile) -> float:
    return _late(profile) + profile.kept_busy(_MEMORY) if profile.has(*what_if.COPIES) else 0.0


def _addresses(profile: Profile) -> float:
    share = profile.issued(what_if.addressing)
    return share if profile.kept_busy("issue", "ALU", "integer multiply") > 0.2 else 0.0


def _as_it_is(launch: Recording) -> Recording:
    return launch


def _room(max_resident_blocks: Callable[[int], int]) -> Callable[[Profile], float]:
    """Idle fraction, if that many blocks per SM would fit and have work."""

    def idle(profile: Profile) -> float:
        for launch in profile.launches:
            wanted = max_resident_blocks(launch.resident)
            if wanted > launch.blocks_per_sm or wanted * launch.plan.warps_per_block > _MOST_WARPS:
                return 0.0
        return 1 - max(profile.busy.values())

    return idle


def _fewer(profile: Profile) -> float:
    several = any(launch.resident > 1 for launch in profile.launches)
    return 0.1 * profile.kept_busy("L2", "DRAM") if several else 0.0


def _twice(blocks: int) -> int:
    return 2 * blocks


def _one_more(blocks: int) -> int:
    return blocks + 1


MOVES = (
    Move(
        "conflicts",
        "no shared-memory bank conflicts",
        "storage_align pads rows, permuted_layout swizzles for ldmatrix, vthread spreads a tile",
        what_if.without_conflicts,
        _conflicts,
    ),
    Move(
        "coalescing",
        "neighbouring lanes on neighbouring addresses of global memory",
        "bind the loop over adjacent elements to threadIdx.x; cache_read to shared, and fuse, "
        "split and bind its copy",
        what_if.coalesced,
        _uncoalesced,
    ),
    Move(
        "wide",
        "accesses of 128 bits",
        "split off 4 floats (8 halves) and vectorize them, in copies of cache_read and at reads",
        what_if.wide,
        _narrow,
        limit=True,
    ),
    Move(
        "shared tile",
        "operands of a block in shared memory or L1",
        "split off a block's tile, cache_read(..., 'shared'), compute_at the loop over tiles "
        "(slices of K in a matmul)",
        what_if.from_l1,
        _near,
        limit=True,
    ),
    Move(
        "cooperative fetch",
        "every element copied to shared memory by one thread of the block, not by all",
        "in the copies of cache_read split the loops over elements and bind them to threadIdx.x "
        "and threadIdx.y",
        what_if.fetched_together,
        _copied_again,
        limit=True,
    ),
    Move(
        "register tile",
        "half the operand loads: a larger tile per thread or warp",
        "larger inner factors in split, cache_read(..., 'local') below the loop over K",
        what_if.half_the_loads,
        _operands,
    ),
    Move(
        "registers",
        "accumulators in registers, written once",
        "cache_write(..., 'local') and reverse_compute_at the thread's loop",
        what_if.summed_in_registers,
        lambda profile: 2 * profile.issued(what_if.repeated_stores),
    ),
    Move(
        "prefetch",
        "loads of global memory early enough",
        "annotate software_pipeline_stage and _order, or double_buffer_scope; unroll for more "
        "loads in flight",
        what_if.without_latency,
        lambda profile: _late(profile) if _repeats(profile) else 0.0,
        limit=True,
    ),
    Move(
        "prefetch",
        "more loads of global memory in flight",
        "several elements per thread: split off a factor and unroll or vectorize it",
        what_if.without_latency,
        lambda profile: 0.0 if _repeats(profile) else _late(profile),
        limit=True,
    ),
    Move(
        "async copy",
        "copies to shared memory past the registers, early enough (cp.async)",
        "annotate software_pipeline_async_stages; Build(async_copy=True, storage_rewrite=False) or "
        "in a FILE.py build = {'async_copy': True, 'storage_rewrite': False}",
        what_if.asynchronous,
        _staged,
        limit=True,
    ),
    Move(
        "tma",
        "copies by the tensor memory accelerator (TMA)",
        "tensorize the copy of cache_read with a TMA intrinsic (hgemm:wgmma_tma)",
        what_if.copied_by_tma,
        _copies,
        limit=True,
    ),
    Move(
        "register prefetch",
        "registers filled from shared memory a step ahead",
        "annotate software_pipeline_stage on the loop over a slice's k, and unroll it",
        what_if.without_shared_latency,
        lambda profile: (
            profile.waiting("shared memory") if profile.repeats(*what_if.SHARED_LOADS) else 0.0
        ),
        limit=True,
    ),
    Move(
        "barriers",
        "half the barriers",
        "annotate double_buffer_scope, or a larger factor in the split of K (block_k)",
        what_if.half_the_barriers,
        lambda profile: profile.waiting("barrier") if profile.meets_again else 0.0,
    ),
    Move(
        "l2",
        "one DRAM read for what several blocks use",
        "order blocks in panels: split, reorder, fuse ahead of bind(blockIdx.x); larger blocks",
        what_if.from_l2,
        _from_dram,
        limit=True,
    ),
    Move(
        "ports",
        "no register-port conflicts",
        "reorder FMAs so that neighbours share an operand (order_products); unroll",
        what_if.without_port_conflicts,
        lambda profile: profile.waiting("register port"),
    ),
    Move(
        "addresses",
        "no arithmetic for addresses and loops",
        "unroll and vectorize; constant strides; split so that indexes need no division",
        what_if.without_addressing,
        _addresses,
        limit=True,
    ),
    Move(
        "tensor cores",
        "FMAs on tensor cores",
        "tensorize with wmma or mma.sync intrinsics",
        what_if.on_tensor_cores,
        _on_cores,
        limit=True,
    ),
    Move(
        "wgmma",
        "matrix products by warpgroups, both operands from shared memory (wgmma)",
        "tensorize with a wgmma intrinsic, operands swizzled in shared memory (hgemm:wgmma)",
        what_if.by_warpgroups,
        _warpgroups,
        limit=True,
    ),
    Move(
        "blocks",
        "more threads, or more work, per block: no time between blocks",
        "larger inner factors in split, of what is bound to threadIdx.x or of a thread's own loop",
        what_if.without_ends,
        lambda profile: profile.kept_busy(BLOCK_STARTS),
    ),
    Move(
        "occupancy",
        "one more resident block per SM",
        "fewer registers (a smaller thread tile, Build(max_registers=...)) or less shared memory "
        "(smaller block_k)",
        _as_it_is,
        _room(_one_more),
        max_resident_blocks=_one_more,
    ),
    Move(
        "occupancy",
        "twice as many resident blocks per SM",
        "half the registers or shared memory of a block: smaller factors in split",
        _as_it_is,
        _room(_twice),
        max_resident_blocks=_twice,
    ),
    Move(
        "occupancy",
        "one resident block less per SM",
        "Build(extra_shared=...): the remaining blocks get more of L1 and L2",
        _as_it_is,
        _fewer,
        max_resident_blocks=lambda blocks: max(1, blocks - 1),
    ),
)
