"""C++ names of a cubin's symbols, as the C++ runtime demangles them."""

from __future__ import annotations

import ctypes
import re
from functools import cache

_NAMESPACES = re.compile(r"^(?:(?:\w+|\(anonymous namespace\))::)*(?=\w+(?:<|$))")


@cache
def cpp_name(symbol: str) -> str:
    """'scale<float, 4>' from '_ZN3lib5scaleIfLi4EEEvPT_': the name with namespaces and template
    arguments, without parameters; the symbol itself if it is not of a known form."""
    if not symbol.startswith("_Z"):
        return symbol
    try:
        library = ctypes.CDLL("libstdc++.so.6")
    except OSError:
        # Not on Linux.
        return symbol
    demangle = library.__cxa_demangle
    demangle.argtypes, demangle.restype = [ctypes.c_char_p, *[ctypes.c_void_p] * 3], ctypes.c_void_p
    text = demangle(symbol.encode(), None, None, None)
    if not text:
        return symbol
    name = ctypes.string_at(text).decode()
    library.free(ctypes.c_void_p(text))
    return _without_parameters(name.removeprefix("void "))


def _without_parameters(name: str) -> str:
    """A function's name without the parentheses at its end; any other name unchanged."""
    depth = 0
    for at in reversed(range(len(name) if name.endswith(")") else 0)):
        depth += (name[at] == ")") - (name[at] == "(")
        if not depth:
            return name[:at]
    return name


def same_name(asked: str, symbol: str) -> bool:
    """Whether a symbol has a C++ name, which may omit namespaces and template arguments."""
    full = _normal(cpp_name(symbol))
    short = _normal(_NAMESPACES.sub("", cpp_name(symbol)))
    asked = _normal(asked)
    return asked in {full, short, full.partition("<")[0], short.partition("<")[0]}


def _normal(name: str) -> str:
    name = re.sub(r"\(\w[\w ]*\)", "", name)
    name = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", name).replace("true", "1").replace("false", "0")
    return re.sub(r"\s+", "", re.sub(r"\bunsigned int\b", "unsigned", name))
