"""Names that old scripts use and that lie elsewhere in TVM 0.27: those of 0.6, options, hooks."""

from __future__ import annotations

from collections.abc import Callable

import tvm
import tvm_ffi
from tvm import te, tirx

from . import runtime
from .calls import refuse
from .tensor import as_legacy

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
                "call_intrin",
                f"TVM 0.27 has no intrinsic {func_name}",
                "use one of tvm.tirx, or call_pure_extern for a C function",
            ) from None
    return tirx.call_intrin(str(dtype), func_name, *args, **kwargs)


def extern(shape, inputs, fcompute, name="extern", dtype=None, *args, **kwargs):
    """`te.extern`, whose tensors have a dtype that NumPy takes."""
    made = te.extern(shape, inputs, fcompute, name, dtype, *args, **kwargs)
    return [as_legacy(one) for one in made] if isinstance(made, list) else as_legacy(made)


# --- functions of the script's that TVM calls -----------------------------------------------------

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
                "register_func",
                f"TVM 0.27 has a function {name} of its own, which stays as it is",
                "give yours another name",
            )

        def called(*arguments):
            return runtime.unwrapped(func(*map(runtime.wrapped, arguments)))

        tvm.register_global_func(name, called, override=True)
        _registered.add(name)
        return func

    return register(f) if f is not None else register


# --- options of passes ----------------------------------------------------------------------------

_UNROLL = {
    "auto_unroll_max_step": "auto_max_step",
    "auto_unroll_max_depth": "auto_max_depth",
    "auto_unroll_max_extent": "auto_max_extent",
    "unroll_explicit": "explicit_unroll",
}
# Options of passes that run here and read them.
CONFIG = {
    "tir.UnrollLoop": "tirx.UnrollLoop",
    "tir.LoopPartition": "s_tir.LoopPartition",
    "tir.HoistIfThenElse": "s_tir.HoistIfThenElse",
    "tir.Simplify": "tirx.StmtSimplify",
    "tir.RemoveNoOp": "tirx.RemoveNoOp",
}


def pass_context(opt_level: int = 2, *_args, config=None, **_options):
    """`tvm.transform.PassContext`, with the names that options had; others are refused."""
    found = {}
    for name, value in dict(config or {}).items():
        known = CONFIG.get(name, name)
        if known not in CONFIG.values():
            raise refuse(
                "PassContext",
                f"nothing here acts on the option {name}",
                f"leave it out, or use one of {', '.join(CONFIG)}",
            )
        found[known] = value
    return tvm.transform.PassContext(opt_level=opt_level, config=found)


def build_config(**options):
    """`tvm.build_config` of 0.6."""
    # Of buffers that te.decl_tensor_intrin declares by itself, where it is this.
    if options.get("offset_factor") == 1:
        del options["offset_factor"]
    unknown = [name for name in options if name not in _UNROLL]
    if unknown:
        raise refuse(
            "build_config",
            f"nothing here acts on the option {unknown[0]}",
            f"leave it out, or use one of {', '.join(_UNROLL)}",
        )
    unroll = {_UNROLL[name]: value for name, value in options.items()}
    return pass_context(config={"tir.UnrollLoop": unroll} if unroll else {})


def convert(value):
    """`tvm.convert`: numbers as they are, Python's containers as TVM's."""
    return value if isinstance(value, int | float | str) else tvm_ffi.convert(value)


def enabled(target) -> bool:
    """`tvm.module.enabled`, `tvm.runtime.enabled`: whether a script can build for a target here."""
    kind = str(target).split()[0]
    if kind in ("cuda", "gpu"):
        return runtime.session().on_cpu or runtime.session().only_lower or tvm.cuda(0).exist
    return bool(tvm.runtime.enabled(kind))
