"""Dumps: every step of a rung as files, written whole or not at all."""

from __future__ import annotations

import difflib
import os
import re
import shutil
import textwrap
from collections.abc import Iterator
from pathlib import Path

from ..errors import UserError
from ..kernel import SUFFIXES, View, effects, views
from ..ladder import Ladder, Rung, steps
from ..targets.target import SOURCE_KINDS
from ..tuned import where_from
from ..workloads import Workload

OUT = "lowered_ir"
INDEX = "README.md"
_OURS = re.compile(r"\d\d-[\w.-]+")
_COMMENT = {".py": "#", ".s": "#", ".ll": ";"}


def header(rung: Rung, workload: Workload, view: View, level: str, arch: str, comment: str) -> str:
    """The comment at the top of a dumped text: what it is, of what, and how it is launched."""
    step = view.step
    lines = [f"{rung.path}:{step.name}", str(workload)]
    if "@" in rung.name:
        lines.append(where_from(rung, workload))
    if step.why:
        lines.append(f"why: {step.why}")
    if level != "tir":
        lines.append(f"target: {SOURCE_KINDS[view.source_level]}{_arch_note(view, arch)}")
        if rung.build.describe():
            lines.append(f"build: {rung.build.describe()}")
        lines += [f"launch {launch.kernel}: {launch}" for launch in view.launches]
        if view.problem:
            lines.append(view.problem)
    else:
        lines += ["since the step before:", *(f"  {line}" for line in step.primitives)]
    wrapped = (
        part
        for line in lines
        for part in textwrap.wrap(
            line,
            110,
            subsequent_indent="    ",
            drop_whitespace=False,
            replace_whitespace=False,
            break_long_words=False,
        )
        or [""]
    )
    return "".join(f"{comment} {line}".rstrip() + "\n" for line in wrapped)


def text_of(rung: Rung, workload: Workload, view: View, level: str, arch: str) -> str:
    """A dumped file's content: header, blank line, text."""
    comment = _COMMENT.get(Path("x" + SUFFIXES[level]).suffix, "//")
    return header(rung, workload, view, level, arch, comment) + "\n" + view.level(level)


def _arch_note(view: View, arch: str) -> str:
    """The architecture, where the source language has one."""
    return f" {arch}" if view.source_level in ("cuda", "ptx", "sass", "asm", "llvm") else ""


def levels_of(view: View) -> list[tuple[str, str | None]]:
    """The dumped levels of a step, each with its text."""
    return [
        ("tir", view.tir),
        ("lowered", view.lowered),
        (view.source_level, view.source),
    ]


def rung_files(rung: Rung, found: list[View], workload: Workload, arch: str) -> dict[str, str]:
    """Relative path -> content of a rung's files. A step without a kernel has no .cu."""
    files = {}
    for view in found:
        for level, text in levels_of(view):
            if text is not None:
                name = f"{rung.folder}/{view.step.label}{SUFFIXES[level]}"
                files[name] = text_of(rung, workload, view, level, arch)
    return files


def index_text(ladder: Ladder, sections: list[str]) -> str:
    """The ladder's index page, from its rungs' sections."""
    head = [f"# {ladder.name}: {ladder.title}", "", f"`{ladder.workload}`", ""]
    if ladder.reference:
        head += ["Reference: " + "; ".join(map(str, ladder.reference)) + ".", ""]
    head += [
        "Written by `schedules dump`. A step without a source file is no kernel yet; its "
        "`.lowered.py` says what is missing.",
        "",
    ]
    return "\n".join(head + sections)


def index_section(rung: Rung, found: list[View]) -> str:
    """A rung's part of the index page."""
    folder = rung.folder.rpartition("/")[2]
    lines = [f"## {folder}", "", rung.summary, ""]
    if rung.figures:
        lines += ["Source: " + "; ".join(map(str, rung.figures)) + ".", ""]
    if rung.build.describe():
        lines += [f"Build: {rung.build.describe()}.", ""]
    lines += ["| step | files | launch | why |", "| --- | --- | --- | --- |"]
    for view, change in zip(found, effects(found), strict=True):
        step = view.step
        links = ", ".join(
            f"[{level}]({folder}/{step.label}{SUFFIXES[level]})"
            for level, text in levels_of(view)
            if text is not None
        )
        launch = view.launch or view.problem.partition(":")[0]
        idle = f" (no effect on {view.source_level})" if change and change.idle else ""
        lines.append(f"| {step.label} | {links} | {launch}{idle} | {step.why} |")
    return "\n".join([*lines, ""])


def rung_dump(rung: Rung, workload: Workload, arch: str) -> tuple[dict[str, str], str, list[View]]:
    """A rung's files, its section of the index, and the views behind them."""
    found = views(rung, steps(rung, workload), arch=arch)
    return rung_files(rung, found, workload, arch), index_section(rung, found), found


def ladder_files(ladder: Ladder, files: dict[str, str], sections: list[str]) -> dict[str, str]:
    """A whole ladder's files: its rungs' and the index page."""
    return {f"{ladder.name}/{INDEX}": index_text(ladder, sections), **files}


def write(files: dict[str, str], folder: str, out: Path) -> None:
    """Replace `out/folder` by `files` (paths below `out`), in one rename.

    Refuses where the folder holds anything that no dump wrote.
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


def differences(files: dict[str, str], folder: str, out: Path) -> Iterator[str]:
    """Unified diffs between what is below `out/folder` and what a dump would write."""
    present = {
        str(path.relative_to(out)): path for path in (out / folder).rglob("*") if path.is_file()
    }
    for name in sorted(files.keys() | present.keys()):
        old = present[name].read_text(encoding="utf-8") if name in present else ""
        new = files.get(name, "")
        if old != new:
            yield "".join(
                difflib.unified_diff(
                    old.splitlines(keepends=True),
                    new.splitlines(keepends=True),
                    f"{out}/{name}" if name in present else "/dev/null",
                    f"{name} (now)" if name in files else "/dev/null",
                )
            )
