"""`tvm` and `te` as old scripts import them: stand-ins over TVM 0.27, which stays as it is."""

from __future__ import annotations

import contextlib
import importlib
from types import ModuleType

import tvm as today
from tvm import te as today_te
from tvm import tirx

from . import intrinsics, ir_builder, runtime, tensor
from .calls import MissingName, OldCallError, here, refuse
from .stage import Schedule, Stage


class StandIn(ModuleType):
    """A module with names of its own in front of a real one's."""

    def __init__(self, name: str, real: ModuleType | None, gone: dict[str, str]) -> None:
        super().__init__(name)
        self.__dict__["_real"] = real
        self.__dict__["_gone"] = gone

    def __getattr__(self, name: str):
        real, gone = self.__dict__["_real"], self.__dict__["_gone"]
        if name not in gone and real is not None and hasattr(real, name):
            return getattr(real, name)
        if name.startswith("__"):
            raise AttributeError(name)
        reason = gone.get(name) or (
            f"TVM 0.27 has no {self.__name__}.{name}, and it is not among the old calls that are "
            "supported (docs/legacy.md)"
        )
        raise MissingName(str(here(f"{self.__name__}.{name}").error(reason)))


def _gone(method: str, reason: str, way_out: str):
    def call(*_args, **_kwargs):
        raise refuse(method, reason, way_out)

    return call


# --- te -------------------------------------------------------------------------------------------


def create_schedule(ops) -> Schedule:
    """`te.create_schedule`: the default schedule of one or more operations."""
    made = Schedule(ops)
    runtime.watch(made)
    return made


def size_var(name: str = "size", dtype: str = "int32"):
    """`te.size_var`: a variable; extents that depend on it are refused at `te.placeholder`."""
    return today_te.var(name, dtype)


te = StandIn("te", today_te, {"hybrid": "te.hybrid left TVM in 0.20; write TVMScript"})
te.create_schedule = create_schedule
te.placeholder = tensor.placeholder
te.compute = tensor.compute
te.size_var = size_var
te.decl_tensor_intrin = intrinsics.decl_tensor_intrin
te.schedule = StandIn("te.schedule", None, {})
te.schedule.Schedule, te.schedule.Stage = Schedule, Stage
te.Schedule = Schedule
te.scan = _gone(
    "te.scan",
    "create_prim_func of TVM 0.27 does not take a scan",
    "write the loop in TVMScript, or unroll a short one into several te.compute",
)
te.gradient = _gone(
    "te.gradient", "automatic differentiation of TE left TVM", "use relax.transform.Gradient"
)


# --- tir ------------------------------------------------------------------------------------------


def call_intrin(dtype, func_name, *args, **kwargs):
    """`tvm.tir.call_intrin`, with the names that began with "tir." under today's."""
    if isinstance(func_name, str) and func_name.startswith("tir."):
        func_name = "tirx." + func_name[len("tir.") :]
    return tirx.call_intrin(str(dtype), func_name, *args, **kwargs)


tir = StandIn("tvm.tir", tirx, {})
tir.ir_builder = ir_builder
tir.call_intrin = call_intrin
tir.decl_buffer = intrinsics.decl_buffer
tir.expr = tirx


# --- tvm ------------------------------------------------------------------------------------------


class TargetStandIn(StandIn):
    """`tvm.target`, whose strings may carry options, and which can be called."""

    def __call__(self, *args, **kwargs):
        return runtime.as_target(*args, **kwargs)


class _Target:
    """`tvm.target.Target("cuda -arch=sm_80")`."""

    def __new__(cls, given="llvm", host=None):
        return runtime.as_target(given)

    @staticmethod
    def current(allow_none: bool = True):
        return today.target.Target.current(allow_none)


target = TargetStandIn("tvm.target", today.target, {})
target.Target = _Target
target.create = runtime.as_target
target.cuda = lambda *_args, **_kwargs: runtime.as_target("cuda")

nd = StandIn("tvm.nd", None, {})
nd.array, nd.empty, nd.NDArray = runtime.array, runtime.empty, runtime.NDArray
nd.cpu, nd.gpu, nd.cuda, nd.device = today.cpu, runtime.gpu, runtime.gpu, runtime.device


class TestingStandIn(StandIn):
    """`tvm.testing`; TVM's own imports pytest, which a script does not need."""

    @staticmethod
    def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7, verbose=True):
        import numpy as np

        if runtime.session().skipped:
            return
        actual, desired = (
            np.asarray(getattr(x, "numpy", lambda x=x: x)()) for x in (actual, desired)
        )
        np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, verbose=verbose)


class ContribStandIn(StandIn):
    """`tvm.contrib`, whose helpers (utils, nvcc, cc, ...) lie in tvm.support now."""

    def __getattr__(self, name: str):
        for package in ("tvm.contrib", "tvm.support"):
            with contextlib.suppress(ImportError):
                return importlib.import_module(f"{package}.{name}")
        return super().__getattr__(name)


contrib = ContribStandIn("tvm.contrib", None, {})


class TvmStandIn(StandIn):
    """`tvm`, whose `autotvm` is another package's."""

    def __getattr__(self, name: str):
        if name == "autotvm":
            # Asked for by a script alone: nothing else here knows of that package.
            try:
                return importlib.import_module("tune.legacy").autotvm
            except ImportError as error:
                reason = f"AutoTVM's words need {error.name}, which is not installed: install it"
                raise MissingName(str(here("tvm.autotvm").error(reason))) from None
        return super().__getattr__(name)


_LEFT = "left TVM in 0.20"
tvm = TvmStandIn(
    "tvm",
    today,
    {
        "auto_scheduler": f"auto_scheduler {_LEFT}; use tvm.s_tir.meta_schedule",
        "relay": f"relay {_LEFT}; use tvm.relax",
        "schedule": "tvm.schedule is te.schedule",
        "hybrid": f"hybrid script {_LEFT}; write TVMScript",
    },
)
tvm.te, tvm.tir, tvm.tirx, tvm.target, tvm.nd = te, tir, tirx, target, nd
tvm.contrib = contrib
tvm.testing = TestingStandIn("tvm.testing", None, {})
tvm.lower, tvm.build = runtime.legacy_lower, runtime.legacy_build
tvm.gpu = tvm.cuda = runtime.gpu
tvm.device = tvm.context = runtime.device
tvm.__version__ = today.__version__
# Names that lay directly in tvm before 0.6.
for _name in ("placeholder", "compute", "create_schedule", "thread_axis", "reduce_axis", "sum"):
    setattr(tvm, _name, getattr(te, _name))
tvm.var, tvm.decl_tensor_intrin = today_te.var, te.decl_tensor_intrin

__all__ = ["OldCallError", "te", "tvm"]
