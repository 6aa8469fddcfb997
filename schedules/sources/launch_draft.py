"""A draft of FILE.toml: the launch of a kernel, from its signature in the CUDA text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gpusim.errors import UserError, nearest

# Extent of every array, and value of every integer, until the user writes the right ones.
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
_LAUNCH = r"\b{}\s*(?:<[^<>]*>)?\s*<<<(.*?)>>>"
_DIM3 = re.compile(r"dim3\s*[({](.*)[)}]", re.S)


@dataclass(frozen=True)
class Draft:
    """What a launch file says about one parameter; `remark` is what the user has to decide."""

    name: str
    dtype: str
    array: bool
    role: str = "in"
    remark: str = ""

    def toml(self) -> str:
        lines = [f'name = "{self.name}"', f'dtype = "{self.dtype}"']
        if self.array:
            lines.append(f"shape = [{PLACEHOLDER}]  # elements")
            lines.append(f'role = "{self.role}"  # in, out or inout')
        else:
            lines.append(f"value = {'false' if self.dtype == 'bool' else PLACEHOLDER}")
        lines[0] += f"  # {self.remark}" if self.remark else ""
        return "\n".join(["[[arguments]]", *lines]) + "\n"


def draft(source: str, kernel: str = "") -> str:
    """The text of a launch file for a kernel of a CUDA text, by default its only one.

    Arrays have PLACEHOLDER elements; a pointer to const is an input, any other one an output with
    initial values. Grid and block are those of a launch <<<...>>> if they are numbers.

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
    parameters = list(_split(text[start : _closing(text, start)]))
    grid, block, shared = _configuration(text, name)
    head = [f'kernel = "{name}"', f"grid = {grid}", f"block = {block}"]
    head += [f"dynamic_shared = {shared}"] if shared else []
    return "\n\n".join(["\n".join(head), *(_draft(one).toml() for one in parameters)])


def _closing(text: str, start: int) -> int:
    """The index of the parenthesis that closes the one before `start`."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return at
    raise UserError("the kernel's parameter list does not end")


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


def _draft(parameter: str) -> Draft:
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
    return Draft(name, dtype, pointer, "in" if const or not pointer else "inout", remark)


def _configuration(text: str, name: str) -> tuple[list[int], list[int], int]:
    """Grid, block and dynamic shared memory of the first launch of a kernel, as far as these are
    numbers."""
    launch = re.search(_LAUNCH.format(re.escape(name)), text, re.S)
    given = list(_split(launch[1])) if launch else []
    grid, block = (_extents(text, part) for part in [*given, "", ""][:2])
    shared = given[2] if given[2:] and given[2].isdigit() else "0"
    return grid or [1], block or [256], int(shared)


def _extents(text: str, part: str) -> list[int]:
    """The numbers of an extent: 256, dim3(16, 16), or the name of a dim3 or constant."""
    if part.isidentifier():
        named = re.search(rf"\b{part}\s*(?:=\s*([^;]+)|([({{][^;]*[)}}]))\s*;", text)
        part = named[1] or f"dim3{named[2]}" if named else ""
    inner = _DIM3.fullmatch(part.strip())
    numbers = list(_split(inner[1] if inner else part))
    return [int(number) for number in numbers] if all(n.isdigit() for n in numbers) else []
