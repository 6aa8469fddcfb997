"""The computation of a user's schedule, with the options given with it, as a workload."""

from __future__ import annotations

import functools
import inspect
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np
import tvm
import tvm_ffi
from tvm import s_tir, te, tirx
from tvm.s_tir.dlight.base import transform as dlight_transform
from tvm.tirx.buffer import is_buffer_var

from gpusim.cache import Cache, cache_key
from gpusim.errors import UserError, nearest

from ..core.errors import ShapeError, refused, wrong_extent
from ..core.problem import as_dtype, is_exact, random_array
from ..core.tvm_script import quick_parser
from ..lowering.checks import check_accesses, check_domains
from ..lowering.lower import build_module
from ..lowering.nodes import nodes
from ..workloads import Workload
from ..workloads.rounding import PARTS, WIDE, bound, with_bounds
from .input_values import Own, arrays_of, exactly, input_array, integer_limits, uniform


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


# --- any TIR function as a workload: its reference, and a bound on rounding errors ----------------


Limits = tuple[int, int]


def index_extents(func: tirx.PrimFunc) -> dict[str, int]:
    """The smallest extent that values of a buffer index, by the buffer's name."""
    extents: dict[str, int] = {}
    accesses = [(load.source, load.indices) for load in nodes(tvm.ir.TensorLoad, func.body)]
    accesses += [(store.buffer, store.indices) for store in nodes(tirx.BufferStore, func.body)]
    for buffer, indices in accesses:
        for index, extent in zip(indices, buffer.shape, strict=True):
            for load in nodes(tvm.ir.TensorLoad, index):
                name = str(load.source.name)
                size = int(extent) if isinstance(extent, int | tirx.IntImm) else 1
                extents[name] = min(size, extents.get(name, size))
    return extents


