"""Tensor intrinsics of the old TE: declared, called in `te.compute`, tensorized.

An old intrinsic is a small TE computation and a function that emits statements for it over buffers:
one for the whole computation and, if a reduction continues around it, one to initialize and one to
update. `s_tir` needs a pair of functions for each: plain loops, which it compares with the block,
and the statements. The loops are generated from the computation, in the form that the stage has
them.

TVM had a special operation for an intrinsic that `te.compute(shape, lambda i: intrin(A[i, 0:16]))`
calls. Here the stage computes what the intrinsic computes, over the axes of the lambda and one axis
for each further dimension. It is then tensorized from the first of these further axes.
"""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache

import tvm
import tvm_ffi
from tvm import s_tir, te, tirx

from schedules.lowering.nodes import exchanged, loop_with

from .calls import CHANGE, OldCall, here, refuse
from .dataflow import (
    REDUCTION,
    Var,
    computed,
    every_output,
    key,
    new_axis,
    outputs,
    reduction,
    root_axes,
    substitute,
)

_number = itertools.count(1)
# Of the buffers that `te.decl_tensor_intrin` declares by itself; `tvm.build_config` may set it.
OFFSET_FACTOR: ContextVar[int] = ContextVar("offset_factor", default=1)


_OF_A_BUFFER = (
    *("data", "strides", "elem_offset", "scope", "data_alignment", "offset_factor"),
    *("buffer_type", "axis_separators", "span"),
)


def decl_buffer(shape, dtype=None, name="buffer", *args, **options):
    """`tvm.tir.decl_buffer`; `args` are options by their places."""
    options |= zip(_OF_A_BUFFER, args, strict=False)
    unsupported = options.pop("data", None) is not None
    if options.pop("buffer_type", "") or options.pop("axis_separators", None) or unsupported:
        raise refuse("data, buffer_type and axis_separators are not supported; leave them out")
    if options.get("scope") == "global":
        options["scope"] = ""
    return tirx.decl_buffer(shape, None if dtype is None else str(dtype), name, **options)


@dataclass(frozen=True, eq=False)
class TensorIntrin:
    """An intrinsic: what it computes, its buffers (inputs, then outputs), and its statements.

    `body` computes the whole; `init` and `update` start and continue a reduction around it.
    """

    name: str
    op: te.tensor.Operation
    buffers: tuple[tirx.Buffer, ...]
    body: tirx.Stmt | None
    init: tirx.Stmt | None
    update: tirx.Stmt | None
    call: OldCall

    @property
    def inputs(self) -> list[te.Tensor]:
        return list(self.op.input_tensors)

    @property
    def reduce_init(self) -> tirx.Stmt | None:
        return self.init

    @property
    def reduce_update(self) -> tirx.Stmt | None:
        return self.update

    def __call__(self, *arguments, reduce_axis=()) -> IntrinsicCall:
        """The intrinsic on parts of tensors, inside `te.compute`."""
        call = here(self.name)
        slices = [part for part in arguments if isinstance(part, te.tensor.TensorSlice)]
        if len(slices) < len(arguments):
            raise call.error("an argument is not a slice of a tensor; write one as A[i, 0:16]")
        if len(slices) != len(self.inputs):
            raise call.error(
                f"{len(slices)} slices are given for {len(self.inputs)} inputs; pass one for each"
            )
        axes = reduce_axis if isinstance(reduce_axis, list | tuple) else [reduce_axis]
        return IntrinsicCall(self, slices, list(axes))


@dataclass(frozen=True)
class IntrinsicCall(tvm_ffi.core.ObjectConvertible):
    """The result of a lambda of `te.compute` that calls an intrinsic, with reduced axes around
    it."""

    intrinsic: TensorIntrin
    slices: list
    reduce_axis: list[tirx.IterVar]

    def asobject(self):
        """Called where it is taken for an expression."""
        raise refuse(
            "the lambda has too many parameters: leave out those of the last dimensions, which the "
            "intrinsic adds",
            self.intrinsic.name,
        )


