"""The page's data of a kernel in a file: its texts, and its launch if one is described."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from gpusim.counting.costs import LaunchCounts
from gpusim.errors import UserError

from ..analyses.accesses.access import KernelAccesses
from ..analyses.accesses.analysis import analyze_instructions
from ..compile.listing import Cuda
from ..core.launch import Launch
from ..sources.kernel_files import KernelFile
from .costs import costs_record
from .model import machine_record
from .overview import record_of_prediction
from .pipeline import record_of_pipeline
from .requests import accesses_record

Record = dict[str, Any]


def kernel_ladder_record() -> Record:
    """The ladder record for kernels in files."""
    return {"name": "kernels", "title": "Kernels in files", "workload": "", "reference": []}


def kernel_outline(reference: str) -> Record:
    """The list entry of a kernel; needs no compilation."""
    path, _, name = reference.partition(":")
    called = Path(path).name + (f".{name}" if name else "")
    return {
        "ladder": kernel_ladder_record()["name"],
        "index": 1,
        "name": called,
        "path": f"kernels:{called}",
        "summary": f"A kernel, from {path}.",
        "target": "cuda",
        "figure": "",
        "steps": [{"key": "kernel", "name": "kernel", "why": "as it stands in its file"}],
    }


def kernel_record(
    reference: str, launch: Mapping[str, Any] | None = None, arch: str | None = None
) -> Record:
    """Everything the page shows of a kernel; fields of schedules are empty.

    Raises UserError if it does not compile or its launch description does not fit it.
    """
    kernel = KernelFile(reference, launch, arch=arch)
    launches = list(kernel.launches) if kernel.launch_file.exists() or launch else []
    outline = kernel_outline(reference)
    step = {
        **outline["steps"][0],
        "no_effect": False,
        "problem": "",
        "texts": {"cuda": kernel.text("cuda")} if kernel.levels[0] == "cuda" else {},
        "launches": [asdict(launch) for launch in launches],
        "launch": "; ".join(launch.brief for launch in launches),
        "effect": None,
        "picture": None,
        "primitives": [],
        "details": details_of(kernel, launches),
    }
    return {
        **outline,
        "summary": f"{', '.join(kernel.shown_code)}, from {kernel.path.name}.",
        "doc": "A kernel in a file. It has no schedule, no TIR and no steps.",
        "workload": "",
        "flops": 0,
        "bytes": 0,
        "axes": [],
        "shape": [],
        "arch": kernel.cubin.architecture.name,
        "tile": {},
        "build": "",
        "figures": [],
        "source_level": "cuda",
        "levels": list(kernel.levels),
        "start": "",
        "steps": [step],
        "pictures": [],
        "measured": [],
    }


def details_of(kernel: KernelFile, launches: Sequence[Launch]) -> Record:
    """A kernel's machine code, and its costs if it has a launch description."""
    cuda = Cuda(kernel.source if kernel.levels[0] == "cuda" else "", whole=True)
    counted = counted_launches(kernel) if launches else []
    known = [counts for counts in counted if isinstance(counts, LaunchCounts)]
    return {
        "passes": [],
        "problems": {},
        "accesses": [
            accesses_of(launch, counts, cuda)
            for launch, counts in zip(launches, counted, strict=True)
        ],
        "costs": costs_record(kernel.shown_code, known),
        "machine": machine_record(cuda, kernel.compiled.ptx, kernel.shown_code),
        "resources": [],
    }


def kernel_overview() -> Record:
    """The overview's entry of a kernel, without recorded times."""
    return {"shape": [], "figure": "", "rows": [], "predicted": [], "totals": {}, "figures": []}


def kernel_prediction(reference: str) -> Record:
    """The predicted time of a kernel's launches; raises UserError without a launch, or as
    `Kernel.predict`."""
    kernel = KernelFile(reference)
    return record_of_prediction(kernel.predict(), (), kernel.compiler_version)


def kernel_pipeline(reference: str) -> Record:
    """Activity of warps and pipes in the kernel's hottest loop; raises as `kernel_prediction`."""
    return record_of_pipeline(KernelFile(reference).recordings(), ())


def counted_launches(kernel: KernelFile) -> list[LaunchCounts | str]:
    """Cost of the instructions of each launch, or the reason why it is unknown."""
    try:
        return list(kernel.instruction_counts)
    except UserError as error:
        return [str(error)] * len(kernel.launches)


def accesses_of(launch: Launch, counted: LaunchCounts | str, cuda: Cuda) -> Record:
    """Cost of the kernel's memory instructions over its launch, or the reason why it is unknown."""
    if isinstance(counted, str):
        return accesses_record(KernelAccesses(launch, (), None, counted))
    instructions, tiles = (
        tuple(replace(instruction, line=cuda.number(instruction.line)) for instruction in several)
        for several in (counted.instructions, counted.tiles)
    )
    kernel = analyze_instructions(launch, replace(counted, instructions=instructions, tiles=tiles))
    return accesses_record(kernel)
