"""The page's data of a rung, as JSON values.

A text that differs from the previous one in few lines (after a primitive, after a pass) is stored
as a delta: replacements (first line, number of lines, new lines) in the previous lines, last
replacement first. The page reassembles the texts.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from tvm import s_tir

from gpusim.counting.costs import LaunchCounts, WarpRequest
from gpusim.errors import UserError
from gpusim.isa.sass import Instruction

from ..analyses.accesses import Access, KernelAccesses
from ..analyses.resources import Resources
from ..compile.listing import Cuda, ptx_rows, sass_rows, without_padding
from ..core.data import Table, plain
from ..core.kernel import Kernel, kernels_of, last_kernel
from ..core.ladder import Ladder, Rung, Step, ladders, primitives, steps, tour
from ..core.target import CUDA, THIS_CPU
from ..lowering.origins import tir_lines
from ..lowering.passes import script
from ..measure.records import committed
from ..processes.worker import note
from ..sources.outlines import outlines
from ..workloads import Workload
from .picture import picture

Record = dict[str, Any]
Delta = list[tuple[int, int, list[str]]]

# If more lines than this differ, all of them are replaced.
MOST_COMPARED = 3000
RESULTS = Path(__file__).parents[2] / "docs" / "results"


def ladder_record(ladder: Ladder) -> Record:
    """A ladder without its rungs."""
    return {
        "name": ladder.name,
        "title": ladder.title,
        "workload": str(ladder.workload),
        "reference": [asdict(figure) for figure in ladder.reference],
        "tour": tour(ladder.name),
    }


def ladder_record_of(rung: Rung) -> Record:
    """The record of a rung's ladder, or a substitute for a user's schedule."""
    if ladder := ladders().get(rung.ladder):
        return ladder_record(ladder)
    title = rung.summary if rung.has_tir else "Kernels in files"
    name = {"name": rung.ladder, "title": title, "workload": str(rung.workload)}
    return {**name, "reference": []}


# The page's path of a rung is its ladder and its name, also for a file.
OUTLINE = ("ladder", "index", "name", "summary", "target")


def listed() -> list[Record]:
    """Every ladder with its rungs' list entries, without walking a schedule if the outlines are
    current."""
    found = []
    for told in outlines():
        ladder = ladders()[told["ladder"]]
        rungs = [
            outline(
                ladder[each["rung"]],
                [Step(at, *step.values(), None) for at, step in enumerate(each["steps"], 1)],
            )
            for each in told["rungs"]
        ]
        found.append(ladder_record(ladder) | {"rungs": rungs})
    return found


def outline(rung: Rung, walked: Sequence[Step] = ()) -> Record:
    """The list entry of a rung, and its texts for the search."""
    walked = walked or steps(rung)
    return {
        **{name: getattr(rung, name) for name in OUTLINE},
        "path": f"{rung.ladder}:{rung.name}",
        "shape": list(rung.workload.extents.values()),
        "steps": [named(step, walked) for step in walked],
    }


def outline_of(record: Record) -> Record:
    """The outline within a rung's record."""
    short = [{key: step[key] for key in ("key", "name", "why")} for step in record["steps"]]
    return {**{key: record[key] for key in (*OUTLINE, "path", "shape")}, "steps": short}


def named(step: Step, steps: Sequence[Step]) -> Record:
    """A step's name and reason; `key` is its name in links, numbered if names repeat."""
    alone = sum(other.name == step.name for other in steps) == 1
    return {"key": step.name if alone else step.label, "name": step.name, "why": step.why}


