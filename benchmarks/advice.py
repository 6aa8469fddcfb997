"""How often `advise` names the next rung's move: `python -m benchmarks.advice [LADDER ...]`.

A rung's move is read off what its schedule has and that of the rung it is a step from lacks:
primitives, annotations, intrinsics, tile numbers, element types. Nothing is chosen by hand, and a
rung whose move advice has no word for counts as missed. Beside the share of moves that are among
the first three stand the gain that was predicted for the move and the one that was recorded.
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from schedules.catalog import ladders
from schedules.errors import UserError
from schedules.kernel import Kernel, last_kernel
from schedules.ladder import Ladder, Rung
from schedules.machine.cycles.advice import Advice
from schedules.machine.cycles.constants import constants
from schedules.machine.cycles.moves import BYTES, MOVES
from schedules.results.groups import rows_by_kernel
from schedules.steps import steps

CHIP = "h200"
RESULTS = Path(__file__).parent.parent / "docs" / "results"
# Of square shapes.
SIZE = 4096
KINDS = {*(move.kind for move in MOVES), "grid"}
# How many of the advised moves a reader looks at.
FIRST = 3
# A rung that saves this part of the time was worth taking; advice should not name others.
GAINED = 0.02
# What a schedule has (a pattern of its primitives' Python), and the moves that bring it.
FEATURES = (
    (r"wgmma|WGMMA", ("wgmma",)),
    (r"tma|TMA", ("tma", "async copy", "prefetch")),
    (r"tensorize", ("tensor cores",)),
    (r"async_stages", ("async copy", "prefetch")),
    (r"software_pipeline_stage", ("prefetch", "register prefetch", "barriers")),
    (r"double_buffer", ("prefetch", "barriers")),
    (r"storage_align|transform_layout|permuted_layout", ("conflicts",)),
    (r"vthread", ("conflicts",)),
    (r"vectorize", ("wide",)),
    (r"cache_read.*shared", ("shared tile", "coalescing")),
    (r"cache_read.*local", ("register tile",)),
    (r"cache_write", ("registers",)),
    (r"rfactor", ("grid", "coalescing")),
    (r"unroll", ("addresses", "prefetch")),
    (r"bind.*threadIdx", ("coalescing",)),
    # A block with several rows and columns: what it reads is read again beside it.
    (r"bind.*blockIdx", ("shared tile", "l2")),
)
# Tile numbers by name, and the moves that change them.
NUMBERS = (
    (r"block_k", ("barriers", "occupancy")),
    (r"extra_shared|max_registers", ("occupancy",)),
    (r"panel|across", ("l2",)),
    (r"stages", ("prefetch", "async copy")),
    (r"vector", ("wide",)),
    (r"vthreads|patch|pad|warp_rows", ("conflicts",)),
    (r"rows|per_group|fragments|items", ("register tile",)),
    (r"lanes", ("coalescing", "grid")),
    (r"threads|warps|block|groups", ("occupancy", "grid", "register tile")),
)


def moves_of(rung: Rung, before: Rung) -> list[str]:
    """The kinds of move that lead from one rung to another, without those both have."""
    if rung.workload.dtype != before.workload.dtype:
        return [BYTES]
    had, has = features(before), features(rung)
    kinds = [kind for at, (_, known) in enumerate(FEATURES) if has[at] > had[at] for kind in known]
    if kinds:
        return list(dict.fromkeys(kinds))
    old, new = asdict(before.tile), asdict(rung.tile)
    old |= {"extra_shared": before.build.extra_shared, "max_registers": before.build.max_registers}
    new |= {"extra_shared": rung.build.extra_shared, "max_registers": rung.build.max_registers}
    for name in new:
        if new[name] != old.get(name, new[name]):
            kinds += next((known for pattern, known in NUMBERS if re.search(pattern, name)), ())
    return list(dict.fromkeys(kinds))


def features(rung: Rung) -> Counter[int]:
    """How many primitives of a rung's schedule match each of FEATURES."""
    text = [line for step in steps(rung) for line in step.primitives]
    return Counter(
        at for line in text for at, (pattern, _) in enumerate(FEATURES) if re.search(pattern, line)
    )


