"""C++ names of a cubin's symbols: Itanium mangling, as far as kernels' names use it."""

from __future__ import annotations

import re

_TYPES = {
    "f": "float", "d": "double", "i": "int", "j": "unsigned int", "l": "long",
    "m": "unsigned long", "x": "long long", "y": "unsigned long long", "s": "short",
    "t": "unsigned short", "a": "signed char", "h": "unsigned char", "c": "char", "b": "bool",
    "v": "void", "Dh": "half",
}  # fmt: skip
_PIECE = re.compile(
    r"(?P<name>\d+)|L(?P<kind>\w|Dh)(?P<number>n?\d+)E|(?P<type>Dh|[a-z])|(?P<letter>[A-Z])"
)


def cpp_name(symbol: str) -> str:
    """'scale<float, 4>' from '_ZN3lib5scaleIfLi4EEEvPT_': the name with namespaces and template
    arguments, without parameters; the symbol itself if it is not of a form that is known here."""
    if not symbol.startswith("_Z"):
        return symbol
    text = symbol[2:].removeprefix("L")
    try:
        name, _ = _name(text, 0)
    except (ValueError, KeyError):
        return symbol
    return name


def same_name(asked: str, symbol: str) -> bool:
    """Whether a symbol has a C++ name, which may omit namespaces and template arguments."""
    full = _normal(cpp_name(symbol))
    short = _normal(re.sub(r"^(?:\w+::)*(?=\w+(?:<|$))", "", cpp_name(symbol)))
    asked = _normal(asked)
    return asked in (full, short, full.partition("<")[0], short.partition("<")[0])


def _normal(name: str) -> str:
    name = re.sub(r"\(\w[\w ]*\)", "", name)
    name = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", name).replace("true", "1").replace("false", "0")
    return re.sub(r"\s+", "", re.sub(r"\bunsigned int\b", "unsigned", name))


def _name(text: str, at: int) -> tuple[str, int]:
    """A name at a place of a symbol, and where it ends; raises ValueError for an unknown form."""
    nested = text.startswith("N", at)
    at += nested
    parts = []
    while (digits := re.compile(r"L?(\d+)").match(text, at)) is not None:
        size, at = int(digits[1]), digits.end()
        parts.append("(anonymous)" if text.startswith("_GLOBAL__N", at) else text[at : at + size])
        at += size
        if text.startswith("I", at):
            arguments, at = _arguments(text, at + 1)
            parts[-1] += f"<{', '.join(arguments)}>"
        if not nested:
            break
    if not parts or (nested and not text.startswith("E", at)):
        raise ValueError
    return "::".join(parts), at + nested


def _arguments(text: str, at: int) -> tuple[list[str], int]:
    found: list[str] = []
    while not text.startswith("E", at):
        more, at = _argument(text, at)
        found += more
    return found, at + 1


def _argument(text: str, at: int) -> tuple[list[str], int]:
    piece = _PIECE.match(text, at)
    if piece is None:
        raise ValueError
    if piece["name"] or piece["letter"] == "N":
        name, at = _name(text, at)
        return [name], at
    if piece["number"]:
        return [piece["number"].replace("n", "-")], piece.end()
    if piece["type"]:
        return [_TYPES[piece["type"]]], piece.end()
    if piece["letter"] == "J":
        return _arguments(text, piece.end())
    mark = {"P": "*", "R": "&", "K": " const"}[piece["letter"]]
    (inner,), at = _argument(text, piece.end())
    return [inner + mark], at
