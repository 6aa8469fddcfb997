"""The text of a kernel that TVM emits."""

from __future__ import annotations

import hashlib
import re

_FORWARD = re.compile(r'^(extern "C" __global__|__kernel) [^{;]*;\n', re.MULTILINE)
# Last lines of the preamble that TVM puts before every CUDA kernel; the helpers after it (cp.async,
# mma) belong to the kernel.
_CUDA_PREAMBLE_END = "#define ushort unsigned short\n#endif\n"
_STARTS = ("__kernel", "kernel void", "@group(")


def kernel_text(source: str) -> str:
    """A kernel's text without TVM's preamble and without forward declarations."""
    text = _FORWARD.sub("", source)
    _, separator, after = text.partition(_CUDA_PREAMBLE_END)
    if separator:
        return after.strip() + "\n"
    start = next((text.index(start) for start in _STARTS if start in text), 0)
    return text[start:].strip() + "\n"


def text_fingerprint(text: str) -> str:
    """The hash that identifies a kernel's text in records."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
