"""The computation of a user's schedule, and the options given with it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import tvm
import tvm_ffi
from tvm import te, tirx
from tvm.tirx.buffer import is_buffer_var

from gpusim.errors import UserError

from ..core.errors import ShapeError, refused
from ..lowering.nodes import nodes
from ..workloads import Workload
from .dlight_rules import kept_rules
from .input_values import Own
from .tir_workload import Computation


@dataclass(frozen=True)
class ScheduleSource:
    """The context of a schedule: its name, computation and options.

    Parameters
    ----------
    where : str
        Its name in messages.
    ladder, name : str
        Its reference, LADDER:NAME.
    computation : optional
        The unscheduled computation: a PrimFunc, an IRModule, a list of TE tensors (inputs, then
        outputs), a Workload, or a function that returns one of these, for a shape where it takes
        one.
    own : Own
        A reference, inputs and a tolerance that replace those derived from the computation.
    shape : tuple of int, optional
        Extents that functions are called with, or that stand for a module's symbolic ones.
    kind : 'cuda' or 'llvm', optional
        The target kind; by default that of the module, else CUDA.
    """

    where: str
    ladder: str
    name: str
    computation: Any = None
    own: Own = Own()
    shape: tuple[int, ...] | None = None
    kind: str | None = None


def is_computation(given: Any) -> bool:
    """Whether an object defines a computation by itself."""
    tensors = isinstance(given, list | tuple) and bool(given)
    return (
        isinstance(given, tirx.PrimFunc | tvm.ir.IRModule)
        or (hasattr(given, "prim_func") and not inspect.isclass(given))
        or (tensors and all(isinstance(tensor, te.Tensor) for tensor in given))
    )


def as_workload(about: ScheduleSource) -> Workload:
    """The computation of `about` as a workload, at its shape if it has symbolic extents."""
    given, own, shape, where = about.computation, about.own, about.shape, about.where
    if hasattr(given, "prim_func"):
        return _with_its_own(given if shape is None else given.with_shape(shape), own, where)
    if not callable(given) or isinstance(given, tirx.PrimFunc):
        func, remake = with_extents(as_function(given, where), about)
        if shape is not None and remake is None:
            raise ShapeError(
                f"{where}: `workload` is not a function, so its shape is fixed: leave out the shape"
            )
        return Computation(func, tuple(shape or ()), remake, own)
    made = called(given, f"the workload of {where}", *(shape or ()))
    if hasattr(made, "prim_func"):
        return _with_its_own(made, own, where)

    @functools.wraps(given)
    def again(*sizes: int) -> tirx.PrimFunc:
        return as_function(called(given, f"the workload of {where}", *sizes), where)

    return Computation(as_function(made, where), tuple(shape or ()), again, own)


def _with_its_own(workload: Workload, own: Own, where: str) -> Workload:
    if own != Own():
        raise UserError(f"{where}: {workload} has its own reference, inputs and tolerance")
    return workload


def as_function(given: Any, where: str) -> tirx.PrimFunc:
    """A PrimFunc from TIR or from a list of TE tensors."""
    if isinstance(given, tirx.PrimFunc):
        return given
    if isinstance(given, tvm.ir.IRModule):
        return only_function(given, where)
    if hasattr(given, "prim_func"):
        return given.prim_func()
    if is_computation(given):
        return te.create_prim_func(list(given))
    raise UserError(
        f"{where}: `workload` is {type(given).__name__}, not a PrimFunc, an IRModule or a list of "
        "TE tensors"
    )


def functions_of(mod: tvm.ir.IRModule) -> dict[str, tirx.PrimFunc]:
    """The PrimFuncs of a module by name."""
    return {
        str(var.name_hint): func
        for var, func in mod.functions.items()
        if isinstance(func, tirx.PrimFunc)
    }


def only_function(mod: tvm.ir.IRModule, where: str) -> tirx.PrimFunc:
    """The only PrimFunc of a module; the UserError for several says how to name one."""
    functions = functions_of(mod)
    if len(functions) == 1:
        return next(iter(functions.values()))
    if not functions:
        raise UserError(f"{where}: the module has no PrimFunc")
    names = ", ".join(sorted(functions))
    raise UserError(
        f"{where}: the module has {len(functions)} functions ({names}): name one, as "
        f"FILE.py:MODULE.{min(functions)}, or give module[{min(functions)!r}]"
    )


def as_main(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The module with its only function renamed to `main`."""
    func = only_function(mod, "the schedule")
    if "main" in functions_of(mod) and func.attrs and func.attrs.get("global_symbol") == "main":
        return mod
    return tvm.ir.IRModule({"main": func.with_attr("global_symbol", "main")})


def with_extents(
    func: tirx.PrimFunc, about: ScheduleSource
) -> tuple[tirx.PrimFunc, Callable[..., tirx.PrimFunc] | None]:
    """The function with numbers for its symbolic extents, and a function that returns it for other
    numbers.

    The latter is None if there are no symbolic extents. Raises UserError if there are some and the
    shape does not give them.
    """
    buffers = [param for param in func.params if is_buffer_var(param)]
    symbolic = list(
        dict.fromkeys(var for buffer in buffers for var in nodes(tirx.Var, *buffer.shape))
    )
    if not symbolic:
        return func, None
    names = ",".join(str(var.name) for var in symbolic)

    def sized(*sizes: int) -> tirx.PrimFunc:
        if len(sizes) != len(symbolic):
            raise ShapeError(
                f"{about.where} has the symbolic extents {names}: it takes {len(symbolic)} numbers"
            )
        values = dict(zip(symbolic, sizes, strict=True))

        def number(var: tirx.Var) -> Any:
            return tirx.const(values[var], str(var.ty.dtype)) if var in values else var

        def sized_buffer(buffer: tirx.Buffer) -> tirx.Buffer:
            shape = [tvm_ffi.structural_map(extent, (tirx.Var, number)) for extent in buffer.shape]
            shape = [tvm.sym.Analyzer().simplify(extent) for extent in shape]
            return tirx.decl_buffer(shape, buffer.dtype, str(buffer.name))

        return func.specialize({buffer: sized_buffer(buffer) for buffer in buffers})

    if about.shape is None:
        raise ShapeError(
            f"{about.where} has symbolic extents: give a number for each, as --shape {names}"
        )
    return sized(*about.shape), sized


def called(function: Callable, where: str, *arguments: int) -> Any:
    """Call a user's function; raises RungError with the line that failed."""
    try:
        with kept_rules():
            return function(*arguments)
    except UserError:
        raise
    except (Exception, SystemExit) as error:  # User code may raise anything.
        raise refused(where, function, error) from error
