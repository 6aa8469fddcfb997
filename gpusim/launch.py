"""Inputs of a simulation: the launches of a module, their configuration and options."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .chips import WARP
from .errors import UserError
from .findings import MOST_STEPS
from .isa.cubin import Cubin, KernelImage
from .isa.decoder import Code, Register
from .isa.program import Program
from .state.memory import HEAP, HEAP_BYTES, Global

if TYPE_CHECKING:
    from .counting.shared_tiles import SharedTile


Block = tuple[int, int, int]
TENSOR_MAP_BYTES = 128


def indices_of(thread: int, grid: Block, block: Block) -> tuple[Block, Block]:
    """Block and thread indices of a launch-wide thread number, in which blocks are whole warps."""
    number, flat = divmod(thread, -(-math.prod(block) // WARP) * WARP)
    (gx, gy, _), (x, y, _) = grid, block
    return (
        (number % gx, number // gx % gy, number // (gx * gy)),
        (flat % x, flat // x % y, flat // (x * y)),
    )


def every_block(grid: Block) -> Iterator[Block]:
    """All blocks of a grid, x fastest."""
    x, y, z = grid
    return ((bx, by, bz) for bz in range(z) for by in range(y) for bx in range(x))


def whole_clusters(blocks: Iterable[Block], cluster: Block) -> list[Block]:
    """All blocks of the clusters that contain `blocks`, each cluster once, in rank order."""
    firsts = (
        tuple(index - index % size for index, size in zip(block, cluster, strict=True))
        for block in blocks
    )
    return [
        tuple(index + more for index, more in zip(first, within, strict=True))
        for first in dict.fromkeys(firsts)
        for within in every_block(cluster)
    ]


@dataclass(frozen=True)
class TensorMap:
    """A TMA descriptor: an argument as a tensor of boxes.

    `shape` and `box` are innermost first, in elements of `itemsize` bytes; `strides` are bytes of
    all dimensions except the innermost; `swizzle` is the span in bytes, 0 for none. Reductions need
    the `dtype` of the elements. `alignment` is that of a box in shared memory in bytes; a swizzle
    depends on address bits.
    """

    argument: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    itemsize: int
    swizzle: int = 0
    dtype: str = ""
    alignment: int = 128

    @cached_property
    def box_bytes(self) -> int:
        return math.prod(self.box) * self.itemsize

    def checked(self, name: str) -> TensorMap:
        """The map itself; raises UserError if cuTensorMapEncodeTiled rejects it for the array
        `name`."""
        row = self.box[0] * self.itemsize
        allowed = [
            (1 <= len(self.shape) <= 5, f"{len(self.shape)} dimensions: 1 to 5"),
            (max(self.shape) <= 1 << 32, f"an extent of {max(self.shape)}: at most 2^32"),
            (max(self.box) <= 256, f"a box of {max(self.box)} elements along an axis: at most 256"),
            (row % 16 == 0, f"rows of the box of {row} bytes: a multiple of 16"),
            (
                not 0 < self.swizzle < row,
                f"rows of the box of {row} bytes: at most the swizzle's {self.swizzle}",
            ),
            *(
                (
                    stride % 16 == 0 and stride < 1 << 40,
                    f"a stride of {stride} bytes: a multiple of 16, below 2^40",
                )
                for stride in self.strides
            ),
        ]
        for is_allowed, limit in allowed:
            if not is_allowed:
                raise UserError(f"the tensor map of {name} has {limit} is allowed")
        return self


@dataclass(frozen=True)
class Struct:
    """A struct by value: its bytes, and what its members point to.

    `members` maps byte offsets to the names of arrays, whose addresses are stored there, to tensor
    maps, and to other bytes.
    """

    data: bytes
    members: Mapping[int, str | TensorMap | bytes]


@dataclass(frozen=True)
class Call:
    """One launch of a kernel.

    An argument is the name of an array, a tensor map, the bytes of a scalar or struct, or a Struct.
    """

    image: KernelImage
    program: Program
    grid: Block
    block: Block
    dynamic_shared: int
    arguments: Sequence[Any]
    cluster: Block = (1, 1, 1)
    # The array of two words that a cooperative launch uses for its grid barrier; '' for none.
    workspace: str = ""
    # A programmatic dependent launch: it may start before the previous launch has completed.
    dependent: bool = False

    def __post_init__(self) -> None:
        masked = self.program.with_member_masks(self.image.warp_steps)
        object.__setattr__(self, "program", masked)


@dataclass(frozen=True)
class Setup:
    """A launch whose arguments are in memory.

    `parameters` holds for each parameter its byte offset in constant bank 0 and its value:
    ('array', n) with the index of an array, a tensor map, or bytes. Later entries overwrite parts
    of earlier ones. `local` is the bytes of a thread's stack, `workspace` the address of a
    cooperative launch's.
    """

    call: Call
    parameters: Sequence[tuple[int, Any]]
    local: int = 0
    workspace: int = 0

    @property
    def image(self) -> KernelImage:
        return self.call.image

    @property
    def shared(self) -> int:
        """Bytes of a block's shared memory."""
        return self.image.static_shared + self.call.dynamic_shared


class Order(Enum):
    """An order of execution other than the usual one."""

    EVEN_BLOCKS = "even blocks delayed"
    ODD_BLOCKS = "odd blocks delayed"
    EVEN_WARPS = "even warps delayed"
    ODD_WARPS = "odd warps delayed"
    TIMEOUTS = "the first test of each mbarrier phase fails"
    LATE_STORES = "strong stores performed after later loads"
    REVERSED_ATOMICS = "atomics of the last threads performed first"

    @property
    def is_of_warps(self) -> bool:
        """Whether the warps of one cluster show what it may find."""
        return self in (Order.EVEN_WARPS, Order.ODD_WARPS, Order.TIMEOUTS)


