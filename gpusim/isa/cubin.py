"""Reads a cubin: registers, parameters, constant banks and variables of its kernels, embedded PTX.

A cubin is an ELF file; pyelftools reads its sections, symbols and relocations. Attributes of
kernels are in `.nv.info` (all kernels, by symbol) and `.nv.info.KERNEL`: records of a format byte,
an attribute byte and a 16-bit value or length. NVIDIA does not document the format; the layout
follows tinygrad's loader (runtime/ops_nv.py) and the output of cuobjdump.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from elftools.common.exceptions import ELFError
from elftools.construct import ConstructError
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import Section, Symbol

from ..chips import Architecture, architecture
from ..errors import UserError

# Formats of a record: no value, 8 bits, 16 bits (the two bytes after the attribute, all three), or
# bytes that follow.
_SIZED_VALUE = 4
# Attributes (EIATTR_...), as cuobjdump names them.
_MAX_THREADS = 0x05
_PARAM_CBANK = 0x0A
_REQNTID = 0x10
_MIN_STACK_SIZE = 0x12
# Of a kernel with indirect calls, as ptxas 13.5 writes it.
_UNKNOWN_STACK = 0xFFFFFFFF
# cudaLimitStackSize by default, in bytes.
STACK_LIMIT = 1024
# A parameter; the second form is that of cubins of Tile IR.
_KPARAM_INFO, _KPARAM_INFO_2 = 0x17, 0x45
_COOP_GROUP_INSTR_OFFSETS = 0x28
_COOP_GROUP_MASK_REGIDS = 0x29
_REGCOUNT = 0x2F
_CTA_PER_CLUSTER = 0x3D
_NUM_BARRIERS = 0x4C
# Relocations that write a 64-bit address (R_CUDA_64, R_CUDA_G64: a generic one, the same number
# for global memory).
_ADDRESS_64 = (2, 4)
# From this ABI version on, another byte of the header's flags holds the architecture.
_ABI_OF_CUDA_13 = 8
# The upper byte marks a register that holds a lane mask; without a register the word is 0xffffffff.
_IN_REGISTER = 5
# Number of barriers in the flags of a kernel's code section, before that ABI.
_BARRIERS_SHIFT = 20
# Numbers from here on stand for addresses of functions; they exceed all code addresses.
FUNCTION_BASE = 1 << 40
_FATBIN = struct.pack("<I", 0xBA55ED50)
# Section of the line table, which names the folders and time stamps of headers.
_LINES = (".debug_line", ".rela.debug_line", ".rel.debug_line")


@dataclass(frozen=True)
class Parameter:
    """A kernel's parameter: offset from the first parameter and size, in bytes."""

    ordinal: int
    offset: int
    size: int


@dataclass(frozen=True)
class Variable:
    """A `__device__` or `__constant__` variable: offset in its section and size, in bytes.

    `bank` is None for global memory, where `offset` is relative to the module's variables.
    """

    name: str
    bank: int | None
    offset: int
    size: int


@dataclass(frozen=True)
class Pointer:
    """A 64-bit word that holds an address, relocated when the module is loaded.

    It is at `offset` of constant bank `bank`, or of global memory (None). It points `addend` bytes
    behind `target` bytes of global memory, or, if that is None, to the function `function`.
    """

    bank: int | None
    offset: int
    target: int | None
    addend: int
    function: str = ""


