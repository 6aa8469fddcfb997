"""Kernels on the CPU: C functions of a script, and only some thread blocks of kernels that take
minutes.

`tvm.contrib.clang` compiled C functions to LLVM IR. Without clang, the local C++ compiler builds a
library of them, whose functions a kernel on the CPU finds by name.
"""

from __future__ import annotations

import ctypes
import shutil
import tempfile
from math import prod
from pathlib import Path

import tvm
from tvm import tirx
from tvm.support import cc as compilers
from tvm.support import clang

from schedules.lowering.nodes import in_loops, loop_with, nodes

from .calls import OldCall, here, notice, refuse
from .dataflow import map_functions, substitute
from .script_passes import applied


def on_cpu(mod: tvm.ir.IRModule, build: OldCall) -> tvm.ir.IRModule:
    """A module with CUDA's `__dp4a` written out, and the script's own intrinsics, for a CPU.

    Raises
    ------
    OldCallError
        It calls a C function that is in no loaded library.
    """

    def written_out(call: tvm.ir.Call):
        return _dp4a(*call.args[1:]) if _extern(call) == "__dp4a" else call

    mod = map_functions(applied(mod, "llvm"), tvm.ir.Call, written_out)
    loaded = ctypes.CDLL(None)
    wanted = {_extern(call) for call in nodes(tvm.ir.Call, mod)} - {""}
    missing = sorted(name for name in wanted if not hasattr(loaded, name))
    # A pragma may bring functions with it.
    if missing and "pragma_import" not in mod.script():
        raise build.error(
            f"{missing[0]} is a function of the GPU, or of a library that is not loaded, so the "
            "CPU cannot call it; compute it with te.compute, or run the script on a GPU"
        )
    return mod


def _extern(call: tvm.ir.Call) -> str:
    """The C function that a call calls, or ''."""
    known = str(getattr(call.op, "name", "")) in ("tirx.call_extern", "tirx.call_pure_extern")
    return str(call.args[0].value) if known else ""


def _dp4a(x, y, total):
    """The sum of products of four bytes, added to `total`."""
    for lane in range(4):
        product = _byte(x, lane) * _byte(y, lane)
        total = total + product
    return total


def _byte(word, lane: int):
    """A byte of a vector of four, or of a word, as an int32."""
    signed = not str(word.dtype).startswith("uint")
    kind = "int32" if signed else "uint32"
    word = word if str(word.dtype) == kind else tirx.reinterpret(kind, word)
    # Shifted to the top, and back with its sign.
    top = word << tirx.const(24 - 8 * lane, kind)
    return (top >> tirx.const(24, kind)).astype("int32")


# A module that defines nothing, for `pragma("import_llvm")`.
_EMPTY = 'source_filename = "{name}"\n'
_PACKAGE = "install the Debian package clang (apt-get install clang)"


def find_clang(required: bool = True) -> list[str]:
    """`tvm.contrib.clang.find_clang`."""
    paths = clang.find_clang(required=False)
    if required and not paths:
        raise refuse(f"clang is not installed: {_PACKAGE}")
    return paths


def create_llvm(inputs, output=None, options=None, cc=None) -> str:
    """`tvm.contrib.clang.create_llvm`: LLVM IR of C text, or of C files."""
    if cc or find_clang(required=False):
        return clang.create_llvm(inputs, output, options, cc)
    if not shutil.which("g++"):
        raise refuse(f"clang is not installed, and the script needs its LLVM IR: {_PACKAGE}")
    notice(here(), f"clang is not installed: g++ compiles the C code, only for CPUs ({_PACKAGE})")
    folder = Path(tempfile.mkdtemp(prefix="te_compat_"))
    try:
        files = []
        for number, text in enumerate([inputs] if isinstance(inputs, str) else inputs):
            file = Path(text) if str(text).endswith((".c", ".cc", ".cpp")) else None
            if file is None:
                file = folder / f"input{number}.cc"
                file.write_text(text, encoding="utf-8")
            files.append(str(file))
        library = folder / "functions.so"
        compilers.create_shared(str(library), files, options=["-O2", *(options or ())], cc="g++")
        ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
    except RuntimeError as error:
        said = str(error).splitlines()[-1]
        raise refuse(f"g++ cannot compile the C text ({said}); correct it") from None
    finally:
        shutil.rmtree(folder)
    empty = _EMPTY.format(name="compiled by g++")
    if output:
        Path(output).write_text(empty, encoding="utf-8")
    return empty


# --- Some blocks ----------------------------------------------------------------------------------

# Number of stores that take one CPU thread 5 to 20 s.
MOST = 2e9


def some_blocks(mod: tvm.ir.IRModule, call: OldCall) -> tvm.ir.IRModule | None:
    """The module with fewer blocks, evenly distributed, so that it executes at most MOST stores.

    None if all of its blocks execute no more, or if extents are not numbers.
    """
    nests = [loops for loops, _ in in_loops(tirx.BufferStore, mod)]
    every = {loop.loop_var: loop for loops in nests for loop in loops}
    if not all(isinstance(loop.extent, tirx.IntImm) for loop in every.values()):
        return None
    extents = {var: int(loop.extent.value) for var, loop in every.items()}
    blocks = [var for var, loop in every.items() if _is_block(loop)]

    def stores(kept: dict) -> int:
        return sum(prod(kept[loop.loop_var] for loop in loops) for loops in nests)

    kept = dict(extents)
    while stores(kept) > MOST and any(kept[var] > 1 for var in blocks):
        largest = max(blocks, key=kept.get)
        kept[largest] = (kept[largest] + 1) // 2
    if kept == extents:
        return None
    part = stores(kept) / stores(extents)
    notice(
        call,
        f"{stores(extents):.1e} stores take minutes on a CPU: {part:.2%} of them are executed, in "
        "evenly spread blocks, and checks of the results are skipped (--all-blocks runs all)",
    )

    def on_for(loop: tirx.For) -> tirx.For:
        var = loop.loop_var
        if kept.get(var) == extents.get(var):
            return loop
        step = (extents[var] - 1) // max(kept[var] - 1, 1)
        body = substitute(loop.body, {var: var * step})
        return loop_with(loop, extent=tirx.const(kept[var], loop.extent.ty), body=body)

    return map_functions(mod, tirx.For, on_for)


def _is_block(loop: tirx.For) -> bool:
    bound = loop.thread_binding
    return bound is not None and str(bound.thread_tag).startswith("blockIdx")
