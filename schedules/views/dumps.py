"""Dumps: every step of a rung as text files, written atomically."""

from __future__ import annotations

import difflib
import os
import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from gpusim.columns import Column, Entry, Hidden
from gpusim.errors import UserError

from ..analyses.verification.verdict import Verdict
from ..core.kernel import Kernel, effects, false_claims, idle_steps
from ..core.ladder import Ladder, Rung
from ..core.target import LEVELS, source_level

INDEX = "README.md"
_OURS = re.compile(r"\d\d-[\w.-]+")
_WRAPPER = textwrap.TextWrapper(110, subsequent_indent="    ", drop_whitespace=False)
_WRAPPER.replace_whitespace = _WRAPPER.break_long_words = False
_COMMENT = {".py": "#", ".s": "#", ".ll": ";"}


@dataclass(frozen=True)
class DumpRecord:
    """A dumped rung: the number of its steps and kernels, and its files relative to the folder.

    `bytes` and `launch` describe the last step. `idle` lists steps that have no effect and do not
    declare it, `false_claims` steps that declare to have no effect but have one. `verification` is
    null without --verify.
    """

    reference: Annotated[str, Column("rung")]
    steps: Annotated[int, Column("steps")] = 0
    kernels: Annotated[int, Column("kernels")] = 0
    bytes: Annotated[int, Column("bytes")] = 0
    launch: Annotated[str, Column("launch of the last step")] = ""
    # The contents by file, and the rung's part of the ladder's page.
    texts: Hidden[Mapping[str, str]] = field(default_factory=dict)
    section: Hidden[str] = ""
    idle: tuple[str, ...] = ()
    false_claims: tuple[str, ...] = ()
    problem: str = ""
    verification: Verdict | None = None
    error: str = ""

    @classmethod
    def of(
        cls, reference: str, kernels: Sequence[Kernel], verification: Verdict | None
    ) -> DumpRecord:
        """The dump of a rung's kernels."""
        last = kernels[-1]
        return cls(
            reference,
            steps=len(kernels),
            kernels=sum(kernel.source is not None for kernel in kernels),
            bytes=len(last.source or ""),
            launch=last.launch,
            texts=rung_files(kernels),
            section=index_section(last.rung, kernels),
            idle=tuple(step.name for step in idle_steps(kernels)),
            false_claims=tuple(step.name for step in false_claims(kernels)),
            problem=last.no_kernel,
            verification=verification,
            error=verification.error if verification else "",
        )

    files = Entry(list[str], lambda it: sorted(it.texts))


def header(kernel: Kernel, level: str, comment: str) -> str:
    """The comment at the top of a dumped file: kernel, shape, target and launches."""
    rung = kernel.rung
    lines = [f"{rung.path}:{kernel.step.name}", str(kernel.workload)]
    if "@" in rung.name:
        from ..tuned import where_from

        lines.append(where_from(rung, kernel.workload))
    lines += kernel.heading(level)
    wrapped = (part for line in lines for part in _WRAPPER.wrap(line) or [""])
    return "".join(f"{comment} {line}".rstrip() + "\n" for line in wrapped)


def text_of(kernel: Kernel, level: str) -> str:
    """A dumped file's content: header, blank line, text. A user's kernel file is left as it is."""
    if kernel.tir is None:
        return kernel.text(level)
    comment = _COMMENT.get(Path("x" + LEVELS[level].suffix).suffix, "//")
    return header(kernel, level, comment) + "\n" + kernel.text(level)


def rung_files(kernels: Iterable[Kernel]) -> dict[str, str]:
    """Relative path -> content of a rung's files. A step without a kernel has no .cu."""
    return {
        f"{kernel.rung.folder}/{kernel.step.label}{LEVELS[level].suffix}": text_of(kernel, level)
        for kernel in kernels
        # A kernel in a file is dumped at all of its levels.
        for level in (kernel.levels if kernel.tir is None else kernel.texts())
    }


def first_page(ladders: Iterable[Ladder]) -> str:
    """The page that explains how to read the dumps, with a link to each ladder's index."""
    lines = [
        "# The code of every step",
        "",
        "A folder per ladder holds a folder per rung (a kernel), with these files for each step of",
        "its schedule:",
        "",
        "- `.tir.py`: the loops of the TensorIR module after the step. Read this file first.",
        "- `.lowered.py`: the same module after TVM's lowering passes: threads, flat arrays.",
        "- `.cu` (on a CPU, `.s`): the source that TVM emits. It is missing while the step is no",
        "  kernel yet, because a loop is not bound to threads; `.lowered.py` says which.",
        "",
        "The comment at the top of a file names the kernel, its shape, the reason for the step",
        "(`why:`), the primitives that the step applied, and the launch. Compare the files of two",
        "successive numbers to see what a step does, or run `schedules steps LADDER:RUNG`.",
        "The index of a ladder lists each step with its files, its launch and its reason.",
        "`schedules dump` writes all of this; do not edit it.",
        "",
    ]
    lines += [f"- [{ladder.name}]({ladder.name}/{INDEX}): {ladder.title}" for ladder in ladders]
    return "\n".join(lines) + "\n"


