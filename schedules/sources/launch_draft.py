"""The draft of a FILE.toml: the launch of a kernel, from its signature in the CUDA text and from
the host code that launches it."""

from __future__ import annotations

import ast
import json
import math
import operator
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gpusim.errors import UserError, nearest
from gpusim.isa.cubin import read_cubin
from gpusim.launch import TENSOR_MAP_BYTES

from ..compile.cuda_text import closing, without_comments
from ..compile.nvrtc import absolute, include_folders
from ..compile.toolkit import program
from .launch_files import POINTER_BYTES, cpp_name, parse_argument, same_name

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
    text = without_comments(source)
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


# --- the launch that a program makes --------------------------------------------------------------

# The launch that a program's host code makes: FILE.cubin and FILE.toml from FILE.cu.
#
# nvcc compiles the program against a runtime that needs no GPU (`recording_runtime.cpp`). It runs
# until it launches the kernel, whose parameters and arrays are then known.

RUNTIME = Path(__file__).with_name("recording_runtime.cpp")
SECONDS = 600
# The first 16 bytes of a recorded tensor map; its number follows.
_MARK = b"SCHEDULES-TENSOR"
_MAP_DTYPES: tuple[str, ...] = (
    "uint8",
    "uint16",
    "uint32",
    "int32",
    "uint64",
    "int64",
    "float16",
    "float32",
)
_MAP_DTYPES += ("float64", "bfloat16", "float32", "float32", "float32")
_SWIZZLES = (0, 32, 64, 128)
_LAST_LINES = 5


Record = dict[str, Any]


@dataclass(frozen=True)
class Pointer:
    """An address in a parameter: its byte there, the number of the allocation, the byte in that,
    and the tensor map that has the address, None for a plain pointer."""

    offset: int
    array: int
    start: int
    map: Record | None


def record_launch(
    source: Path,
    kernel: str,
    arguments: Sequence[str],
    options: Sequence[str],
    arch: str,
    described: Sequence[str],
) -> tuple[Record, list[str]]:
    """Run a program until it launches a kernel, and write its FILE.cubin.

    Returns FILE.toml's keys, and the kernels that were launched before and had no effect.

    `described` are the arrays that the kernel can reach, in the order of their allocation, as for
    `--arg`; other arrays are bytes. Arrays that the host wrote keep these values, in .npy files
    next to `source`. Raises UserError if the program does not compile, fails, or never launches the
    kernel.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cubin = _compiled(source, options, arch, folder)
        source.with_suffix(".cubin").write_bytes(cubin)
        kernels = read_cubin(cubin).kernels
        asked = [symbol for symbol in kernels if not kernel or same_name(kernel, symbol)]
        if not asked:
            known = ", ".join(map(cpp_name, kernels))
            raise UserError(f"{source} has no kernel {kernel!r}, but {known}")
        lines = [
            " ".join([symbol, *(str(each.size) for each in kernels[symbol].parameters)])
            for symbol in asked
        ]
        (folder / "kernels.txt").write_text("\n".join([*lines, ""]))
        _run([str(folder / "program"), *arguments], folder)
        if not (folder / "launch.json").exists():
            raise UserError(f"{source} ended without a launch of {kernel or 'a kernel'}")
        record = json.loads((folder / "launch.json").read_text())
        made = _launch_file(source, record, described, folder)
        return made, list(dict.fromkeys(map(cpp_name, record["before"])))


def _compiled(source: Path, options: Sequence[str], arch: str, folder: Path) -> bytes:
    """Compile the program to `folder`/program; returns its cubin."""
    kept = folder / "kept"
    kept.mkdir()
    suffix = arch.removeprefix("sm_")
    # -arch=sm_90a would also compile for sm_90.
    words = [program(), f"-gencode=arch=compute_{suffix},code=sm_{suffix}", "-lineinfo", "-w"]
    words += ["-cudart=none", *map(absolute, options)]
    words += [f"-I{each}" for each in include_folders()]
    words += ["--keep", f"--keep-dir={kept}", "-o", str(folder / "program")]
    _run([*words, str(source.resolve()), str(RUNTIME)], folder)
    (cubin,) = kept.glob(f"{source.stem}*.cubin")
    return cubin.read_bytes()


def _run(words: Sequence[str], folder: Path) -> None:
    environment = {**os.environ, "SCHEDULES_RECORD": str(folder)}
    name = Path(words[0]).name
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=SECONDS, env=environment, check=False
        )
    except subprocess.TimeoutExpired:
        raise UserError(f"{name} takes more than {SECONDS} s") from None
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line or "undef" in line]
        text = "\n".join((errors or done.stderr.splitlines())[:_LAST_LINES])
        raise UserError(f"{name} ends with status {done.returncode}: {text}")


def _launch_file(source: Path, record: Record, described: Sequence[str], folder: Path) -> Record:
    """FILE.toml's keys; the values of arrays are written next to it."""
    parameters = [bytes.fromhex(each) for each in record["parameters"]]
    pointers = [list(_pointers(each, record)) for each in parameters]
    reached = sorted({pointer.array for some in pointers for pointer in some})
    if len(described) > len(reached):
        raise UserError(f"{len(described)} arrays are described; the kernel reaches {len(reached)}")
    entries: list[Record] = []
    for place, number in enumerate(reached):
        _, size, written = record["arrays"][number]
        entry: Record = {
            "name": f"array{place}",
            "dtype": "uint8",
            "shape": [size],
            "role": "inout",
        }
        if place < len(described):
            entry = parse_argument(described[place])
            _check_size(entry, size)
        if written and entry.get("role") != "out" and not {"values", "range"} & set(entry):
            entry["values"] = _saved(source, entry, folder / f"{number}.bin")
        entries.append(entry)
    arrays: dict[int, str] = {
        number: entry["name"] for number, entry in zip(reached, entries, strict=True)
    }
    names = []
    for place, (data, some) in enumerate(zip(parameters, pointers, strict=True)):
        if len(data) == POINTER_BYTES and some and not some[0].start:
            names.append(arrays[some[0].array])
            continue
        names.append(f"parameter{place}")
        entry = {"name": names[-1], "bytes": data.hex()}
        if some:
            entry["members"] = [_member(each, arrays[each.array]) for each in some]
        entries.append(entry)
    launch = {key: record[key] for key in ("kernel", "grid", "block", "cluster", "dynamic_shared")}
    launch |= {"cooperative": record["cooperative"], "arguments": names}
    return {"launches": [launch], "arguments": entries}


