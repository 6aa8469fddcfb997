"""Maps each line of a kernel's text to the line of the scheduled TIR that it comes from.

The number of every statement is stored in its span, which TVM's passes preserve. Loops lose their
spans: a loop of the text is the loop of that name around the statements inside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import tvm
import tvm_ffi
from tvm import tirx

from .nodes import nodes

if TYPE_CHECKING:
    from .lower import Lowered

_SOURCE = "scheduled TIR"
_LEAVES = (tirx.BufferStore, tirx.Evaluate)
_MARK = "__statement"
_NOTE = re.compile(rf"  # {_MARK}(\d+)$")
_MARKED = re.compile(rf"\s*{_MARK}\((\d+)\);")
_TIR_LOOP = re.compile(r"\s*for ([\w, ]+) in ")
_BUFFER = re.compile(r"\s*(\w+) = T\.(?:sblock_)?alloc_\w+\(")
_DECLARED = re.compile(r" (\w+)_ptr\[\d+\];$")
_COPY = re.compile(r"_\d+$")
_TEXT_LOOP = re.compile(r"\s*for \(\w+ (\w+) = ")


def numbered(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The module with statements numbered from 1; the number is the line of a statement's span."""
    count = 0

    def number(stmt: tirx.Stmt) -> tirx.Stmt:
        nonlocal count
        count += 1
        span = tvm.ir.Span(tvm.ir.SourceName(_SOURCE), count, count, 0, 0)
        if isinstance(stmt, tirx.Evaluate):
            return tirx.Evaluate(stmt.value, span=span)
        return tirx.BufferStore(stmt.buffer, stmt.value, stmt.indices, span=span)

    functions = {
        var: func.with_body(tvm_ffi.structural_map(func.body, (_LEAVES, number)))
        if isinstance(func, tirx.PrimFunc)
        else func
        for var, func in mod.functions.items()
    }
    return tvm.ir.IRModule(functions, attrs=mod.attrs)


def _number(stmt: tirx.Stmt) -> int:
    span = stmt.span
    return span.line if span is not None and span.source_name.name == _SOURCE else 0


def tir_lines(mod: tvm.ir.IRModule, lowered: Lowered) -> list[int]:
    """For each line of `lowered.kernel_source`, its 1-based line in the module's script.

    A line without origin has 0; all have 0 if the origins are unknown.
    """
    text = lowered.kernel_source.splitlines()
    marked = lowered.kernel_source_of(_marked(lowered.device)).splitlines()
    numbers: list[int] = []
    kept: list[str] = []
    now = 0
    for line in marked:
        if match := _MARKED.fullmatch(line):
            now = int(match[1])
        else:
            kept.append(line)
            numbers.append(now)
    if kept != text:
        # The marks changed the statements around them.
        return [0] * len(text)
    script, places = _printed(mod)
    buffers = {
        match[1]: number for number, line in enumerate(script, 1) if (match := _BUFFER.match(line))
    }
    lines = [places.get(number, 0) for number in numbers]
    for number, line in enumerate(text):
        if match := _DECLARED.search(line):
            lines[number] = buffers.get(match[1], 0)
    loops = list(_tir_loops(script))
    for number, name, end in _text_loops(text):
        inside = set(filter(None, lines[number:end]))
        around = [
            (name in names, first)
            for first, names, last in loops
            # In the text, loops of the same name are numbered.
            if not names.isdisjoint((name, _COPY.sub("", name)))
            and any(first < line <= last for line in inside)
        ]
        lines[number] = max(around, default=(True, 0))[1]
    return lines


def _marked(device: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The kernels with a call before and after each statement that has a number."""

    def call(number: int) -> tirx.Stmt:
        return tirx.Evaluate(tirx.call_extern("void", _MARK, number))

    def mark(stmt: tirx.Stmt) -> tirx.Stmt:
        number = _number(stmt)
        return tirx.SeqStmt([call(number), stmt, call(0)]) if number else stmt

    functions = {
        var: func.with_body(tvm_ffi.structural_map(func.body, (_LEAVES, mark)))
        for var, func in device.functions.items()
    }
    return tvm.ir.IRModule(functions, attrs=device.attrs)


def _printed(mod: tvm.ir.IRModule) -> tuple[list[str], dict[int, int]]:
    """The lines of a module's script, and the line of each numbered statement."""
    named = numbered(mod)
    notes = {node: f"{_MARK}{_number(node)}" for kind in _LEAVES for node in nodes(kind, named)}
    lines = named.script(obj_to_annotate=notes).splitlines()
    places = {}
    for number, line in enumerate(lines, 1):
        if match := _NOTE.search(line):
            places[int(match[1])] = number
    return lines, places


def _tir_loops(lines: Sequence[str]) -> Iterator[tuple[int, set[str], int]]:
    """The loops of a script: first line, the variables, last line."""
    for number, line in enumerate(lines):
        if match := _TIR_LOOP.match(line):
            depth = len(line) - len(line.lstrip())
            end = number + 1
            while end < len(lines) and (
                not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth
            ):
                end += 1
            yield number + 1, set(match[1].split(", ")), end


def _text_loops(lines: Sequence[str]) -> Iterator[tuple[int, str, int]]:
    """The loops of a text, inner ones first: first line, counted from 0, variable, and end."""
    begun: list[tuple[int, str, int]] = []
    depth = 0
    for number, line in enumerate(lines):
        if match := _TEXT_LOOP.match(line):
            begun.append((number, match[1], depth))
        depth += line.count("{") - line.count("}")
        while begun and depth <= begun[-1][2] and number > begun[-1][0]:
            first, name, _ = begun.pop()
            yield first, name, number
