"""Names of TVM 0.6 to 0.19 that have moved, take other options, or have another meaning today."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np
import tvm
import tvm_ffi
from tvm import te, tirx

from .calls import here, notice, refuse
from .dataflow import substitute, variables
from .devices import unwrapped, wrapped
from .intrinsics import OFFSET_FACTOR
from .schedule import Schedule
from .script_passes import ADD, SeenCall, has_rule, is_intrinsic, with_passes
from .session import session, watch
from .tensor import whole

# Names of tir that were directly in `tvm` before 0.7.
OF_TIR = (
    *("call_extern", "call_pure_extern", "call_packed", "likely"),
    *("decl_buffer", "call_intrin", "call_pure_intrin", "ir_builder"),
)
DTYPES = ("int8", "uint8", "int32", "float16", "float32", "float64", "handle")

# --- Schedules ------------------------------------------------------------------------------------


def create_schedule(ops) -> Schedule:
    """`te.create_schedule`: the default schedule of one or more operations."""
    made = Schedule(ops)
    made.sizes = session().sizes
    watch(made)
    return made


# --- Values ---------------------------------------------------------------------------------------


def var(name: str = "tindex", dtype: str = "int32"):
    """`te.var`, `te.size_var`: the number that the command line gives for the name, or a
    variable."""
    given = session().sizes.given.get(name)
    if given is not None:
        return tirx.const(given, dtype)
    return te.var(name, dtype)


def const(value, dtype: str | None = None):
    """`tvm.const`: a float becomes a float32, as before."""
    return tirx.const(value, dtype or ("float32" if isinstance(value, float) else "int32"))


def thread_axis(dom=None, tag: str = "", name: str = ""):
    """`te.thread_axis`."""
    return te.thread_axis(whole(dom), tag, name)


def reduce_axis(dom, name: str = "rv", thread_tag: str = "", span=None):
    """`te.reduce_axis`."""
    return te.reduce_axis(whole(dom), name, thread_tag)


def fmod(x, y):
    """`te.fmod`, which exists for CPU code only as a C function."""
    dtype = str(tirx.convert(x).ty.dtype)
    return tirx.call_pure_extern(dtype, "fmodf" if dtype == "float32" else "fmod", x, y)


def divided(a, b):
    """`a / b` of a script: TVM 0.5 and before truncated the quotient of integer expressions."""
    try:
        return a / b
    except RuntimeError as error:
        if "integer division" not in str(error):
            raise
    left, right = (getattr(operand, "var", operand) for operand in (a, b))
    return tirx.truncdiv(left, right)


def call_intrin(dtype, func_name, *args, **kwargs):
    """`tvm.tir.call_intrin`, `tvm.call_pure_intrin`: an intrinsic by its old name."""
    if isinstance(func_name, str):
        # "tir.exp" and, of 0.6, "exp" are "tirx.exp".
        bare = func_name.removeprefix("tir.")
        if has_rule(bare):
            return tirx.call_pure_extern(str(dtype), bare, *args)
        func_name = bare if "." in bare else f"tirx.{bare}"
        if not is_intrinsic(func_name):
            raise refuse(
                f"TVM 0.27 has no intrinsic {func_name}; use one of tvm.tirx, or call_pure_extern "
                "for a C function"
            )
    return tirx.call_intrin(str(dtype), func_name, *args, **kwargs)


class _ByWhatIsCalled(type):
    """Distinguishes reads of tensors from other calls, which are one kind of node in TVM 0.27."""

    def __instancecheck__(cls, node) -> bool:
        if isinstance(node, SeenCall):
            return not cls.reads
        is_read = isinstance(node, tvm.ir.Call) and str(node.op.name) == "te.tensor_load"
        return is_read == cls.reads and isinstance(node, tvm.ir.Call)

    def __call__(cls, *args, **kwargs):
        return tvm.ir.Call(*args, **kwargs)


class Call(metaclass=_ByWhatIsCalled):
    """`tvm.tir.Call`: any call except the read of a tensor."""

    reads = False


class ProducerLoad(metaclass=_ByWhatIsCalled):
    """`tvm.tir.ProducerLoad`: the read of a tensor."""

    reads = True


def post_order_visit(node, visit: Callable) -> None:
    """`tvm.tir.stmt_functor.post_order_visit`: calls `visit` for every node, inner ones first."""
    tvm_ffi.structural_walk(node, (tvm_ffi.Object, visit), order="post")


def substituted(node, values):
    """`tvm.tir.stmt_functor.substitute`: with values for variables."""
    return substitute(node, {var: convert_number(value) for var, value in values.items()})


def uses_var(expr, var) -> bool:
    """`tvm.ir_pass.ExprUseVar`."""
    return any(var.same_as(known) for known in variables(expr))


def simplified(expr):
    """`tvm.ir_pass.Simplify`, of expressions."""
    return tvm.sym.Analyzer().simplify(expr)


# Functions of tvm.ir_pass that rewrote or lowered statements.
_BUILT = "TVM removed this pass; use tvm.build(s, args, target), which does the same"
PASSES = {
    "StorageFlatten": "TVM removed this pass; use tvm.lower(s, args), which flattens buffers",
    "IRTransform": "TVM removed this pass; use tvm.tir.stmt_functor.ir_transform",
    "VerifyGPUCode": "TVM removed this pass; use tvm.build, which checks the limits of the GPU",
    **dict.fromkeys(("MakeAPI", "LowerTVMBuiltin", "SplitHostDevice"), _BUILT),
}


def convert_number(value):
    return tirx.const(value, "int32") if isinstance(value, int) else value


def convert(value):
    """`tvm.convert`: numbers as constants, text unchanged, Python containers as TVM's."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return const(value)
    if isinstance(value, list | tuple):
        value = list(map(convert, value))
    return value if isinstance(value, str) else tvm_ffi.convert(value)