def _check_size(entry: Record, size: int) -> None:
    held = math.prod(entry.get("shape", ())) * np.dtype(entry["dtype"]).itemsize
    if held != size:
        raise UserError(f"{entry['name']} has {held} bytes; the host allocates {size}")


def _saved(source: Path, entry: Record, content: Path) -> str:
    """Write the content of an array to a .npy file; returns its name, or 'zeros'."""
    values = np.fromfile(content, entry["dtype"]).reshape(entry["shape"])
    if not values.view(np.uint8).any():
        return "zeros"
    file = source.with_name(f"{source.stem}.{entry['name']}.npy")
    np.save(file, values)
    return file.name


def _pointers(data: bytes, record: Record) -> Iterator[Pointer]:
    """The addresses of allocations in a parameter, in order."""
    offset = 0
    while offset + POINTER_BYTES <= len(data):
        described = None
        address = int.from_bytes(data[offset:][:POINTER_BYTES], "little")
        if data[offset:].startswith(_MARK):
            number = int.from_bytes(data[offset + len(_MARK) :][:POINTER_BYTES], "little")
            described = record["maps"][number]
            address = described["address"]
        for array, (start, size, _) in enumerate(record["arrays"]):
            if start <= address < start + size:
                yield Pointer(offset, array, address - start, described)
        offset += TENSOR_MAP_BYTES if described else POINTER_BYTES


def _member(pointer: Pointer, array: str) -> Record:
    """The member of a struct that an address is, as in FILE.toml; a map's extents outermost first.

    Raises UserError for a tensor map that no launch file describes.
    """
    member: Record = {"offset": pointer.offset, "array": array}
    if pointer.start:
        member["start"] = pointer.start
    if (described := pointer.map) is not None:
        swizzle, dtype = described["swizzle"], described["dtype"]
        packed = described["interleave"] or set(described["steps"]) != {1}
        if packed or swizzle >= len(_SWIZZLES) or dtype >= len(_MAP_DTYPES):
            raise UserError(f"a tensor map of {array}: interleaved, strided or of a packed dtype")
        itemsize = np.dtype(_MAP_DTYPES[dtype]).itemsize
        member |= {"dtype": _MAP_DTYPES[dtype], "swizzle": _SWIZZLES[swizzle]}
        member |= {"extents": described["shape"][::-1], "box": described["box"][::-1]}
        member["strides"] = [stride // itemsize for stride in described["strides"][::-1]]
    return member


def toml_text(table: Record) -> str:
    """A table as TOML; its values are scalars, lists and tables."""

    def value(item: Any) -> str:
        if isinstance(item, dict):
            return "{ " + ", ".join(f"{key} = {value(inner)}" for key, inner in item.items()) + " }"
        if isinstance(item, list | tuple):
            return "[" + ", ".join(map(value, item)) + "]"
        return json.dumps(item)

    def lines(inner: Record) -> str:
        return "".join(f"{key} = {value(item)}\n" for key, item in inner.items())

    plain = {key: item for key, item in table.items() if not _is_tables(item)}
    tables = [(key, inner) for key, item in table.items() if key not in plain for inner in item]
    return lines(plain) + "".join(f"\n[[{key}]]\n{lines(inner)}" for key, inner in tables)


def _is_tables(item: Any) -> bool:
    return isinstance(item, list) and bool(item) and all(isinstance(each, dict) for each in item)
