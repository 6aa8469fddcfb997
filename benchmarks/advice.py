"""How often `advise` suggests the next rung's move: `python -m benchmarks.advice [LADDER ...]`.

A rung's move is derived from the features that its base rung's schedule lacks: primitives,
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
from schedules.measure.publishing.ladder_pages import pages_of
from schedules.measure.publishing.publish import filled_in
from schedules.measure.records import rows_by_kernel
from schedules.processes.worker import Worker, WorkerLost
from schedules.sources.names import resolve
from schedules.workloads import Workload

CHIP = "h200"
DOCS = Path(__file__).parent.parent / "docs"
RESULTS, PAGES, GUIDE = DOCS / "results", DOCS / "ladders", DOCS / "advice.md"
RECORD, REASONS = RESULTS / f"advice-{CHIP}.json", PAGES / "advice.toml"
# Wall-clock seconds for one rung's advice, and bytes of a process.
LIMIT_S, MEMORY = 600, 1 << 38
# Extent of square shapes.
SIZE = 4096
KINDS = {*(move.kind for move in MOVES), "grid", "fusion"}
# Number of advised moves that are compared with the step's own move.
FIRST = 3
# Minimum fraction of the time that a step saves to count as a gain.
GAINED = 0.02
# Maximum absolute error of a predicted gain that counts as right.
NEAR = 0.1
# Moves that assign consecutive elements to consecutive lanes.
_IN_ORDER = ("coalescing", "conflicts")
# Pattern of a schedule's primitives as Python -> the kinds of move that add them.
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
    # A block with several rows and columns: other blocks read the same operands again.
    (r"bind.*blockIdx", ("shared tile", "l2", "grid")),
    (r"bind.*threadIdx\.y", ("shared tile",)),
    # Fused loops of a copy: consecutive elements go to consecutive lanes.
    (r"fuse", _IN_ORDER),
    (r"pragma_product_order", ("ports",)),
    # A producer warpgroup: the other warps do not wait at barriers for copies.
    (r"schedules\.producer", ("barriers",)),
    # One warpgroup's epilogue overlaps the other's MMAs, as with a second block.
    (r"schedules\.turns", ("occupancy",)),
    # One load serves several blocks.
    (r"multicast|cluster", ("l2",)),
)
# Tile parameters that set the order of blocks.
_ORDER = ("panel", "across")
# Pattern of a tile parameter's name -> the kinds of move that change it.
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
    """The kinds of move that `rung` has and `before` lacks."""
    old, new = (asdict(each.tile_for(workload_of(each))) for each in (before, rung))
    had, has = features(before), features(rung)
    added = [known for index, (_, known) in enumerate(FEATURES) if has[index] > had[index]]
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
        index
        for line in text
        for index, (pattern, _) in enumerate(FEATURES)
        if re.search(pattern, line)
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
        """The probability that FIRST kinds drawn at random include one of `moves`."""
        others = len(KINDS - set(self.moves))
        return 1 - math.comb(others, FIRST) / math.comb(len(KINDS), FIRST)


def advised_kinds(advice: Advice) -> list[tuple[str, float]]:
    """The first FIRST kinds of moves, each with its best gain."""
    kinds: dict[str, float] = {}
    for move in advice.worth:
        kinds.setdefault(move.kind, round(move.gain, 4))
    return list(kinds.items())[:FIRST]


def advised_for(path: str) -> dict[str, Any]:
    """The advice for a rung, 'LADDER:RUNG'; empty if the model refuses a kernel."""
    try:
        advised = advised_kinds(at_size(resolve(path).rung).advise(CHIP))
    except UserError as error:
        return {"rung": path, "advised": [], "problem": str(error)}
    return {"rung": path, "advised": advised}


def each_advised(paths: Sequence[str], jobs: int) -> Iterator[dict[str, Any]]:
    """Advice for each rung, in order, from worker processes that can be killed."""
    idle: SimpleQueue[Worker] = SimpleQueue()
    for _ in range(jobs):
        idle.put(Worker(advised_for, MEMORY, name="the advice"))

    def ask(path: str) -> dict[str, Any]:
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
        yield from pool.map(ask, paths)
    for _ in range(jobs):
        idle.get().end()


def on_gpu(names: Sequence[str] = ()) -> list[Ladder]:
    """The GPU ladders with these names, by default all."""
    return [
        ladder
        for name, ladder in ladders().items()
        if (not names or name in names) and not any(rung.on_cpu for rung in ladder.rungs.values())
    ]


def pairs(ladder: Ladder) -> Iterator[tuple[Rung, Rung]]:
    """Each rung of a ladder that has a base rung, with the base rung."""
    for rung in ladder.rungs.values():
        for name in rung.against[:1]:
            yield rung, ladder.rungs[name]


def transitions(
    chosen: Sequence[Ladder], advised: Mapping[str, list[tuple[str, float]]]
) -> Iterator[Transition]:
    """Every step of these ladders; `advised` has the advice by the base rung's path."""
    rows = rows_by_kernel(constants(CHIP).device, RESULTS)
    recorded = {key: row["time_us"] for key, row in rows.items()}
    for ladder in chosen:
        for rung, before in pairs(ladder):
            moves, known = moves_of(rung, before), advised[before.path]
            gain = max((gain for kind, gain in known if kind in moves), default=None)
            old, new = (
                recorded.get((*key(kernel), kernel.fingerprint))
                for kernel in (at_size(before), at_size(rung))
            )
            saved = round(1 - new / old, 4) if old and new else None
            yield Transition(ladder.name, rung.name, before.name, moves, known, gain, saved)


