"""`tvm` and `te` as old scripts import them: stand-ins over TVM 0.27, which stays as it is."""

from __future__ import annotations

import contextlib
import importlib
from types import FunctionType, ModuleType

import tvm as today
import tvm_ffi
from tvm import s_tir, tirx
from tvm import te as today_te

from . import (
    arrays,
    build,
    intrinsics,
    ir_builder,
    moved_names,
    packed_functions,
    pass_options,
    script_targets,
    tensor,
)
from .calls import OldCallError
from .dataflow import reduction
from .schedule import Schedule
from .session import session, watch
from .stage import ROOT, Stage
from .stand_in import ProvidedStandIn, StandIn

# --- te -------------------------------------------------------------------------------------------


def create_schedule(ops) -> Schedule:
    """`te.create_schedule`: the default schedule of one or more operations."""
    made = Schedule(ops)
    watch(made)
    return made


def size_var(name: str = "size", dtype: str = "int32"):
    """`te.size_var`: a variable; extents that depend on it are refused at `te.placeholder`."""
    return today_te.var(name, dtype)


def auto_inline_injective(sch: Schedule) -> None:
    """`te.schedule.AutoInlineInjective`: inline what reduces nothing, but outputs."""
    for stage in sch.stages:
        inner = stage.is_compute and all(stage is not sch[op] for op in sch.outputs)
        if inner and stage.attach == ROOT and reduction(stage.op) is None:
            stage.compute_inline()


_SCAN = (
    "create_prim_func of TVM 0.27 does not take a scan; write the loop in TVMScript, or unroll a "
    "short one into several te.compute"
)
te = StandIn(
    "te",
    today_te,
    {
        "hybrid": "te.hybrid left TVM in 0.20; write TVMScript",
        "scan": _SCAN,
        "gradient": "automatic differentiation of TE left TVM; use relax.transform.Gradient",
    },
)
te.create_schedule = create_schedule
te.placeholder = tensor.placeholder
te.compute = tensor.compute
te.size_var = size_var
te.decl_tensor_intrin = intrinsics.decl_tensor_intrin
te.extern = tensor.extern
_BOUNDS = "bounds are known only in TIR today: print(tvm.lower(s, args)) shows every extent"
te.schedule = StandIn(
    "te.schedule",
    None,
    {
        "InferBound": _BOUNDS,
        "ScheduleOps": _BOUNDS,
        **dict.fromkeys(
            ("AutoInlineElemWise", "AutoInlineBroadcast"),
            "not supported here; use AutoInlineInjective, or compute_inline for each stage",
        ),
    },
)
te.schedule.Buffer = tirx.Buffer
te.schedule.AutoInlineInjective = auto_inline_injective
te.schedule.create_schedule = create_schedule
te.schedule.Schedule, te.schedule.Stage = Schedule, Stage
te.Schedule = Schedule


# --- tir ------------------------------------------------------------------------------------------


class PassesStandIn(StandIn):
    """`tvm.tir.transform` and `analysis`, whose names are divided between tirx and s_tir today."""

    def __getattr__(self, name: str):
        scheduled = getattr(s_tir, self.__name__.rpartition(".")[2])
        if not hasattr(self.__dict__["_real"], name) and hasattr(scheduled, name):
            return getattr(scheduled, name)
        return super().__getattr__(name)


_WALK = "walk TIR with tvm_ffi.structural_walk, and rewrite it with tvm_ffi.structural_map"
tir = StandIn("tvm.tir", tirx, {"stmt_functor": _WALK, "ir_pass": _WALK})
tir.transform = PassesStandIn("tvm.tir.transform", tirx.transform, {})
tir.transform.Simplify = tirx.transform.StmtSimplify
tir.analysis = PassesStandIn("tvm.tir.analysis", tirx.analysis, {})
tir.analysis.expr_deep_equal = tvm_ffi.structural_equal
tir.ir_builder = ir_builder
tir.call_intrin = tir.call_pure_intrin = moved_names.call_intrin
tir.decl_buffer = intrinsics.decl_buffer
tir.expr = tirx


# --- tvm ------------------------------------------------------------------------------------------


class TargetStandIn(StandIn):
    """`tvm.target`, whose strings may carry options, and which can be called."""

    def __call__(self, *args, **kwargs):
        return script_targets.script_target(*args, **kwargs)


class _AnyTarget(type):
    """TVM's own targets are the script's as well."""

    def __instancecheck__(cls, given) -> bool:
        return isinstance(given, today.target.Target)


class _Target(metaclass=_AnyTarget):
    """`tvm.target.Target("cuda -arch=sm_80")`."""

    def __new__(cls, target="llvm", host=None):
        return script_targets.script_target(target)

    @staticmethod
    def current(allow_none: bool = True):
        target = today.target.Target.current(allow_none)
        return None if target is None else script_targets.script_target(target)

    from_device = staticmethod(script_targets.target_of_device)


target = TargetStandIn("tvm.target", today.target, {})
target.Target = _Target
target.create = script_targets.script_target
target.cuda = lambda *_args, **_kwargs: script_targets.script_target("cuda")

nd = StandIn("tvm.nd", None, {})
nd.array, nd.empty, nd.NDArray = arrays.array, arrays.empty, arrays.NDArray
nd.cpu, nd.gpu, nd.cuda, nd.device = today.cpu, arrays.gpu, arrays.gpu, arrays.device


