"""The sites in a kernel's lowered TIR that access shared or global memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import tvm
from tvm import tirx
from tvm.tirx.buffer import is_buffer_var

from gpusim.counting.costs import GLOBAL, SHARED

from ...gemm import wgmma_intrinsics as hopper
from .expressions import (  # fmt: skip
    LANE,
    Tree,
    buffer_bytes,
    is_tensor_pointer,
    number,
    operation,
    plus,
    root_buffer,
    scaled,
    tree,
)
from .ways import (  # fmt: skip
    ASYNC,
    BARRIER,
    LOAD,
    MATRIX,
    PAST_LANES,
    PLAIN,
    STORE,
    TENSOR_CORES,
    TMA,
    TMA_STORE,
    WMMA,
    WMMA_SHAPE,
)

ELEMENT = "element#"  # The loop over elements of a non-contiguous vector.
_LETTERS = {LOAD: "LD", STORE: "ST", SHARED: "S", GLOBAL: "G"}
# Device functions -> their use of each pointer to shared memory that they are given.
_DEVICE_FUNCTIONS = {
    hopper.WGMMA: ((LOAD, TENSOR_CORES), (LOAD, TENSOR_CORES)),
    hopper.WGMMA_TMA: ((LOAD, TENSOR_CORES), (LOAD, TENSOR_CORES), (LOAD, BARRIER)),
    hopper.WGMMA_CODES: ((LOAD, TENSOR_CORES), *[(LOAD, PLAIN)] * 2, (LOAD, BARRIER)),
    **dict.fromkeys(hopper.LOADS, ((STORE, TMA), (LOAD, BARRIER))),
    **dict.fromkeys(hopper.OF_A_BARRIER, ((LOAD, BARRIER),)),
    **dict.fromkeys((hopper.TILE_WRITE, hopper.TILE_WRITE_ROUNDED), ((STORE, PLAIN),)),
    hopper.TILE_STORE: ((LOAD, TMA_STORE),),
}


@dataclass(frozen=True)
class Site:
    """One load or store in the TIR of a kernel.

    `statement` is the number of its statement, in the order of emission. `pointer` is the memory's
    name in the CUDA text, `buffer` its name in TIR. `index` is the first byte that a lane accesses,
    `width` the number of bytes; a site with a `problem` may have no index. `loops` maps the
    enclosing loops to their extents; `conditions` hold where a lane takes part. `moved` is the
    number of bytes that a block moves in each execution of an access without lanes (TMA), None if
    unknown.
    """

    statement: int
    buffer: str
    pointer: str
    scope: str
    kind: str
    way: str
    width: int
    index: Tree | None
    conditions: tuple[Tree, ...]
    loops: Mapping[str, int]
    matrices: int = 0
    problem: str = ""
    moved: int | None = None

    @property
    def opcode(self) -> str:
        """The SASS opcode of the access, '' if no lane makes it.

        wmma loads by ldmatrix and stores by plain stores.
        """
        if self.way in (ASYNC, *PAST_LANES):
            return "LDGSTS" if self.way == ASYNC else ""
        matrices = self.way in (MATRIX, WMMA) and (self.scope, self.kind) == (SHARED, LOAD)
        return "LDSM" if matrices else _LETTERS[self.kind] + _LETTERS[self.scope]


class _Walk:
    """Walks a kernel's statements in the order in which CUDA is emitted."""

    def __init__(self) -> None:
        self.names: dict[Any, Tree] = {}
        self.aliases: dict[Any, Any] = {}
        self.loops: dict[str, int] = {}
        self.conditions: tuple[Tree, ...] = ()
        self.trouble = ""
        self.grid: dict[str, int] = {}
        self.statement = 0
        self.loop_count = 0

    # --- Statements ---------------------------------------------------------------------------

    def walk(self, stmt: Any) -> Iterator[Site]:
        kind = type(stmt)
        if kind is tirx.SeqStmt:
            for part in stmt.seq:
                yield from self.walk(part)
        elif kind is tirx.AttrStmt:
            yield from self.attribute(stmt)
        elif kind is tirx.For:
            yield from self.loop(stmt)
        elif kind is tirx.IfThenElse:
            yield from self.branch(stmt)
        elif kind is tirx.While:
            yield from self.under("inside a while loop, whose trip count is not known", stmt.body)
        elif kind is tirx.Bind:
            self.names[stmt.var] = tree(stmt.value, self.names)
            yield from self.reads(stmt.value)
            self.statement += 1
        elif kind is tirx.BufferStore:
            yield from self.element(stmt.buffer, stmt.indices, STORE)
            for index in stmt.indices:
                yield from self.reads(index)
            yield from self.reads(stmt.value)
            self.statement += 1
        elif kind is tirx.Evaluate:
            yield from self.reads(stmt.value)
            self.statement += 1
        elif kind is tirx.DeclBuffer:
            self.aliases[stmt.buffer] = stmt.data
        elif kind is not tirx.AllocBuffer:
            for name in ("body", "then_case", "else_case"):
                if getattr(stmt, name, None) is not None:
                    yield from self.under(f"inside {kind.__name__}", getattr(stmt, name))

    def attribute(self, stmt: Any) -> Iterator[Site]:
        if stmt.attr_key == "thread_extent":
            tag = str(stmt.node.thread_tag)
            self.names[stmt.node.var] = ("var", tag)
            if tag.startswith("blockIdx"):
                self.grid[tag] = int(stmt.value)
        yield from self.walk(stmt.body)

    def loop(self, stmt: Any) -> Iterator[Site]:
        low, extent = tree(stmt.min, self.names), tree(stmt.extent, self.names)
        yield from self.reads(stmt.extent)
        self.statement += 1
        if low[0] != "int" or extent[0] != "int":
            why = f"loop {stmt.loop_var.name} runs {stmt.extent} times, which is not constant"
            yield from self.under(why, stmt.body)
            return
        key = f"{stmt.loop_var.name}#{self.loop_count}"
        self.loop_count += 1
        outer = self.loops
        self.loops = {**outer, key: extent[1]}
        self.names[stmt.loop_var] = plus(("var", key), low)
        yield from self.walk(stmt.body)
        self.loops = outer

    def branch(self, stmt: Any) -> Iterator[Site]:
        yield from self.reads(stmt.condition)
        self.statement += 1
        condition = tree(stmt.condition, self.names)
        yield from self.where(condition, lambda: self.walk(stmt.then_case))
        if stmt.else_case is not None:
            self.statement += 1
            yield from self.where(operation("not", condition), lambda: self.walk(stmt.else_case))

    def where(self, condition: Tree, sites: Any) -> Iterator[Site]:
        outer = self.conditions
        self.conditions = (*outer, *_conjuncts(condition))
        yield from sites()
        self.conditions = outer

    def under(self, trouble: str, body: Any) -> Iterator[Site]:
        outer = self.trouble
        self.trouble = outer or trouble
        yield from self.walk(body)
        self.trouble = outer

    # --- Expressions --------------------------------------------------------------------------

    def reads(self, expr: Any) -> Iterator[Site]:
        """The sites in an expression."""
        kind = type(expr)
        if kind is tvm.ir.TensorLoad:
            for index in expr.indices:
                yield from self.reads(index)
            if is_buffer_var(expr.source):
                yield from self.element(expr.source, expr.indices, LOAD)
        elif kind is tvm.ir.Call:
            yield from self.call(expr)
        elif kind is tvm.ir.prim.expr.Select:
            yield from self.choice(expr.condition, expr.true_value, expr.false_value)
        elif kind is tvm.ir.prim.expr.Let:
            yield from self.reads(expr.value)
            self.names[expr.var] = tree(expr.value, self.names)
            yield from self.reads(expr.body)
        elif kind is tvm.ir.prim.expr.Shuffle:
            for part in expr.vectors:
                yield from self.reads(part)
        else:
            for name in ("a", "b", "value", "base"):
                part = getattr(expr, name, None)
                if isinstance(part, tvm.ir.Expr):
                    yield from self.reads(part)

    def choice(self, condition: Any, yes: Any, no: Any) -> Iterator[Site]:
        yield from self.reads(condition)
        holds = tree(condition, self.names)
        yield from self.where(holds, lambda: self.reads(yes))
        yield from self.where(operation("not", holds), lambda: self.reads(no))

    def call(self, call: Any) -> Iterator[Site]:
        name = str(getattr(call.op, "name", ""))
        if name in ("tirx.buffer_data", "tirx.tvm_storage_sync"):
            return
        if name == "prim.if_then_else":
            yield from self.choice(*call.args)
        elif name == "tirx.s_tir.cp_async_raw":
            yield from self.cp_async(call)
        elif name == "tirx.ptx_legacy.ldmatrix":
            yield from self.ldmatrix(call)
        elif name in ("tirx.tvm_load_matrix_sync", "tirx.tvm_store_matrix_sync"):
            yield from self.wmma(call, LOAD if "load" in name else STORE)
        else:
            function = str(call.args[0].value) if name == "tirx.call_extern" else ""
            if does := _DEVICE_FUNCTIONS.get(function.partition("<")[0]):
                yield from self.device_function(call, does)
                return
            by = f"{function}()" if function else name
            for argument in call.args:
                if is_tensor_pointer(argument):
                    yield from self.unknown(argument.args[0], f"made by {by}")
                elif (element := _addressed(argument)) is not None:
                    yield from self.unknown(element.source, f"made by {by}")
                else:
                    yield from self.reads(argument)

    def device_function(self, call: Any, does: Sequence[tuple[str, str]]) -> Iterator[Site]:
        """A call of one of `hopper`'s functions; `does` is in the order of its shared pointers."""
        name = call.args[0].value
        elements = [one for argument in call.args[1:] if (one := _addressed(argument)) is not None]
        shared = [element for element in elements if str(element.source.scope()).startswith(SHARED)]
        moved = {BARRIER: 0} | ({TMA: int(call.args[5])} if name in hopper.LOADS else {})
        for element, (kind, way) in zip(shared, does, strict=True):
            why = PAST_LANES.get(way, f"made by {name}()")
            for site in self.unknown(element.source, why, kind, way):
                yield replace(site, moved=moved.get(way))

    def cp_async(self, call: Any) -> Iterator[Site]:
        """cp_async_raw(to, offset, from, offset, bytes[, predicate])."""
        to, to_offset, source, source_offset, size, *predicate = call.args
        element = int(call.ty.dtype.itemsize)
        for pointer, offset, kind in ((source, source_offset, LOAD), (to, to_offset, STORE)):
            index = scaled(tree(offset, self.names), element)
            for site in self.site(pointer.args[0], kind, index, int(size), way=ASYNC):
                if predicate and kind == LOAD:
                    # A false predicate stores zeros and loads nothing.
                    holds = tree(predicate[0], self.names)
                    site = replace(site, conditions=(*site.conditions, holds))
                yield site

    def ldmatrix(self, call: Any) -> Iterator[Site]:
        """ldmatrix(transposed, matrices, type, to, offset, &shared[...], offset)."""
        element = _addressed(call.args[5])
        if element is None:
            return
        size = buffer_bytes(element.source)
        offset = plus(self.flat(element.indices), tree(call.args[6], self.names))
        for site in self.site(element.source, LOAD, scaled(offset, size), 16, way=MATRIX):
            yield replace(site, matrices=int(call.args[1]))

    def wmma(self, call: Any, kind: str) -> Iterator[Site]:
        """load/store_matrix_sync(fragment, m, n, k, number, &memory[...], stride, layout).

        CUDA does not specify which lane holds which element; this is nvcc's layout of 16 x 16 x 16
        fragments on sm_80 and later. Halves are loaded by ldmatrix, 16 rows of 16 elements each.
        float32 accumulators are stored in pairs, with the layout of mma.m16n8k16: lane l has
        columns l % 4 * 2 and the next one of row l
        4, and the same 8 rows and 8 columns further on.
        """
        element = _addressed(call.args[5])
        if element is None:
            return
        shape = tuple(map(int, call.args[1:4]))
        what = (kind, str(element.source.ty.dtype.dtype), shape)
        rows_of = (LOAD, "float16", WMMA_SHAPE), (LOAD, "bfloat16", WMMA_SHAPE)
        sums = (STORE, "float32", WMMA_SHAPE)
        if what not in (*rows_of, sums) or (
            what == sums and str(call.args[7].value) != "row_major"
        ):
            by = " x ".join(map(str, shape))
            why = f"how the lanes share a {what[1]} fragment of wmma's {by} is not documented"
            yield from self.unknown(element.source, why, kind, WMMA)
            return
        lane, stride = ("var", LANE), tree(call.args[6], self.names)
        if kind == LOAD:
            row, column = _remainder(lane, 16), scaled(_quotient(lane, 16), 8)
            width, matrices, pieces = 16, 4, {}
        else:
            piece = ("var", "fragment#")
            row = plus(_quotient(lane, 4), scaled(_remainder(piece, 2), 8))
            column = plus(scaled(_remainder(lane, 4), 2), scaled(_quotient(piece, 2), 8))
            width, matrices, pieces = 8, 0, {"fragment#": 4}
        offset = plus(plus(self.flat(element.indices), operation("*", row, stride)), column)
        index = scaled(offset, buffer_bytes(element.source))
        for site in self.site(element.source, kind, index, width, way=WMMA):
            yield replace(site, matrices=matrices, loops={**site.loops, **pieces})

    # --- Sites --------------------------------------------------------------------------------

    def flat(self, indices: Any) -> Tree:
        """The index of a flattened buffer; after FlattenBuffer there is only one."""
        (index,) = indices
        return tree(index, self.names)

    def element(self, buffer: Any, indices: Any, kind: str) -> Iterator[Site]:
        """A plain access; a vector whose elements are not contiguous counts as scalar accesses."""
        size = buffer_bytes(buffer)
        (index,) = indices
        if type(index) is not tvm.ir.prim.expr.Ramp:
            yield from self.site(buffer, kind, scaled(tree(index, self.names), size), size)
            return
        base, stride = tree(index.base, self.names), tree(index.stride, self.names)
        lanes = int(index.lanes)
        if stride == number(1):
            yield from self.site(buffer, kind, scaled(base, size), size * lanes)
            return
        key = f"{ELEMENT}{self.loop_count}"
        self.loop_count += 1
        outer = self.loops
        self.loops = {**outer, key: lanes}
        apart = plus(base, operation("*", ("var", key), stride))
        yield from self.site(buffer, kind, scaled(apart, size), size)
        self.loops = outer

    def site(
        self, buffer: Any, kind: str, index: Tree | None, width: int, *, way: str = PLAIN
    ) -> Iterator[Site]:
        scope = str(buffer.scope())
        memory = GLOBAL if scope in ("", GLOBAL) else SHARED if scope.startswith(SHARED) else ""
        if not memory:
            return
        root = root_buffer(self.aliases.get(buffer, buffer), self.aliases)
        pointer = str(root.name).replace(".", "_")
        yield Site(
            statement=self.statement,
            buffer=str(buffer.name),
            pointer=f"{pointer}_ptr" if is_buffer_var(root) else pointer,
            scope=memory,
            kind=kind,
            way=way,
            width=width,
            index=index,
            conditions=self.conditions,
            loops=self.loops,
            problem=self.trouble,
        )

    def unknown(self, buffer: Any, why: str, kind: str = LOAD, way: str = PLAIN) -> Iterator[Site]:
        for site in self.site(buffer, kind, None, 0, way=way):
            yield replace(site, problem=site.problem or why)


def _addressed(argument: Any) -> Any:
    """The element in `address_of(buffer[...])`, or None."""
    if type(argument) is tvm.ir.Call and str(argument.op.name) == "tirx.address_of":
        return argument.args[0]
    return None


def _conjuncts(condition: Tree) -> Iterator[Tree]:
    """The conjuncts of a condition."""
    if condition[0] == "and":
        for part in condition[1:]:
            yield from _conjuncts(part)
    else:
        yield condition


def _quotient(a: Tree, by: int) -> Tree:
    return operation("//", a, number(by))


def _remainder(a: Tree, by: int) -> Tree:
    return operation("%", a, number(by))


def sites(func: tirx.PrimFunc) -> tuple[list[Site], dict[str, int]]:
    """All sites of a lowered kernel in the order of its statements, and its grid."""
    walk = _Walk()
    return list(walk.walk(func.body)), walk.grid