def rung_record(
    rung: Rung,
    shape: Sequence[int] | None = None,
    arch: str | None = None,
    *,
    detailed: bool = True,
    every_step: bool = False,
    recorded: bool = False,
) -> Record:
    """Everything the page shows of a rung; machine code for its last step only, since that takes
    long, or with `every_step` for each step.

    Without `detailed`, steps have no details; the page requests them one by one. With `recorded`,
    the record includes measurements. `written` says that the numbers and the architecture are the
    rung's own.

    Raises UserError if the shape, the architecture or the schedule is refused. A step that is not a
    kernel is part of the record.
    """
    kernels = kernels_of(rung, shape, arch)
    workload, target = kernels[0].workload, kernels[0].target
    walked = [kernel.step for kernel in kernels]
    pictures: list[Record] = []
    record = {
        **outline(rung, walked),
        "doc": for_readers(rung.doc),
        "workload": str(workload),
        # Of a file's computation, only the iterations are known: a copy has no arithmetic.
        "flops": workload.flops if rung.ladder in ladders() else 0,
        "iterations": 0 if rung.ladder in ladders() else workload.flops,
        "bytes": workload.bytes,
        "axes": list(workload.extents),
        "shape": list(workload.extents.values()),
        "arch": target.arch,
        "tile": tile_numbers(rung.tile_for(workload)),
        "written": rung.lowered_for(arch) == rung.lowered_for(),
        "build": rung.build.describe(),
        "figures": [asdict(figure) | {"text": str(figure)} for figure in rung.figures],
        "source_level": kernels[0].source_level,
        # The unscheduled module, from which the first step's primitives start.
        "start": unscheduled(rung, workload),
        "steps": [
            named(kernel.step, walked) | step_record(kernel, pictures)
            for kernel in _announced(kernels)
        ],
        "pictures": pictures,
    }
    if not rung.has_tir:
        record["levels"] = kernels[0].levels
    for step, changes in zip(
        record["steps"], primitive_changes(rung, workload, walked), strict=True
    ):
        step["primitives"] = changes
    if detailed:
        for step, kernel in zip(record["steps"], kernels, strict=True):
            if not step["problem"]:
                compiled = every_step or kernel is kernels[-1]
                step["details"] = details(kernel, compiled=compiled)
    if recorded:
        record["measured"] = measured(rung, known=None if kernels[-1].no_kernel else kernels[-1])
    return record


def unscheduled(rung: Rung, workload: Workload) -> str:
    """The TIR of the computation before its schedule; '' for a kernel in a file."""
    return script(s_tir.Schedule(workload.prim_func()).mod) if rung.has_tir else ""


def for_readers(doc: str) -> str:
    """A rung's docstring without the paragraph about exceptions."""
    paragraphs = re.split(r"\n\s*\n", doc)
    return "\n\n".join(
        paragraph for paragraph in paragraphs if not paragraph.strip().startswith("Raises")
    )


def tile_numbers(tile: Any) -> dict[str, int]:
    """The numbers of a tile that may be changed, by name."""
    values = {number.name: getattr(tile, number.name) for number in fields(tile) if number.init}
    return {name: value for name, value in values.items() if type(value) is int}


def with_tile(rung: Rung, changed: dict[str, int]) -> Rung:
    """The rung with other tile numbers, for every shape."""
    return replace(rung, tile=replace(rung.tile, **changed), tiles=None)


# --- steps ----------------------------------------------------------------------------------------


def _announced(kernels: Sequence[Kernel]) -> Iterator[Kernel]:
    """Yields the kernels; waiting clients are told the step of each."""
    for number, kernel in enumerate(kernels, 1):
        note(f"step {number} of {len(kernels)}, {kernel.step.name}")
        yield kernel


def step_record(kernel: Kernel, pictures: list[Record]) -> Record:
    """A step's texts and launch; its picture is added to `pictures` if it is new."""
    drawn = kernel.launches and kernel.step.mod is not None
    shown = picture(kernel.step.mod, kernel.launches) if drawn else None
    if shown is not None and shown not in pictures:
        pictures.append(shown)
    return {
        "no_effect": kernel.step.no_effect,
        "problem": kernel.no_kernel,
        "texts": kernel.texts(),
        "tir_lines": _tir_lines(kernel),
        "launches": [asdict(launch) for launch in kernel.launches],
        "launch": kernel.launch,
        "picture": None if shown is None else pictures.index(shown),
    }


def _tir_lines(kernel: Kernel) -> list[int]:
    """For each CUDA line, the TIR line that it is generated from; 0 for none."""
    if kernel.tir is None or kernel.no_kernel or kernel.target.kind != CUDA or kernel.step.passes:
        return []
    return tir_lines(kernel.step.mod, kernel.lowering)


def primitive_changes(rung: Rung, workload: Workload, walked: Sequence[Step]) -> list[list[Record]]:
    """For each step its primitives: the preceding look-ups, the call, TIR's names of its loops and
    blocks, and what it changed.

    `delta` leads from the TIR after the previous primitive (for the first, from the unscheduled
    TIR) to the TIR after this one.
    """
    before = unscheduled(rung, workload)
    owners = [number for number, step in enumerate(walked) for _ in step.primitives]
    changes: list[list[Record]] = [[] for _ in walked]
    upto = 0
    for primitive in primitives(rung, workload):
        upto += len(primitive.primitives)
        after = script(primitive.mod)
        *looked_up, call = primitive.primitives
        changes[owners[upto - 1]].append(
            {
                "call": call,
                "lookups": looked_up,
                "names": dict(primitive.loops),
                "delta": delta(before, after),
            }
        )
        before = after
    return changes