def key(kernel: Kernel) -> tuple[str, str, tuple[int, ...]]:
    """A kernel's ladder, rung and shape."""
    return kernel.rung.ladder, kernel.rung.name, tuple(kernel.workload.shape)


def workload_of(rung: Rung) -> Workload:
    """The workload with all extents SIZE if they are equal, else at the rung's own shape."""
    shape = rung.workload.shape
    return rung.at((SIZE,) * len(shape) if len(set(shape)) == 1 else None)


def at_size(rung: Rung) -> Kernel:
    return last_kernel(rung, workload_of(rung), rung.lowered_for(None))


# --- the record and the guides --------------------------------------------------------------------


def read_record() -> list[Transition]:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    listed = []
    for row in record["transitions"]:
        advised = [(kind, gain) for kind, gain in row["advised"]]
        listed.append(Transition(**row | {"advised": advised}))
    return listed


def reasons() -> dict[str, dict[str, str]]:
    """Reasons by ladder and rung why a ladder has a step although `advise` suggests others
    first."""
    return tomllib.loads(REASONS.read_text(encoding="utf-8"))


def gained(listed: Sequence[Transition]) -> list[Transition]:
    """The steps that saved at least GAINED of the recorded time."""
    return [step for step in listed if step.recorded is not None and step.recorded >= GAINED]


def share(some: Sequence[Transition]) -> str:
    return f"{sum(step.among_the_first for step in some)} of {len(some)}"


def table(listed: Sequence[Transition]) -> str:
    """The share of hits by ladder, as Markdown."""
    lines = [
        "| ladder | all steps | steps that gained 2 % or more |",
        "| --- | --- | --- |",
    ]
    for name in [*dict.fromkeys(step.ladder for step in listed), ""]:
        own = [step for step in listed if not name or step.ladder == name]
        lines.append(f"| {name or 'all ladders'} | {share(own)} | {share(gained(own))} |")
    chance = sum(step.by_chance for step in listed) / len(listed)
    both = [step for step in listed if step.predicted is not None and step.recorded is not None]
    near = sum(abs(step.predicted - step.recorded) <= NEAR for step in both)
    lines += [
        "",
        f"Three moves chosen at random would include the step's move in {chance:.0%} of the cases. "
        f"{len(both)} steps were both timed and named; {sum(step.recorded > 0 for step in both)} "
        f"of them made the kernel faster, {near} by the predicted gain to within 10 points.",
    ]
    return "\n".join(lines)