@dataclass(frozen=True)
class Transition:
    """A rung, the one it is a step from with what is advised there, and its own move.

    `predicted` is the best of the gains advised for such a move, `recorded` the part of the time
    that the rung was measured to save.
    """

    rung: str
    before: str
    moves: list[str]
    advised: list[tuple[str, float]]
    predicted: float | None
    recorded: float | None

    @property
    def among_the_first(self) -> bool:
        return any(kind in self.moves for kind, _ in self.advised[:FIRST])

    @property
    def by_chance(self) -> float:
        """How likely one of as many kinds, drawn blindly, is such a move."""
        others = len(KINDS - set(self.moves))
        return 1 - math.comb(others, FIRST) / math.comb(len(KINDS), FIRST)


def advised_kinds(advice: Advice) -> list[tuple[str, float]]:
    """Each kind of move with its best gain, the best first."""
    kinds: dict[str, float] = {}
    for one in advice.worth:
        kinds.setdefault(one.kind, one.gain)
    return list(kinds.items())


def advised_for(kernel: Kernel) -> list[tuple[str, float]]:
    """What is advised; nothing where the model refuses a kernel."""
    try:
        return advised_kinds(kernel.advise(CHIP))
    except UserError as error:
        print(f"{kernel.name}: {error}", file=sys.stderr)
        return []


def transitions(ladder: Ladder) -> Iterator[Transition]:
    """Every rung of a ladder that is a step from another."""
    rows = rows_by_kernel(constants(CHIP).device, RESULTS)
    recorded = {key: row["time_us"] for key, row in rows.items()}
    known: dict[str, tuple[Kernel, list[tuple[str, float]]]] = {}
    for rung in ladder.rungs.values():
        for name in rung.against[:1]:
            before = ladder.rungs[name]
            if name not in known:
                kernel = at_size(before)
                known[name] = kernel, advised_for(kernel)
            kernel, advised = known[name]
            moves = moves_of(rung, before)
            gain = max((gain for kind, gain in advised if kind in moves), default=None)
            old, new = (
                recorded.get((*path(one), one.fingerprint)) for one in (kernel, at_size(rung))
            )
            saved = 1 - new / old if old and new else None
            yield Transition(rung.path, name, moves, advised, gain, saved)


def path(kernel: Kernel) -> tuple[str, str, tuple[int, ...]]:
    """Its ladder, rung and shape."""
    return kernel.rung.ladder, kernel.rung.name, tuple(kernel.workload.shape)


def at_size(rung: Rung) -> Kernel:
    """A rung's kernel at SIZE where every extent is one, else at its own shape."""
    shape = rung.workload.shape
    workload = rung.at((SIZE,) * len(shape) if len(set(shape)) == 1 else None)
    return last_kernel(rung, workload, rung.lowered_for(None))


def print_transitions(found: Sequence[Transition]) -> None:
    for one in found:
        gains = ["-" if gain is None else f"{gain:.0%}" for gain in (one.predicted, one.recorded)]
        first = ", ".join(f"{kind} {gain:.0%}" for kind, gain in one.advised[:FIRST]) or "nothing"
        print(
            f"{'yes' if one.among_the_first else 'no':4}{one.before} -> {one.rung}: "
            f"{', '.join(one.moves) or 'no known move'}; advised {first}; "
            f"predicted {gains[0]}, recorded {gains[1]}",
            flush=True,
        )


def main(names: Sequence[str]) -> None:
    found: list[Transition] = []
    for name, ladder in ladders().items():
        if (names and name not in names) or any(rung.on_cpu for rung in ladder.rungs.values()):
            continue
        for one in transitions(ladder):
            print_transitions([one])
            found.append(one)
    gained = [one for one in found if one.recorded is not None and one.recorded >= GAINED]
    for what, some in (("all rungs", found), ("rungs that gained", gained)):
        if some:
            share = sum(one.among_the_first for one in some) / len(some)
            chance = sum(one.by_chance for one in some) / len(some)
            print(f"{what}: {share:.0%} of {len(some)} moves first; blindly {chance:.0%}")


if __name__ == "__main__":
    main(sys.argv[1:])
