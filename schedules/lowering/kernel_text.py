"""A kernel's own text within what TVM emits, and what tells a text from another's."""

from __future__ import annotations

import hashlib
import re

_FORWARD = re.compile(r'^(extern "C" __global__|__kernel) [^{;]*;\n', re.MULTILINE)
# The last lines of the preamble that TVM puts before every CUDA kernel; helpers that follow it
# (cp.async, mma) are this kernel's own.
_CUDA_PREAMBLE_END = "#define ushort unsigned short\n#endif\n"
_STARTS = ("__kernel", "kernel void", "@group(")


def kernel_text(source: str) -> str:
    """A kernel's text without TVM's preamble and without forward declarations."""
    text = _FORWARD.sub("", source)
    _, found, after = text.partition(_CUDA_PREAMBLE_END)
    if found:
        return after.strip() + "\n"
    start = next((text.index(start) for start in _STARTS if start in text), 0)
    return text[start:].strip() + "\n"


def text_fingerprint(text: str) -> str:
    """What tells a kernel's text from another's, in records."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
