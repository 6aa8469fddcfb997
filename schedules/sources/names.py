"""The parser of references: LADDER[:RUNG[@DEVICE][:STEP]], FILE.py[:NAME[:STEP]], FILE.cu[:KERNEL].

TVM is loaded only when it is needed, so a misspelled name is reported at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gpusim.errors import UserError, nearest

from ..core.errors import UnknownName
from ..core.target import KERNEL_SUFFIXES

if TYPE_CHECKING:
    from ..core.kernel import Kernel
    from ..core.ladder import Rung, Step

# Loaders that make a rung of a user's Python file (path, name, shape), tried in order; each returns
# None if the file is not of its kind. Higher layers add theirs.
FileLoader = Callable[[str, str, Sequence[int] | None], "Rung | None"]


def _schedule_file(path: str, name: str, shape: Sequence[int] | None) -> Rung | None:
    from .schedule_source import load

    return load(path, name, shape)


FILE_LOADERS: list[FileLoader] = [_schedule_file]


@dataclass(frozen=True)
class Reference:
    """The rungs that a text names, its step if it names one, the requested shape, and the
    architecture, by default the rung's usual one."""

    text: str
    rungs: list[Rung]
    step: str | None
    shape: tuple[int, ...] | None
    arch: str | None = None

    @property
    def rung(self) -> Rung:
        return self.rungs[-1]

    def steps(self) -> list[Step]:
        """The rung's steps with its tile for the architecture."""
        from ..core.ladder import steps

        workload, target = self.rung.at(self.shape), self.rung.lowered_for(self.arch)
        return steps(self.rung, workload, target=target)

    def referenced_step(self) -> Step:
        """The named step, or the rung's last."""
        walked = self.steps()
        return find_step(walked, self.step) if self.step else walked[-1]

    def kernel(self) -> Kernel:
        """The chosen step's kernel."""
        from ..core.kernel import kernel_of

        workload, target = self.rung.at(self.shape), self.rung.lowered_for(self.arch)
        return kernel_of(self.rung, self.referenced_step(), workload, target)

    def gpu_kernels(self) -> list[Kernel]:
        """The chosen step of the rung, or the last step of each rung for a GPU."""
        rungs = [rung for rung in self.rungs if not rung.on_cpu]
        if not rungs:
            raise UserError(f"{self.text} is for a CPU: a GPU's kernel is needed here")
        if len(self.rungs) == 1:
            return [self.kernel()]
        return [replace(self, rungs=[rung]).kernel() for rung in rungs]


def ladder_of(reference: str) -> str:
    """The ladder of a reference, whose rungs share steps."""
    return reference.partition(":")[0]


def is_file(reference: str) -> bool:
    """Whether a reference names a user's file."""
    return reference.partition(":")[0].endswith((".py", *KERNEL_SUFFIXES))


def is_kernel_file(reference: str) -> bool:
    """Whether a reference names a kernel in a file, FILE.cu[:KERNEL]."""
    return reference.partition(":")[0].endswith(tuple(KERNEL_SUFFIXES))


def check_launch_options(launch: Mapping[str, Any], references: Sequence[str]) -> None:
    """Raises UserError if launch options are given without a kernel file."""
    if launch and not all(map(is_kernel_file, references)):
        raise UserError(
            "--grid, --block, --dynamic-shared, --arg and --compile-options require FILE.cu, "
            "FILE.ptx or FILE.cubin"
        )


def resolve(
    text: str,
    shape: tuple[int, ...] | None = None,
    launch: Mapping[str, Any] | None = None,
    arch: str | None = None,
) -> Reference:
    """Resolve a reference; raises UserError with the nearest name for an unknown part.

    `launch` has the launch options of the command line, for a kernel file.
    """
    return replace(_resolved(text, shape, launch), arch=arch)


def _resolved(
    text: str, shape: tuple[int, ...] | None, launch: Mapping[str, Any] | None
) -> Reference:
    if is_kernel_file(text):
        from .kernel_files import FileRung

        rung = FileRung.load(text, launch)
        rung.at(shape)
        return Reference(text, [rung], None, shape)
    check_launch_options(launch or {}, [text])
    first, _, within = text.partition(":")
    second, _, third = within.partition(":")
    if ":" in third:
        raise UserError(f"{text!r} has too many parts; write LADDER:RUNG:STEP")
    if is_file(first):
        return _in_file(text, first, second, third, shape)
    from ..core.ladder import ladder

    named = ladder(first)
    if not second:
        return Reference(text, list(named.rungs.values()), third or None, shape)
    name, separator, device = second.partition("@")
    rung = named[name]
    if separator:
        from ..tuned import tuned

        rung = tuned(rung, device)
    return Reference(text, [rung], third or None, shape)


def _in_file(
    text: str, path: str, name: str, step: str, shape: tuple[int, ...] | None
) -> Reference:
    """Resolve FILE.py[:NAME[:STEP]], or FILE.py:STEP if the file does not define that name."""

    def loaded(name: str) -> Rung:
        return next(filter(None, (load(path, name, shape) for load in FILE_LOADERS)))

    try:
        return Reference(text, [loaded(name)], step or None, shape)
    except UnknownName:
        if not name or step:
            raise
        try:
            reference = Reference(text, [loaded("")], name, shape)
            reference.referenced_step()
        except UserError:
            # It is not a step either; users more often mean a name.
            reference = None
        if reference is None:
            raise
        return reference


def resolve_whole(text: str, *asked: Any, **more: Any) -> Reference:
    """Resolve a reference for a command that uses all steps; it must not name a step."""
    return whole(resolve(text, *asked, **more))


def whole(reference: Reference) -> Reference:
    """Returns the reference; raises UserError if it names a step."""
    if reference.step:
        # If it is not a step either, that is reported first.
        reference.referenced_step()
        raise UserError(f"{reference.text} names a step; name a ladder or a rung")
    return reference


def resolve_rung(text: str, *asked: Any, **more: Any) -> Reference:
    """Resolve a reference that must name a single rung."""
    reference = resolve(text, *asked, **more)
    if len(reference.rungs) > 1:
        names = ", ".join(rung.name for rung in reference.rungs)
        raise UserError(f"{text} has several rungs; name one, as {text}:RUNG with RUNG of {names}")
    return reference


def find_step(walked: Sequence[Step], name: str) -> Step:
    """A step by its name, its label ('03-vthread') or its number."""
    matches = [step for step in walked if name in (step.name, step.label, str(step.index))]
    if len(matches) > 1:
        raise UserError(f"step {name!r} is not unique: {', '.join(s.label for s in matches)}")
    if not matches:
        raise nearest("step", name, [step.name for step in walked])
    return matches[0]


def named_paths(references: Sequence[str]) -> list[str]:
    """LADDER:RUNG of every rung of the references, or of the whole catalog, each once, in order.

    References to a user's file are kept as given, for `resolve_whole` in a separate process.
    """
    if not references:
        from ..core.ladder import ladders

        references = list(ladders())
    paths: dict[str, None] = {}
    for text in references:
        if is_file(text):
            paths[text] = None
            continue
        paths |= {rung.path: None for rung in resolve_whole(text).rungs}
    return list(paths)
