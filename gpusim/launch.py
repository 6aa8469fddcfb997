"""What is run: a kernel's decoded instructions, how it is launched, what is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .findings import MOST_STEPS
from .isa.cubin import KernelImage
from .isa.dependences import Register
from .isa.operands import Code, decode
from .isa.sass import Instruction

if TYPE_CHECKING:
    from .counting.shared_tiles import SharedTile
    from .timing.warp_traces import Recorder

Block = tuple[int, int, int]


@dataclass(frozen=True)
class Program:
    """A kernel's instructions, decoded."""

    name: str
    codes: tuple[Code, ...]
    labels: Mapping[str, int]
    by_address: Mapping[int, int]

    @classmethod
    def of(cls, name: str, instructions: Sequence[Instruction]) -> Program:
        """Raises Unsupported for an operand that is not known."""
        return cls(
            name,
            tuple(decode(at, instruction) for at, instruction in enumerate(instructions)),
            {one.label: at for at, one in enumerate(instructions) if one.label},
            {one.address: at for at, one in enumerate(instructions)},
        )

    def narrowest(self, *bases: str) -> int:
        """Bytes of the narrowest access by these opcodes; 4 where none is narrower."""
        widths = (
            1 if code.has("U8", "S8") else 2 if code.has("U16", "S16") else 4
            for code in self.codes
            if code.base in bases
        )
        return min(widths, default=4)


@dataclass(frozen=True)
class TensorMap:
    """What a TMA descriptor holds: an argument seen as a matrix of boxes.

    `shape` and `box` are innermost first, in elements of `itemsize` bytes; `strides` are bytes of
    all dimensions but the innermost; `swizzle` is the span in bytes, 0 for none.
    """

    argument: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    itemsize: int
    swizzle: int = 0


@dataclass(frozen=True)
class Call:
    """One launch of a kernel.

    An argument is the name of an array, a tensor map, or the bytes of a number.
    """

    image: KernelImage
    program: Program
    grid: Block
    block: Block
    dynamic_shared: int
    arguments: Sequence[Any]
    cluster: Block = (1, 1, 1)


@dataclass(frozen=True)
class Setup:
    """How a kernel is launched: grid, block, cluster, shared bytes, what its parameters hold.

    `parameters` has, for each parameter, its byte offset in constant bank 0 and a value: the index
    of an array ('array', n), a tensor map, or the bytes of a scalar. `warp_steps` are as in
    a KernelImage.
    """

    grid: Block
    block: Block
    shared: int
    parameters: Sequence[tuple[int, Any]]
    parameter_base: int
    constants: Mapping[int, bytes] = field(default_factory=dict)
    local: int = 0
    warp_steps: Mapping[int, int | None] = field(default_factory=dict)
    cluster: Block = (1, 1, 1)


@dataclass(frozen=True)
class Event:
    """Something that threads of a block did: `kind` is 'read', 'write', 'fence', 'barrier'.

    `place` and `thread` are granules of shared memory and who accessed each; of fences and
    barriers `thread` has the lanes that met.
    """

    kind: str
    at: int
    place: np.ndarray
    thread: np.ndarray


@dataclass
class Options:
    """What a run looks at."""

    check: bool = True
    count: bool = True
    most_steps: int = MOST_STEPS
    # Instructions left out, and waits that let one more group be under way, to see whether that is
    # found.
    leave_out: frozenset[int] = frozenset()
    raised: frozenset[int] = frozenset()
    # What threads of block (0, 0, 0) do with shared memory, in order, is put here.
    log: list[Event] | None = None
    # The kernel that these three are of; '' for all.
    kernel: str = ""
    # A launch ends with the first findings.
    until_found: bool = False
    # The instructions to run, where only ways and addresses are asked for; data is not moved.
    only: frozenset[int] | None = None
    # Registers that these need before each instruction; with them passes of loops that repeat are
    # not run, but multiplied.
    live: Sequence[frozenset[Register]] = ()
    # Of these, loads whose data do not matter, and accesses that they move by whole rows of banks.
    blank: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()
    # Instructions that no more than one lane of a warp should run together.
    alone: frozenset[int] = frozenset()
    # Where operands of wgmma and boxes of TMA lie is put here, by instruction and operand, and
    # nothing is multiplied; a launch ends once it is known of these instructions.
    tiles: dict[tuple[int, str], SharedTile] | None = None
    tiled: frozenset[int] = frozenset()
    # How many lanes run together at most.
    lanes: int = 4096
    # Keeps what a model of time asks for.
    recorder: Recorder | None = None