def integer_ranges(
    func: tirx.PrimFunc, params: Sequence[tuple[str, str]], terms: int
) -> dict[str, Limits]:
    """Value ranges for the integer parameters, given as (name, dtype), to test with.

    Indices stay within what they index. Others cover their dtype, except that a sum of `terms`
    products must fit 32 bits. There are none if a parameter has a floating-point dtype of less than
    32 bits, which a sum of integers would overflow.
    """
    extents = index_extents(func)
    narrow = any(
        "float" in dtype and "32" not in dtype and "64" not in dtype for _, dtype in params
    )
    most = math.isqrt(2**31 // max(1, terms)) - 1
    ranges = {}
    for name, dtype in params:
        if "int" not in dtype:
            continue
        if name in extents:
            ranges[name] = 0, min(extents[name] - 1, integer_limits(dtype)[1])
        elif not narrow:
            low, high = integer_limits(dtype)
            small = high < 2**16
            ranges[name] = (low, high) if small else (max(low, -most), min(high, most))
    return ranges


# --- Tir workload ---------------------------------------------------------------------------------

# An error bound larger than this fraction of an output is useless.
MOST_ROUNDING = 0.5


class _InFloat64:
    """A function in float64 with bounds, compiled when first run; it keeps its last result."""

    def __init__(self, func: tirx.PrimFunc, outputs: Sequence[tuple[tuple[int, ...], str]]) -> None:
        self._func, self._outputs = func, outputs
        self._inputs: list[np.ndarray] = []
        self._results: tuple[list[np.ndarray], list[np.ndarray]] = [], []

    @cached_property
    def _library(self):
        mod = tvm.ir.IRModule({"main": self._func})
        check_domains(mod)
        check_accesses(mod)
        func = with_bounds(self._func, len(self._outputs))
        return build_module(tvm.ir.IRModule({"main": func}))

    def run(self, inputs: Sequence[np.ndarray]) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """The outputs, those of floats in float64, and the bound of each element."""
        same = len(inputs) == len(self._inputs) and all(map(np.array_equal, inputs, self._inputs))
        if not same:
            self._results = self._computed(inputs)
            self._inputs = [array.copy() for array in inputs]
        return self._results

    def _computed(self, inputs: Sequence[np.ndarray]) -> tuple[list[np.ndarray], list[np.ndarray]]:
        given = [a if is_exact(str(a.dtype)) else a.astype(WIDE) for a in inputs]
        values = [
            np.zeros(shape, dtype if is_exact(dtype) else WIDE) for shape, dtype in self._outputs
        ]
        parts = [np.zeros(shape, WIDE) for shape, _ in self._outputs for _ in PARTS]
        arguments = [tvm.runtime.tensor(array) for array in (*given, *values, *parts)]
        self._library["main"](*arguments)
        results = [argument.numpy() for argument in arguments[len(given) :]]
        count = len(values)
        bounds = [
            bound(*results[first : first + len(PARTS)])
            for first in range(count, len(results), len(PARTS))
        ]
        return list(map(exactly, results[:count])), bounds


# Element types of less than 8 bits.
_NARROW = re.compile(r"(u?int|float)[1-7](_|x|$)")


@dataclass(frozen=True)
class Computation:
    """Any TIR function as a workload.

    Its reference is the unscheduled function in float64, run on the CPU, and its tolerance a bound
    on the rounding errors of each element in its own dtypes (workloads/rounding.py), unless the
    file defines them.

    Parameters
    ----------
    func : PrimFunc
        Unscheduled. The parameters that it writes are its outputs.
    remake : callable, optional
        Takes a shape and returns the function for it.
    own : Own
        What the file defines instead.
    """

    func: tirx.PrimFunc
    sizes: tuple[int, ...] = ()
    remake: Callable[..., tirx.PrimFunc] | None = None
    own: Own = Own()

    # An exp or a division rounds even for integers.
    exact = False
    # LLVM runs the reference.
    on_host = True
    compared = True

    @property
    def shape(self) -> tuple[int, ...]:
        """The given sizes, else the defaults of the file's function; () if the shape is fixed."""
        return self.sizes or tuple(self.extents.values())

    @property
    def axes(self) -> tuple[str, ...]:
        return tuple(f"size {number}" for number in range(1, len(self.sizes) + 1))

    @property
    def extents(self) -> dict[str, int]:
        """The extents that `with_shape` changes, by their names in the file's function: its
        parameters up to the first that is no extent. Empty if the shape is fixed."""
        if self.remake is None:
            return {}
        parameters = inspect.signature(self.remake).parameters.values()
        taken = [
            parameter
            for parameter in parameters
            if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        ]
        if not taken:
            return dict(zip(self.axes, self.sizes, strict=True))
        sizes = (*self.sizes, *(parameter.default for parameter in taken[len(self.sizes) :]))
        named = zip((parameter.name for parameter in taken), sizes, strict=True)
        return dict(takewhile(lambda one: type(one[1]) is int, named))

    @property
    def flops(self) -> int:
        """Iterations of all innermost blocks, an upper bound."""
        return iterations(self.func)[0]

    @property
    def bytes(self) -> int:
        return sum(
            math.prod(shape) * np.dtype(dtype).itemsize for _, shape, dtype in self._params()
        )

    def __str__(self) -> str:
        parts = [f"{name}[{','.join(map(str, shape))}]" for name, shape, _ in self._params()]
        return f"computation over {', '.join(parts)}"

    def with_shape(self, shape: Sequence[int]) -> Computation:
        if tuple(shape) == self.shape:
            return self
        if self.remake is None:
            raise ShapeError(
                "this file's workload has a fixed shape: make `workload` a function of the shape"
            )
        if wrong := wrong_extent(shape):
            raise ShapeError(f"shape {tuple(shape)}: {wrong}")
        return replace(self, func=self.remake(*shape), sizes=tuple(shape))

    def prim_func(self) -> tirx.PrimFunc:
        return self.func

    @property
    def dtype(self) -> str:
        """The dtype of the first parameter."""
        return self._params()[0][2]

    def _params(self) -> list[tuple[str, tuple[int, ...], str]]:
        """Name, shape and dtype of every parameter."""
        params = []
        for param in self.func.params:
            if not tvm.tirx.buffer.is_buffer_var(param):
                raise UserError(
                    f"parameter {param.name} is not a buffer; only buffers are supported"
                )
            try:
                shape = tuple(int(extent) for extent in param.shape)
            except (TypeError, ValueError):
                raise UserError(
                    f"parameter {param.name} has a symbolic shape; give every extent a number"
                ) from None
            dtype = str(param.ty.dtype.dtype)
            if _NARROW.match(dtype):
                raise UserError(
                    f"parameter {param.name} is of {dtype}: arrays of less than a byte per element "
                    "are not supported; pack them into int8 or wider"
                )
            params.append((str(param.name), shape, dtype))
        return params

    def _written(self) -> list[bool]:
        stored: list[tirx.Buffer] = []
        tvm_ffi.structural_walk(
            self.func.body, (tirx.BufferStore, lambda store: stored.append(store.buffer))
        )
        return [any(param.same_as(buffer) for buffer in stored) for param in self.func.params]

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        """The file's inputs, or values in (-1, 1), or in (0.5, 1.5) for a function that is not
        defined everywhere; integers according to `integer_ranges`."""
        wanted = self._params()[: -len(self.outputs())]
        if isinstance(self.own.inputs, Mapping):
            return self._described(rng, self.own.inputs, integer)
        if self.own.inputs is not None:
            given = self._asked("inputs", [(shape, dtype) for _, shape, dtype in wanted], rng)
            return [as_dtype(a, dtype) for a, (_, _, dtype) in zip(given, wanted, strict=True)]
        terms = iterations(self.func)[1]
        params = [(name, dtype) for name, _, dtype in self._params()]
        ranges = integer_ranges(self.func, params, terms)
        arrays = [
            uniform(rng, shape, dtype, ranges[name])
            if name in ranges
            else random_array(rng, shape, dtype, integer=integer, terms=terms)
            for name, shape, dtype in wanted
        ]
        if not integer and not self._finite(arrays):
            arrays = [a if is_exact(str(a.dtype)) else (a / 2 + 1).astype(a.dtype) for a in arrays]
            if not self._finite(arrays):
                raise UserError(
                    "the unscheduled function gives NaN or infinity for random inputs, so there is "
                    "no reference: give `inputs`"
                )
        return arrays

    def _described(
        self, rng: np.random.Generator, described: Mapping[str, Any], integer: bool
    ) -> list[np.ndarray]:
        """Inputs that a mapping describes by name; the others have default values."""
        wanted = self._params()[: -len(self.outputs())]
        if unknown := set(described) - {name for name, _, _ in wanted}:
            raise nearest("input", min(unknown), [name for name, _, _ in wanted])
        others = replace(self, own=replace(self.own, inputs=None)).inputs(rng, integer=integer)
        return [
            input_array(name, described[name], shape, dtype, rng) if name in described else other
            for (name, shape, dtype), other in zip(wanted, others, strict=True)
        ]

    def _finite(self, arrays: list[np.ndarray]) -> bool:
        return all(np.isfinite(result).all() for result in self.reference(arrays))

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        if self.own.reference is not None:
            return self._asked("reference", self.outputs(), *inputs)
        return self._in_float64.run(inputs)[0]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        if self.own.tolerance is not None:
            return self._asked("tolerance", self.outputs(), *inputs)
        bounds = self._in_float64.run(inputs)[1]
        if self.own.reference is None:
            self._check_bounds(inputs, bounds)
        return bounds

    def _check_bounds(self, inputs: Sequence[np.ndarray], bounds: Sequence[np.ndarray]) -> None:
        """Raise UserError for an error bound that every result, or no result, would pass."""
        names = [name for name, _, _ in self._params()[-len(bounds) :]]
        for name, right, most in zip(names, self.reference(inputs), bounds, strict=True):
            size = float(np.linalg.norm(right))
            share = float(np.linalg.norm(most)) / size if size else 0.0
            if not share < MOST_ROUNDING:
                raise UserError(
                    f"rounding errors may reach {share:.0%} of {name}, so a comparison proves "
                    "nothing: accumulate in a wider dtype or give `tolerance`"
                )

    @cached_property
    def _in_float64(self) -> _InFloat64:
        return _InFloat64(self.func, self.outputs())

    def _asked(
        self, name: str, wanted: Sequence[tuple[tuple[int, ...], str]], *arguments
    ) -> list[np.ndarray]:
        dtypes = [dtype for _, dtype in wanted] if name == "reference" else ()
        shapes = [shape for shape, _ in wanted]
        return arrays_of(name, getattr(self.own, name), shapes, *arguments, dtypes=dtypes)

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        params, written = self._params(), self._written()
        if True not in written:
            raise UserError("the function writes none of its parameters")
        first = written.index(True)
        if False in written[first:]:
            late = params[first + written[first:].index(False)][0]
            raise UserError(
                f"{params[first][0]} is written but stands before {late}: put the outputs last"
            )
        return [(shape, dtype) for _, shape, dtype in params[first:]]


@dataclass(frozen=True)
class Uncompared(Computation):
    """A kernel without a reference: any values are accepted, but unwritten outputs are not."""

    compared = False

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        return [np.zeros(shape, WIDE) for shape, _ in self.outputs()]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        return [np.full(shape, np.inf) for shape, _ in self.outputs()]


def iterations(func: tirx.PrimFunc) -> tuple[int, int]:
    """Iterations of all innermost blocks, and the longest reduction of one output element."""
    total, longest = 0, 1

    def on_block(block: s_tir.SBlock) -> None:
        nonlocal total, longest
        extents = [(int(var.iter_type), int(var.dom.extent)) for var in block.iter_vars]
        if extents:
            total += math.prod(extent for _, extent in extents)
            longest = max(
                longest, math.prod(e for kind, e in extents if kind == tirx.IterVar.CommReduce)
            )

    tvm_ffi.structural_walk(func.body, (s_tir.SBlock, on_block))
    return total, longest


# --- cache of dlight's results --------------------------------------------------------------------

# Disk cache of the modules that dlight schedules.
#
# Its rules for matrix multiplications import all of TVM's tensor intrinsics and parse them as
# TVMScript: 5 s of CPU time for one function, 0.1 s from the cache. Their result depends only on
# the function, the rules, the target and the TVM version; these are the key.


_APPLY = "_apply_rules"


@contextmanager
def kept_rules() -> Iterator[None]:
    """Context in which dlight's results are cached, and TVM's parser does not look up source
    lines."""
    apply = getattr(dlight_transform, _APPLY, None)

    def kept(func: tirx.PrimFunc, target: tvm.target.Target, rules: list[Any], tunable: bool):
        unknown = [
            rule for rule in rules if vars(rule) or not type(rule).__module__.startswith("tvm.")
        ]
        if tunable or unknown:
            # A user's own rule, or one with settings, may depend on anything.
            return apply(func, target, rules, tunable)
        return _kept(apply, func, target, rules)

    with quick_parser():
        if apply is None:
            # A different release of TVM.
            yield
            return
        with mock.patch.object(dlight_transform, _APPLY, kept):
            yield


def _kept(
    apply: Callable[..., Any], func: tirx.PrimFunc, target: tvm.target.Target, rules: list[Any]
) -> list[SimpleNamespace] | None:
    """The scheduled module as `mod` of an object that replaces a schedule; None if no rule applies.

    The module is read from its JSON text even if it was not cached, so that both cases give the
    same.
    """
    codes = [inspect.getsource(type(rule)) for rule in rules]
    parts = tvm.ir.save_json(func), str(target), tvm.__version__, *codes
    name, cache = f"{cache_key(*parts)}.dlight.zip", Cache()
    members = cache.load(name, ("module",))
    if members is None:
        space = apply(func, target, rules, False)
        if space is None:
            return None
        members = {"module": tvm.ir.save_json(space[0].mod).encode()}
        cache.store(name, members)
    return [SimpleNamespace(mod=tvm.ir.load_json(members["module"].decode()))]
