"""Inputs of a simulation: decoded program, launch configuration, options."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .chips import WARP
from .errors import UserError
from .findings import MOST_STEPS
from .isa.architectures import HOPPER, Architecture
from .isa.compare_and_swap import narrow_swaps
from .isa.cubin import KernelImage, Variable
from .isa.dependences import Register
from .isa.operands import Code, decode
from .isa.sass import Instruction

if TYPE_CHECKING:
    from .counting.shared_tiles import SharedTile
    from .functional.orders import Order
    from .timing.warp_traces import Recorder

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
class Program:
    """A kernel's instructions, decoded."""

    name: str
    codes: tuple[Code, ...]
    labels: Mapping[str, int]
    by_address: Mapping[int, int]

    @classmethod
    def of(
        cls,
        name: str,
        instructions: Sequence[Instruction],
        architecture: Architecture = HOPPER,
        addresses: Mapping[str, int] | None = None,
    ) -> Program:
        """Decode a kernel; raises Unsupported for an unknown operand.

        `addresses` of variables replace the link-time relocations in its instructions.
        """
        instructions = [instruction.relocated(addresses or {}) for instruction in instructions]
        return cls(
            name,
            tuple(
                decode(pc, instruction, architecture) for pc, instruction in enumerate(instructions)
            ),
            {
                instruction.label: pc
                for pc, instruction in enumerate(instructions)
                if instruction.label
            },
            {instruction.address: pc for pc, instruction in enumerate(instructions)},
        )

    @cached_property
    def has_deep_stack(self) -> bool:
        """Whether the kernel calls functions by address or recursively, so that its stack has no
        fixed size."""
        calls = (code for code in self.codes if code.base == "CALL")
        return any(
            code.operands[0].kind != "label" or self.labels[code.operands[0].text] <= code.at
            for code in calls
        )

    @cached_property
    def has_fences(self) -> bool:
        """Whether the kernel uses the asynchronous proxy."""
        return any("proxy" in code.row.roles for code in self.codes)

    @cached_property
    def has_mbarriers(self) -> bool:
        return any(code.base in ("SYNCS", "ARRIVES") for code in self.codes)

    @cached_property
    def narrow_swaps(self) -> frozenset[int]:
        """Compare-and-swaps of 8 or 16 bits, and the loads of their words."""
        return narrow_swaps(self.codes)

    def narrowest(self, *accesses: str) -> int:
        """Bytes of the narrowest access of these kinds, at most 4."""
        widths = (
            1 if code.has("U8", "S8") else 2 if code.has("U16", "S16") else 4
            for code in self.codes
            if code.row.access in accesses
        )
        return min(widths, default=4)


@dataclass(frozen=True)
class TensorMap:
    """A TMA descriptor: an argument as a tensor of boxes.

    `shape` and `box` are innermost first, in elements of `itemsize` bytes; `strides` are bytes of
    all dimensions except the innermost; `swizzle` is the span in bytes, 0 for none. Reductions need
    the `dtype` of the elements.
    """

    argument: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    itemsize: int
    swizzle: int = 0
    dtype: str = ""

    @cached_property
    def box_bytes(self) -> int:
        return math.prod(self.box) * self.itemsize

    @property
    def alignment(self) -> int:
        """Alignment of a box in shared memory in bytes; a swizzle depends on address bits."""
        return 128

    def checked(self, name: str) -> TensorMap:
        """The map itself; raises UserError if cuTensorMapEncodeTiled rejects it for the array
        `name`."""
        row = self.box[0] * self.itemsize
        problems = {
            f"{len(self.shape)} dimensions: 1 to 5": not 1 <= len(self.shape) <= 5,
            f"an extent of {max(self.shape)}: at most 2^32": max(self.shape) > 1 << 32,
            f"a box of {max(self.box)} elements along an axis: at most 256": max(self.box) > 256,
            f"rows of the box of {row} bytes: a multiple of 16": row % 16 > 0,
            f"rows of the box of {row} bytes: at most the swizzle's {self.swizzle}": (
                0 < self.swizzle < row
            ),
        } | {
            f"a stride of {stride} bytes: a multiple of 16, below 2^40": (
                stride % 16 > 0 or stride >= 1 << 40
            )
            for stride in self.strides
        }
        for problem, holds in problems.items():
            if holds:
                raise UserError(f"the tensor map of {name} has {problem} is allowed")
        return self


@dataclass(frozen=True)
class Struct:
    """A struct by value: its bytes, and what its members point to.

    `members` maps byte offsets to the names of arrays, whose addresses are stored there, and to
    tensor maps.
    """

    data: bytes
    members: Mapping[int, str | TensorMap]


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


@dataclass(frozen=True)
class Setup:
    """Launch configuration: grid, block, cluster, shared bytes, parameters.

    `parameters` holds for each parameter its byte offset in constant bank 0 and its value:
    ('array', n) with the index of an array, a tensor map, or bytes. Later entries overwrite parts
    of earlier ones. `warp_steps` and `functions` as in KernelImage.
    """

    grid: Block
    block: Block
    shared: int
    parameters: Sequence[tuple[int, Any]]
    parameter_base: int
    constants: Mapping[int, bytes] = field(default_factory=dict)
    local: int = 0
    dynamic_shared: int = 0
    warp_steps: Mapping[int, int | None] = field(default_factory=dict)
    functions: Mapping[int, str] = field(default_factory=dict)
    cluster: Block = (1, 1, 1)
    architecture: Architecture = HOPPER
    # Address of a cooperative launch's workspace.
    workspace: int = 0
    # As in KernelImage.
    apart: Sequence[Variable] = ()


@dataclass
class Options:
    """What a run executes, checks and records."""

    check: bool = True
    count: bool = True
    most_steps: int = MOST_STEPS
    # SASS that ptxas did not schedule: wrong control codes are errors. ptxas knows the hardware
    # better than the tables of `isa.latencies`, so for its code they are notes.
    hand_written: bool = False
    # What SASS does not show: no strong load or store is a vector of several accesses; no strong
    # load was wider than 32 bits, of which ptxas may have kept a part.
    scalar: bool = False
    whole: bool = False
    # PTX has no proxy fence: ptxas added each FENCE for an mbarrier's initialization alone.
    proxy_fences: bool = True
    # Threads that have exited when others reach __syncthreads() returned early, which is no error.
    returns_early: bool = False
    # An order of execution other than the usual one.
    order: Order | None = None
    # Omitted instructions: a planted fault.
    leave_out: frozenset[int] = frozenset()
    # The slice to execute if only control flow and addresses are needed; no data is moved.
    only: frozenset[int] | None = None
    # Live registers of the slice before each instruction; enables loop extrapolation.
    live: Sequence[frozenset[Register]] = ()
    # Loads of the slice whose data does not matter, and accesses that they shift by multiples of
    # 128 bytes.
    blank: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()
    # Instructions assumed to run with one active lane per warp.
    alone: frozenset[int] = frozenset()
    # Receives layouts of wgmma operands and TMA boxes, by (instruction, operand); nothing is
    # multiplied, and a launch ends once the layouts of `tiled` are known.
    tiles: dict[tuple[int, str], SharedTile] | None = None
    tiled: frozenset[int] = frozenset()
    # Maximum number of lanes that run together.
    lanes: int = 4096
    # Recorder of the timing model.
    recorder: Recorder | None = None

    @property
    def tries_orders(self) -> bool:
        """Whether a launch is also run in other orders: a checked, unchanged, unobserved one."""
        changed = self.leave_out or self.order
        observed = self.tiles is not None or self.recorder
        return self.check and self.only is None and not (changed or observed)
