"""`KernelFile`: a kernel in FILE.cu, FILE.ptx or FILE.cubin, from any compiler.

It has the levels from the file's own down to SASS, but no TIR, no steps and no derived reference.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from gpusim.cache import Cache
from gpusim.counting.costs import LaunchCounts
from gpusim.device import resident_blocks
from gpusim.errors import UserError, nearest
from gpusim.instruction_counts import module_counts
from gpusim.isa.cubin import Cubin, KernelImage, read_cubin
from gpusim.isa.linking import linked
from gpusim.isa.sass import Instruction, disassemble
from gpusim.launch import Call, Program
from gpusim.module import GRID_WORKSPACE, Buffer, Module, stand_ins, with_variables
from gpusim.state.memory import Global

from ..analyses.resources import Resources, reported, resources_of
from ..compile.assembler import Assembler
from ..compile.compile_errors import Compiled
from ..compile.compiler import Backend, Compiler, chip_of, for_reading
from ..compile.listing import Cuda, ptx_listing, sass_listing
from ..core.launch import Launch, check_launch
from ..core.machine_code import MachineCode
from ..core.target import Target
from .index_ranges import index_ranges
from .input_values import RANDOM, SMALL
from .kernel_inputs import default_inputs, input_arrays
from .launch_arguments import Argument, argument_value
from .launch_files import KernelLaunch, LaunchFile, read_launch
from .names import KERNEL_SUFFIXES
from .own_values import Own

LEVELS = ("cuda", "ptx", "sass")
# Headers of the file, which are not part of the cache's key.
_OWN_HEADER = re.compile(r'^\s*#\s*include\s*"', re.M)


class KernelFile(MachineCode):
    """A kernel in a file. Each level is generated once, on first use.

    Parameters
    ----------
    reference : str
        FILE or FILE:KERNEL; KERNEL is a symbol, or a C++ function's plain name.
    changes : mapping
        What the command line says in place of FILE.toml's keys.
    own : Own
        A reference, inputs and a tolerance in place of the launch's. `inputs(rng)` gives the arrays
        that are read, in the order of the arguments; or a mapping describes some, by name.
    arch : str, optional
        What FILE.cu and FILE.ptx are compiled for, by default sm_90; a cubin's own.
    """

    def __init__(
        self,
        reference: str,
        changes: Mapping[str, Any] | None = None,
        own: Own = Own(),
        arch: str | None = None,
    ) -> None:
        path, _, self._asked = reference.partition(":")
        self.path = Path(path)
        self.reference = reference
        self.own = own
        self._target = Target.parse(arch).check_machine_code()
        self._given_arch = arch
        self._changes = dict(changes or {})
        try:
            self._data = self.path.read_bytes()
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror}") from None

    @cached_property
    def source(self) -> str:
        """The file's text; '' for a cubin."""
        if self.path.suffix == ".cubin":
            return ""
        try:
            return self._data.decode()
        except UnicodeDecodeError:
            raise UserError(f"{self.path} is not a text file") from None

    # --- Levels -----------------------------------------------------------------------------------

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the file, from its own down to SASS."""
        return LEVELS[KERNEL_SUFFIXES.index(self.path.suffix) :]

    def check_level(self, level: str) -> str:
        """Returns the level; raises UserError if the file does not have it."""
        if level in self.levels:
            return level
        known = ", ".join(self.levels)
        raise UserError(
            f"{self.path} is a kernel file and has no level {level!r}: choose one of {known}"
        )

    def text(self, level: str) -> str:
        """The code at a level; raises UserError if the file does not compile."""
        cuda = self.cuda
        if level == self.levels[0] and level != "sass":
            return self.source if self.source.endswith("\n") else f"{self.source}\n"
        if level == "ptx":
            return ptx_listing(cuda, self.compiled.ptx)
        return sass_listing(cuda, self.shown_code)

    @cached_property
    def compiled(self) -> Compiled:
        """PTX, cubin and the compiler's report; for a cubin only the cubin."""
        backend = self._backend
        if backend is None:
            return Compiled("", self._data, "")
        target = self._target
        if _OWN_HEADER.search(self.source) or any(flag.startswith("-I") for flag in self._flags):
            return backend.compile(self.source, chip_of(target, self.source))
        return Compiler(target, backend, Cache()).compile(self.source)

    @cached_property
    def _backend(self) -> Backend | None:
        """The compiler of the file; None for a cubin."""
        if self.path.suffix == ".cubin":
            return None
        if self.path.suffix == ".ptx":
            return Assembler()
        return for_reading(self.path, self._flags, self._expressions)

    @property
    def _flags(self) -> tuple[str, ...]:
        """The compiler options from FILE.toml and the command line."""
        known = self.launch if self._described else None
        folders = [f"-I{self.path.parent / folder}" for folder in known.include] if known else []
        return (*(known.options if known else ()), *folders)

    @property
    def _described(self) -> bool:
        return self.launch_file.exists() or bool(self._changes)

    @property
    def _expressions(self) -> tuple[str, ...]:
        """The template instantiations that the compiler has to generate, as name expressions."""
        names = [self._asked, str(self._changes.get("kernel", ""))]
        names += [launch.kernel for launch in self.launch.in_order] if self._described else []
        return tuple(dict.fromkeys(name for name in names if "<" in name))

    @cached_property
    def cubin(self) -> Cubin:
        """The cubin; raises UserError for an architecture that is unsupported or was not given."""
        cubin = read_cubin(self.compiled.cubin)
        if self._given_arch not in (None, cubin.architecture.name):
            raise UserError(
                f"{self.path} is machine code of {cubin.architecture.name}, not {self._given_arch}"
            )
        return cubin

    @cached_property
    def sass(self) -> Mapping[str, Sequence[Instruction]]:
        """Instructions by kernel. An inlined function's instructions have its own line numbers."""
        _ = self.cubin
        return {
            name: [
                instruction._replace(line=instruction.frames[0])
                if instruction.frames
                else instruction
                for instruction in code
            ]
            for name, code in linked(disassemble(self.compiled.cubin)).items()
        }

    # --- Compiled code ----------------------------------------------------------------------------

    @property
    def cuda(self) -> Cuda:
        """The CUDA source with its line numbers; empty for PTX and cubins."""
        return Cuda(self.source if self.levels[0] == "cuda" else "", whole=True)

    @property
    def cuda_lines(self) -> list[str]:
        return self.source.splitlines() if self.levels[0] == "cuda" else []

    @property
    def name(self) -> str:
        """The reference as the user wrote it."""
        return self.reference

    @property
    def place(self) -> tuple[str, str, tuple[int, ...], str]:
        return self.reference, "", (), self.target.arch

    @property
    def target(self) -> Target:
        """The target with the architecture of the SASS."""
        return Target.parse(self.cubin.architecture.name)

    @property
    def compiler_version(self) -> str:
        return self._backend.version if self._backend else ""

    @property
    def least_bytes(self) -> int:
        return sum(
            (2 if argument.role == "inout" else 1)
            * math.prod(argument.shape or ())
            * argument.numpy.itemsize
            for argument in self.buffers.values()
        )

    @property
    def dtypes(self) -> frozenset[str]:
        return frozenset(str(argument.dtype) for argument in self.buffers.values())

    @cached_property
    def instruction_counts(self) -> tuple[LaunchCounts, ...]:
        """The cost of each memory instruction of each launch, summed over its blocks.

        Raises UserError as `module`, for an instruction that the simulator does not support, and if
        a launch's costs depend on data that another launch computes.
        """
        return module_counts(self.module, self.arrays)

    def inputs(self) -> dict[str, np.ndarray]:
        return self.arrays()

    @property
    def resources(self) -> list[Resources]:
        """Registers, shared memory, occupancy and instruction mix of each launched kernel.

        A cubin does not distinguish spills from other local memory: both count as stack.
        """
        numbers = reported(self.compiled.log)
        for name, image in self.cubin.kernels.items():
            numbers.setdefault(
                name,
                {
                    "registers": image.registers,
                    "barriers": image.barriers,
                    "stack": image.stack,
                    "spill_stores": 0,
                    "spill_loads": 0,
                    "static_shared": image.static_shared,
                },
            )
        return resources_of(self.launches, self.target, numbers, self.sass, self.cuda, {})

    @property
    def shown_code(self) -> Mapping[str, Sequence[Instruction]]:
        """The code of the named kernel, or of all kernels."""
        return {self.image.name: self.sass[self.image.name]} if self._asked else self.sass

    # --- The kernels and their launches -----------------------------------------------------------

    @cached_property
    def image(self) -> KernelImage:
        """The image of the requested kernel, or of the file's only one."""
        name = self._asked or str(self._changes.get("kernel", "")) or self._named_beside()
        return self.image_of(name)

    def image_of(self, name: str) -> KernelImage:
        """A kernel by its symbol or its C++ name; '' for the file's only one."""
        kernels = self.cubin.kernels
        if not name and len(kernels) == 1:
            return next(iter(kernels.values()))
        if not kernels:
            raise UserError(f"{self.path} has no kernel: write a __global__ function")
        if not name:
            raise UserError(f"{self.path} has several kernels: name one, {', '.join(kernels)}")
        name = self.compiled.names.get(name, name)
        if name in kernels:
            return kernels[name]
        # A mangled name contains the length of the C++ name, then the name.
        mangled = [kernel for kernel in kernels if f"{len(name)}{name}" in kernel]
        if len(mangled) == 1:
            return kernels[mangled[0]]
        if mangled:
            raise UserError(f"{name!r} is ambiguous: name one of {', '.join(mangled)}")
        raise nearest("kernel", name, kernels)

    def _named_beside(self) -> str:
        return self.launch.kernel if self.launch_file.exists() else ""

    @property
    def launch_file(self) -> Path:
        """The path of FILE.toml, which describes the launch."""
        return self.path.with_suffix(".toml")

    @cached_property
    def launch(self) -> LaunchFile:
        """The launch description; raises UserError if there is none."""
        return read_launch(self.launch_file, self._changes)

    @property
    def buffers(self) -> dict[str, Argument]:
        """The array arguments by name."""
        return {
            name: argument
            for name, argument in self.launch.named().items()
            if argument.shape is not None
        }

    @cached_property
    def module(self) -> Module:
        """The launches for the simulator.

        Raises UserError where one does not fit its kernel, Unsupported for an unknown operand.
        """
        buffers = tuple(
            Buffer(name, tuple(argument.shape or ()), str(argument.dtype))
            for name, argument in self.buffers.items()
        )
        places = stand_ins(buffers)
        loaded, variables = with_variables(self.cubin, places)
        address = Global(list(places.items()), held=False).address
        addresses = {name: address(number) for number, name in enumerate(places)}
        calls = tuple(self._call(call, loaded, addresses) for call in self.launch.in_order)
        if any(call.workspace for call in calls):
            variables = {**variables, GRID_WORKSPACE: np.zeros(2, np.uint32)}
        return Module(buffers, calls, variables)

    def _call(self, launch: KernelLaunch, loaded: Cubin, addresses: Mapping[str, int]) -> Call:
        image = self.image_of(launch.kernel) if self.launch.launches else self.image
        given = self.launch.arguments_of(launch)
        launch.check(image, given)
        check_launch(*launch.dims)
        sass = self.sass[image.name]
        program = Program.of(image.name, sass, image.architecture, loaded.addresses)
        call = Call(
            loaded.kernel(image.name),
            program,
            *launch.dims,
            launch.dynamic_shared,
            tuple(argument_value(argument, addresses) for argument in given.values()),
            image.cluster or (1, 1, 1),
            GRID_WORKSPACE if launch.cooperative else "",
        )
        if launch.cooperative and math.prod(call.grid) > (most := resident_blocks(call)):
            raise UserError(
                f"a cooperative launch of {math.prod(call.grid)} blocks of {image.name}: at most "
                f"{most} are resident at once"
            )
        return call

    @property
    def launches(self) -> tuple[Launch, ...]:
        """The sizes of the launches, in order; raises as `module`."""
        return tuple(
            Launch(
                call.program.name,
                call.grid,
                call.block,
                call.image.static_shared,
                call.dynamic_shared,
                call.cluster,
            )
            for call in self.module.calls
        )

    # --- Inputs -----------------------------------------------------------------------------------

    @property
    def default_inputs(self) -> list[str]:
        """The inputs without a description of their values."""
        return default_inputs(self.buffers, self.own)

    @cached_property
    def index_ranges(self) -> dict[str, tuple[int, int]]:
        """Ranges of inputs without given values that are used as indices."""
        arrays = input_arrays(self.buffers, self.own, SMALL, self.path.parent)
        ranges: dict[str, tuple[int, int]] = {}
        for call in self.module.calls:
            given = arrays | dict(self.module.variables)
            for name, (low, high) in index_ranges(given, call, self.default_inputs).items():
                old = ranges.get(name, (low, high))
                ranges[name] = max(low, old[0]), min(high, old[1])
        return ranges

    def arrays(self, kind: str = RANDOM, seed: int = 0) -> dict[str, np.ndarray]:
        """The arrays before the first launch, by argument: inputs as described, or defaults of a
        kind (`input_values.KINDS`); zeros for arrays that are only written."""
        folder, ranges = self.path.parent, self.index_ranges
        return input_arrays(self.buffers, self.own, kind, folder, seed, ranges)