def index_file(ladder: Ladder, sections: list[str]) -> dict[str, str]:
    """Relative path -> content of the ladder's index page, from its rungs' sections."""
    head = [f"# {ladder.name}: {ladder.title}", "", f"`{ladder.workload}`", ""]
    if ladder.reference:
        head += ["Reference: " + "; ".join(map(str, ladder.reference)) + ".", ""]
    head += [
        "Written by `schedules dump`. A step without a source file is no kernel yet; its "
        "`.lowered.py` says what is missing.",
        "",
    ]
    return {f"{ladder.name}/{INDEX}": "\n".join(head + sections)}


def index_section(rung: Rung, kernels: Sequence[Kernel]) -> str:
    """A rung's part of the index page."""
    folder = rung.folder.rpartition("/")[2]
    lines = [f"## {folder}", "", rung.summary, ""]
    if rung.figures:
        lines += ["Source: " + "; ".join(map(str, rung.figures)) + ".", ""]
    if rung.build.describe():
        lines += [f"Build: {rung.build.describe()}.", ""]
    lines += ["| step | files | launch | why |", "| --- | --- | --- | --- |"]
    for kernel, change in zip(kernels, effects(kernels), strict=True):
        step = kernel.step
        links = ", ".join(
            f"[{level}]({folder}/{step.label}{LEVELS[level].suffix})" for level in kernel.texts()
        )
        launch = kernel.launch or kernel.no_kernel.partition(":")[0]
        level = source_level(kernel.target.kind)
        idle = f" (no effect on {level})" if change and change.idle else ""
        lines.append(f"| {step.label} | {links} | {launch}{idle} | {step.why} |")
    return "\n".join([*lines, ""])


def write(files: dict[str, str], folder: str, out: Path) -> None:
    """Replace `out/folder` by `files` (paths below `out`), in one rename.

    Refuses if the folder contains files that no dump has written.
    """
    target = out / folder
    foreign = sorted(_foreign(target))
    if foreign:
        raise UserError(
            f"{target} holds files that no dump wrote ({', '.join(foreign[:3])}"
            f"{', ...' if len(foreign) > 3 else ''}); move them or choose another --out"
        )
    fresh = target.with_name(f".{target.name}.new-{os.getpid()}")
    stale = target.with_name(f".{target.name}.old-{os.getpid()}")
    try:
        for name, content in files.items():
            path = fresh / Path(name).relative_to(folder)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        if target.exists():
            target.rename(stale)
        fresh.rename(target)
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror or error}") from error
    finally:
        if stale.exists() and not target.exists():
            stale.rename(target)
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(stale, ignore_errors=True)


def _foreign(folder: Path) -> Iterator[str]:
    if folder.exists() and not folder.is_dir():
        yield folder.name
        return
    for path in folder.rglob("*"):
        part = path.relative_to(folder)
        if not (part == Path(INDEX) or all(_OURS.fullmatch(name) for name in part.parts)):
            yield str(part)


@dataclass(frozen=True)
class Difference:
    """A difference between a dumped file and its expected content.

    A unified diff, or a line that says that the file is missing or should not exist; `line`, from
    1, is where it begins.
    """

    file: str
    text: str
    line: int | None = None


def differences(files: dict[str, str], folder: str, out: Path) -> Iterator[Difference]:
    """The differences between `out/folder` and what a dump would write."""
    present = {
        str(path.relative_to(out)): path for path in (out / folder).rglob("*") if path.is_file()
    }
    if not present:
        yield Difference(f"{out / folder}", f"{out / folder} is missing\n")
        return
    for name in sorted(files.keys() | present.keys()):
        if name not in present or name not in files:
            state = "is missing" if name in files else "is of no dump now"
            yield Difference(f"{out}/{name}", f"{out}/{name} {state}\n")
            continue
        old = present[name].read_text(encoding="utf-8").splitlines(keepends=True)
        new = files[name].splitlines(keepends=True)
        if old != new:
            text = "".join(difflib.unified_diff(old, new, f"{out}/{name}", f"{name} (now)"))
            alike = len(os.path.commonprefix([old, new]))
            yield Difference(f"{out}/{name}", text, min(alike + 1, len(old)))