def missed(listed: Sequence[Transition], name: str, why: Mapping[str, str]) -> str:
    """A ladder's steps whose own move is not suggested first, as Markdown; `why` by rung."""
    own = [step for step in listed if step.ladder == name]
    lines = [
        f"For {share(own).split()[0]} of the {len(own)} steps, the step's own move is among the "
        "first three that `schedules advise` suggests ([method](../advice.md#validation))."
    ]
    rows = [step for step in own if not step.among_the_first]
    if rows:
        lines += [
            "",
            "| step | suggested first | why the ladder has the step here |",
            "| --- | --- | --- |",
        ]
    for step in rows:
        first = ", ".join(f"{kind} {gain:.0%}" for kind, gain in step.advised) or "nothing"
        lines.append(f"| `{step.rung}` from `{step.before}` | {first} | {reason(step, why)} |")
    return "\n".join(lines)


def reason(step: Transition, why: Mapping[str, str]) -> str:
    """Why the ladder has a step that advice does not name first; '' if no reason is known."""
    said = [why[step.rung]] if step.rung in why else []
    if step.recorded is not None and step.recorded < GAINED:
        said.insert(0, f"Measured: no gain (time {-round(100 * step.recorded):+d} %).")
    return " ".join(said)


def guides(listed: Sequence[Transition]) -> dict[Path, str]:
    """Page -> its text with the tables of these transitions."""
    known = reasons()
    made = {GUIDE: table(listed)}
    for name in dict.fromkeys(step.ladder for step in listed):
        marked = (page for page in pages_of(PAGES, name) if "<!-- advised -->" in page.read_text())
        made[next(marked)] = missed(listed, name, known.get(name, {}))
    return {
        page: filled_in(page, page.read_text(encoding="utf-8"), "advised", f"{text}\n")
        for page, text in made.items()
    }


def line(step: Transition) -> str:
    gains = ["-" if gain is None else f"{gain:.0%}" for gain in (step.predicted, step.recorded)]
    first = ", ".join(f"{kind} {gain:.0%}" for kind, gain in step.advised) or "nothing"
    return (
        f"{'yes' if step.among_the_first else 'no':4}{step.before} -> {step.ladder}:{step.rung}: "
        f"{', '.join(step.moves) or 'no known move'}; advised {first}; "
        f"predicted {gains[0]}, recorded {gains[1]}"
    )


@click.command()
@click.argument("names", nargs=-1, metavar="[LADDER ...]")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes.")
@click.option("--again", is_flag=True, help="Read moves and times anew; advise nothing anew.")
def command(names: Sequence[str], jobs: int, again: bool) -> None:
    """Advise on rungs that others are a step from: how often is the step's move named?"""
    kept = {f"{step.ladder}:{step.before}": step.advised for step in read_record()} if again else {}
    chosen = on_gpu(names)
    paths = list(dict.fromkeys(before.path for ladder in chosen for _, before in pairs(ladder)))
    for done in each_advised([path for path in paths if path not in kept], jobs):
        kept[done["rung"]] = done["advised"]
        click.echo(f"{done['rung']}: {done.get('problem') or done['advised']}")
    listed = list(transitions(chosen, kept))
    for step in listed:
        click.echo(line(step))
    click.echo(table(listed))
    if not names:
        record = {"chip": CHIP, "transitions": [asdict(step) for step in listed]}
        write_text(RECORD, json.dumps(record, indent=1) + "\n")
        for page, text in guides(listed).items():
            write_text(page, text)


if __name__ == "__main__":
    run_command(command, "benchmarks.advice")
