"""The launch that a program's host code makes: FILE.cubin and FILE.toml from FILE.cu.

nvcc compiles the program against a runtime that needs no GPU (`recording_runtime.cpp`). It runs
until it launches the kernel, whose parameters and arrays are then known.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gpusim.errors import UserError
from gpusim.isa.cubin import read_cubin
from gpusim.launch import TENSOR_MAP_BYTES

from ..compile.nvcc import program
from ..compile.nvrtc import absolute, include_folders
from .launch_files import POINTER_BYTES, parse_argument
from .symbols import cpp_name, same_name

RUNTIME = Path(__file__).with_name("recording_runtime.cpp")
SECONDS = 600
# The first 16 bytes of a recorded tensor map; its number follows.
_MARK = b"SCHEDULES-TENSOR"
_DTYPES: tuple[str, ...] = (
    "uint8",
    "uint16",
    "uint32",
    "int32",
    "uint64",
    "int64",
    "float16",
    "float32",
)
_DTYPES += ("float64", "bfloat16", "float32", "float32", "float32")
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
        if packed or swizzle >= len(_SWIZZLES) or dtype >= len(_DTYPES):
            raise UserError(f"a tensor map of {array}: interleaved, strided or of a packed dtype")
        itemsize = np.dtype(_DTYPES[dtype]).itemsize
        member |= {"dtype": _DTYPES[dtype], "swizzle": _SWIZZLES[swizzle]}
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