def decl_tensor_intrin(
    op,
    fcompute: Callable,
    name: str = "tensor_intrin",
    binds: Mapping | None = None,
    scalar_params=None,
    default_buffer_params: Mapping | None = None,
) -> TensorIntrin:
    """`te.decl_tensor_intrin`: `fcompute(ins, outs)` returns a statement, or (body, init,
    update)."""
    call = here("decl_tensor_intrin")
    if scalar_params:
        raise call.error("an intrinsic of TVM 0.27 takes only buffers; pass numbers in a buffer")
    if not isinstance(op, te.ComputeOp):
        raise call.error(f"{op} is not a computation; pass C.op of a te.compute")
    if op.num_outputs != 1:
        raise call.error(
            f"{op.name} has {op.num_outputs} outputs, and an intrinsic supports only one; write an "
            "intrinsic per output"
        )
    bound = {key(tensor): buffer for tensor, buffer in dict(binds or {}).items()}
    buffers = []
    for tensor in (*op.input_tensors, *outputs(op)):
        if tensor.op != op and not isinstance(tensor.op, te.PlaceholderOp):
            raise call.error(
                f"{op.name} reads {tensor.op.name}, which is not a te.placeholder; write the "
                "intrinsic's computation on placeholders"
            )
        buffer = bound.get(key(tensor))
        if buffer is None:
            options = {"offset_factor": OFFSET_FACTOR.get(), **dict(default_buffer_params or {})}
            dtype = str(tensor.dtype)
            buffer = decl_buffer(tensor.shape, dtype, str(tensor.op.name), **options)
        buffers.append(buffer)
    ins, outs = buffers[: len(op.input_tensors)], buffers[len(op.input_tensors) :]
    made = fcompute(ins, outs)
    parts = tuple(made) if isinstance(made, list | tuple) else (made,)
    if not 1 <= len(parts) <= 3:
        raise call.error(
            f"the function returned {len(parts)} parts; return a statement or a tuple (body, init, "
            "update)"
        )
    parts = tuple(
        tirx.Evaluate(part) if part is not None and not isinstance(part, tirx.Stmt) else part
        for part in parts
    )
    return TensorIntrin(name, op, tuple(buffers), *(*parts, None, None)[:3], call)


# --- Conversion to s_tir --------------------------------------------------------------------------


@dataclass(frozen=True)
class Loop:
    """A loop of a stage inside a tensorized axis."""

    extent: int
    is_reduction: bool


def match_axes(intrinsic: TensorIntrin, loops: Sequence[Loop], call: OldCall) -> tuple:
    """For each axis of the intrinsic whether a loop is it; one of extent 1 may be without.

    Raises
    ------
    OldCallError
        The loops are not those of the intrinsic.
    """
    axes = [
        Loop(int(axis.dom.extent), axis.iter_type == REDUCTION) for axis in root_axes(intrinsic.op)
    ]
    inside = [loop for loop in loops if loop.extent > 1]
    wanted = [axis for axis in axes if axis.extent > 1]
    if inside != wanted:
        raise call.error(
            f"the tensorized loops have the extents {_extents(inside)}, but {intrinsic.name} "
            f"computes {_extents(wanted)}; split and reorder the loops to get these extents"
        )
    return tuple(axis.extent > 1 for axis in axes)


def _extents(loops) -> str:
    texts = [f"{loop.extent}{' (reduced)' if loop.is_reduction else ''}" for loop in loops]
    return " x ".join(texts) or "1"


