"""Emitted text and runtime modules: a kernel's text, its compiled code, and running it on a CPU."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import tvm
import tvm_ffi
from tvm.runtime import Executable

__all__ = ["Executable", "machine_code_by", "poisoned", "run_library", "text_alone"]

# TVM's hook that compiles CUDA text; it is called for every text that is emitted if there is a GPU.
_COMPILE = "tvm_callback_cuda_compile"


@contextlib.contextmanager
def machine_code_by(compile_text: Callable[[str], bytes] | None) -> Iterator[None]:
    """Context in which TVM compiles CUDA text by `compile_text`; with None, by its own compiler."""
    if compile_text is None:
        yield
        return
    before = tvm.get_global_func(_COMPILE, allow_missing=True)
    tvm_ffi.register_global_func(_COMPILE, compile_text, override=True)
    try:
        yield
    finally:
        if before is not None:
            tvm_ffi.register_global_func(_COMPILE, before, override=True)


def text_alone() -> contextlib.AbstractContextManager[None]:
    """Context in which TVM only emits text, which is then not compiled."""
    return machine_code_by(lambda _source: b"")


def poisoned(shape: Sequence[int], dtype: str) -> np.ndarray:
    """An array whose every element is wrong until written: NaN, the smallest integer, or True."""
    return np.full(shape, np.iinfo(dtype).min if "int" in dtype else np.nan, dtype=dtype)


def run_library(
    library: Executable,
    inputs: Sequence[np.ndarray],
    outputs: Sequence[tuple[tuple[int, ...], str]],
) -> list[np.ndarray]:
    """Run a CPU library; `outputs` are the shape and dtype of each result, which is poisoned
    first."""
    arguments = [tvm.runtime.tensor(array) for array in inputs]
    results = [tvm.runtime.tensor(poisoned(shape, dtype)) for shape, dtype in outputs]
    library["main"](*arguments, *results)
    return [result.numpy() for result in results]