@dataclass
class Options:
    """What a run executes, checks and records."""

    check: bool = True
    count: bool = True
    most_steps: int = MOST_STEPS
    # Whether to run all blocks, however long that takes.
    all_blocks: bool = False
    # SASS that ptxas did not schedule: wrong control codes are errors. ptxas knows the hardware
    # better than the tables of `sanitizer.scoreboards`, so for its code they are notes.
    hand_written: bool = False
    # What SASS does not show: no strong load or store is a vector of several accesses; no strong
    # load was wider than 32 bits, of which ptxas may have kept a part.
    scalar: bool = False
    whole: bool = False
    # Loads and stores of shared memory, by instruction, that PTX marks as volatile or relaxed, and
    # relaxed arrivals and waits at mbarriers.
    volatile: frozenset[int] = frozenset()
    # PTX has no proxy fence: ptxas added each FENCE for an mbarrier's initialization alone.
    proxy_fences: bool = True
    # PTX has no instruction that synchronizes a warp: ptxas added each WARPSYNC, after a divergent
    # branch, and none orders accesses to memory.
    warp_syncs: bool = True
    # Threads that have exited when others reach __syncthreads() returned early, which is no error.
    returns_early: bool = False
    # An order of execution other than the usual one.
    order: Order | None = None
    # The slice to execute if only control flow and addresses are needed; no data is moved.
    only: frozenset[int] | None = None
    # Live registers of the slice before each instruction; enables loop extrapolation.
    live: Sequence[frozenset[Register]] = ()
    # Loads of the slice whose data does not matter, and accesses that they shift by multiples of
    # 128 bytes, which is a row of the banks.
    blank: frozenset[int] = frozenset()
    row_shifted: frozenset[int] = frozenset()
    # Instructions assumed to run with one active lane per warp.
    alone: frozenset[int] = frozenset()
    # Receives layouts of wgmma operands and TMA boxes, by (instruction, operand); nothing is
    # multiplied, and a launch ends once the layouts of `tiled` are known.
    tiles: dict[tuple[int, str], SharedTile] | None = None
    tiled: frozenset[int] = frozenset()
    # Whether to tell blocks apart by what their predicates were (`exact_counts.differing_blocks`).
    classifies: bool = False
    # Maximum number of lanes that run together.
    lanes: int = 4096
    # Called after each instruction that writes registers: with it, the execution and the mask.
    watch: Callable[[Code, Any, Any], None] | None = None
    # A recorder of the timing model (`timing.warp_traces`), None for none.
    recorder: Any = None

    @property
    def tries_orders(self) -> bool:
        """Whether a launch is also run in other orders: a checked, unobserved one."""
        observed = self.tiles is not None or self.recorder or self.watch
        return self.check and self.only is None and not (self.order or observed)


# Name of the module's scalar variables in findings, and their size in bytes.
VARIABLES = "module variables"
_SCALAR = 8
# Name of the array that a cooperative launch's grid barrier uses.
GRID_WORKSPACE = "grid workspace"


@dataclass(frozen=True)
class Buffer:
    """A buffer in global memory; `workspace` if the host allocates it for its kernels."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    workspace: bool = False


@dataclass(frozen=True)
class Module:
    """All launches, in order.

    Arrays are in the order of `buffers`, which tensor maps index, followed by the module's
    `variables`.
    """

    buffers: tuple[Buffer, ...]
    calls: tuple[Call, ...]
    variables: Mapping[str, np.ndarray]

    def arrays(self) -> dict[str, np.ndarray]:
        """Placeholders of the buffers, and the variables, by name."""
        return stand_ins(self.buffers) | self.variables


def stand_ins(buffers: Iterable[Buffer]) -> dict[str, np.ndarray]:
    """Read-only arrays of zeros that occupy no memory, by buffer name."""
    return {
        buffer.name: np.broadcast_to(np.zeros((), buffer.dtype), buffer.shape) for buffer in buffers
    }


def with_variables(
    cubin: Cubin, arrays: Mapping[str, np.ndarray]
) -> tuple[Cubin, dict[str, np.ndarray]]:
    """Load the cubin with its variables behind `arrays`; returns it and the variables by name.

    A variable of more than 8 bytes is an array of its own, so an overrun does not reach another.
    A module that calls malloc has a heap behind its variables.
    """
    if not cubin.memory and not cubin.pointers:
        return cubin, {}
    allocates = any(pointer.function == "malloc" for pointer in cubin.pointers)
    parts = {
        f"__device__ {variable.name}": (variable.offset, variable.offset + variable.size)
        for variable in cubin.variables
        if variable.bank is None and variable.size > _SCALAR
    }
    # All other variables, at their offsets.
    parts[VARIABLES] = 0, len(cubin.memory)
    memory = np.frombuffer(cubin.memory, np.uint8)
    places = [*arrays.items(), *((name, memory[slice(*part)]) for name, part in parts.items())]
    layout = Global(places, held=False)

    def address_of(target: int) -> int:
        number, start = next(
            (number, start)
            for number, (start, end) in enumerate(parts.values())
            if start <= target < end
        )
        return layout.address(len(arrays) + number) + target - start

    loaded = cubin.loaded(address_of)
    memory = np.frombuffer(loaded.memory, np.uint8)
    variables = {name: memory[slice(*part)] for name, part in parts.items()}
    return loaded, variables | ({HEAP: np.zeros(HEAP_BYTES, np.uint8)} if allocates else {})
