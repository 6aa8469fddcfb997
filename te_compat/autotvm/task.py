"""Templates, and the tasks of tuning one for given arguments."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import tvm
from tvm import te, tirx
from tvm.ir.prim import expr as prim

from gpusim.errors import nearest
from schedules.core.target import check_mcpu
from schedules.lowering.checks import check_kernel_memory
from te_compat.calls import refuse
from te_compat.dataflow import post_order
from te_compat.devices import as_target
from te_compat.moved_names import var
from te_compat.schedule import Schedule
from te_compat.session import replay
from te_compat.tensor import placeholder
from tune.measuring.interface import BuildRequest

from .computation import LOADER, rung_text
from .dispatcher import ROOT, ApplyConfig, DispatchContext
from .space import ConfigEntity, ConfigSpace, InstantiationError

# Templates by task name.
TASK_TABLE: dict[str, Callable] = {}
_IMMEDIATE = (tvm.ir.StringImm, tirx.IntImm, tirx.FloatImm)


# --- Arguments ------------------------------------------------------------------------------------


def serialize_args(args: Sequence) -> tuple:
    """Arguments of a template as plain values; a tensor becomes ('TENSOR', shape, dtype),
    a variable ('VAR', name, dtype)."""

    def plain(value):
        if isinstance(value, te.Tensor):
            return ("TENSOR", plain(tuple(value.shape)), str(value.dtype))
        if isinstance(value, tvm.ir.Var):
            return ("VAR", str(value.name), str(value.ty.dtype))
        if isinstance(value, tuple | list | tvm.ir.Array):
            return tuple(map(plain, value))
        if isinstance(value, str | int | float) or value is None:
            return value
        if isinstance(value, _IMMEDIATE):
            return value.value
        raise refuse(
            f"the argument {value!r} is {type(value).__name__}, which a log cannot contain; use "
            "numbers, strings, tensors, or tuples of them",
            "template",
        )

    return tuple(map(plain, args))


def deserialize_args(args: Sequence) -> list:
    """The inverse of `serialize_args`."""

    def given(value):
        kind = value[0] if isinstance(value, tuple) and value else ""
        if kind == "TENSOR":
            return placeholder(tuple(map(given, value[1])), dtype=value[2])
        return var(*value[1:]) if kind == "VAR" else value

    return list(map(given, args))


def args_to_workload(args: Sequence, task_name: str | None = None) -> tuple:
    """The key by which a log identifies a template's call."""
    return (*(() if task_name is None else (task_name,)), *serialize_args(args))


# --- Templates ------------------------------------------------------------------------------------


def template(task_name: str, func: Callable | None = None):
    """Make a function that returns (schedule, tensors) a template of that name.

    When called, it uses the config that `DispatchContext` has for its arguments.
    """
    if callable(task_name):
        # `@autotvm.template` without a name, as in TVM 0.6 and before.
        return template(task_name.__name__, task_name)

    def decorate(function: Callable) -> Callable:
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            if kwargs:
                raise refuse(
                    "a template takes no keyword arguments; pass them by position", task_name
                )
            target = tvm.target.Target.current(allow_none=True)
            config = DispatchContext.current.query(target, args_to_workload(args, task_name))
            with ApplyConfig(config):
                return function(*args)

        wrapper.task_name = task_name
        TASK_TABLE[task_name] = function
        ROOT.forget(task_name)
        return wrapper

    return decorate(func) if func else decorate


def get_config() -> ConfigSpace:
    """The config for the template that is being called."""
    return DispatchContext.current.query(tvm.target.Target.current(allow_none=True), None)


# --- Tasks ----------------------------------------------------------------------------------------


class Task:
    """A template with its arguments.

    Attributes
    ----------
    config_space : ConfigSpace or None
        What the template defines; of tasks from `create` alone.
    flop : float or None
        Operations of one run.
    """

    def __init__(self, name: str, args: Sequence) -> None:
        self.name = name
        self.args = tuple(args)
        self.kwargs: dict[str, Any] = {}
        self.config_space: ConfigSpace | None = None
        self.flop: float | None = None
        self.target: tvm.target.Target | None = None
        self.target_host = None
        self._rung = ""

    @property
    def workload(self) -> tuple:
        return args_to_workload(self.args, self.name)

    @property
    def func(self) -> Callable:
        """The template; raises OldCallError if the script has none of that name."""
        if self.name not in TASK_TABLE:
            if not TASK_TABLE:
                raise refuse("there is no template; write one with @autotvm.template", "task")
            raise refuse(f"{nearest('template', self.name, TASK_TABLE)}; use one of these", "task")
        return TASK_TABLE[self.name]

    @property
    def kind(self) -> str:
        """The target's kind, 'llvm' or 'cuda'."""
        return str(self.target.kind.name)

    def instantiate(self, config: ConfigSpace) -> tuple[Schedule, list[te.Tensor]]:
        """The template's schedule and tensors for a config."""
        with ApplyConfig(config):
            made = self.func(*deserialize_args(self.args))
        return checked(self.name, made)

    def candidate(self, config: ConfigEntity) -> BuildRequest:
        """The candidate to build and run for a config.

        Raises
        ------
        InstantiationError
            The template refused the config.
        UserError
            A call cannot be replayed; the message names the script's line.
        """
        config.errors.clear()
        with self.target:
            sch, tensors = self.instantiate(config)
        if not config.valid():
            raise InstantiationError(config.errors[-1])
        mod = replay(sch, outputs_last(tensors)).mod
        if self.kind == "cuda":
            check_kernel_memory(mod)
        return BuildRequest(
            key=str(config.index),
            rung=self._rung,
            shape=(),
            arch=arch_of(self.target),
            knobs={"module": str(tvm.ir.save_json(mod))},
            loader=LOADER,
        )

    def __repr__(self) -> str:
        return (
            f"Task(func_name={self.name}, args={self.args}, kwargs={self.kwargs}, "
            f"workload={self.workload})"
        )