# --- details of one step --------------------------------------------------------------------------


def details(kernel: Kernel, *, compiled: bool = True, counted: bool = True) -> Record:
    """The parts that take longer than a step's texts: passes and, if `compiled`, machine code and
    its resources; if `counted`, the costs of its instructions.

    Missing parts (a wheel, an architecture without machine code) are named in `problems`.
    """
    note("lowering passes")
    record: Record = {"passes": pass_records(kernel), "problems": {}}
    if kernel.target.on_cpu or not compiled:
        return record
    note("machine code")
    if kernel.no_machine_code:
        record["problems"]["machine"] = kernel.no_machine_code
        return record | (counted_record(kernel) if counted else {})
    record["machine"] = machine_record(kernel.cuda, kernel.machine.ptx, kernel.shown_code)
    record["compiler"] = kernel.compiler_version
    # How often bytes are used is known when accesses are counted.
    record["resources"] = resource_records(kernel.resources_with({}) if kernel.launches else [])
    return record | (counted_record(kernel) if counted else {})


def resource_records(resources: Sequence[Resources]) -> list[Record]:
    return [plain(part) | {"table": Table.of([part]).facts()} for part in resources]


def counted_record(kernel: Kernel) -> Record:
    """What the simulator counts: accesses, and the cost of each instruction."""
    note("counting the cost of each instruction")
    record: Record = {"accesses": [accesses_record(part) for part in kernel.accesses]}
    if not kernel.no_machine_code and not kernel.uncounted:
        record["costs"] = costs_record(kernel.shown_code, kernel.instruction_counts)
    if not kernel.no_machine_code and kernel.launches:
        record["resources"] = resource_records(kernel.resources)
    return record


def pass_records(kernel: Kernel) -> list[Record]:
    """The lowering passes; `delta` leads from the TIR after the previous pass.

    The delta of the first pass starts from the step's own TIR. Empty if the step is a pass itself.
    """
    if kernel.step.passes or kernel.tir is None:
        return []
    befores = [kernel.tir, *(run.after for run in kernel.passes)]
    return [
        {name: getattr(run, name) for name in ("name", "added", "removed")}
        | {"delta": delta(before, run.after)}
        for before, run in zip(befores, kernel.passes, strict=False)
    ]


def machine_record(cuda: Cuda, ptx: str, code: Mapping[str, Sequence[Instruction]]) -> Record:
    """PTX and SASS, and for each of their lines the line of the shown CUDA, 0 for none."""
    texts: dict[str, list[tuple[str, int]]] = {
        "ptx": [(text, cuda.number(line) or 0) for text, line in ptx_rows(ptx)],
        "sass": [],
    }
    for name, body in code.items():
        texts["sass"].append((f"{name}:", 0))
        for number, text, _ in sass_rows(body, cuda):
            # The page shows the CUDA lines in its own margin.
            texts["sass"].append((text.removeprefix(f"{number or '':>5}  "), number or 0))
    return {
        level: {
            "text": "".join(f"{text}\n" for text, _ in rows),
            "cuda": [number for _, number in rows],
        }
        for level, rows in texts.items()
    }


# --- what the simulator counted: each SASS instruction's cost, and the bytes of each lane ---------


# Requests of an access that differ only in their first address, and take as many wavefronts, are
# shown once.
# Maximum number of distinct requests shown per access: those with the most wavefronts.
MOST = 6
# Bytes of a row of shared-memory banks, and of a cache line.
ROW = 128


def sass_places(code: Mapping[str, Sequence[Instruction]]) -> dict[str, list[int]]:
    """For every kernel, the rows of its instructions in the SASS as the page shows it: with a
    row for the kernel's name, one for each label, and no NOPs at the end."""
    places: dict[str, list[int]] = {}
    row = 0
    for name, body in code.items():
        row += 1
        mine = places[name] = []
        for instruction in without_padding(list(body)):
            row += bool(instruction.label)
            mine.append(row)
            row += 1
    return places


def costs_record(
    code: Mapping[str, Sequence[Instruction]], counted: Iterable[LaunchCounts]
) -> list[Record]:
    """For every launch: the rows of its instructions, the number of warps that issue each, and
    for memory instructions (row, whether it is shared memory, requests, cost, minimum)."""
    places = sass_places(code)
    return [
        {
            "kernel": launch.kernel,
            "rows": places[launch.kernel],
            "issued": launch.issued[: len(places[launch.kernel])],
            "memory": [
                (
                    each.at,
                    each.scope == "shared",
                    each.cost.requests,
                    each.cost.taken,
                    each.cost.least,
                )
                for each in launch.instructions
            ],
        }
        for launch in counted
    ]


