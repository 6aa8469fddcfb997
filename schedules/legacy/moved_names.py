"""Names of TVM 0.6 to 0.19 that lie elsewhere today, or mean something else."""

from __future__ import annotations

import tvm
import tvm_ffi
from tvm import tirx

from .calls import refuse

# What lay directly in `tvm` before 0.7, and lies in te now, or in tirx.
OF_TE = (
    *("reduce_axis", "thread_axis", "sum", "max", "min", "comm_reducer", "tag_scope", "var"),
    *("const", "min_value", "max_value", "all", "any", "if_then_else", "div", "indexdiv"),
    *("indexmod", "truncdiv", "truncmod", "floordiv", "floormod", "fmod", "power", "popcount"),
    *("exp", "log", "sqrt", "rsqrt", "tanh", "sigmoid", "sin", "cos", "atan", "erf", "floor"),
    *("ceil", "trunc", "abs", "round", "nearbyint", "isnan"),
)
OF_TIR = ("call_extern", "call_pure_extern", "call_packed", "likely")
DTYPES = {name: name for name in ("int8", "uint8", "int32", "float16", "float32", "float64")}
DTYPES["handle"] = "handle"


def op_name(name: str) -> str:
    """An intrinsic's name today: "tir.exp" and, of 0.6, "exp" are "tirx.exp"."""
    bare = name.removeprefix("tir.")
    return bare if "." in bare else f"tirx.{bare}"


def call_intrin(dtype, func_name, *args, **kwargs):
    """`tvm.tir.call_intrin`, `tvm.call_pure_intrin`: an intrinsic by the name it had."""
    if isinstance(func_name, str):
        func_name = op_name(func_name)
        try:
            tvm.ir.Op.get(func_name)
        except AttributeError:
            raise refuse(
                f"TVM 0.27 has no intrinsic {func_name}; use one of tvm.tirx, or call_pure_extern "
                "for a C function"
            ) from None
    return tirx.call_intrin(str(dtype), func_name, *args, **kwargs)


def convert(value):
    """`tvm.convert`: numbers as they are, Python's containers as TVM's."""
    return value if isinstance(value, int | float | str) else tvm_ffi.convert(value)
