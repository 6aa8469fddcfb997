"""The PTX that a cubin carries if it was compiled with -lineinfo."""

from __future__ import annotations

import io

from elftools.elf.elffile import ELFFile

_SECTION = ".nv_debug_ptx_txt"


def embedded_ptx(data: bytes) -> str:
    """The PTX text of a cubin, '' if there is none; in the cubin, lines end with a zero byte."""
    section = ELFFile(io.BytesIO(data)).get_section_by_name(_SECTION)
    if section is None:
        return ""
    text = section.data().replace(b"\0", b"\n").decode(errors="replace")
    start = text.find(".version")
    return text[start:] if start >= 0 else ""