def accesses_record(kernel: KernelAccesses) -> Record:
    """A kernel's accesses; each has the places of its instructions in the code (`at`), and
    requests of a warp to show for it (`warps`), the most expensive first."""
    record = plain(kernel)
    for access, shown in zip(kernel.accesses, record["accesses"], strict=True):
        places = [instruction.at for instruction in (*access.counts, *access.touched)]
        shown["at"] = list(dict.fromkeys(places))
        shown["warps"] = _warps(access)
    return record


def _warps(access: Access) -> list[Record]:
    alike: dict[tuple, Record] = {}
    for instruction in access.counts:
        for request in instruction.warps:
            first = min(byte for byte in request.address if byte is not None)
            lanes = tuple(-1 if byte is None else byte - first for byte in request.address)
            key = instruction.name, request.width, request.taken, lanes
            shown = alike.setdefault(key, _shown(request, instruction.name, first - first % ROW))
            shown["often"] += request.often
            shown["at"].append(instruction.at)
    return sorted(alike.values(), key=lambda warp: -warp["taken"] * warp["often"])[:MOST]


def _shown(request: WarpRequest, name: str, base: int) -> Record:
    """A request; `lanes` are byte offsets from `base`, where a row begins (-1: the lane requests
    nothing); `wavefront` has a string per lane with a base-36 digit per word, '.' for none."""
    return {
        "name": name,
        "width": request.width,
        "taken": request.taken,
        "least": request.least,
        "often": 0,
        "at": [],
        "block": request.block,
        "warp": request.warp,
        "base": base,
        "lanes": [-1 if byte is None else byte - base for byte in request.address],
        "wavefront": ["".join(map(_digit, words)) for words in request.wavefront],
    }


def _digit(number: int) -> str:
    return "." if number < 0 else "0123456789abcdefghijklmnopqrstuvwxyz"[number]


# --- recorded measurements ------------------------------------------------------------------------


@cache
def measurements(folder: Path = RESULTS) -> dict[str, list[Record]]:
    """Rung path -> recorded rows of every device, each with its device's name."""
    rows: dict[str, list[Record]] = {}
    for record in committed(folder).values():
        for row in record["rows"]:
            if "rung" in row and "ladder" in row:
                path = f"{row['ladder']}:{row['rung']}"
                rows.setdefault(path, []).append({"device": record.get("device", ""), **row})
    return rows


def measured(rung: Rung, folder: Path = RESULTS, known: Kernel | None = None) -> list[Record]:
    """The recorded rows of a rung, if they are for its present kernel.

    A row whose kernel fingerprint differs or is missing keeps only its identity and `earlier`,
    because its numbers are not those of the kernel shown. A CPU kernel's fingerprint is computed
    with this machine's compiler. `known` is the rung's kernel at some shape, if it exists already.
    """
    prints = {} if known is None or rung.on_cpu else {known.workload.shape: known.fingerprint}
    rows = []
    for row in measurements(folder).get(rung.path, []):
        shape = tuple(row["shape"])
        if shape not in prints:
            prints[shape] = _fingerprint(rung, shape)
        if row.get("kernel") == prints[shape]:
            rows.append(row)
        else:
            kept = {name: row[name] for name in ("device", "shape", "dtype") if name in row}
            rows.append({**kept, "earlier": True})
    return rows


def _fingerprint(rung: Rung, shape: tuple[int, ...]) -> str:
    """The text that identifies the rung's kernel at a shape; '' if the shape is refused."""
    try:
        target = THIS_CPU if rung.on_cpu else rung.lowered_for()
        return last_kernel(rung, rung.at(shape), target).fingerprint
    except UserError:
        return ""


# --- deltas ---------------------------------------------------------------------------------------


def delta(before: str, after: str) -> Delta:
    """Replacements that turn the lines of `before` into those of `after`, last one first."""
    old, new = before.splitlines(), after.splitlines()
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    if not old and not new:
        return []
    if max(len(old), len(new)) > MOST_COMPARED:
        return [(head, len(old), new)]
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    return [
        (head + i, j - i, new[m:n])
        for tag, i, j, m, n in reversed(matcher.get_opcodes())
        if tag != "equal"
    ]


def _common(texts: Sequence[str], other: Sequence[str]) -> int:
    """Length of the common prefix, in lines."""
    for number, (a, b) in enumerate(zip(texts, other, strict=False)):
        if a != b:
            return number
    return min(len(texts), len(other))