@dataclass(frozen=True)
class KernelImage:
    """Resources and launch requirements of one kernel.

    `registers` per thread; `static_shared` bytes per block, without the reserved bytes before them;
    `stack` bytes of local memory per thread; `barriers` used by BAR. Parameters begin at
    `parameter_base` of constant bank 0. `max_threads` are the (x, y, z) limits of
    `__launch_bounds__`, `block` and `cluster` the required sizes; () if unspecified. `constants`
    are the constant banks except bank 0, as in the file. `warp_steps` maps the addresses of
    warp-synchronous instructions (shuffles, votes, and the NOPs that ptxas emits for __syncwarp in
    converged warps) to the register that holds the member mask, None for a full mask.
    """

    name: str
    architecture: Architecture
    registers: int
    static_shared: int
    stack: int
    barriers: int
    parameters: tuple[Parameter, ...]
    parameter_base: int
    max_threads: tuple[int, ...] = ()
    block: tuple[int, ...] = ()
    cluster: tuple[int, ...] = ()
    constants: Mapping[int, bytes] = field(default_factory=dict)
    warp_steps: Mapping[int, int | None] = field(default_factory=dict)
    # In a loaded module: function symbols by the number that stands for their address.
    functions: Mapping[int, str] = field(default_factory=dict)
    # Arrays with gaps between them, so that an overrun does not reach another array: in constant
    # banks, and in static shared memory (bank None).
    separate: tuple[Variable, ...] = ()

    @property
    def most_dynamic_shared(self) -> int:
        """Largest dynamic shared memory of a launch, in bytes."""
        return self.architecture.chip.block_shared - self.static_shared


@dataclass(frozen=True)
class Cubin:
    """A module: kernels and module variables.

    `memory` initializes the module's variables in global memory; `loaded` gives their `addresses`.
    `data` is the file.
    """

    architecture: Architecture
    kernels: Mapping[str, KernelImage]
    memory: bytes
    variables: tuple[Variable, ...]
    pointers: tuple[Pointer, ...]
    addresses: Mapping[str, int] = field(default_factory=dict)
    data: bytes = field(default=b"", repr=False)

    def kernel(self, name: str) -> KernelImage:
        """A kernel by symbol; raises UserError for an unknown one."""
        if name not in self.kernels:
            known = ", ".join(self.kernels) or "none"
            raise UserError(f"the cubin has no kernel {name!r}; it has {known}")
        return self.kernels[name]

    def with_contents(self, contents: Mapping[str, bytes]) -> Cubin:
        """The module with other initial contents of variables, by symbol: their first bytes."""

        def filled(data: bytes, bank: int | None) -> bytes:
            made = bytearray(data)
            for variable in self.variables:
                if variable.bank == bank and variable.name in contents:
                    end = variable.offset + len(contents[variable.name])
                    made[variable.offset : end] = contents[variable.name]
            return bytes(made)

        kernels = {
            name: replace(
                kernel,
                constants={bank: filled(data, bank) for bank, data in kernel.constants.items()},
            )
            for name, kernel in self.kernels.items()
        }
        return replace(self, kernels=kernels, memory=filled(self.memory, None))

    def loaded(self, address_of: Callable[[int], int]) -> Cubin:
        """The module with all pointers relocated.

        `address_of` maps a byte of `memory` to its address in global memory. Functions get numbers
        as addresses; `functions` of the kernels maps them to names.
        """
        names = dict.fromkeys(pointer.function for pointer in self.pointers if pointer.function)
        numbers = {name: FUNCTION_BASE + number for number, name in enumerate(names)}
        memory = bytearray(self.memory)
        banks: dict[str, dict[int, bytearray]] = {
            name: {bank: bytearray(data) for bank, data in kernel.constants.items()}
            for name, kernel in self.kernels.items()
        }
        for pointer in self.pointers:
            to = numbers[pointer.function] if pointer.function else address_of(pointer.target)
            word = struct.pack("<Q", to + pointer.addend)
            if pointer.bank is None:
                memory[pointer.offset : pointer.offset + 8] = word
                continue
            for constants in banks.values():
                constants[pointer.bank][pointer.offset : pointer.offset + 8] = word
        kernels = {
            name: replace(
                kernel,
                constants={bank: bytes(data) for bank, data in banks[name].items()},
                functions={number: name for name, number in numbers.items()},
            )
            for name, kernel in self.kernels.items()
        }
        addresses = {v.name: address_of(v.offset) for v in self.variables if v.bank is None}
        return replace(self, kernels=kernels, memory=bytes(memory), addresses=addresses)


