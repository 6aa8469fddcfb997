"""Recorded primitives as readable Python: the script's own names, its lines as comments."""

from __future__ import annotations

import ast
import linecache
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace

from tvm import tirx

from schedules.core.schedule_moves import DOUBLE_BUFFER_MARK

from .calls import OldCall, is_of_the_script
from .dataflow import Var
from .expression_text import fitted, identifier, short_name
from .program import SKIP, Name, Primitive
from .session import Replayed

_LOOK_UPS = ("get_sblock", "get_loops")
_INIT = "init"


class AxisNames:
    """The names of axes in the script's variables, first names first; filled while the script
    runs."""

    def __init__(self) -> None:
        self.names: dict[Var, str] = {}

    def look(self) -> None:
        """Read the variables of the script's frames, from the innermost outwards."""
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_name != "run_script":
            if is_of_the_script(frame):
                for name, value in list(frame.f_locals.items()):
                    if isinstance(value, tirx.IterVar) and not name.startswith("_"):
                        self.names.setdefault(value.var, name)
            frame = frame.f_back


class OldLines:
    """Statements of the old script's files, by the line of a call in them."""

    def __init__(self) -> None:
        self._statements: dict[str, list[ast.stmt]] = {}

    def of(self, call: OldCall) -> list[str]:
        """The statement that makes a call, without its indentation."""
        if call.file not in self._statements:
            nodes = ast.walk(ast.parse("".join(linecache.getlines(call.file))))
            self._statements[call.file] = [
                node for node in nodes if isinstance(node, ast.stmt) and not hasattr(node, "body")
            ]
        for statement in self._statements[call.file]:
            if statement.lineno <= call.line <= statement.end_lineno:
                lines = linecache.getlines(call.file)
                text = lines[statement.lineno - 1 : statement.end_lineno]
                return textwrap.dedent("".join(text)).splitlines()
        return [call.source] if call.source else []


class ScheduleText:
    """The primitives of one lowering as statements over `sch`."""

    def __init__(
        self,
        replayed: Replayed,
        names: AxisNames,
        lines: OldLines,
        intrinsics: dict[str, str],
        function: str,
    ) -> None:
        # Names that the function calls, which a variable must not hide.
        self.called = function
        self.primitives = _without_idle_look_ups(list(replayed.program))
        self.intrinsics = intrinsics
        self.lines = lines
        self.wanted = {
            name: names.names.get(var) or short_name(str(var.name))
            for var, name in replayed.loops.items()
        }
        self.last_use: dict[Name, int] = {}
        for number, primitive in enumerate(self.primitives):
            for name in _names((primitive.args, primitive.kwargs)):
                self.last_use[name] = number
        self.text: dict[Name, str] = {}
        self.holder: dict[str, Name] = {}
        self.block_of: dict[Name, Name] = {}

    def statements(self) -> list[str]:
        """Lines with no indentation; an empty one between stages."""
        text: list[str] = []
        before: list[str] = []
        stage = None
        for number, primitive in enumerate(self.primitives):
            own = _INIT if _is_init(primitive) else self._block(primitive)
            if primitive.method != "get_sblock" and own != stage:
                text.append("")
                stage, before = own, []
            note = self._note(primitive)
            if note and note != before:
                text += [f"# {line}" for line in note]
            before = note or before
            text += fitted(self._statement(number, primitive))
        return text

    def _block(self, primitive: Primitive) -> Name | None:
        for name in _names(primitive.args):
            if name in self.block_of:
                return self.block_of[name]
        return primitive.results[0] if primitive.results else None

    def _note(self, primitive: Primitive) -> list[str]:
        """The old statement above a primitive."""
        if primitive.method == "get_sblock" or primitive.cause is None:
            return []
        if _is_init(primitive):
            return ["tvm.lower placed an init before the outermost reduction loop"]
        note = self.lines.of(primitive.cause)
        if DOUBLE_BUFFER_MARK in primitive.args:
            note = [*note, "(no pass of TVM itself acts on this mark: docs/migrating.md)"]
        return note

    def _statement(self, number: int, primitive: Primitive) -> str:
        if primitive.method == "tensorize":
            loop, registered = primitive.args
            primitive = replace(primitive, args=(loop, self.intrinsics[registered]))
        # Arguments are printed first: results may take names that become free.
        named = {name: self.text[name] for name in _names((primitive.args, primitive.kwargs))}
        return primitive.as_python(self._results(number, primitive), named.__getitem__)

    def _results(self, number: int, primitive: Primitive) -> list[str]:
        results = list(primitive.results)
        if primitive.method == "decompose_reduction" and results[0] not in self.last_use:
            self.block_of[results[0]] = results[0]
            return []
        block = self._block(primitive)
        if results and results[0] == SKIP:
            while len(results) > 1 and results[1] not in self.last_use:
                del results[1]
        here: list[str] = []
        for name in results:
            if name == SKIP:
                here.append(str(SKIP))
                continue
            is_block = primitive.method in ("get_sblock", "decompose_reduction")
            self.block_of[name] = name if is_block else block
            here.append(self._name(number, name, block, here))
        return here

    def _name(self, number: int, name: Name, block: Name | None, here: list[str]) -> str:
        """An unused name: the wanted one, or the wanted one with the stage's name before it."""
        # Loops of an init have no separate axis; the program names them after it.
        wanted = self.wanted.get(name) or str(name).removeprefix(f"{block}_").removesuffix("_c")
        wanted = identifier(wanted)
        free = [wanted]
        if block is not None and block in self.text and block != name:
            free.append(f"{self.text[block]}_{wanted}")
        free += [f"{free[-1]}_{number}" for number in range(2, len(self.primitives) + 2)]
        text = next(
            text
            for text in free
            if text not in here
            and text != self.called
            and (text not in self.holder or self.last_use.get(self.holder[text], -1) <= number)
        )
        self.holder[text] = name
        self.text[name] = text
        return text


def _is_init(primitive: Primitive) -> bool:
    """Whether a primitive is the init that every `lower` places, without a call of the script."""
    return primitive.method == "decompose_reduction" and primitive.cause.method == "lower"


def _names(given) -> Iterator[Name]:
    if isinstance(given, Name):
        yield given
    elif isinstance(given, list | tuple | dict):
        for part in given.values() if isinstance(given, dict) else given:
            yield from _names(part)


def _without_idle_look_ups(primitives: list[Primitive]) -> list[Primitive]:
    """The primitives without look-ups whose results nothing uses."""
    used: set[Name] = set()
    kept: list[Primitive] = []
    for primitive in reversed(primitives):
        if primitive.method in _LOOK_UPS and not used.intersection(primitive.results):
            continue
        used.update(_names((primitive.args, primitive.kwargs)))
        kept.append(primitive)
    return kept[::-1]
