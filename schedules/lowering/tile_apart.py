"""Gives the tile of C its own shared memory.

MergeSharedMemoryAllocations places C over slices that the block no longer needs. If the next tile's
slices arrive while C is stored by TMA, C needs its own memory. Only the two instructions that write
and store C use its address, so only they are changed.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import tvm
import tvm_ffi
from tvm import tirx
from tvm.sym import Analyzer

from ..gemm import wgmma_intrinsics as hopper
from .nodes import nodes

# Index of the argument, after the function's name, that points to the tile.
_POINTER = {hopper.TILE_WRITE: 2, hopper.TILE_WRITE_ROUNDED: 2, hopper.TILE_STORE: 1}


def tile_apart(
    body: tirx.Stmt, called: Callable[[tvm.ir.Call], str], shared: tirx.Buffer, turns: int = 1
) -> tuple[tirx.Stmt, int]:
    """The body with its tile of C after the bytes of shared memory, and the total size.

    If warpgroups take tiles in turn, each has its own tile, selected by threadIdx.y. Without a tile
    that is stored by TMA, both are returned unchanged.
    """
    size = math.prod(map(int, shared.shape))
    stores = [call for call in nodes(tvm.ir.Call, body) if called(call) == hopper.TILE_STORE]
    if not stores:
        return body, size
    kind, _, first, each, _ = stores[0].args[_POINTER[hopper.TILE_STORE]].args
    item = kind.ty.dtype.itemsize
    rounded = hopper.TILE_WRITE_ROUNDED in map(called, nodes(tvm.ir.Call, body))
    # The address of the first warpgroup's part.
    first = tvm_ffi.structural_map(first, (tvm.ir.Var, lambda _: tirx.const(0, "int32")))
    moved = size // item - int(Analyzer().simplify(first))
    group, groups = next(
        (attr.node.var, int(attr.value))
        for attr in nodes(tirx.AttrStmt, body)
        if attr.attr_key == "thread_extent" and str(attr.node.thread_tag) == "threadIdx.y"
    )

    def on_call(call: tvm.ir.Call) -> tvm.ir.Call:
        position = _POINTER.get(called(call))
        if position is None:
            return call
        given = list(call.args)
        kind, data, offset, extent, mask = given[position].args
        offset += moved + (group * each if turns > 1 else 0)
        if rounded:
            # In bytes, since TVM rejects a pointer of a type other than the slices'.
            given[position] = tirx.address_of(shared[offset * item])
        else:
            pointer = [kind, data, offset, extent, mask]
            given[position] = tvm.ir.Call(given[position].op, pointer, ret_ty=given[position].ty)
        return tvm.ir.Call(call.op, given, ret_ty=call.ty)

    whole = size + groups * turns * int(each) * item
    return tvm_ffi.structural_map(body, (tvm.ir.Call, on_call)), whole