# --- Script functions that TVM calls --------------------------------------------------------------

# Hooks into TVM's compilation, which this package uses itself.
_HOOKS = ("tvm_callback_cuda_compile", "tvm_callback_cuda_postproc")
_registered: set[str] = set()


def register_func(func_name, f=None, override: bool = False):
    """`tvm.register_func`: a Python function that `call_packed` finds; its arrays are `tvm.nd`'s.

    Functions that a script registered in an earlier run are replaced, TVM's own never.
    """
    if callable(func_name):
        func_name, f = func_name.__name__, func_name
    name = str(func_name)

    def register(func: Callable) -> Callable:
        if name in _HOOKS:
            notice(here("register_func"), f"{name} is not called: kernels are compiled unchanged")
            return func
        if tvm.get_global_func(name, allow_missing=True) is not None and name not in _registered:
            raise refuse(
                f"TVM 0.27 has its own function {name}, which cannot be replaced; rename yours",
                "register_func",
            )

        def called(*arguments):
            return unwrapped(func(*map(wrapped, arguments)))

        tvm.register_global_func(name, called, override=True)
        _registered.add(name)
        return func

    return register(f) if f is not None else register


_CBLAS = "tvm.contrib.cblas.matmul"


def get_global_func(name: str, allow_missing: bool = False):
    """`tvm.get_global_func`; NumPy's GEMM replaces CBLAS's, which this build of TVM lacks."""
    if name == _CBLAS and tvm.get_global_func(name, allow_missing=True) is None:
        register_func(name, _matmul)
    return tvm.get_global_func(name, allow_missing)


def _matmul(a, b, c, transpose_a=False, transpose_b=False, *_numbers) -> None:
    left, right = (
        x.numpy().T if turned else x.numpy() for x, turned in ((a, transpose_a), (b, transpose_b))
    )
    c.copyfrom(np.ascontiguousarray(left @ right, dtype=c.dtype))


# --- Options of passes ----------------------------------------------------------------------------

_UNROLL = {
    "auto_unroll_max_step": "auto_max_step",
    "auto_unroll_max_depth": "auto_max_depth",
    "auto_unroll_max_extent": "auto_max_extent",
    "unroll_explicit": "explicit_unroll",
}
# Options that only changed the speed or the look of code.
_IDLE = {
    *("auto_unroll_min_depth", "data_alignment", "restricted_func", "double_buffer_split_loop"),
    *("dump_pass_ir", "detect_global_barrier", "disable_select_rewriting", "disable_vectorize"),
    *("instrument_bound_checkers", "partition_const_loop"),
}
# Options of passes that are run and read them.
_CONFIG = {
    "tir.UnrollLoop": "tirx.UnrollLoop",
    "tir.LoopPartition": "s_tir.LoopPartition",
    "tir.HoistIfThenElse": "s_tir.HoistIfThenElse",
    "tir.Simplify": "tirx.StmtSimplify",
    "tir.RemoveNoOp": "tirx.RemoveNoOp",
}


def _renamed(options: dict, names: dict[str, str], method: str) -> dict:
    for name in options:
        if name not in names and name not in names.values():
            raise refuse(
                f"the option {name} has no effect; leave it out, or use one of {', '.join(names)}",
                method,
            )
    return {names.get(name, name): value for name, value in options.items()}


def _without_idle(options: dict, method: str) -> dict:
    """Options without those that change no result."""
    idle = [name for name in options if name.removeprefix("tir.") in _IDLE]
    if idle:
        notice(here(method), f"{', '.join(idle)}: ignored; results do not change")
    return {name: value for name, value in options.items() if name not in idle}


def pass_context(opt_level: int = 2, *_args, config=None, **_options):
    """`tvm.transform.PassContext`, with the names that options had; others are refused."""
    given = _without_idle(dict(config or {}), "PassContext")
    passes = given.pop(ADD, None)
    options = _renamed(given, _CONFIG, "PassContext")
    context = tvm.transform.PassContext(opt_level=opt_level, config=options)
    return with_passes(context, passes) if passes else context


def build_config(**options):
    """`tvm.build_config` of 0.6."""
    factor = options.pop("offset_factor", OFFSET_FACTOR.get())
    options = _without_idle(options, "build_config")
    unroll = _renamed(options, _UNROLL, "build_config")
    return _buffers_by(factor, pass_context(config={"tir.UnrollLoop": unroll} if unroll else {}))


@contextlib.contextmanager
def _buffers_by(offset_factor: int, context):
    """A context in which `te.decl_tensor_intrin` declares buffers with an offset factor."""
    before = OFFSET_FACTOR.set(int(offset_factor))
    try:
        with context:
            yield context
    finally:
        OFFSET_FACTOR.reset(before)