def description(
    intrinsic: TensorIntrin, kept: Sequence[bool], what: str, scopes: Sequence[str]
) -> tirx.PrimFunc:
    """Plain loops of an intrinsic, over the axes that are `kept`; the others have one iteration.

    `what` is 'body' (no reduction, or the whole of one), 'update' or 'init'. A whole reduction is
    described like an update: s_tir keeps the init in the block around it, where it does no harm.
    """
    func = te.create_prim_func([*intrinsic.op.input_tensors, *outputs(intrinsic.op)])
    loops: list[tirx.For] = []
    realize = func.body.block.body
    while isinstance(realize, tirx.For):
        loops.append(realize)
        realize = realize.body
    block = realize.block
    is_init = what == "init"
    axes: list[tuple[tirx.IterVar, tirx.For]] = []
    zero: dict[Var, tvm.ir.Expr] = {}
    for keep, var, loop in zip(kept, block.iter_vars, loops, strict=True):
        if keep and not (is_init and var.iter_type == REDUCTION):
            axes.append((var, loop))
        else:
            zero[var.var] = tirx.const(0, "int32")
    accumulated = block.writes if reduction(intrinsic.op) is not None else []
    inner = s_tir.SBlock(
        [var for var, _ in axes],
        [] if is_init else [*accumulated, *block.reads],
        block.writes,
        f"{intrinsic.name}_{what}",
        block.init if is_init else block.body,
    )
    stmt: tirx.Stmt = s_tir.SBlockRealize([loop.loop_var for _, loop in axes], True, inner)
    for _, loop in reversed(axes):
        stmt = loop_with(loop, body=stmt)
    made = substitute(_over(func.params, stmt, what), zero)
    for param, scope in zip(made.params, scopes[-1:] if is_init else scopes, strict=True):
        options = {"scope": scope, "offset_factor": 1}
        own = tirx.decl_buffer(param.shape, param.dtype, param.name, **options)
        made = exchanged(made, param, own)
    return made


def _whole(buffer: tirx.Buffer):
    return tirx.BufferRegion(buffer, [tvm.ir.Range(0, extent) for extent in buffer.shape])


def _over(buffers: Sequence[tirx.Buffer], stmt: tirx.Stmt, what: str) -> tirx.PrimFunc:
    """A statement as a function of an intrinsic's buffers, output last; an init has that alone."""
    *inputs, output = buffers
    params = [output] if what == "init" else [*inputs, output]
    reads = [] if what == "init" else inputs
    if what == "update":
        # First, as a block that continues a reduction has it.
        reads = [output, *inputs]
    root = s_tir.SBlock([], list(map(_whole, reads)), [_whole(output)], "root", stmt)
    return tirx.PrimFunc(params, s_tir.SBlockRealize([], True, root))


@cache
def register(intrinsic: TensorIntrin, kept: tuple[bool, ...], what: str) -> str:
    """Register one part of an intrinsic, once; returns the name for `sch.tensorize`."""
    name = f"{intrinsic.name}_{what}_{next(_number)}"
    scopes = [str(buffer.scope()) for buffer in intrinsic.buffers]
    stated = _over(intrinsic.buffers, getattr(intrinsic, what), what)
    s_tir.TensorIntrin.register(name, description(intrinsic, kept, what, scopes), stated)
    return name


def with_way_out(text: str) -> str:
    """A refusal of TVM's passes that a script can do something about, in the script's terms."""
    unmet = _UNMET.search(text)
    if unmet is None:
        return f"{text}; {CHANGE}" if text.startswith("TVM cannot lower") else text
    dimension, *strides = unmet.groups()
    return (
        f"a tensor intrinsic's buffer and its tensor have different strides: {strides[0]} and "
        f"{strides[1]} elements in dimension {dimension}; pass the strides of the stored tensor "
        "to decl_buffer, or te.var() for each"
    )


_UNMET = re.compile(r"buffer match constraint for \S+\.strides_(\d+) unmet: (\d+)==(\d+)")


# Key in an operation's attributes: its index here.
ATTRIBUTE = "called_intrinsic"
_called: dict[int, Called] = {}
_number = itertools.count()


@dataclass(frozen=True)
class Called:
    """The intrinsic of an operation: it covers the axes from `spatial` and the reduced axes from
    `reduced` on."""

    intrinsic: TensorIntrin
    call: OldCall
    spatial: int
    reduced: int

    def order(self, op: te.ComputeOp) -> tuple[list[tirx.IterVar], list[tirx.IterVar]]:
        """The axes of the operation outside the intrinsic, and those that the intrinsic
        computes."""
        axes, reduced = list(op.axis), list(op.reduce_axis)
        outside = axes[: self.spatial] + reduced[: self.reduced]
        return outside, axes[self.spatial :] + reduced[self.reduced :]


