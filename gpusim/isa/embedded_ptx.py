"""The PTX that a cubin carries if it was compiled with -lineinfo, and what SASS does not show."""

from __future__ import annotations

import io
import re

from elftools.elf.elffile import ELFFile

_SECTION = ".nv_debug_ptx_txt"
_STRONG = r"\.(?=[\w:.]*\b(volatile|relaxed|acquire|release|mmio)\b)[\w:.]*\."
_STRONG_VECTOR = re.compile(rf"\b(ld|st){_STRONG}v[248]\b")
_STRONG_WIDE_LOAD = re.compile(rf"\bld{_STRONG}[busf](64|128)\b")


def embedded_ptx(data: bytes) -> str:
    """The PTX text of a cubin, '' if there is none; in the cubin, lines end with a zero byte."""
    section = ELFFile(io.BytesIO(data)).get_section_by_name(_SECTION)
    if section is None:
        return ""
    text = section.data().replace(b"\0", b"\n").decode(errors="replace")
    start = text.find(".version")
    return text[start:] if start >= 0 else ""


def has_strong_vectors(ptx: str) -> bool:
    """Whether PTX has a strong load or store of a vector, whose elements are separate accesses."""
    return _STRONG_VECTOR.search(ptx) is not None


def has_wide_strong_loads(ptx: str) -> bool:
    """Whether PTX has a strong load of 64 or 128 bits, which ptxas may narrow."""
    return _STRONG_WIDE_LOAD.search(ptx) is not None
