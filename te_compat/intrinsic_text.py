"""Tensor intrinsics as TVMScript that reads back as the same functions."""

from __future__ import annotations

import re
import runpy
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import tvm
import tvm_ffi
from tvm import s_tir, tirx

from gpusim.errors import UserError
from schedules.lowering.nodes import nodes

from .expression_text import fitted, identifier, quoted


@dataclass
class Intrinsics:
    """The registered pairs of functions that a script's `tensorize` calls use, as TVMScript."""

    names: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def add(self, registered: str) -> None:
        if registered in self.names:
            return
        name = identifier(re.sub(r"_\d+$", "", registered), self.names.values())
        self.names[registered] = name
        pair = s_tir.TensorIntrin.get(registered)
        for what, func in (("desc", pair.desc), ("impl", pair.impl)):
            self.lines += ["", "", *function_text(func, f"{name}_{what}")]
        self.lines += ["", ""]
        call = f"({quoted(name)}, {name}_desc, {name}_impl, override=True)"
        self.lines += fitted(f"s_tir.TensorIntrin.register{call}", indent=0)


_BY_HAND = "write its description and implementation as T.prim_func, or leave out its tensorize"


def function_text(func: tirx.PrimFunc, name: str) -> list[str]:
    """A function as TVMScript under another name; raises UserError if it does not parse back to
    the same."""
    text = func.script()
    text = text[text.index("@T.prim_func") :]
    # With s_tir=True the buffers would lose the layouts that a TE function's buffers have.
    loose = "@T.prim_func(private=True, check_well_formed=False)"
    text = text.replace("@T.prim_func(private=True)", loose)
    text = text.replace("def main(", f"def {name}(", 1)
    head, _, body = text.partition("):\n")
    for param in func.params:
        # A buffer of one element is printed as a scalar, which does not parse back.
        if all(int(extent) == 1 for extent in param.shape):
            zeros = ", ".join("0" for _ in param.shape)
            body = re.sub(rf"\b{param.name}\b(?![\w.\[])", f"{param.name}[{zeros}]", body)
    body = _ACCESS.sub(_access_ptr, body)
    for op in _given_as_handles(func):
        body = body.replace(f"T.{op.rpartition('.')[2]}(", f'T.call_intrin("handle", "{op}", ')
    decorator, _, signature = head.partition("\n")
    lines = [decorator, *fitted(f"{signature}):", indent=0)]
    for line in body.rstrip().splitlines():
        statement = line.lstrip()
        margin = line[: len(line) - len(statement)]
        fits = fitted(statement, len(margin)) if statement.startswith("T.") else [statement]
        lines += [f"{margin}{part}" for part in fits]
    try:
        read = run_text("\n".join(["from tvm.script import tirx as T", "", "", *lines, ""]))[name]
    except Exception as error:
        raise UserError(
            f"migrate cannot write the intrinsic {name} as TVMScript; {_BY_HAND}"
        ) from error
    if not tvm_ffi.structural_equal(read, func):
        raise UserError(
            f"migrate cannot write the intrinsic {name}: TVMScript parses it differently; "
            f"{_BY_HAND}"
        )
    return lines


# T.tvm_access_ptr of a whole buffer; written so, the pointer would forget what it points to.
_ACCESS = re.compile(
    r'T\.tvm_access_ptr\(T\.type_annotation\("\w+"\), (\w+)\.data, (?:\1\.elem_offset|0), '
    r"[^,()]+, ([123])\)"
)


def _access_ptr(match: re.Match) -> str:
    mask = {"1": "r", "2": "w", "3": "rw"}[match[2]]
    return f'{match[1]}.access_ptr("{mask}")'


def _given_as_handles(func: tirx.PrimFunc) -> list[str]:
    """Intrinsics called as statements with the result "handle", as old scripts wrote them.

    TVMScript prints them as if they had none.
    """
    calls = [stmt.value for stmt in nodes(tirx.Evaluate, func)]
    return sorted(
        {
            str(call.op.name)
            for call in calls
            if isinstance(call, tvm.ir.Call) and isinstance(call.ty, tvm.ir.PointerType)
        }
    )


def run_text(text: str) -> dict:
    """The names of a module's text; in a file, since TVMScript reads its own source."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "migrated.py"
        file.write_text(text, encoding="utf-8")
        return runpy.run_path(str(file), run_name="migrated")
