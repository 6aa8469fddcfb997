"""How often `advise` suggests the next rung's move: `python -m benchmarks.advice [LADDER ...]`.

A rung's move is derived from what its schedule has and that of its base rung lacks: primitives,
annotations, intrinsics, tile numbers, element types. Nothing is chosen by hand; a rung whose move
has no counterpart in `advise` counts as missed. The tables also compare the gain predicted for the
move with the recorded one.

The results are docs/results/advice-CHIP.json, a table in docs/advice.md, and a table on each
ladder's page of the steps for which `advise` suggests other moves first. docs/ladders/advice.toml
has sentences that explain why the ladder has such a step.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import click
from tvm import DataType

from gpusim.errors import UserError
from gpusim.timing.advice import Advice
from gpusim.timing.measured_constants import constants
from gpusim.timing.optimizations import BYTES, MOVES
from schedules.commands.program import run_command
from schedules.core.catalog import ladders
from schedules.core.files import write_text
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.ladder import Ladder, Rung
from schedules.core.steps import steps
from schedules.measure.publishing.groups import rows_by_kernel
from schedules.measure.publishing.ladder_pages import pages_of
from schedules.measure.publishing.publish import filled_in
from schedules.processes.worker import Worker, WorkerLost
from schedules.sources.names import resolve
from schedules.workloads import Workload

CHIP = "h200"
DOCS = Path(__file__).parent.parent / "docs"
RESULTS, PAGES, GUIDE = DOCS / "results", DOCS / "ladders", DOCS / "advice.md"
RECORD, REASONS = RESULTS / f"advice-{CHIP}.json", PAGES / "advice.toml"
# Wall-clock seconds for one rung's advice, and bytes of a process.
LIMIT_S, MEMORY = 600, 1 << 38
# Of square shapes.
SIZE = 4096
KINDS = {*(move.kind for move in MOVES), "grid", "fusion"}
# How many of the advised moves a reader looks at.
FIRST = 3
# A rung that saves this part of the time was worth taking; advice should not name others.
GAINED = 0.02
# A gain that is predicted by so many points too high or too low counts as right.
NEAR = 0.1
# Elements that lanes take in order.
_IN_ORDER = ("coalescing", "conflicts")
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
    (r"bind.*threadIdx", ("coalescing", "cooperative fetch")),
    # A block with several rows and columns: what it reads is read again beside it.
    (r"bind.*blockIdx", ("shared tile", "l2", "grid")),
    (r"bind.*threadIdx\.y", ("shared tile",)),
    # All elements of a copy, dealt out to lanes in order.
    (r"fuse", _IN_ORDER),
    (r"pragma_product_order", ("ports",)),
    # A warpgroup that only loads: nobody else waits for copies at barriers.
    (r"schedules\.producer", ("barriers",)),
    # One warpgroup's tile ends beside the other's products, as a second block's would.
    (r"schedules\.turns", ("occupancy",)),
    # What several blocks read comes to all of them at once.
    (r"multicast|cluster", ("l2",)),
)
# Tile numbers that say in what order blocks come.
_ORDER = ("panel", "across")
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
    (r"threads|warps|block|groups", ("occupancy", "grid", "register tile", "blocks")),
)


def moves_of(rung: Rung, before: Rung) -> list[str]:
    """The kinds of move that lead from one rung to another, without those both have."""
    old, new = (asdict(one.tile_for(workload_of(one))) for one in (before, rung))
    had, has = features(before), features(rung)
    added = [known for at, (_, known) in enumerate(FEATURES) if has[at] > had[at]]
    fused = launches_of(rung) < launches_of(before)
    in_order = any(new.get(name) != old.get(name) for name in _ORDER) and not fused
    if in_order and set(added) <= {_IN_ORDER}:
        return ["l2"]
    kinds = [kind for known in added for kind in known] + ["fusion"] * fused
    if bits(rung) != bits(before):
        kinds.insert(0, BYTES)
    if kinds or rung.workload.dtype != before.workload.dtype:
        return list(dict.fromkeys(kinds))
    old |= {"extra_shared": before.build.extra_shared, "max_registers": before.build.max_registers}
    new |= {"extra_shared": rung.build.extra_shared, "max_registers": rung.build.max_registers}
    for name in new:
        if new[name] != old.get(name, new[name]):
            kinds += next((known for pattern, known in NUMBERS if re.search(pattern, name)), ())
    return list(dict.fromkeys(kinds))


def bits(rung: Rung) -> int:
    """The number of bits of an element of its operands in memory."""
    return DataType(rung.workload.dtype.split()[0]).bits


def features(rung: Rung) -> Counter[int]:
    """How many primitives of a rung's schedule match each of FEATURES."""
    text = [line for step in steps(rung) for line in step.primitives]
    return Counter(
        at for line in text for at, (pattern, _) in enumerate(FEATURES) if re.search(pattern, line)
    )