def read_cubin(data: bytes) -> Cubin:
    """Parse a cubin.

    Raises
    ------
    UserError
        Not a cubin, an architecture that the simulator lacks, or not linked.
    """
    if data.startswith(_FATBIN):
        raise UserError(
            "a fatbin contains several cubins: extract one with cuobjdump -xelf all FILE"
        )
    try:
        return replace(_Reader(ELFFile(io.BytesIO(data))).cubin(), data=data)
    except (ELFError, ConstructError, struct.error, LookupError, ValueError, TypeError) as error:
        raise UserError(f"unreadable cubin: {error or type(error).__name__}") from error


def code_hash(data: bytes) -> str:
    """16 hexadecimal digits: a hash of a cubin without its line table.

    The line table holds the folder and time stamps of included headers, so it differs between
    machines on which the same compiler produced the same code.

    Raises
    ------
    UserError
        Not an ELF file.
    """
    hashed = hashlib.sha256()
    try:
        for section in ELFFile(io.BytesIO(data)).iter_sections():
            if section.name not in _LINES:
                held = b"" if section["sh_type"] == "SHT_NOBITS" else section.data()
                hashed.update(f"{section.name} {section['sh_size']} ".encode() + held)
    except (ELFError, ConstructError, struct.error) as error:
        raise UserError(f"unreadable cubin: {error or type(error).__name__}") from error
    return hashed.hexdigest()[:16]


