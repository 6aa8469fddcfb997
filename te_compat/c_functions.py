"""C functions of a script, which `tvm.contrib.clang` compiled to LLVM IR.

Without clang, the local C++ compiler builds a library of them, whose functions a kernel on the CPU
finds by name.
"""

from __future__ import annotations

import ctypes
import shutil
import tempfile
from pathlib import Path

from tvm.support import cc as compilers
from tvm.support import clang

from .calls import here, notice, refuse

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