def launches_of(rung: Rung) -> int:
    """The number of blocks of a rung's schedule that are bound to a separate grid."""
    text = [line for step in steps(rung) for line in step.primitives]
    return sum("bind" in line and "blockIdx.x" in line for line in text)


@dataclass(frozen=True)
class Transition:
    """A rung, its base rung with the advice for it, and the rung's own move.

    `advised` lists the kinds of moves with the best gain of each, largest first. `predicted` is the
    best gain for the rung's move, `recorded` the measured fraction of the time that it saved.
    """

    ladder: str
    rung: str
    before: str
    moves: list[str]
    advised: list[tuple[str, float]]
    predicted: float | None
    recorded: float | None

    @property
    def among_the_first(self) -> bool:
        return any(kind in self.moves for kind, _ in self.advised)

    @property
    def by_chance(self) -> float:
        """How likely one of as many kinds, drawn blindly, is such a move."""
        others = len(KINDS - set(self.moves))
        return 1 - math.comb(others, FIRST) / math.comb(len(KINDS), FIRST)


def advised_kinds(advice: Advice) -> list[tuple[str, float]]:
    """The first kinds of moves, each with its best gain."""
    kinds: dict[str, float] = {}
    for one in advice.worth:
        kinds.setdefault(one.kind, round(one.gain, 4))
    return list(kinds.items())[:FIRST]


def advised_for(path: str) -> dict[str, Any]:
    """The advice for a rung, 'LADDER:RUNG'; empty if the model refuses a kernel."""
    try:
        advised = advised_kinds(at_size(resolve(path).rung).advise(CHIP))
    except UserError as error:
        return {"rung": path, "advised": [], "problem": str(error)}
    return {"rung": path, "advised": advised}


def each_advised(paths: Sequence[str], jobs: int) -> Iterator[dict[str, Any]]:
    """Advice for each rung, in their order, in processes that may be killed."""
    idle: SimpleQueue[Worker] = SimpleQueue()
    for _ in range(jobs):
        idle.put(Worker(advised_for, MEMORY, name="the advice"))

    def one(path: str) -> dict[str, Any]:
        worker = idle.get()
        try:
            return worker.do(path, LIMIT_S)
        except WorkerLost as lost:
            worker.end()
            worker.start()
            return {"rung": path, "advised": [], "problem": str(lost)}
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(one, paths)
    for _ in range(jobs):
        idle.get().end()


def on_gpu(names: Sequence[str] = ()) -> list[Ladder]:
    """The ladders of GPUs, or those with these names."""
    return [
        one
        for name, one in ladders().items()
        if (not names or name in names) and not any(rung.on_cpu for rung in one.rungs.values())
    ]


def pairs(one: Ladder) -> Iterator[tuple[Rung, Rung]]:
    """Every rung of a ladder that is a step from another, with that one."""
    for rung in one.rungs.values():
        for name in rung.against[:1]:
            yield rung, one.rungs[name]


def transitions(
    chosen: Sequence[Ladder], advised: Mapping[str, list[tuple[str, float]]]
) -> Iterator[Transition]:
    """Every rung that is a step from another; `advised` by the paths of those."""
    rows = rows_by_kernel(constants(CHIP).device, RESULTS)
    recorded = {key: row["time_us"] for key, row in rows.items()}
    for one in chosen:
        for rung, before in pairs(one):
            moves, known = moves_of(rung, before), advised[before.path]
            gain = max((gain for kind, gain in known if kind in moves), default=None)
            old, new = (
                recorded.get((*key(kernel), kernel.fingerprint))
                for kernel in (at_size(before), at_size(rung))
            )
            saved = round(1 - new / old, 4) if old and new else None
            yield Transition(one.name, rung.name, before.name, moves, known, gain, saved)


def key(kernel: Kernel) -> tuple[str, str, tuple[int, ...]]:
    """Its ladder, rung and shape."""
    return kernel.rung.ladder, kernel.rung.name, tuple(kernel.workload.shape)


def workload_of(rung: Rung) -> Workload:
    """At SIZE where every extent is one, else at the rung's own shape."""
    shape = rung.workload.shape
    return rung.at((SIZE,) * len(shape) if len(set(shape)) == 1 else None)


def at_size(rung: Rung) -> Kernel:
    return last_kernel(rung, workload_of(rung), rung.lowered_for(None))


# --- the record, and what the guides say of it ----------------------------------------------------


def read_record() -> list[Transition]:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    found = []
    for one in record["transitions"]:
        advised = [(kind, gain) for kind, gain in one["advised"]]
        found.append(Transition(**one | {"advised": advised}))
    return found


def reasons() -> dict[str, dict[str, str]]:
    """Reasons by ladder and rung why a ladder has a step although `advise` suggests others
    first."""
    return tomllib.loads(REASONS.read_text(encoding="utf-8"))


