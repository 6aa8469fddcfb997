"""`tvm.register_func`: functions of a script's that TVM calls."""

from __future__ import annotations

from collections.abc import Callable

import tvm

from .arrays import unwrapped, wrapped
from .calls import refuse

# Hooks into TVM's own compilation, which is this package's here.
_HOOKS = ("tvm_callback_cuda_compile", "tvm_callback_cuda_postproc")
_registered: set[str] = set()


def register_func(func_name, f=None, override: bool = False):
    """`tvm.register_func`: a Python function that `call_packed` finds; its arrays are `tvm.nd`'s.

    What a script registered in an earlier run is replaced, TVM's own functions never.
    """
    if callable(func_name):
        func_name, f = func_name.__name__, func_name
    name = str(func_name)

    def register(func: Callable) -> Callable:
        if name in _HOOKS:
            return func
        if tvm.get_global_func(name, allow_missing=True) is not None and name not in _registered:
            raise refuse(
                f"TVM 0.27 has a function {name} of its own, which stays as it is; give yours "
                "another name",
                "register_func",
            )

        def called(*arguments):
            return unwrapped(func(*map(wrapped, arguments)))

        tvm.register_global_func(name, called, override=True)
        _registered.add(name)
        return func

    return register(f) if f is not None else register
