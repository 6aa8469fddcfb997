"""The draft of a FILE.toml: the launch of a kernel, from its signature in the CUDA text and from
the host code that launches it."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpusim.errors import UserError, nearest

from ..compile.cuda_text import closing

# Extent of every array, and value of every number, until the user writes the right ones.
PLACEHOLDER = 1024
_DTYPES = {
    "float": "float32",
    "double": "float64",
    "half": "float16",
    "__half": "float16",
    "__nv_bfloat16": "bfloat16",
    "nv_bfloat16": "bfloat16",
    "bool": "bool",
    "char": "int8",
    "signed char": "int8",
    "unsigned char": "uint8",
    "short": "int16",
    "unsigned short": "uint16",
    "int": "int32",
    "unsigned": "uint32",
    "unsigned int": "uint32",
    "long": "int64",
    "long long": "int64",
    "unsigned long": "uint64",
    "unsigned long long": "uint64",
    "size_t": "uint64",
} | {f"{sign}int{bits}_t": f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
# float4 is an array of float with four times the elements.
_VECTOR = re.compile(r"(u?)(float|double|half|char|short|int|longlong)([234])")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_KERNEL = re.compile(
    r"__global__\s+(?:(?:void|static|inline|__launch_bounds__\s*\([^)]*\))\s+)*(\w+)\s*\("
)
_LAUNCH = r"\b{}\s*(<[^<>;]*>)?\s*<<<(.*?)>>>\s*\("
_DIM3 = re.compile(r"dim3\s*[({](.*)[)}]", re.S)
_CONSTANT = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([^\n]+)"
    r"|\b(?:int|unsigned|long|size_t|u?int\d+_t|float|double)\s+(\w+)\s*=\s*([^;{}]+);",
    re.M,
)
_ALLOCATED = re.compile(r"\bcudaMalloc(?:Managed|Async)?\s*\(")
_CAST = re.compile(
    r"\(\s*(?:unsigned\s+)?(?:int|long|size_t|float|double|unsigned)\s*\)|\bstatic_cast<\w+>"
)
_SIZE = re.compile(r"\bsizeof\s*\(\s*([\w ]+?)\s*\)")
_SUFFIX = re.compile(r"\b(0x[0-9a-fA-F]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?)(?:[uUlL]+|f)\b")
_ROUNDED_UP = re.compile(r"ceil_?div|div_?ceil|cdiv|div_?up|div_?round_?up", re.I)
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}


@dataclass(frozen=True)
class Draft:
    """What a launch file says about one parameter; `remark` is what the user has to decide.

    `value` is a number, or the elements of an array; None if the text does not say.
    """

    name: str
    dtype: str
    array: bool
    role: str = "in"
    remark: str = ""
    value: float | None = None

    def toml(self) -> str:
        lines = [f'name = "{self.name}"', f'dtype = "{self.dtype}"']
        value = PLACEHOLDER if self.value is None else self.value
        if self.array:
            lines.append(f"shape = [{value}]  # elements")
            lines.append(f'role = "{self.role}"  # in, out or inout')
        else:
            lines.append(f"value = {'false' if self.dtype == 'bool' else value}")
        lines[0] += f"  # {self.remark}" if self.remark else ""
        return "\n".join(["[[arguments]]", *lines]) + "\n"


def draft(source: str, kernel: str = "") -> str:
    """The text of a launch file for a kernel of a CUDA text, by default its only one.

    A pointer to const is an input, any other one an output with initial values. Grid, block,
    template arguments, numbers and elements of arrays are those of the first launch <<<...>>> and
    of cudaMalloc, as far as constants of the text give them; else arrays have PLACEHOLDER elements.

    Raises UserError if the text has no such kernel, or several and none is named.
    """
    text = _COMMENT.sub(" ", source)
    found = {match[1]: match for match in _KERNEL.finditer(text)}
    if not found:
        raise UserError("the text has no __global__ function")
    if not kernel and len(found) > 1:
        raise UserError(f"several kernels: name one of {', '.join(found)} as FILE.cu:KERNEL")
    name = kernel or next(iter(found))
    if name not in found:
        raise nearest("kernel", name, list(found))
    start = found[name].end()
    end = closing(text, start - 1)
    if text[end] != ")":
        raise UserError("the kernel's parameter list does not end")
    parameters = list(_split(text[start:end]))
    host = _Host(text, name)
    grid, block, shared = host.configuration()
    head = [f'kernel = "{name}{host.template}"', f"grid = {grid}", f"block = {block}"]
    head += [f"dynamic_shared = {shared}"] if shared else []
    given = [*host.arguments, *[""] * len(parameters)]
    drafts = (
        _draft(one, host, argument).toml() for one, argument in zip(parameters, given, strict=False)
    )
    return "\n".join(["\n".join(head) + "\n", *drafts])


class _Host:
    """What the text says about the first launch of a kernel."""

    def __init__(self, text: str, kernel: str) -> None:
        self.text = text
        pairs = (match.groups() for match in _CONSTANT.finditer(text))
        self.constants = {a or c: b or d for a, b, c, d in pairs}
        launch = re.search(_LAUNCH.format(re.escape(kernel)), text, re.S)
        self.given = list(_split(launch[2])) if launch else []
        arguments = text[launch.end() : closing(text, launch.end() - 1)] if launch else ""
        self.arguments = list(_split(arguments))
        template = list(_split(launch[1][1:-1])) if launch and launch[1] else []
        values = (self.value(each) for each in template)
        named = (
            each if value is None else str(value)
            for each, value in zip(template, values, strict=True)
        )
        self.template = f"<{', '.join(named)}>" if template else ""

    def value(self, text: str, depth: int = 0) -> int | float | None:
        """The value of an expression of numbers and constants of the text; None if unknown."""
        text = _SIZE.sub(lambda match: str(_bytes_of(match[1])), text.strip())
        text = _SUFFIX.sub(r"\1", _CAST.sub("", text))
        try:
            return self._evaluated(ast.parse(text.strip(), mode="eval").body, depth)
        except (SyntaxError, ValueError, ZeroDivisionError, TypeError):
            return None

    def _evaluated(self, node: ast.expr, depth: int) -> int | float:
        """Raises ValueError if a part is unknown."""
        match node:
            case ast.Constant(value=int() | float() as number):
                return number
            case ast.Name(id=name) if name in self.constants and depth < len(self.constants):
                value = self.value(self.constants[name], depth + 1)
                if value is not None:
                    return value
            case ast.UnaryOp(op=ast.USub()):
                return -self._evaluated(node.operand, depth)
            case ast.BinOp():
                left, right = (self._evaluated(n, depth) for n in (node.left, node.right))
                if isinstance(node.op, ast.Div):
                    whole = isinstance(left, int) and isinstance(right, int)
                    return left // right if whole else left / right
                if type(node.op) in _OPERATORS:
                    return _OPERATORS[type(node.op)](left, right)
            case ast.Call(func=ast.Name(id=name), args=[first, second]) if _ROUNDED_UP.fullmatch(
                name
            ):
                return -(-self._evaluated(first, depth) // self._evaluated(second, depth))
        raise ValueError

    def configuration(self) -> tuple[list[int], list[int], int]:
        """Grid, block and dynamic shared memory, as far as these are known."""
        grid, block = (self._extents(part) for part in [*self.given, "", ""][:2])
        shared = self.value(self.given[2]) if self.given[2:] else 0
        return grid or [1], block or [256], int(shared or 0)

    def _extents(self, part: str) -> list[int]:
        """The numbers of an extent: 256, dim3(16, 16), or the name of a dim3 or constant."""
        if part.isidentifier() and part not in self.constants:
            declared = rf"\b{part}\s*(?:=\s*([^;]+)|([({{].*?[)}}]))\s*(?:;|,\s*\w+\s*[({{=])"
            named = re.search(declared, self.text, re.S)
            part = named[1] or f"dim3{named[2]}" if named else ""
        inner = _DIM3.fullmatch(part.strip())
        numbers = [self.value(each) for each in _split(inner[1] if inner else part)]
        return [int(n) for n in numbers if n is not None] if None not in numbers else []

    def elements(self, array: str, dtype: str) -> int | None:
        """The elements of an array that cudaMalloc allocates; None if unknown."""
        for match in _ALLOCATED.finditer(self.text):
            parts = list(_split(self.text[match.end() : closing(self.text, match.end() - 1)]))
            if len(parts) > 1 and re.search(rf"&\s*{re.escape(array)}$", parts[0]):
                size = self.value(parts[1])
                return None if size is None else int(size) // _bytes_of(dtype)
        return None


def _bytes_of(kind: str) -> int:
    """The size of a type in bytes; raises ValueError for an unknown one."""
    try:
        return np.dtype(_DTYPES.get(kind, kind)).itemsize
    except TypeError:
        raise ValueError from None


def _split(text: str) -> Iterator[str]:
    """The parts of a list, at commas outside of parentheses, braces and angle brackets."""
    depth, begun = 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and not depth:
            yield text[begun:at].strip()
            begun = at + 1
    if text[begun:].strip():
        yield text[begun:].strip()


def _draft(parameter: str, host: _Host, given: str) -> Draft:
    """The draft of a parameter, whose argument in the launch is `given` ('' if unknown)."""
    words = re.sub(r"\b(__restrict__|__grid_constant__|restrict|volatile)\b", " ", parameter)
    const = re.search(r"\bconst\b[^*]*\*|\bconst\b", words) is not None
    words = re.sub(r"\bconst\b", " ", words)
    *rest, name = re.findall(r"\w+|\*|&", words.split("=")[0])
    kind, pointer = " ".join(word for word in rest if word not in "*&"), "*" in rest
    if kind == "CUtensorMap":
        return Draft(name, "float32", True, remark="add `box`: a tensor map of the array")
    dtype, remark = _DTYPES.get(kind, ""), ""
    if not dtype and (vector := _VECTOR.fullmatch(kind)):
        dtype = _DTYPES[vector[2].replace("longlong", "long long")]
        dtype = vector[1] + dtype
        remark = f"{vector[3]} elements for each {kind}"
    if not dtype:
        dtype, remark = "float32", f"of type {kind or parameter}: set its dtype"
    value = host.elements(given, dtype) if pointer else host.value(given)
    if not pointer and value is not None and "int" in dtype:
        value = int(value)
    return Draft(name, dtype, pointer, "in" if const or not pointer else "inout", remark, value)