class _Reader:
    """A CUDA ELF file, validated."""

    def __init__(self, elf: ELFFile) -> None:
        if elf["e_machine"] != "EM_CUDA":
            raise UserError(f"not a cubin: an ELF file for {elf['e_machine']}")
        self.new_abi = elf["e_ident"]["EI_ABIVERSION"] >= _ABI_OF_CUDA_13
        flags = elf["e_flags"]
        number = flags >> 8 & 0xFF if self.new_abi else flags & 0xFF
        self.architecture = architecture(f"sm_{number}")
        if elf["e_type"] != "ET_EXEC":
            raise UserError("the cubin is not linked: compile without -c or -rdc, or link it")
        sections = list(elf.iter_sections())  # pyelftools parses them at each access
        self.names = [section.name for section in sections]
        self.sections = dict(zip(self.names, sections, strict=True))
        self.symbols: list[Symbol] = list(self.sections[".symtab"].iter_symbols())
        # Global memory: initialized variables, then those that are zero.
        self.starts: dict[str, int] = {}
        self.memory_bytes = 0
        for name in (".nv.global.init", ".nv.global"):
            if section := self.sections.get(name):
                alignment = max(section["sh_addralign"], 1)
                self.starts[name] = -(-self.memory_bytes // alignment) * alignment
                self.memory_bytes = self.starts[name] + section["sh_size"]

    def cubin(self) -> Cubin:
        counts = self._counts()
        names = [
            symbol.name
            for symbol in self.symbols
            if symbol["st_info"]["type"] == "STT_FUNC"
            # Device functions that were not inlined have no bank for parameters.
            and f".nv.constant0.{symbol.name}" in self.sections
        ]
        memory = bytearray(self.memory_bytes)
        if section := self.sections.get(".nv.global.init"):
            memory[: section["sh_size"]] = section.data()
        return Cubin(
            self.architecture,
            {name: self._kernel(name, counts) for name in names},
            bytes(memory),
            tuple(self._variables()),
            tuple(self._pointers()),
        )

    def _counts(self) -> dict[tuple[int, str], int]:
        """(attribute, function) -> number, from the section common to all kernels."""
        counts = {}
        for attribute, value in _records(self.sections.get(".nv.info")):
            if attribute in (_REGCOUNT, _MIN_STACK_SIZE):
                symbol, number = struct.unpack("<II", value)
                counts[attribute, self.symbols[symbol].name] = number
        return counts

    def _kernel(self, name: str, counts: Mapping[tuple[int, str], int]) -> KernelImage:
        records = list(_records(self.sections[f".nv.info.{name}"]))
        attributes = dict(records)
        # A kernel without parameters has no record of where they begin.
        nowhere = struct.pack("<IHH", 0, self.sections[f".nv.constant0.{name}"]["sh_size"], 0)
        _, base, _ = struct.unpack("<IHH", attributes.get(_PARAM_CBANK, nowhere))
        parameters = [_parameter(value) for kind, value in records if kind == _KPARAM_INFO]
        parameters += [_parameter_2(value) for kind, value in records if kind == _KPARAM_INFO_2]
        if self.new_abi:
            barriers = attributes.get(_NUM_BARRIERS, b"\0")[0]
        else:
            barriers = self.sections[f".text.{name}"]["sh_flags"] >> _BARRIERS_SHIFT & 0x7F
        shared = self.sections.get(f".nv.shared.{name}")
        own = shared["sh_size"] if shared else 0
        stack = counts.get((_MIN_STACK_SIZE, name), 0)
        return KernelImage(
            name=name,
            architecture=self.architecture,
            registers=counts[_REGCOUNT, name],
            static_shared=max(own - self.architecture.shared_base, 0),
            stack=STACK_LIMIT if stack == _UNKNOWN_STACK else stack,
            barriers=barriers,
            parameters=tuple(sorted(parameters, key=lambda parameter: parameter.ordinal)),
            parameter_base=base,
            max_threads=_numbers(attributes.get(_MAX_THREADS)),
            block=_numbers(attributes.get(_REQNTID)),
            cluster=_numbers(attributes.get(_CTA_PER_CLUSTER)),
            constants=self._constants(name),
            warp_steps={
                address: mask & 0xFF if mask >> 24 == _IN_REGISTER else None
                for address, mask in zip(
                    _numbers(attributes.get(_COOP_GROUP_INSTR_OFFSETS)),
                    _numbers(attributes.get(_COOP_GROUP_MASK_REGIDS)),
                    strict=True,
                )
            },
        )

    def _constants(self, kernel: str) -> dict[int, bytes]:
        """Constant banks visible to a kernel except bank 0, which a launch fills."""
        banks = {}
        for name, section in self.sections.items():
            bank, _, owner = name.removeprefix(".nv.constant").partition(".")
            if bank.isdigit() and bank != "0" and owner in ("", kernel):
                banks[int(bank)] = section.data()
        return banks

    def _variables(self) -> Iterator[Variable]:
        for symbol in self.symbols:
            section = self._section_of(symbol)
            if symbol["st_info"]["type"] == "STT_OBJECT" and section is not None:
                offset, size = symbol["st_value"], symbol["st_size"]
                if section in self.starts:
                    yield Variable(symbol.name, None, self.starts[section] + offset, size)
                elif (bank := _bank(section)) is not None:
                    yield Variable(symbol.name, bank, offset, size)

    def _pointers(self) -> Iterator[Pointer]:
        for name in self.sections:
            bank = _bank(name)
            if bank is None and name not in self.starts:
                continue
            for entry in self._relocations(name):
                if entry["r_info_type"] not in _ADDRESS_64:
                    raise UserError(f"relocation {entry['r_info_type']} in {name} is not known")
                symbol = self.symbols[entry["r_info_sym"]]
                section = self._section_of(symbol)
                here = entry["r_offset"] + self.starts.get(name, 0)
                if section in self.starts:
                    target = self.starts[section] + symbol["st_value"]
                    yield Pointer(bank, here, target, entry["r_addend"])
                else:
                    yield Pointer(bank, here, None, entry["r_addend"], symbol.name)

    def _relocations(self, name: str) -> Iterator[Any]:
        for prefix in (".rela", ".rel"):
            section = self.sections.get(prefix + name)
            if isinstance(section, RelocationSection):
                for relocation in section.iter_relocations():
                    yield {"r_addend": 0, **relocation.entry}

    def _section_of(self, symbol: Symbol) -> str | None:
        index = symbol["st_shndx"]
        return self.names[index] if isinstance(index, int) else None


def _bank(section: str) -> int | None:
    """The constant bank of a section common to all kernels; None for other sections."""
    number = section.removeprefix(".nv.constant")
    return int(number) if number != section and number.isdigit() else None


def _records(section: Section | None) -> Iterator[tuple[int, bytes]]:
    """(attribute, value) of each record of an .nv.info section."""
    data = section.data() if section else b""
    offset = 0
    while offset < len(data):
        kind, attribute, value = struct.unpack_from("<BBH", data, offset)
        offset += 4
        if kind == _SIZED_VALUE:
            yield attribute, data[offset : offset + value]
            offset += value
        else:
            yield attribute, struct.pack("<H", value)


def _parameter(value: bytes) -> Parameter:
    """Parse index, ordinal, offset (16 bits each) and flags with the size above them."""
    _, ordinal, offset, flags = struct.unpack("<IHHI", value)
    return Parameter(ordinal, offset, flags >> 18)


def _parameter_2(value: bytes) -> Parameter:
    """Parse index (32 bits), ordinal, offset, size and flags (16 bits each)."""
    _, ordinal, offset, size, _ = struct.unpack("<IHHHH", value)
    return Parameter(ordinal, offset, size)


def _numbers(value: bytes | None) -> tuple[int, ...]:
    """A list of 32-bit numbers."""
    return struct.unpack(f"<{len(value) // 4}I", value) if value else ()


_SECTION = ".nv_debug_ptx_txt"
_STRONG = r"\.(?=[\w:.]*\b(volatile|relaxed|acquire|release|mmio)\b)[\w:.]*\."
# Instructions of PTX that a warp executes together.
_WARP_SYNC = re.compile(
    r"\b(?:bar\.warp|barrier\.cluster|shfl|vote|match|redux|elect|\w*mma|\w+matrix|tcgen05)\b[\w.:]*\bsync\b"
)
_RELAXED_LOAD = re.compile(r"\bld\.[\w.:]*\b(?:relaxed|acquire|mmio)\b")
_RELAXED_STORE = re.compile(r"\bst\.[\w.:]*\b(?:relaxed|release|mmio)\b")
_STRONG_VECTOR = re.compile(rf"\b(ld|st){_STRONG}v[248]\b")
_STRONG_WIDE_LOAD = re.compile(rf"\bld{_STRONG}[busf](64|128)\b")


def embedded_ptx(data: bytes) -> str:
    """The PTX text of a cubin, '' if there is none; in the cubin, lines end with a zero byte."""
    section = ELFFile(io.BytesIO(data)).get_section_by_name(_SECTION)
    if section is None:
        return ""
    text = section.data().replace(b"\0", b"\n").decode(errors="replace")
    start = text.find(".version")
    return text[start:] if start >= 0 else ""


def options_of_ptx(ptx: str) -> dict[str, bool]:
    """What SASS does not show (`launch.Options`), from the PTX that it was compiled from, '' if it
    is not known. The elements of a strong vector are separate accesses; ptxas may narrow strong
    loads of 64 or 128 bits."""
    return {
        "scalar": bool(ptx) and not _STRONG_VECTOR.search(ptx),
        "whole": bool(ptx) and not _STRONG_WIDE_LOAD.search(ptx),
        "warp_syncs": not ptx or bool(_WARP_SYNC.search(ptx)),
        "proxy_fences": not ptx or "fence.proxy" in ptx,
    }


def weak_accesses(ptx: str) -> frozenset[str]:
    """The opcodes (LDG, STG) whose .STRONG.GPU stands for a cache operator, such as ld.cg, in code
    compiled from this PTX: PTX has no relaxed access of the kind. Cache operators are hints; the
    accesses are weak."""
    kinds = {"LDG": _RELAXED_LOAD, "STG": _RELAXED_STORE}
    return frozenset(name for name, relaxed in kinds.items() if ptx and not relaxed.search(ptx))