def called_by(op) -> Called | None:
    """The intrinsic that an operation calls; None if it calls none."""
    number = op.attrs.get(ATTRIBUTE) if isinstance(op, te.ComputeOp) else None
    return None if number is None else _called[int(number)]


def parameters(fcompute: Callable) -> list[str] | None:
    """The names of a lambda's parameters; None if it takes any number."""
    spec = inspect.getfullargspec(fcompute)
    return None if spec.varargs is not None or not spec.args else spec.args


def compute_by_intrinsic(
    shape: Sequence, names: Sequence[str], fcompute: Callable, name: str, tag: str
) -> te.ComputeOp | None:
    """The operation of a lambda with fewer parameters than dimensions; None without a call."""
    axes = [new_axis(extent, axis) for axis, extent in zip(names, shape, strict=False)]
    made = fcompute(*(axis.var for axis in axes))
    if not isinstance(made, IntrinsicCall):
        return None
    intrinsic = made.intrinsic
    tail = [new_axis(extent, f"ax{number}") for number, extent in enumerate(shape[len(axes) :])]
    wanted, given = ([axis.dom.extent for axis in part] for part in (intrinsic.op.axis, tail))
    if not tvm_ffi.structural_equal(wanted, given):
        raise refuse(
            f"{intrinsic.name} gives {_shape(wanted)} elements, but the dimensions of {name} that "
            f"are not parameters of the lambda have {_shape(given)}; make them equal",
            "compute",
        )
    inner = [tirx.IterVar(axis.dom, axis.var.name, REDUCTION) for axis in intrinsic.op.reduce_axis]
    pairs = zip(root_axes(intrinsic.op), (*tail, *inner), strict=True)
    values = {theirs.var: ours.var for theirs, ours in pairs}
    slices = {
        key(tensor): _Slice(part, tensor.ndim, intrinsic.name)
        for tensor, part in zip(intrinsic.op.input_tensors, made.slices, strict=True)
    }

    def read(call: tvm.ir.Call):
        tensor = call.args[0] if call.args else None
        if not isinstance(tensor, te.Tensor) or key(tensor) not in slices:
            return call
        return slices[key(tensor)].at(list(call.args[1:]))

    def put(expr):
        return tvm_ffi.structural_map(substitute(expr, values), (tvm.ir.Call, read))

    reduce = reduction(intrinsic.op)
    if reduce is None:
        if made.reduce_axis:
            raise refuse(f"{intrinsic.name} has no reduction: leave out reduce_axis", "compute")
        body = [put(intrinsic.op.body[0])]
    else:
        source = [put(term) for term in reduce.source]
        body = every_output(reduce, source, [*made.reduce_axis, *inner], [put(reduce.condition)])
    number = next(_number)
    _called[number] = Called(intrinsic, here("compute"), len(axes), len(made.reduce_axis))
    return computed(name, [*axes, *tail], body, tag, {ATTRIBUTE: number})


def _shape(extents) -> str:
    return " x ".join(map(str, extents)) or "1"


class _Slice:
    """A slice of a tensor that is an input of the intrinsic."""

    def __init__(self, part: te.tensor.TensorSlice, ndim: int, taken_by: str) -> None:
        self.part = part
        sliced = sum(isinstance(index, slice) for index in part.indices)
        if sliced != ndim or len(part.indices) != part.tensor.ndim:
            raise refuse(
                f"{taken_by} takes {ndim} dimensions, and the part of {part.tensor.op.name} that "
                f"it receives has {sliced}: pass a slice for each of these, and an index for each "
                "other dimension",
                "compute",
            )

    def at(self, indices: list):
        """The element of the slice at some indices of the input."""
        inside = iter(indices)
        whole = []
        for index in self.part.indices:
            if isinstance(index, slice):
                whole.append((index.start or 0) + next(inside))
            else:
                whole.append(index.var if isinstance(index, tirx.IterVar) else index)
        return self.part.tensor(*whole)
