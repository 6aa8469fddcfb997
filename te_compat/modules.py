"""The `tvm` and `te` that old scripts import: an emulation on top of an unmodified TVM 0.27."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType

import tvm as today
import tvm_ffi
from tvm import s_tir, tirx
from tvm import te as today_te

from . import (
    axes,
    build,
    cpu_kernels,
    devices,
    intrinsics,
    ir_builder,
    moved_names,
    queries,
    scans,
    schedule,
    script_passes,
    tensor,
    testing,
    topi,
)
from .calls import LEAVE_OUT, MissingName, here, notice, refuse
from .devices import Target
from .schedule import Schedule
from .stage import Stage


class StandIn(ModuleType):
    """A module with its own names, `own`, in front of those of others.

    Parameters
    ----------
    sources : modules and functions
        Where a name is looked up, in turn; a function takes it and returns None if it has none.
    gone : dict, optional
        Names that are not looked up, with their replacements.
    """

    def __init__(
        self,
        name: str,
        *sources: ModuleType | Callable[[str], object],
        gone: Mapping[str, str] | None = None,
        **own,
    ) -> None:
        super().__init__(name)
        self.__dict__.update(own, _sources=sources, _gone=gone or {})

    def __getattr__(self, name: str):
        gone, hidden = self.__dict__["_gone"], name.startswith("__")
        for source in self.__dict__["_sources"] if name not in gone else ():
            if isinstance(source, ModuleType):
                if hasattr(source, name):
                    return getattr(source, name)
            elif not hidden and (value := source(name)) is not None:
                return value
        if hidden:
            raise AttributeError(name)
        reason = gone.get(name) or (
            f"TVM 0.27 has no {self.__name__}.{name}, and te_compat does not provide it; "
            f"{LEAVE_OUT}"
        )
        raise refuse(reason, f"{self.__name__}.{name}", MissingName)


# Name in a script's `tvm`, for the message if no source has a name.
def autotvm(name: str) -> object:
    """`tvm.autotvm`, loaded on first use; None for any other name."""
    return importlib.import_module("te_compat.autotvm") if name == "autotvm" else None


def from_module(module: ModuleType, *names: str) -> dict[str, object]:
    """Names that a stand-in has under the same names."""
    return {name: getattr(module, name) for name in names}


# --- te -------------------------------------------------------------------------------------------

te = StandIn(
    "te",
    today_te,
    gone={
        "hybrid": "TVM 0.20 removed te.hybrid; write TVMScript",
        "grad_op": "no release of TVM had it; use relax.transform.Gradient",
        "gradient": "TVM removed automatic differentiation of TE; use relax.transform.Gradient",
    },
    **from_module(tensor, "placeholder", "compute"),
    **from_module(moved_names, "create_schedule", "var", "thread_axis", "reduce_axis", "fmod"),
    size_var=moved_names.var,
    scan=scans.scan,
    decl_tensor_intrin=intrinsics.decl_tensor_intrin,
    Schedule=Schedule,
    schedule=StandIn(
        "te.schedule",
        ScanGetBody=scans.scan_body,
        ScanFixPointAnalysis=scans.fix_points,
        **from_module(tirx, "Buffer", "IterVar"),
        **from_module(axes, "Split", "Fuse", "Singleton"),
        InferBound=queries.infer_bound,
        ScheduleOps=queries.schedule_ops,
        CreateReadGraph=queries.read_graph,
        CreateAttachPath=queries.attach_path,
        PostDFSOrder=queries.post_dfs_order,
        AutoInlineInjective=queries.auto_inline_injective,
        AutoInlineBroadcast=queries.auto_inline_broadcast,
        AutoInlineElemWise=queries.auto_inline_elementwise,
        create_schedule=moved_names.create_schedule,
        Schedule=Schedule,
        Stage=Stage,
    ),
)

# --- tir ------------------------------------------------------------------------------------------

stmt_functor = StandIn(
    "tvm.tir.stmt_functor",
    ir_transform=script_passes.ir_transform,
    post_order_visit=moved_names.post_order_visit,
    substitute=moved_names.substituted,
)
tir = StandIn(
    "tvm.tir",
    tirx,
    today.ir,
    gone={"ir_pass": "TVM removed these passes; rewrite TIR with tvm_ffi.structural_map"},
    stmt_functor=stmt_functor,
    stmt=tirx,
    # Today their names are divided between tirx and s_tir.
    transform=StandIn(
        "tvm.tir.transform",
        tirx.transform,
        s_tir.transform,
        Simplify=tirx.transform.StmtSimplify,
    ),
    analysis=StandIn(
        "tvm.tir.analysis",
        tirx.analysis,
        s_tir.analysis,
        expr_deep_equal=tvm_ffi.structural_equal,
    ),
    ir_builder=ir_builder,
    **from_module(moved_names, "call_intrin", "Call", "ProducerLoad"),
    call_pure_intrin=moved_names.call_intrin,
    decl_buffer=intrinsics.decl_buffer,
    expr=tirx,
)

# --- Modules in tvm -------------------------------------------------------------------------------


class TargetStandIn(StandIn):
    """`tvm.target`, which can be called."""

    def __call__(self, *args, **kwargs):
        return Target(*args, **kwargs)


target = TargetStandIn(
    "tvm.target",
    today.target,
    Target=Target,
    create=Target,
    cuda=lambda *_args, **_kwargs: Target("cuda"),
    **from_module(devices, "generic_func", "current_target"),
)
_DEVICES = {"gpu": devices.gpu, "cuda": devices.gpu, "device": devices.device}
nd = StandIn(
    "tvm.nd", cpu=today.cpu, **from_module(devices, "array", "empty", "NDArray"), **_DEVICES
)
clang = StandIn("tvm.contrib.clang", **from_module(cpu_kernels, "create_llvm", "find_clang"))


def _drawn(*_arguments, **_options) -> None:
    notice(here("tedd"), "draws nothing: `schedules report SCRIPT.py` shows a schedule as a page")


_VIEWS = ("dataflow_graph", "schedule_tree", "itervar_relationship_graph")
_OF_CONTRIB = {
    "clang": clang,
    "tedd": StandIn("tvm.contrib.tedd", **{f"viz_{view}": _drawn for view in _VIEWS}),
}


def _of_contrib(name: str):
    """The helpers (utils, nvcc, cc, ...) that are in tvm.support now."""
    name = {"util": "utils"}.get(name, name)
    if name in _OF_CONTRIB:
        return _OF_CONTRIB[name]
    if name == "cblas":
        moved_names.get_global_func("tvm.contrib.cblas.matmul", allow_missing=True)
    for package in ("tvm.contrib", "tvm.support"):
        with contextlib.suppress(ImportError):
            return importlib.import_module(f"{package}.{name}")


def topi_stand_in(real: ModuleType, gone: Mapping[str, str] | None = None, **own) -> StandIn:
    """`tvm.topi` and its modules, with the arguments that their functions had."""

    def look(name: str):
        value = getattr(real, topi.RENAMED.get(name, name), None)
        if value is None:
            with contextlib.suppress(ImportError):
                value = importlib.import_module(f"{real.__name__}.{name}")
        if isinstance(value, ModuleType):
            return topi_stand_in(value, **_OWN.get(name, {}))
        if not isinstance(value, FunctionType):
            return value
        return topi.with_old_arguments(name, value)

    return StandIn(real.__name__, look, gone=gone, **own)


# Today they are only in topi.nn.utils.
_PADS = {
    name: getattr(today.topi.nn, name)
    for name in ("get_pad_tuple", "get_pad_tuple1d", "get_pad_tuple3d")
}
# Names in front of those of a module of TOPI.
_OWN = {"util": _PADS, "utils": _PADS, "testing": topi.TESTING}


def topi_schedules(name: str, own: Mapping[str, object]) -> StandIn:
    """`topi.cuda`, `topi.generic` and the modules in them, which have the same names."""
    made = StandIn(
        name,
        lambda part: made if part in topi.PARTS else None,
        tensor_intrin=StandIn(f"{name}.tensor_intrin", dp4a=topi.dp4a),
        **own,
    )
    return made


_SCHEDULES = (
    "TOPI's schedules for this target left TVM with te.create_schedule; topi.cuda and topi.generic "
    "have some, or schedule the stages of the computation in the script itself"
)
_TARGETS = ("mali", "rocm", "intel_graphics", "hexagon")
_LIBRARIES = from_module(build, "enabled", "load_module")
module = StandIn("tvm.module", load=build.load_module, **_LIBRARIES)

# --- tvm ------------------------------------------------------------------------------------------

_BUILD = {"lower": build.legacy_lower, "build": build.legacy_build}
_LEFT = "left TVM in 0.20"
tvm = StandIn(
    "tvm",
    today,
    # Its names were directly in tvm before 0.7.
    te,
    autotvm,
    gone={
        "auto_scheduler": f"auto_scheduler {_LEFT}; use tvm.s_tir.meta_schedule",
        "relay": f"relay {_LEFT}; use tvm.relax",
        "hybrid": f"hybrid script {_LEFT}; write TVMScript",
    },
    **{name: getattr(tir, name) for name in moved_names.OF_TIR},
    **{name: name for name in moved_names.DTYPES},
    ir_pass=StandIn(
        "tvm.ir_pass",
        lambda _name: None,
        gone=moved_names.PASSES,
        Equal=tvm_ffi.structural_equal,
        ExprUseVar=moved_names.uses_var,
        Simplify=moved_names.simplified,
        CanonicalSimplify=moved_names.simplified,
        Substitute=moved_names.substituted,
        PostOrderVisit=moved_names.post_order_visit,
    ),
    select=tir.Select,
    # Node classes, which were in modules by kind.
    **dict.fromkeys(("expr", "stmt", "make"), tir),
    tensor=te,
    te=te,
    tir=tir,
    tirx=tirx,
    target=target,
    nd=nd,
    ndarray=nd,
    arith=StandIn("tvm.arith", today.sym),
    contrib=StandIn(
        "tvm.contrib",
        _of_contrib,
        gone={
            "spirv": "TVM removed its optimizer; remove the import",
            "sparse": "TVM removed its CSR arrays; pass data, indices and indptr as three "
            "te.placeholder",
        },
    ),
    testing=StandIn(
        "tvm.testing",
        testing.of_testing,
        assert_allclose=testing.assert_allclose,
        main=testing.run_tests,
        device_enabled=build.enabled,
        known_failing_targets=testing.exclude_targets,
        **from_module(
            testing, "parameter", "parameters", "fixture", "parametrize_targets", "exclude_targets"
        ),
        enabled_targets=devices.enabled_targets,
        # It caches the script's downloads, which only the script uses.
        utils=StandIn("tvm.testing.utils", install_request_hook=lambda *_a, **_k: None),
    ),
    driver=StandIn(
        "tvm.driver",
        **_BUILD,
        build_module=StandIn(
            "tvm.driver.build_module",
            **_BUILD,
            schedule_to_module=build.legacy_lower,
            form_irmodule=build.legacy_lower,
        ),
    ),
    container=StandIn("tvm.container", Map=Mapping, Array=tvm_ffi.Array),
    topi=topi_stand_in(
        today.topi,
        dict.fromkeys(_TARGETS, _SCHEDULES),
        cuda=topi_schedules("topi.cuda", topi.CUDA),
        gpu=topi_schedules("topi.gpu", topi.CUDA),
        generic=topi_schedules("topi.generic", topi.GENERIC),
        x86=topi_schedules("topi.x86", topi.CPU),
        arm_cpu=topi_schedules("topi.arm_cpu", topi.CPU),
        ndarray_size=topi.ndarray_size,
    ),
    module=module,
    runtime=StandIn(
        "tvm.runtime",
        today.runtime,
        module=module,
        **_LIBRARIES,
        ndarray=nd,
        nd=nd,
        convert=moved_names.convert,
    ),
    ir=StandIn(
        "tvm.ir",
        today.ir,
        **from_module(script_passes, "register_intrin_lowering", "register_op_attr"),
        **from_module(tvm_ffi, "structural_equal", "structural_hash"),
        **from_module(schedule, "save_json", "load_json"),
    ),
    transform=StandIn("tvm.transform", today.transform, PassContext=moved_names.pass_context),
    error=StandIn("tvm.error", today.error, TVMError=RuntimeError),
    _ffi=StandIn("tvm._ffi", base=StandIn("tvm._ffi.base", TVMError=RuntimeError)),
    TVMError=RuntimeError,
    Function=tvm_ffi.Function,
    **_BUILD,
    **_DEVICES,
    context=devices.device,
    register_intrin_rule=script_passes.register_intrin_rule,
    **from_module(moved_names, "const", "convert", "register_func", "get_global_func"),
    **from_module(schedule, "save_json", "load_json"),
    build_config=moved_names.build_config,
    __version__=today.__version__,
)

__all__ = ["te", "tvm"]