def gained(found: Sequence[Transition]) -> list[Transition]:
    """Those that were measured to save something."""
    return [one for one in found if one.recorded is not None and one.recorded >= GAINED]


def share(some: Sequence[Transition]) -> str:
    return f"{sum(one.among_the_first for one in some)} of {len(some)}"


def table(found: Sequence[Transition]) -> str:
    """The share of hits by ladder, as Markdown."""
    lines = [
        "| ladder | all steps | steps that gained 2 % or more |",
        "| --- | --- | --- |",
    ]
    for name in [*dict.fromkeys(one.ladder for one in found), ""]:
        own = [one for one in found if not name or one.ladder == name]
        lines.append(f"| {name or 'all ladders'} | {share(own)} | {share(gained(own))} |")
    chance = sum(one.by_chance for one in found) / len(found)
    both = [one for one in found if one.predicted is not None and one.recorded is not None]
    near = sum(abs(one.predicted - one.recorded) <= NEAR for one in both)
    lines += [
        "",
        f"Three moves chosen at random would include the step's move in {chance:.0%} of the cases. "
        f"{len(both)} steps were both timed and named; {sum(one.recorded > 0 for one in both)} of "
        f"them made the kernel faster, {near} by the predicted gain to within 10 points.",
    ]
    return "\n".join(lines)


def missed(found: Sequence[Transition], name: str, why: Mapping[str, str]) -> str:
    """A ladder's steps that advice names others before, as Markdown; `why` by rung."""
    own = [one for one in found if one.ladder == name]
    lines = [
        f"For {share(own).split()[0]} of the {len(own)} steps, the step's own move is among the "
        "first three that `schedules advise` suggests ([method](../advice.md#validation))."
    ]
    rows = [one for one in own if not one.among_the_first]
    if rows:
        lines += [
            "",
            "| step | suggested first | why the ladder has the step here |",
            "| --- | --- | --- |",
        ]
    for one in rows:
        first = ", ".join(f"{kind} {gain:.0%}" for kind, gain in one.advised) or "nothing"
        lines.append(f"| `{one.rung}` from `{one.before}` | {first} | {reason(one, why)} |")
    return "\n".join(lines)


def reason(one: Transition, why: Mapping[str, str]) -> str:
    """Why the ladder has a step that advice does not name first; '' if no reason is known."""
    said = [why[one.rung]] if one.rung in why else []
    if one.recorded is not None and one.recorded < GAINED:
        said.insert(0, f"Measured: no gain (time {-round(100 * one.recorded):+d} %).")
    return " ".join(said)


def guides(found: Sequence[Transition]) -> dict[Path, str]:
    """The guides as the record has them."""
    known = reasons()
    made = {GUIDE: table(found)}
    for name in dict.fromkeys(one.ladder for one in found):
        marked = (page for page in pages_of(PAGES, name) if "<!-- advised -->" in page.read_text())
        made[next(marked)] = missed(found, name, known.get(name, {}))
    return {
        page: filled_in(page, page.read_text(encoding="utf-8"), "advised", f"{text}\n")
        for page, text in made.items()
    }


def line(one: Transition) -> str:
    gains = ["-" if gain is None else f"{gain:.0%}" for gain in (one.predicted, one.recorded)]
    first = ", ".join(f"{kind} {gain:.0%}" for kind, gain in one.advised) or "nothing"
    return (
        f"{'yes' if one.among_the_first else 'no':4}{one.before} -> {one.ladder}:{one.rung}: "
        f"{', '.join(one.moves) or 'no known move'}; advised {first}; "
        f"predicted {gains[0]}, recorded {gains[1]}"
    )


@click.command()
@click.argument("names", nargs=-1, metavar="[LADDER ...]")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes.")
@click.option("--again", is_flag=True, help="Read moves and times anew; advise nothing anew.")
def command(names: Sequence[str], jobs: int, again: bool) -> None:
    """Advise on rungs that others are a step from: how often is the step's move named?"""
    kept = {f"{one.ladder}:{one.before}": one.advised for one in read_record()} if again else {}
    chosen = on_gpu(names)
    paths = list(dict.fromkeys(before.path for one in chosen for _, before in pairs(one)))
    for done in each_advised([path for path in paths if path not in kept], jobs):
        kept[done["rung"]] = done["advised"]
        click.echo(f"{done['rung']}: {done.get('problem') or done['advised']}")
    found = list(transitions(chosen, kept))
    for one in found:
        click.echo(line(one))
    click.echo(table(found))
    if not names:
        record = {"chip": CHIP, "transitions": [asdict(one) for one in found]}
        write_text(RECORD, json.dumps(record, indent=1) + "\n")
        for page, text in guides(found).items():
            write_text(page, text)


if __name__ == "__main__":
    run_command(command, "benchmarks.advice")
