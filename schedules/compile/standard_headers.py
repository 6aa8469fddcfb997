"""Headers of the C and C++ libraries for NVRTC, which has none.

`<cstdint>` and the like become libcu++'s header of the same name, whose names are also put into
namespace std. Headers of input and output are empty: `printf` and `assert` are built in.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

_OF_C = ("assert", "float", "limits", "math", "stddef", "stdint", "stdlib", "string", "time")
_EMPTY = ("cstdio", "stdio.h", "iostream", "string", "vector")
# libcu++ checks whether this header exists.
_LEFT_OUT = ("version",)
_FORWARD = """#pragma once
#include <cuda/std/{name}>
namespace cuda::std {{}}
namespace std {{ using namespace cuda::std; }}
"""
# The type traits that TVM's preamble uses. Compiling libcu++'s whole <type_traits> takes two thirds
# of the time; the header FEW_TRAITS has only these.
FEW_TRAITS = "few_type_traits"
TRAITS = {"conditional", "enable_if", "is_floating_point", "is_integral", "is_same", "is_same_v"}
TRAITS |= {"is_signed", "is_unsigned"}
# NVRTC omits these from libcu++'s header.
_LIMITS = {
    "FLT_MAX": "3.402823466e+38F",
    "FLT_MIN": "1.175494351e-38F",
    "FLT_EPSILON": "1.192092896e-07F",
    "FLT_DIG": "6",
    "FLT_MANT_DIG": "24",
    "DBL_MAX": "1.7976931348623158e+308",
    "DBL_MIN": "2.2250738585072014e-308",
    "DBL_EPSILON": "2.2204460492503131e-016",
    "DBL_DIG": "15",
    "DBL_MANT_DIG": "53",
}


def few_type_traits(folders: Iterable[Path]) -> str:
    """The header with TRAITS alone, or the whole one if another release of libcu++ has a
    different layout."""
    files = [f"cuda/std/__type_traits/{name}.h" for name in sorted(TRAITS - {"is_same_v"})]
    if not all(any((folder / file).is_file() for folder in folders) for file in files):
        files = ["cuda/std/type_traits"]
    return "#pragma once\n" + "".join(f"#include <{file}>\n" for file in files)


@cache
def standard_headers(folders: tuple[Path, ...]) -> dict[str, str]:
    """Header name -> text, for the headers that libcu++ has in one of the include folders."""
    library = next(
        (folder / "cuda/std" for folder in folders if (folder / "cuda/std").is_dir()), None
    )
    files = library.iterdir() if library else ()
    # `__algorithm_` and the like are whole headers, but not public yet.
    names = {
        file.name.removeprefix("__").removesuffix("_"): file.name
        for file in sorted(files)
        if file.is_file() and not file.suffix and file.name not in _LEFT_OUT
    }
    texts = {name: _FORWARD.format(name=file) for name, file in names.items()}
    limits = (
        f"#ifndef {name}\n#define {name} {value}\n#endif\n" for name, value in _LIMITS.items()
    )
    texts["cfloat"] = texts.get("cfloat", "") + "".join(limits)
    texts |= {f"{name}.h": f"#include <c{name}>\n" for name in _OF_C if f"c{name}" in texts}
    return texts | dict.fromkeys(_EMPTY, "#pragma once\n")
