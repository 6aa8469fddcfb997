"""A step seen at every level, and what it changed since the step before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .errors import LimitError, LoweringError, NoKernel, UserError, nearest
from .ladder import Rung, Step
from .lowering.cpu import lower_cpu
from .lowering.lower import Launch, lower, lower_unbound, script
from .targets.target import DEFAULT_ARCH, DEFAULT_MCPU, SOURCE_KINDS, check_mcpu
from .targets.target import check_arch as check_cuda_arch

LEVELS = ("tir", "lowered", *SOURCE_KINDS)

# A rung's target -> the levels it has, the first source level being the one that is dumped.
TARGET_LEVELS = {
    "cuda": ("tir", "lowered", "cuda", "ptx", "sass", "opencl", "metal", "wgsl"),
    "llvm": ("tir", "lowered", "asm", "llvm"),
}
DEFAULT_ARCHS = {"cuda": DEFAULT_ARCH, "llvm": DEFAULT_MCPU}
# Levels that NVIDIA's compiler makes of the CUDA.
MACHINE_LEVELS = ("ptx", "sass")

# Level -> the ending of a dumped file and the language it is highlighted as.
SUFFIXES = {
    "tir": ".tir.py",
    "lowered": ".lowered.py",
    "cuda": ".cu",
    "ptx": ".ptx",
    "sass": ".sass",
    "opencl": ".cl",
    "metal": ".metal",
    "wgsl": ".wgsl",
    "asm": ".s",
    "llvm": ".ll",
}
LANGUAGES = {
    "tir": "python",
    "lowered": "python",
    "cuda": "cuda",
    "ptx": "ptx",
    "sass": "ptx",
    "opencl": "c",
    "metal": "cpp",
    "wgsl": "wgsl",
    "asm": "gas",
    "llvm": "llvm",
}


def source_level(target: str) -> str:
    """The level of source text that a target's rungs are dumped at."""
    return TARGET_LEVELS[target][2]


def check_level(level: str, target: str) -> str:
    """The level, where rungs of the target have it; raises UserError."""
    if level not in LEVELS:
        raise nearest("level", level, LEVELS)
    if level not in TARGET_LEVELS[target]:
        raise UserError(
            f"a schedule for {target} has no level {level!r}: choose among "
            + ", ".join(TARGET_LEVELS[target])
        )
    return level


def check_arch(arch: str | None, target: str) -> str:
    """The architecture to lower for, by default the target's; raises UserError."""
    if arch is None:
        return DEFAULT_ARCHS[target]
    return check_cuda_arch(arch) if target == "cuda" else check_mcpu(arch)


@dataclass(frozen=True)
class View:
    """One step at the three levels of one source language.

    `lowered` is None where TVM refuses the module; `source` is None where there is no kernel, and
    `problem` then says why.
    """

    step: Step
    source_level: str
    tir: str
    lowered: str | None
    source: str | None
    launches: tuple[Launch, ...]
    problem: str

    def level(self, level: str) -> str:
        """The text at a level; raises the step's problem where there is none."""
        text = {"tir": self.tir, "lowered": self.lowered}.get(level, self.source)
        if text is None:
            raise NoKernel(f"step {self.step.name}: {self.problem}")
        return text

    @property
    def launch(self) -> str:
        """The launches, for tables."""
        return "; ".join(launch.brief for launch in self.launches)


@dataclass(frozen=True)
class Effect:
    """Which levels a step changed. None stands for a level that either side does not have."""

    tir: bool
    lowered: bool | None
    source: bool | None
    launch: bool | None

    @property
    def idle(self) -> bool:
        """Both steps are kernels, and the same one."""
        return self.source is False and not self.launch


def render(rung: Rung, step: Step, level: str = "", arch: str = "") -> View:
    """A step's texts, its source at `level` (by default the target's own).

    A step without a kernel is no error here.
    """
    level = level if level in SOURCE_KINDS else source_level(rung.target)
    arch = arch or DEFAULT_ARCHS[rung.target]
    tir = script(step.mod)
    try:
        if rung.target == "llvm":
            cpu = lower_cpu(step.mod, rung.build, arch)
            return View(step, level, tir, cpu.tir, getattr(cpu, level), (), "")
        lowered = lower(step.mod, rung.build, SOURCE_KINDS[level], arch)
    except (NoKernel, LimitError, LoweringError) as error:
        return View(step, level, tir, lower_unbound(step.mod), None, (), str(error))
    source = machine_text(lowered.source, arch, level) or lowered.kernel_source
    return View(step, level, tir, lowered.tir, source, lowered.launches, "")


def machine_text(source: str, arch: str, level: str) -> str | None:
    """A CUDA text's PTX or SASS, None for any other level; raises UserError without a compiler."""
    if level not in MACHINE_LEVELS:
        return None
    # Needs wheels that nothing else here does.
    from .compile.listing import listing

    return listing(source, arch, level)


def views(rung: Rung, found: Iterable[Step], arch: str = "") -> list[View]:
    """Every step of a rung, rendered at its target's own source level."""
    return [render(rung, step, arch=arch) for step in found]


def effects(found: Iterable[View]) -> Iterator[Effect | None]:
    """What each view changed since the one before; None for the first."""
    before: View | None = None
    for view in found:
        yield None if before is None else effect(before, view)
        before = view


def effect(before: View, after: View) -> Effect:
    """What lies between two views."""

    def changed(one, other) -> bool | None:
        return None if one is None or other is None else one != other

    return Effect(
        tir=before.tir != after.tir,
        lowered=changed(before.lowered, after.lowered),
        source=changed(before.source, after.source),
        launch=changed(before.launches or None, after.launches or None),
    )


def idle_steps(found: list[View]) -> list[Step]:
    """Steps without an effect on the kernel that do not declare so."""
    return [
        view.step
        for view, change in zip(found, effects(found), strict=True)
        if change is not None and change.idle and not view.step.no_effect
    ]


def false_claims(found: list[View]) -> list[Step]:
    """Steps that declare to have no effect and have one."""
    return [
        view.step
        for view, change in zip(found, effects(found), strict=True)
        if view.step.no_effect and not (change is not None and change.idle)
    ]


def find_step(found: list[Step], name: str) -> Step:
    """A step by its name, its label ('03-vthread') or its number."""
    matches = [step for step in found if name in (step.name, step.label, str(step.index))]
    if len(matches) > 1:
        raise UserError(f"step {name!r} is not unique: {', '.join(s.label for s in matches)}")
    if not matches:
        raise nearest("step", name, [step.name for step in found])
    return matches[0]