class TestingStandIn(StandIn):
    """`tvm.testing`; TVM's own imports pytest, which a script does not need."""

    @staticmethod
    def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7, verbose=True):
        import numpy as np

        if session().skipped:
            return
        actual, desired = (
            np.asarray(getattr(x, "numpy", lambda x=x: x)()) for x in (actual, desired)
        )
        np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, verbose=verbose)

    def __getattr__(self, name: str):
        if not name.startswith("__"):
            with contextlib.suppress(ImportError, AttributeError):
                return getattr(importlib.import_module("tvm.testing"), name)
        return super().__getattr__(name)


class ContribStandIn(StandIn):
    """`tvm.contrib`, whose helpers (utils, nvcc, cc, ...) lie in tvm.support now."""

    def __getattr__(self, name: str):
        name = {"util": "utils"}.get(name, name)
        for package in ("tvm.contrib", "tvm.support"):
            with contextlib.suppress(ImportError):
                return importlib.import_module(f"{package}.{name}")
        return super().__getattr__(name)


contrib = ContribStandIn(
    "tvm.contrib",
    None,
    {
        "tedd": "tedd left TVM in 0.20; `schedules report SCRIPT.py` shows a schedule as a page",
        "spirv": "its optimizer left TVM; leave the import out",
    },
)


class TopiStandIn(StandIn):
    """`tvm.topi` and the modules in it; the tensors that it gives are old scripts' own."""

    def __getattr__(self, name: str):
        if name == "util":
            name = "utils"
        real = super().__getattr__(name)
        if isinstance(real, ModuleType):
            return TopiStandIn(f"{self.__name__}.{name}", real, {})
        return tensor.giving_legacy(real) if isinstance(real, FunctionType) else real


_SCHEDULES = (
    "TOPI's schedules left TVM with te.create_schedule; schedule the stages of the computation "
    "(topi.nn, topi.reduction, ... are there) in the script itself"
)
topi = TopiStandIn(
    "tvm.topi",
    today.topi,
    dict.fromkeys(
        ("cuda", "x86", "arm_cpu", "generic", "mali", "rocm", "intel_graphics", "hexagon"),
        _SCHEDULES,
    ),
)


_LEFT = "left TVM in 0.20"
_RULES = (
    "rules that lower an intrinsic cannot be added from a script any more; call the function by "
    "its name with tvm.tir.call_pure_extern"
)
tvm = ProvidedStandIn(
    "tvm",
    today,
    {
        "auto_scheduler": f"auto_scheduler {_LEFT}; use tvm.s_tir.meta_schedule",
        "relay": f"relay {_LEFT}; use tvm.relax",
        "scan": _SCAN,
        "schedule": "tvm.schedule is te.schedule",
        "hybrid": f"hybrid script {_LEFT}; write TVMScript",
        "register_intrin_rule": _RULES,
        **dict.fromkeys(("ir_pass", "make", "stmt"), "it is in tvm.tirx today, if at all"),
    },
    {"autotvm": "AutoTVM's words"},
)
tvm.te, tvm.tir, tvm.tirx, tvm.target, tvm.nd = te, tir, tirx, target, nd
tvm.expr = tirx
tvm.arith = StandIn("tvm.arith", today.sym, {})
tvm.contrib = contrib
tvm.testing = TestingStandIn("tvm.testing", None, {})
tvm.lower, tvm.build = build.legacy_lower, build.legacy_build
tvm.gpu = tvm.cuda = arrays.gpu
tvm.device = tvm.context = arrays.device
tvm.__version__ = today.__version__
tvm.topi = topi
tvm.register_func, tvm.convert = packed_functions.register_func, moved_names.convert
tvm.error = StandIn("tvm.error", today.error, {})
tvm.TVMError = tvm.error.TVMError = RuntimeError
tvm.ir = StandIn(
    "tvm.ir", today.ir, dict.fromkeys(("register_intrin_lowering", "register_op_attr"), _RULES)
)
tvm._ffi = StandIn("tvm._ffi", None, {})
tvm._ffi.base = StandIn("tvm._ffi.base", None, {})
tvm._ffi.base.TVMError = RuntimeError
tvm.transform = StandIn("tvm.transform", today.transform, {})
tvm.transform.PassContext, tvm.build_config = pass_options.pass_context, pass_options.build_config
tvm.runtime = StandIn("tvm.runtime", today.runtime, {})
tvm.runtime.module = tvm.module = StandIn("tvm.module", None, {})
for _module in (tvm.runtime, tvm.module):
    _module.enabled, _module.load_module = build.enabled, build.load_module
tvm.module.load = build.load_module
tvm.runtime.ndarray = tvm.ndarray = tvm.runtime.nd = nd
tvm.runtime.convert = moved_names.convert
# Names that lay directly in tvm before 0.7.
for _name in (
    *("placeholder", "compute", "create_schedule", "extern", "decl_tensor_intrin"),
    *moved_names.OF_TE,
):
    setattr(tvm, _name, getattr(te, _name))
for _name in (*moved_names.OF_TIR, "decl_buffer", "call_intrin", "call_pure_intrin", "ir_builder"):
    setattr(tvm, _name, getattr(tir, _name))
tvm.select = tir.Select
tvm.__dict__.update(moved_names.DTYPES)

__all__ = ["OldCallError", "te", "tvm"]
