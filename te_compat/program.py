"""A recorded `s_tir` program: primitive calls as data, which run again and print as Python."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any

import tvm
import tvm_ffi
from tvm import s_tir, tirx

from schedules.lowering.nodes import nodes

from .calls import CHANGE, OldCall, OldCallError, first_line
from .dataflow import is_true, variables

SKIP = "*_"


class Name(str):
    """A variable of the recorded program, as opposed to a string argument."""

    __slots__ = ()


@dataclass(frozen=True)
class Primitive:
    """One call on the `s_tir.Schedule`.

    Parameters
    ----------
    method : str
        The schedule's method.
    args, kwargs
        A Name stands for a block or loop that an earlier call gave.
    results : tuple of Name
        What the call's results are called; a first name `*_` skips the loops ahead of the rest.
    cause : OldCall, optional
        The script's call that asked for it; look-ups that only serve others have none.
    """

    method: str
    args: tuple
    kwargs: dict[str, Any] = field(default_factory=dict)
    results: tuple[Name, ...] = ()
    cause: OldCall | None = None

    def as_python(
        self, results: Sequence[str] | None = None, named: Callable[[Name], str] = str
    ) -> str:
        """The call as a line of Python over a schedule named `sch`, with Names as `named`."""
        results = self.results if results is None else results
        parts = [text_of(arg, named) for arg in self.args]
        parts += [f"{name}={text_of(value, named)}" for name, value in self.kwargs.items()]
        call = f"sch.{self.method}({', '.join(parts)})"
        left = ", ".join(results)
        if len(results) == 1 and results[0] != SKIP and self.method in _GIVES_SEVERAL:
            left = f"({left},)"
        return f"{left} = {call}" if left else call

    def run(self, sch: s_tir.Schedule, env: dict[str, Any]) -> None:
        """Make the call, with blocks and loops from `env`, and store its results there."""

        def value(given):
            if isinstance(given, Name):
                return env[given]
            if isinstance(given, list | tuple):
                return type(given)(map(value, given))
            return given

        got = getattr(sch, self.method)(
            *map(value, self.args), **{name: value(given) for name, given in self.kwargs.items()}
        )
        names = list(self.results)
        if not names:
            return
        several = list(got) if self.method in _GIVES_SEVERAL else [got]
        if names[0] == SKIP:
            names = names[1:]
            several = several[len(several) - len(names) :]
        env.update(zip(names, several, strict=True))


_GIVES_SEVERAL = frozenset({"get_loops", "split"})


def text_of(value, named: Callable[[Name], str] = str) -> str:
    """An argument as Python."""
    if isinstance(value, Name):
        return named(value)
    if isinstance(value, list | tuple):
        parts = ", ".join(text_of(part, named) for part in value)
        return f"({parts})" if isinstance(value, tuple) else f"[{parts}]"
    if isinstance(value, tirx.IndexMap):
        return str(value).removeprefix("T.index_map(").removesuffix(")")
    return quoted(value) if isinstance(value, str) else repr(value)


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


@dataclass(frozen=True)
class Argument:
    """A tensor that is scheduled as an allocation and is argument number `at` of the result.

    `unwritten` has the shape and dtype of one that was inlined, so that nothing writes it.
    """

    at: int
    name: str
    unwritten: tuple[tuple[int, ...], str] | None = None


def with_argument(mod: tvm.IRModule, position: int, buffer: str | tvm.ir.Var) -> tvm.IRModule:
    """`mod` with `buffer`, or its allocation of that name, as argument number `at`."""
    func, realize = mod["main"], mod["main"].body
    root, kept = realize.block, list(realize.block.alloc_buffers)
    if isinstance(buffer, str):
        (buffer,) = [param for param in kept if param.name == buffer]
        kept = [param for param in kept if not param.same_as(buffer)]
    block = s_tir.SBlock(
        [], root.reads, root.writes, "root", root.body, None, kept, None, root.annotations
    )
    body = s_tir.SBlockRealize([], realize.predicate, block)
    params = [*func.params[:position], buffer, *func.params[position:]]
    return tvm.IRModule({"main": tirx.PrimFunc(params, body, func.ret_type, func.attrs)})


@dataclass(frozen=True)
class State:
    """The parameters that are one buffer in the end: a scan's, what init writes, and update.

    They are given by their places. The update's element at 0 is the buffer's at `first`. An `inner`
    buffer is no argument: it is allocated.
    """

    buffer: int
    init: int
    update: int
    first: int
    inner: bool = False


def with_states(mod: tvm.IRModule, states: Sequence[tuple]) -> tvm.IRModule:
    """`mod` with one buffer for each of `states`: (buffer, init, update, first, inner)."""
    func, root = mod["main"], mod["main"].body.block
    into, inner = {}, []
    for buffer, init, update, first, is_inner in states:
        whole = func.params[buffer]
        into[func.params[init]] = whole, 0
        into[func.params[update]] = whole, first
        inner += [whole] if is_inner else []

    def within(indices, first):
        index, *rest = indices
        return [index + first if first else index, *rest]

    def on_store(store):
        if store.buffer not in into:
            return store
        whole, first = into[store.buffer]
        return tirx.BufferStore(whole, store.value, within(store.indices, first))

    def on_load(load):
        if load.source not in into:
            return load
        whole, first = into[load.source]
        return tirx.BufferLoad(whole, within(load.indices, first))

    def on_region(region):
        if region.source not in into:
            return region
        whole, first = into[region.source]
        extent, *rest = region.region
        extent = tvm.ir.Range.from_min_extent(
            extent.min + first if first else extent.min, extent.extent
        )
        return tirx.BufferRegion(whole, [extent, *rest])

    changes = [
        (tirx.BufferStore, on_store),
        (tvm.ir.TensorLoad, on_load),
        (tvm.ir.TensorRegion, on_region),
    ]
    body = tvm_ffi.structural_map(root.body, changes)
    kept: list = []
    tvm_ffi.structural_walk(body, (tirx.Buffer, lambda var: kept.append(var in into)))
    if any(kept):
        raise ValueError(
            "the state of a scan is an argument of a call, for example of an intrinsic"
        )
    allocated = [*root.alloc_buffers, *inner]
    block = s_tir.SBlock([], [], [], "root", body, None, allocated, None, root.annotations)
    params = [param for param in func.params if param not in into and param not in inner]
    realize = s_tir.SBlockRealize([], func.body.predicate, block)
    return tvm.IRModule({"main": tirx.PrimFunc(params, realize, func.ret_type, func.attrs)})


@dataclass
class Program:
    """Primitive calls in order, on the unscheduled module `origin`.

    `intrinsics` are the names of the tensor intrinsics that it uses, as registered; `arguments` the
    intermediates that become arguments once all calls are made; `states` the buffers of scans that
    become one then.
    """

    origin: tvm.ir.IRModule
    primitives: list[Primitive] = field(default_factory=list)
    intrinsics: list[str] = field(default_factory=list)
    arguments: list[Argument] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    def __iter__(self) -> Iterator[Primitive]:
        return iter(self.primitives)

    def run(self) -> s_tir.Schedule:
        """A fresh schedule of `origin` with every call made."""
        sch, _ = self.replayed()
        changes = self.arguments or self.states
        return new_schedule(self.finished(sch.mod)) if changes else sch

    def replayed(self) -> tuple[s_tir.Schedule, dict[str, Any]]:
        """A fresh schedule of `origin` with every call made, and what their results are."""
        sch, env = new_schedule(self.origin), {}
        for primitive in self.primitives:
            primitive.run(sch, env)
        return sch, env

    def finished(self, mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
        """The module that the calls make from `origin`, with all its arguments."""
        for arg in self.arguments:
            buffer = tirx.decl_buffer(*arg.unwritten, arg.name) if arg.unwritten else arg.name
            mod = with_argument(mod, arg.at, buffer)
        return with_states(mod, list(map(astuple, self.states))) if self.states else mod


def new_schedule(origin: tvm.ir.IRModule) -> s_tir.Schedule:
    return s_tir.Schedule(origin, debug_mask="none", error_render_level="fast")


def plain_name(wanted: str) -> str:
    """`wanted` in the letters of a Python name."""
    base = re.sub(r"\W", "_", wanted).strip("_") or "x"
    return f"x{base}" if base[0].isdigit() else base


def unique(name: str, taken: set[str], number: int = 1) -> str:
    """`name`, with a number if it is taken; the result is then taken."""
    free = name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free)
    return free


class Recorder:
    """Runs primitives on a schedule and records them, with a unique name for each result."""

    def __init__(self, origin: tvm.ir.IRModule) -> None:
        self.program = Program(origin)
        self.sch = new_schedule(origin)
        self.env: dict[str, Any] = {}
        self._used: set[str] = {"sch"}

    def name(self, wanted: str) -> Name:
        """`wanted` as an identifier, with a number where it is taken."""
        return Name(unique(plain_name(wanted), self._used))

    def has(self, name: str) -> bool:
        return name in self._used

    def do(
        self, cause: OldCall | None, method: str, *args, results: Sequence[Name] = (), **kwargs
    ) -> None:
        """Make one call; raises OldCallError with the script's line if TVM refuses."""
        primitive = Primitive(method, args, kwargs, tuple(results), cause)
        try:
            primitive.run(self.sch, self.env)
        except Exception as error:  # TVM may raise anything.
            text = f"{primitive.as_python()} is refused by TVM: {first_line(error)}; {CHANGE}"
            # Primitives that no call requested are attributed to the previous call.
            causes = (made.cause for made in reversed(self.program.primitives) if made.cause)
            cause = cause or next(causes, None)
            raise (cause.error(text) if cause else OldCallError(text)) from error
        self.program.primitives.append(primitive)

    def loop(self, name: Name) -> tirx.For:
        return self.sch.get(self.env[name])

    def extent(self, loop: Name) -> int | None:
        """A loop's extent; None if it is not a number but depends on outer loops."""
        extent = self.loop(loop).extent
        return int(extent.value) if isinstance(extent, tirx.IntImm) else None

    def is_affine(self, block: Name) -> bool:
        """Whether TVM sees a block's iterators as affine, as it requires for a reduction."""
        state = self.sch.state
        return bool(state._get_cached_flags(self.sch.get_sref(self.env[block])).affine_binding)

    def bindings(self, block: Name) -> list:
        """The values of a block's iterators."""
        return list(realization(self.sch, self.env[block]).iter_values)

    def is_guarded(self, block: Name, inside: Sequence[Name] | None = None) -> bool:
        """Whether a predicate skips some iterations of a block, or of the loops `inside`."""
        predicate = realization(self.sch, self.env[block]).predicate
        if inside is None or is_true(predicate):
            return not is_true(predicate)
        return not {self.loop(loop).loop_var for loop in inside}.isdisjoint(variables(predicate))

    def overlaps(self, loop: Name) -> bool:
        """Whether blockize of a loop puts a predicate around its tiles.

        TVM 0.27 divides iterators that overlap, as h + kh, into others, with one.
        """
        # TVM cannot copy a schedule that has been tensorized, or in which a primitive failed.
        sch, env = self.program.replayed()
        try:
            tiles = sch.blockize(env[loop])
        except Exception:  # TVM may raise anything.
            return False
        return not is_true(realization(sch, tiles).predicate)


def realization(sch: s_tir.Schedule, block) -> s_tir.SBlockRealize:
    """A block's iterator values and predicate inside its loops."""
    wanted = sch.get(block)
    every = nodes(s_tir.SBlockRealize, sch.mod)
    return next(realize for realize in every if realize.block.same_as(wanted))
