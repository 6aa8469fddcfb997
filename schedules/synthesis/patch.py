"""Writing a change into the user's own file, in the names that the file uses."""

from __future__ import annotations

import ast
import difflib
import inspect
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from unittest import mock

import tvm_ffi
from tvm import s_tir

from gpusim.errors import UserError

from ..core.ladder import Rung, Step, steps
from ..sources.names import find_step
from ..sources.schedule_source import load
from ..workloads import Workload
from .next_moves import Attempt
from .program import Change, Draft, Program, source_of, step_line


@dataclass(frozen=True)
class Source:
    """A generator in a user's file, up to a step of it."""

    path: str
    name: str
    shape: tuple[int, ...] | None
    rung: Rung
    workload: Workload
    step: Step

    @property
    def text(self) -> str:
        return Path(self.path).read_text(encoding="utf-8")

    def function(self, tree: ast.Module) -> ast.FunctionDef:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == self.name:
                return node
        raise UserError(f"{self.path} has no generator {self.name}")

    def loaded(self, text: str) -> Rung:
        """The rung of the file with another text; raises UserError like `load`."""
        return load(self.path, self.name, self.shape, text)

    def step_of(self, rung: Rung, name: str = "") -> Step:
        walked = steps(rung, rung.at(self.shape))
        return walked[walked.index(find_step(walked, name or self.step.name))]

    def gives(self, text: str, program: Program, name: str) -> bool:
        """Whether the step `name` of a changed text has the module of a program."""
        try:
            made = self.step_of(self.loaded(text), name).mod
        except UserError:  # A text that does not run is no patch.
            return False
        return bool(tvm_ffi.structural_equal(made, program.replayed()[0].mod))

    # --- a change, in the user's names ------------------------------------------------------------

    def changed(self, attempt: Attempt, program: Program, count: int) -> str | None:
        """The file's text with an attempt, which makes `program` of the `count` lines that there
        are; None if it cannot be written into the text."""
        name = self.step.name
        for choice in range(3) if attempt.fewer is None else ():
            text, where, places = self.text, name, set()
            for at, change in attempt.changes:
                if at < count:
                    places.add(self.place(at, change, choice))
                else:
                    where = attempt.move.replace(" ", "_")
                    text = self.appended(text, change, where, attempt.why)
            for line, lines in sorted(places, reverse=True):
                text = _insert(text, line, lines)
            text = self.with_build(text, program, program.options(self.rung.build))
            if self.gives(text, program, where):
                return text
        return self.replaced(program, attempt.why)

    def replaced(self, program: Program, why: str) -> str | None:
        """The file's text with a program in place of the generator's body, up to the step; None if
        it does not give the program."""
        name = self.step.name
        text = self.rewritten(program.lines, name, why)
        text = self.with_build(text, program, program.options(self.rung.build))
        return text if self.gives(text, program, name) else None

    def appended(self, text: str, change: Change, name: str, why: str) -> str:
        """The text with a change as a step of its own, behind the present one."""
        sch = s_tir.Schedule(self.workload.prim_func())
        for mark in self.rung.apply(sch, self.rung.tile_for(self.workload)):
            if (mark if isinstance(mark, str) else mark[0]) == self.step.name:
                break
        draft = Draft(sch)
        change(draft)
        draft.step(name, why)
        function = self.function(ast.parse(text))
        place = next((s for s in function.body if _yields(s, self.step.name)), function.body[-1])
        return _insert(text, (place.end_lineno or place.lineno) + 1, source_of(draft.lines))

    def place(self, at: int, change: Change, choice: int) -> tuple[int, str]:
        """The line before which a change makes what it makes before instruction `at` of the trace,
        and its lines; `choice` counts the functions of the file that run there, outermost first.
        """
        found: list[tuple[int, str]] = []

        def look(sch: s_tir.Schedule, frame: FrameType | None) -> None:
            if found or len(sch.trace.insts) != at:
                return
            own = [f for f in _outwards(frame) if f.f_code.co_filename == self.file]
            if not own:
                return
            frame = own[::-1][min(choice, len(own) - 1)]
            draft = Draft.continued(sch.copy(), frame.f_locals)
            change(draft)
            found.append((frame.f_lineno, source_of(draft.lines)))

        with watched(look):
            for _ in self.rung.walk(self.workload, self.rung.tile_for(self.workload)):
                if found:
                    break
        if not found:
            return 1, ""
        line, lines = found[0]
        functions = [
            node
            for node in ast.walk(ast.parse(self.text))
            if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
        ]
        inner = max(functions, key=lambda node: node.lineno)
        statement = next(s for s in inner.body if s.lineno <= line <= (s.end_lineno or 0))
        return statement.lineno, lines

    @property
    def file(self) -> str:
        return inspect.unwrap(self.rung.function).__code__.co_filename

    def rewritten(self, lines: Sequence[str], name: str, why: str) -> str:
        """The text with the generator's body replaced, up to the step."""
        function = self.function(ast.parse(self.text))
        body = function.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]
        rows = self.text.splitlines(keepends=True)
        start, end = body[0].lineno - 1, body[-1].end_lineno
        new = source_of([*lines, step_line(name, why)])
        return "".join([*rows[:start], new, *rows[end:]])

    def with_build(self, text: str, program: Program, changed: dict[str, Any]) -> str:
        """The text with the compile options and imports that a program needs."""
        if program.header and program.header not in text:
            text = _insert(text, _after_imports(text), program.header)
        if not changed:
            return text
        tree = ast.parse(text)
        for node in tree.body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "build":
                rows = text.splitlines(keepends=True)
                options = ast.literal_eval(node.value) | changed
                rows[node.lineno - 1 : node.end_lineno] = [
                    f"build = {options!r}\n".replace("'", '"')
                ]
                return "".join(rows)
        line = self.function(tree).lineno
        return _insert(text, line, f"build = {changed!r}\n\n\n".replace("'", '"'))

    def until(self) -> str:
        """The text without what the generator does behind the step."""
        function = self.function(ast.parse(self.text))
        ends = [s.end_lineno or 0 for s in function.body if _yields(s, self.step.name)]
        if not ends:
            raise UserError(f"{self.path}:{self.name} does not yield {self.step.name!r} itself")
        rows = self.text.splitlines(keepends=True)
        return "".join([*rows[: ends[0]], *rows[function.end_lineno :]])

    # --- numbers ----------------------------------------------------------------------------------

    def numbers(self) -> Iterator[tuple[str, str]]:
        """Each number of the generator doubled and halved: what changes, and the text."""
        text = self.text
        lines = text.splitlines(keepends=True)
        function = self.function(ast.parse(text))
        by_value: dict[int, list[ast.Constant]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Constant) and type(node.value) is int and node.value > 1:
                by_value.setdefault(node.value, []).append(node)
        for value, places in by_value.items():
            groups = [places, *([place] for place in places)] if len(places) > 1 else [places]
            for group in groups:
                for new in (2 * value, value // 2):
                    rows = list(lines)
                    for place in sorted(group, key=lambda node: (-node.lineno, -node.col_offset)):
                        row = rows[place.lineno - 1]
                        end = place.end_col_offset or 0
                        rows[place.lineno - 1] = f"{row[: place.col_offset]}{new}{row[end:]}"
                    where = ", ".join(str(line) for line in sorted({n.lineno for n in group}))
                    yield f"{value} -> {new} in line {where}", "".join(rows)

    def diff(self, text: str) -> str:
        """What a new text changes, as a unified diff."""
        return difference(self.text, text, Path(self.path).name)


def difference(old: str, new: str, name: str) -> str:
    """What changes from one text to another, as a unified diff."""
    texts = old.splitlines(), new.splitlines()
    return "\n".join(difflib.unified_diff(*texts, f"a/{name}", f"b/{name}", lineterm="", n=1))


@contextmanager
def watched(look: Any) -> Iterator[None]:
    """Call `look(schedule, frame)` before each primitive at which a move may be inserted."""

    def before(primitive: Any) -> Any:
        def call(sch: s_tir.Schedule, *arguments: Any, **options: Any) -> Any:
            look(sch, sys._getframe(1))
            return primitive(sch, *arguments, **options)

        return call

    names = ("bind", "decompose_reduction", "compute_at", "reverse_compute_at")
    patched = {name: before(getattr(s_tir.Schedule, name)) for name in names}
    with mock.patch.multiple(s_tir.Schedule, **patched):
        yield


def _outwards(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _yields(statement: ast.stmt, step: str) -> bool:
    """Whether a statement yields a step by its name."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Yield) and node.value is not None:
            mark = node.value.elts[0] if isinstance(node.value, ast.Tuple) else node.value
            if isinstance(mark, ast.Constant) and mark.value == step:
                return True
    return False


def _after_imports(text: str) -> int:
    tree = ast.parse(text)
    ends = [s.end_lineno or 0 for s in tree.body if isinstance(s, ast.Import | ast.ImportFrom)]
    return max(ends, default=0) + 1


def _insert(text: str, line: int, new: str) -> str:
    """The text with lines before line `line` (from 1), indented like what they are put beside."""
    rows = text.splitlines(keepends=True)
    if rows and not rows[-1].endswith("\n"):
        rows[-1] += "\n"
    beside = rows[min(line, len(rows)) - 1]
    if new.startswith(" ") and beside.startswith(" "):
        indent = beside[: len(beside) - len(beside.lstrip())]
        new = textwrap.indent(textwrap.dedent(new), indent)
    return "".join([*rows[: line - 1], new, *rows[line - 1 :]])