def create(task_name, args: Sequence, target, target_host=None) -> Task:
    """A task with its space, from a template's name (or the template) and arguments."""
    name = getattr(task_name, "task_name", task_name)
    task = Task(name, serialize_args(args))
    task.target = as_target(target)
    task.target_host = target_host
    if task.kind not in ("llvm", "cuda"):
        raise refuse(f"tuning for {task.kind} is not supported; use llvm or cuda")
    arch_of(task.target)
    task.config_space = ConfigSpace()
    with task.target:
        sch, tensors = task.instantiate(task.config_space)
    # A fresh schedule of the script's computation, before any cache or factor.
    plain = replay(Schedule(sch.outputs), outputs_last(tensors)).program.origin["main"]
    task._rung = rung_text(plain, name, task.kind)
    task.flop = task.config_space.flop or flops_of(sch.outputs)
    return task


def checked(name: str, made) -> tuple[Schedule, list[te.Tensor]]:
    """A template's result, if it is a valid one."""
    if isinstance(made, tuple | list) and len(made) == 2 and isinstance(made[0], Schedule):
        sch, tensors = made
        if all(isinstance(tensor, te.Tensor) for tensor in tensors):
            return sch, list(tensors)
    raise refuse(f"the template returned {type(made).__name__}; return (schedule, [tensors])", name)


def outputs_last(tensors: Sequence[te.Tensor]) -> list[te.Tensor]:
    """A template's tensors, inputs first, outputs last."""
    return sorted(tensors, key=lambda tensor: isinstance(tensor.op, te.ComputeOp))


def arch_of(target: tvm.target.Target) -> str:
    """A CUDA arch, or LLVM's name of a CPU; '' for any CPU of the family, as in `tvm.build`."""
    if str(target.kind.name) == "cuda":
        return str(target.attrs["arch"])
    mcpu = str(target.attrs.get("mcpu", ""))
    return check_mcpu(mcpu) if mcpu else ""


# --- Operations -----------------------------------------------------------------------------------

_COUNTED = (
    *(prim.Add, prim.Sub, prim.Mul, prim.Div, prim.Mod, prim.FloorDiv, prim.FloorMod),
    *(prim.Max, prim.Min, prim.EQ, prim.NE, prim.LT, prim.LE, prim.GT, prim.GE),
    *(prim.And, prim.Or, prim.Not),
)


def flops_of(ops: Sequence) -> float:
    """Operations of all computations that operations need; indices are not counted.

    Raises OldCallError if there are none, since a tuner computes operations per second.
    """
    total = 0
    for op in post_order(ops):
        if isinstance(op, te.ComputeOp):
            total += _elements(op.axis) * sum(_flops(expr) for expr in op.body[:1])
    if total == 0:
        raise refuse(
            "the computation has no arithmetic to count; state its operations with "
            "cfg.add_flop(...) in the template"
        )
    return float(total)


def _elements(axes: Sequence[tirx.IterVar]) -> int:
    return math.prod(int(axis.dom.extent) for axis in axes)


def _flops(expr) -> int:
    if isinstance(expr, tirx.Reduce):
        terms = [*expr.combiner.result, *expr.source]
        return _elements(expr.axis) * sum(map(_flops, terms))
    if isinstance(expr, _COUNTED):
        return 1 + sum(_flops(getattr(expr, side)) for side in "ab" if hasattr(expr, side))
    if isinstance(expr, prim.Cast):
        return _flops(expr.value)
    if isinstance(expr, prim.Select):
        return _flops(expr.condition) + max(_flops(expr.true_value), _flops(expr.false_value))
    if isinstance(expr, tvm.ir.Call) and str(getattr(expr.op, "name", "")) != "te.tensor_load":
        return sum(map(_flops, expr.args))
    return 0
