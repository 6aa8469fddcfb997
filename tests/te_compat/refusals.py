"""Every refusal that te_compat can print, found in its source and its tables."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

from te_compat import autotvm, calls, devices, ir_builder, modules, stage

# They begin with the script's line; the others are raised by the names of exceptions.
WITH_LINE = ("refuse", "error", "refusal")
EXCEPTIONS = ("UserError", "NoGpu", "OldCallError", "TooLong")
_INSTRUCTION = re.compile(
    r"[;:,] (?:or )?(add|bind|call|cache_read|choose|combine|compare|compute|compute_at|convert|"
    r"correct|declare|fuse|create|give|install|keep|leave|list|make|move|name|pass|put|read|reduce|relax|"
    r"remove|rename|reorder|return|rewrite|run|save|schedule|split|state|tensorize|use|vectorize|"
    r"write)\b"
)


@dataclass(frozen=True)
class Refusal:
    """One refusal: where it is made, its text (None where it is computed), and by what."""

    where: str
    text: str | None
    made_by: str

    def lacks(self) -> list[str]:
        """The parts that are missing: the script's line, a reason, what to write instead."""
        lacking = [] if self.made_by in WITH_LINE else ["line"]
        found = _INSTRUCTION.search(self.text or "")
        if found is None:
            return [*lacking, "instead"]
        return lacking if self.text[: found.start()].strip() else [*lacking, "reason"]


def text_of(node: ast.expr, known: Mapping[str, str]) -> str | None:
    """An expression as text, values in braces; None where no part of it stands in the source."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.FormattedValue):
        return text_of(node.value, known) or "{}"
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part, known) or "{}" for part in node.values)
    if isinstance(node, ast.BoolOp):
        return text_of(node.values[-1], known)
    return known.get(node.id) if isinstance(node, ast.Name) else None


def _assigned(tree: ast.AST, known: Mapping[str, str]) -> dict[str, str]:
    """Texts by the names that they are assigned to; of several, one that lacks an instruction."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text, name = text_of(node.value, {**known, **found}), node.targets[0].id
            if text is not None and _INSTRUCTION.search(found.get(name, "; use")):
                found[name] = text
    return found


def in_source(source: str, name: str) -> set[Refusal]:
    """The refusals that the functions of a module make."""
    tree, found = ast.parse(source), set()
    shared = {"LEAVE_OUT": calls.LEAVE_OUT, "CHANGE": calls.CHANGE}
    constants = [node for node in tree.body if isinstance(node, ast.Assign)]
    shared |= _assigned(ast.Module(constants, []), shared)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        known = {**shared, **_assigned(function, shared)}
        for node in ast.walk(function):
            called = getattr(node, "func", None)
            made_by = getattr(called, "attr", getattr(called, "id", ""))
            if made_by not in WITH_LINE + EXCEPTIONS or not node.args:
                continue
            if "refusal(" not in ast.unparse(node.args[0]):
                found.add(Refusal(f"{name}:{function.name}", text_of(node.args[0], known), made_by))
    return found


def in_tables() -> dict[str, str]:
    """What the tables of gone names say, by their name."""
    found = {f"autotvm.{name}": text for name, text in autotvm._GONE.items()}
    for kind in (devices.Device, devices.NDArray, ir_builder.IRBuilder, stage.Stage):
        found |= {f"{kind.__name__}.{name}": text for name, text in kind.gone.items()}
    waiting, seen = [modules.tvm], set()
    while waiting:
        module = waiting.pop()
        if not isinstance(module, modules.StandIn) or id(module) in seen:
            continue
        seen.add(id(module))
        gone = module.__dict__["_gone"]
        found |= {f"{module.__name__}.{name}": text for name, text in gone.items()}
        waiting += vars(module).values()
    return found
