"""The launches of a kernel in a file: FILE.toml next to it, or options of the command line.

docs/files.md describes every key.
"""

from __future__ import annotations

import ctypes
import math
import operator
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gpusim.chips import MOST_THREADS
from gpusim.errors import UserError, nearest
from gpusim.isa.cubin import KernelImage, Parameter
from gpusim.launch import TENSOR_MAP_BYTES, Struct, TensorMap

from ..core.problem import as_float64, is_exact
from .input_values import Own, arrays_of, checked_range, default_array, input_array

POINTER_BYTES = 8
POINTER, FUNCTION = "pointer", "function"

Extent = Annotated[int, Field(ge=1, lt=2**31)]
# Of an array.
Length = Annotated[int, Field(ge=1, lt=2**40)]
Number = int | float | bool


class Table(BaseModel):
    """Base of the tables of FILE.toml: unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Member(Table):
    """What the bytes of a struct hold at a byte `offset`: the address of the byte `start` of an
    array, or with a `box` a tensor map of it.

    `extents`, `strides` (elements, of all dimensions except the innermost) and `box` are the map's,
    outermost dimension first; `dtype` and `swizzle` as of an argument.
    """

    offset: int = Field(ge=0)
    array: str
    start: int = Field(0, ge=0)
    dtype: str = ""
    extents: list[Length] = []
    strides: list[Annotated[int, Field(ge=0, lt=2**40)]] = []
    box: list[Extent] | None = None
    swizzle: Literal[0, 32, 64, 128] = 0

    @model_validator(mode="after")
    def _fits(self) -> Member:
        if self.box:
            if not len(self.box) == len(self.extents) == len(self.strides) + 1:
                raise ValueError("a box needs as many extents, and one stride less")
            if self.start:
                raise ValueError("a tensor map starts at the array's first byte")
            np.dtype(self.dtype)
        return self

    @property
    def nbytes(self) -> int:
        return TENSOR_MAP_BYTES if self.box else POINTER_BYTES

    def value(self, addresses: Mapping[str, int]) -> bytes | TensorMap:
        """The address as bytes, or the tensor map; raises UserError for an unknown array."""
        if self.array not in addresses:
            raise nearest("array", self.array, list(addresses))
        if not self.box:
            return (addresses[self.array] + self.start).to_bytes(POINTER_BYTES, "little")
        return tensor_map(self, self.array, addresses, self.extents, self.strides)


class Argument(Table):
    """An array (its address, or a tensor map of it), a number or a struct.

    `range` or `values` say what an input contains (`input_values.input_array`). The `value` of the
    dtype 'function' names a __device__ variable, whose pointer to a function is passed. The `dtype`
    of a struct is a list of [name, dtype] or [name, dtype, extent]; a field of dtype 'pointer'
    holds the address of the array that `value` names. `bytes` are those of a struct, in
    hexadecimal, in which `members` replace some.
    """

    dtype: str | list[list[str | int]] = ""
    name: str = ""
    shape: list[Length] | None = None
    value: Number | dict[str, Any] | str | None = None
    bytes: str | None = None
    members: list[Member] = []
    role: Literal["in", "out", "inout"] = "in"
    range: tuple[Number, Number] | None = Field(None, strict=False)
    values: str | list[Any] = ""
    box: list[Extent] | None = None
    extents: list[Length] | None = None
    strides: list[Length] | None = None
    swizzle: Literal[0, 32, 64, 128] = 0

    @model_validator(mode="after")
    def _fits(self) -> Argument:
        if self.bytes is not None:
            self._check_bytes()
            return self
        try:
            dtype = self.numpy
        except (TypeError, ValueError):
            raise ValueError(f"{self.dtype!r} is not a dtype") from None
        if (self.shape is None) == (self.value is None):
            raise ValueError("give a shape for an array or a value for a scalar")
        if self.value is not None:
            self._check_value(set(dtype.names or ()))
        if self.shape is not None and not isinstance(self.dtype, str):
            raise ValueError("an array needs a plain dtype; a struct needs a value")
        self._check_map(self.extents or self.shape or [])
        if self.given is not None and self.role == "out":
            raise ValueError("an array with the role out takes no values")
        if self.range is not None and self.values:
            raise ValueError("give a range or values, not both")
        if self.range is not None:
            checked_range(self.name or "the argument", self.range, str(self.dtype))
        return self

    @model_validator(mode="after")
    def _fit_members(self) -> Argument:
        size = len(bytes_of(self.bytes or ""))
        if any(member.offset + member.nbytes > size for member in self.members):
            raise ValueError("a member ends behind the struct's bytes")
        return self

    def _check_map(self, extents: list[int]) -> None:
        """Check the tensor map of these extents."""
        shape = self.shape or []
        if (self.swizzle or self.extents or self.strides) and not self.box:
            raise ValueError("a swizzle, extents and strides require a box")
        if self.box and len(self.box) != len(extents):
            raise ValueError("a box needs as many extents as its array")
        if self.strides:
            if len(self.strides) != len(extents) - 1:
                raise ValueError("a tensor map has a stride for each extent but the last")
            steps = zip(extents, [*self.strides, 1], strict=True)
            if sum((extent - 1) * step for extent, step in steps) >= math.prod(shape):
                raise ValueError("the strides of a tensor map reach beyond its array")
        elif len(extents) != len(shape):
            raise ValueError("extents of a tensor map are as many as its array has")
        elif any(map(operator.gt, extents, shape)):
            raise ValueError("extents of a tensor map are at most those of its array")

    def _check_bytes(self) -> None:
        if self.shape is not None or self.value is not None or self.dtype:
            raise ValueError("bytes exclude dtype, shape and value")
        try:
            bytes_of(self.bytes or "")
        except ValueError:
            raise ValueError("bytes must have an even number of hexadecimal digits") from None

    def _check_value(self, fields: set[str]) -> None:
        if self.role != "in" or self.box or self.given is not None:
            raise ValueError("a scalar takes no role, box or values")
        if (self.dtype == FUNCTION) != isinstance(self.value, str):
            raise ValueError("the dtype function takes the name of a __device__ variable as value")
        if isinstance(self.dtype, str) == isinstance(self.value, dict):
            raise ValueError("a struct needs a list of fields as dtype and a table as value")
        if isinstance(self.value, dict) and set(self.value) != fields:
            wrong = min(set(self.value) ^ fields)
            raise ValueError(f"field {wrong!r} is only in one of dtype and value")

    @property
    def given(self) -> Any:
        """The description of the array's values; None for the default."""
        if isinstance(self.values, list):
            return self.values
        return self.range if self.range is not None else self.values or None

    @property
    def numpy(self) -> np.dtype:
        """The NumPy dtype; a struct's has the alignment of C."""
        if isinstance(self.dtype, str):
            return np.dtype("uint64" if self.dtype == FUNCTION else self.dtype)
        fields = [
            (str(name), "uint64" if kind == POINTER else str(kind), *map(int, extent))
            for name, kind, *extent in self.dtype
        ]
        return np.dtype(fields, align=True)

    @property
    def pointers(self) -> dict[str, str]:
        """Fields that hold addresses: the array's name by field."""
        if isinstance(self.dtype, str) or not isinstance(self.value, dict):
            return {}
        return {str(n): str(self.value[str(n)]) for n, kind, *_ in self.dtype if kind == POINTER}

    @property
    def nbytes(self) -> int:
        """The parameter's size in bytes."""
        if self.bytes is not None:
            return len(bytes_of(self.bytes))
        if self.value is not None:
            return self.numpy.itemsize
        return TENSOR_MAP_BYTES if self.box else POINTER_BYTES

    def scalar(self, address: Callable[[str], int] = lambda name: 0) -> Any:
        """The number or struct as a NumPy value; bytes are returned unchanged.

        `address` gives the address of an array by its name. Raises UserError for a value that the
        dtype cannot represent.
        """
        if self.bytes is not None:
            return bytes_of(self.bytes)
        if isinstance(self.value, str):
            return np.uint64(address(self.value))
        if not isinstance(self.value, dict):
            return np.asarray(self.value).astype(self.numpy)[()]
        made = np.zeros((), self.numpy)
        for name, value in self.value.items():
            if name in self.pointers:
                value = address(self.pointers[name])
            try:
                made[name] = value
            except (TypeError, ValueError, OverflowError) as error:
                raise UserError(f"field {name!r} of {self.name}: {error}") from None
        return made[()]

    def python(self) -> Any:
        """The value for a reference function: a number, a NumPy record for a struct, or bytes."""
        return self.value if isinstance(self.value, int | float) else self.scalar()

    def data(self, address: Callable[[str], int]) -> bytes:
        """The bytes of a number or a struct; as `scalar`."""
        value = self.scalar(address)
        return value if isinstance(value, bytes) else value.tobytes()


class VariableValues(Table):
    """What a __device__ or __constant__ variable holds before the first launch: a range, or values
    as of an argument."""

    name: str
    dtype: str
    range: tuple[Number, Number] | None = Field(None, strict=False)
    values: str | list[Any] = ""

    def data(self, size: int, folder: Path) -> bytes:
        """The variable's `size` bytes; raises UserError as `input_array`."""
        given = Argument(dtype=self.dtype, shape=[1], range=self.range, values=self.values).given
        count = size // np.dtype(self.dtype).itemsize
        given = np.ravel(given) if isinstance(given, list) else given
        rng = np.random.default_rng(0)
        return input_array(self.name, given, (count,), self.dtype, rng, folder).tobytes()


def argument_value(argument: Argument, addresses: Mapping[str, int]) -> Any:
    """An argument in the simulator's form: an array's name, a tensor map, bytes, or a struct.

    `addresses` are those of all arrays, in order, and the words of 8 bytes that variables hold.
    """
    if argument.shape is None:
        if isinstance(argument.value, str) and argument.value not in addresses:
            raise nearest("variable", argument.value, list(addresses))
        if unknown := set(argument.pointers.values()) - set(addresses):
            raise UserError(
                f"{argument.name} points to {min(unknown)!r}, which is not an array here"
            )
        data = argument.data(addresses.__getitem__)
        if not argument.members:
            return data
        return Struct(data, {each.offset: each.value(addresses) for each in argument.members})
    if argument.box:
        shape = argument.shape
        # By default those of the row-major array.
        strides = argument.strides or [math.prod(shape[axis:]) for axis in range(1, len(shape))]
        extents = argument.extents or shape
        return tensor_map(argument, argument.name, addresses, extents, strides)
    return argument.name


def tensor_map(
    described: Argument | Member,
    array: str,
    addresses: Mapping[str, int],
    extents: Sequence[int],
    strides: Sequence[int],
) -> TensorMap:
    """The tensor map of an array, innermost extent first as in cuTensorMapEncodeTiled; raises
    UserError for one that the driver would reject."""
    dtype = str(described.dtype)
    itemsize = np.dtype(dtype).itemsize
    return TensorMap(
        list(addresses).index(array),
        tuple(reversed(extents)),
        tuple(itemsize * stride for stride in reversed(strides)),
        tuple(reversed(described.box or ())),
        itemsize,
        described.swizzle,
        dtype,
    ).checked(array)


def bytes_of(text: str) -> bytes:
    """Bytes from hexadecimal digits, which may be separated by spaces."""
    return bytes.fromhex(text)


_ARGUMENT = re.compile(
    r"(?:(?P<name>\w+):)?(?:bytes=(?P<bytes>[0-9a-fA-F]+)|(?P<dtype>\w+)"
    r"(?:\[(?P<shape>[\d,]+)\](?::(?P<role>in|out|inout))?(?::(?P<values>\S+))?"
    r"|=(?P<value>\S+)))"
)
_RANGE = re.compile(r"(?P<low>-?[\d.e+-]+?)\.\.(?P<high>-?[\d.e+-]+)")


def parse_argument(text: str) -> dict[str, Any]:
    """'y:float32[16384]:inout' or 'n:int32=16384' as an entry of `arguments`."""
    match = _ARGUMENT.fullmatch(text)
    if not match:
        raise UserError(
            f"malformed argument {text!r}: write NAME:DTYPE[EXTENT,...]:ROLE:VALUES, "
            "NAME:DTYPE=VALUE or NAME:bytes=HEX"
        )
    entry: dict[str, Any] = {k: v for k, v in match.groupdict().items() if v is not None}
    if "shape" in entry:
        entry["shape"] = [int(extent) for extent in entry["shape"].split(",") if extent]
    if "value" in entry:
        entry["value"] = _number(entry["value"], text)
    if limits := _RANGE.fullmatch(entry.get("values", "")):
        del entry["values"]
        entry["range"] = tuple(_number(limits[limit], text) for limit in ("low", "high"))
    return entry


def _number(text: str, argument: str) -> int | float:
    for kind in (lambda digits: int(digits, 0), float):
        try:
            return kind(text)
        except ValueError:
            continue
    raise UserError(f"malformed argument {argument!r}: no number after =")


# --- Launch files ---------------------------------------------------------------------------------

Dims = tuple[int, int, int]


class KernelLaunch(Table):
    """One launch: its kernel, its size, and the names of its arguments (by default all).

    Or what a host does between launches: `memset` sets the bytes of an array to `value`; `launches`
    are repeated `repeat` times, or until all elements of the array `until` are 0. `maps` are tensor
    maps behind the kernel's parameters, at their `offset` from the first one: cubins of Tile IR
    contain host code that makes them. A `dependent` launch may start before the previous kernel has
    ended (programmatic dependent launch).
    """

    grid: list[Extent] = Field([], max_length=3)
    block: list[Extent] = Field([], max_length=3)
    memset: str = ""
    value: int = Field(0, ge=0, le=255)
    repeat: int = Field(1, ge=1)
    until: str = ""
    launches: list[KernelLaunch] = []
    kernel: str = ""
    dynamic_shared: int = Field(0, ge=0)
    cluster: list[Extent] = Field([], max_length=3)
    cooperative: bool = False
    dependent: bool = False
    arguments: list[str] | None = None
    maps: list[Member] = []

    @model_validator(mode="after")
    def _complete(self) -> KernelLaunch:
        if not all(each.box for each in self.maps):
            raise ValueError("maps are tensor maps: each has a box")
        if not self.memset and not self.launches and not (self.grid and self.block):
            raise ValueError(f"{'block' if self.grid else 'grid'} is missing")
        return self

    @property
    def arrays(self) -> list[str]:
        """The arrays that the host sets or waits for."""
        inner = [name for each in self.launches for name in each.arrays]
        return [*filter(None, [self.memset, self.until]), *inner]

    @property
    def kernels(self) -> list[KernelLaunch]:
        """The launches of kernels in it, each once."""
        inner = [launch for each in self.launches for launch in each.kernels]
        return inner or ([self] if self.grid else [])

    @property
    def dims(self) -> tuple[Dims, Dims]:
        """Grid and block as (x, y, z)."""
        return tuple((*dims, 1, 1)[:3] for dims in (self.grid, self.block))

    def cluster_of(self, image: KernelImage) -> Dims:
        """The blocks of a cluster: the launch's, or else the kernel's own (`__cluster_dims__`)."""
        return (*self.cluster, 1, 1, 1)[:3] if self.cluster else image.cluster or (1, 1, 1)

    def image_with_maps(self, image: KernelImage) -> KernelImage:
        """The kernel with the tensor maps as parameters; raises UserError where they overlap."""
        parameters = list(image.parameters)
        for each in self.maps:
            end = max((one.offset + one.size for one in parameters), default=0)
            if each.offset < end:
                raise UserError(
                    f"a tensor map at byte {each.offset} of the parameters: {image.name} has "
                    f"others up to byte {end}"
                )
            parameters.append(Parameter(len(parameters), each.offset, each.nbytes))
        return replace(image, parameters=tuple(parameters))

    def check(self, image: KernelImage, given: Sequence[Argument]) -> None:
        """Raise UserError if the launch does not fit the kernel; `given` are its arguments."""
        grid, block = self.dims
        most = math.prod(image.block or image.max_threads or (MOST_THREADS,))
        threads = math.prod(block)
        if threads > most:
            raise UserError(f"a block of {threads} threads: {image.name} takes at most {most}")
        if image.block and block != image.block:
            raise UserError(f"block {block}: {image.name} requires block {image.block}")
        cluster = self.cluster_of(image)
        if image.cluster and cluster != image.cluster:
            raise UserError(f"cluster {cluster}: {image.name} requires cluster {image.cluster}")
        if any(blocks % each for blocks, each in zip(grid, cluster, strict=True)):
            raise UserError(f"grid {grid}: {image.name} needs a multiple of its cluster, {cluster}")
        if self.dynamic_shared > image.most_dynamic_shared:
            raise UserError(
                f"{self.dynamic_shared} B of dynamic shared memory: {image.name} takes at most "
                f"{image.most_dynamic_shared} B"
            )
        # Both came with sm_90.
        if self.dependent and image.architecture.clusters is None:
            raise UserError(f"{image.architecture.name} has no dependent launches; sm_90 has")
        if len(image.parameters) != len(given):
            raise UserError(
                f"{image.name} takes {len(image.parameters)} arguments, {len(given)} given"
            )
        for number, (parameter, mine) in enumerate(zip(image.parameters, given, strict=True)):
            by_pointer = bool(mine.box) and parameter.size == POINTER_BYTES
            if parameter.size != mine.nbytes and not by_pointer:
                raise UserError(
                    f"parameter {number} of {image.name} has {parameter.size} bytes, the argument "
                    f"{mine.nbytes}"
                )


class LaunchFile(Table):
    """The content of a FILE.toml: the arguments, and one or several launches in order.

    `options` and `include` (folders, relative to the file) are for the compiler.
    """

    grid: list[Extent] | None = Field(None, min_length=1, max_length=3)
    block: list[Extent] | None = Field(None, min_length=1, max_length=3)
    kernel: str = ""
    dynamic_shared: int = Field(0, ge=0)
    cluster: list[Extent] = Field([], max_length=3)
    cooperative: bool = False
    maps: list[Member] = []
    launches: list[KernelLaunch] = []
    arguments: list[Argument] = []
    variables: list[VariableValues] = []
    options: list[str] = []
    include: list[str] = []
    reference: str = ""
    tolerance: float | None = Field(None, ge=0)
    hand_written: bool = False

    @model_validator(mode="after")
    def _launched(self) -> LaunchFile:
        alone = self.model_dump(include={"grid", "block", "kernel", "dynamic_shared"})
        if self.launches and any(alone.values()):
            raise ValueError("with launches, grid, block and kernel belong to each of them")
        if not self.launches and (self.grid is None or self.block is None):
            missing = "grid" if self.grid is None else "block"
            raise ValueError(f"{missing} is missing: write it there, or give --{missing}")
        arrays = {name for name, argument in self.named().items() if argument.shape is not None}
        if unknown := {name for step in self.launches for name in step.arrays} - arrays:
            raise ValueError(f"memset and until name arrays: {min(unknown)!r} is none")
        return self

    @property
    def in_order(self) -> list[KernelLaunch]:
        """All launches of kernels, each once."""
        return [launch for step in self.steps for launch in step.kernels]

    @cached_property
    def steps(self) -> list[KernelLaunch]:
        """What the host does, in order; the same objects each time."""
        if self.launches:
            return self.launches
        alone = {"grid", "block", "kernel", "dynamic_shared", "cluster", "cooperative", "maps"}
        return [KernelLaunch(**self.model_dump(include=alone))]

    def named(self) -> dict[str, Argument]:
        """The arguments by name; an argument without a name is named after its position."""
        names = [
            argument.name or f"argument{number}" for number, argument in enumerate(self.arguments)
        ]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise UserError(f"two arguments are named {min(twice)!r}")
        return {
            name: argument.model_copy(update={"name": name})
            for argument, name in zip(self.arguments, names, strict=True)
        }

    def arguments_of(self, launch: KernelLaunch) -> list[Argument]:
        """The arguments of a launch, in order, one of them perhaps several times; raises UserError
        for an unknown name."""
        named = self.named()
        wanted = list(named) if launch.arguments is None else launch.arguments
        if unknown := next((name for name in wanted if name not in named), None):
            raise UserError(f"a launch names the argument {unknown!r}, which is not described")
        return [named[name] for name in wanted]


def read_launch(file: Path, changes: Mapping[str, Any]) -> LaunchFile:
    """The launches that a TOML file describes, with the command line's `changes`.

    Raises UserError with the key of a missing or wrong value.
    """
    values: dict[str, Any] = {}
    if file.exists():
        try:
            values = tomllib.loads(file.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise UserError(f"{file}: {error}") from None
    elif not changes:
        source = file.with_suffix(".cu")
        draft = f" (`schedules init {source}` drafts it)" if source.exists() else ""
        raise UserError(f"no launch configuration: write {file}{draft} or give --grid and --block")
    try:
        return LaunchFile(**values | changes)
    except ValidationError as error:
        detail = error.errors()[0]
        if detail["type"] == "extra_forbidden" and len(detail["loc"]) == 1:
            known = LaunchFile.model_fields
            raise UserError(f"{file}: {nearest('key', str(detail['loc'][0]), known)}") from None
        what = detail["msg"].removeprefix("Value error, ")
        raise UserError(
            f"{_origin(file, detail['loc'], changes)}: {what[:1].lower()}{what[1:]}"
        ) from None


_OPTIONS = {
    "grid": "--grid",
    "block": "--block",
    "dynamic_shared": "--dynamic-shared",
    "arguments": "--arg",
    "options": "--compile-options",
}


def _origin(file: Path, loc: tuple[int | str, ...], changes: Mapping[str, Any]) -> str:
    """The origin of a wrong value: an option of the command line, or a key of the file."""
    if loc and loc[0] in changes and loc[0] in _OPTIONS:
        return " ".join([_OPTIONS[str(loc[0])], *(str(int(index) + 1) for index in loc[1:2])])
    return ": ".join(filter(None, [str(file), ".".join(map(str, loc))]))


# --- Kernel inputs --------------------------------------------------------------------------------


def default_inputs(buffers: Mapping[str, Argument], own: Own) -> list[str]:
    """The inputs that neither FILE.toml nor `own` describes."""
    if own.inputs is not None and not isinstance(own.inputs, Mapping):
        return []
    described = own.inputs or {}
    return [
        name
        for name, argument in buffers.items()
        if argument.role != "out" and argument.given is None and name not in described
    ]


def input_arrays(
    buffers: Mapping[str, Argument],
    own: Own,
    kind: str,
    folder: Path,
    seed: int = 0,
    ranges: Mapping[str, tuple[int, int]] | None = None,
) -> dict[str, np.ndarray]:
    """All arrays by name: inputs as described, or defaults of a kind (`input_values.KINDS`) within
    `ranges`, and zeros for arrays that are only written.

    Paths are relative to `folder`. Raises UserError for an unknown name and like `input_array`.
    """
    rng = np.random.default_rng(seed)
    read = {name: argument for name, argument in buffers.items() if argument.role != "out"}
    described = {}
    if isinstance(own.inputs, Mapping):
        if unknown := set(own.inputs) - set(read):
            raise nearest("input", min(unknown), list(read))
        described = own.inputs
    elif own.inputs is not None:
        shapes = [tuple(argument.shape or ()) for argument in read.values()]
        described = dict(zip(read, arrays_of("inputs", own.inputs, shapes, rng), strict=True))
    made = {}
    for name, argument in buffers.items():
        shape, dtype = tuple(argument.shape or ()), str(argument.dtype)
        given = described.get(name, argument.given)
        if argument.role == "out":
            made[name] = np.zeros(shape, dtype)
        elif given is not None:
            made[name] = input_array(name, given, shape, dtype, rng, folder)
        else:
            made[name] = default_array(rng, shape, dtype, kind, (ranges or {}).get(name))
    return made


# Random changes of the inputs that `sensitivity` tries.
_DRAWS = 6


def sensitivity(
    reference: Callable[[Sequence[Any]], list[np.ndarray]], given: Sequence[Any], relative: float
) -> list[np.ndarray] | None:
    """How much each reference value changes with inputs that are relatively wrong by `relative`;
    None if the reference does not take them in float64.

    All elements grow, or all shrink, or each one does either, at random, _DRAWS times.
    """
    rng = np.random.default_rng(0)
    most: list[np.ndarray] | None = None
    right = reference(given)
    random = [[_signs(rng, value) for value in given] for _ in range(_DRAWS)]
    for signs in ([1.0] * len(given), [-1.0] * len(given), *random):
        changed = [
            as_float64(value) * (1 + relative * sign) if _is_float(value) else value
            for value, sign in zip(given, signs, strict=True)
        ]
        try:
            moved = reference(changed)
        except UserError:
            return None
        pairs = zip(moved, right, strict=True)
        change = [np.nan_to_num(abs(as_float64(a) - as_float64(b)), posinf=0.0) for a, b in pairs]
        most = change if most is None else list(map(np.maximum, most, change))
    return most


def _is_float(value: Any) -> bool:
    is_array = isinstance(value, np.ndarray) and not value.dtype.names
    return is_array and not is_exact(str(value.dtype))


def _signs(rng: np.random.Generator, value: Any) -> Any:
    return rng.choice([-1.0, 1.0], value.shape) if _is_float(value) else 1.0


# --- C++ names of symbols -------------------------------------------------------------------------

# C++ names of a cubin's symbols, as the C++ runtime demangles them.

_NAMESPACES = re.compile(r"^(?:(?:\w+|\(anonymous namespace\))::)*(?=\w+(?:<|$))")


@cache
def cpp_name(symbol: str) -> str:
    """'scale<float, 4>' from '_ZN3lib5scaleIfLi4EEEvPT_': the name with namespaces and template
    arguments, without parameters; the symbol itself if it is not of a known form."""
    if not symbol.startswith("_Z"):
        return symbol
    try:
        library = ctypes.CDLL("libstdc++.so.6")
    except OSError:
        # Not on Linux.
        return symbol
    demangle = library.__cxa_demangle
    demangle.argtypes, demangle.restype = [ctypes.c_char_p, *[ctypes.c_void_p] * 3], ctypes.c_void_p
    text = demangle(symbol.encode(), None, None, None)
    if not text:
        return symbol
    name = ctypes.string_at(text).decode()
    library.free(ctypes.c_void_p(text))
    return _without_parameters(name.removeprefix("void "))


def _without_parameters(name: str) -> str:
    """A function's name without the parentheses at its end; any other name unchanged."""
    depth = 0
    for at in reversed(range(len(name) if name.endswith(")") else 0)):
        depth += (name[at] == ")") - (name[at] == "(")
        if not depth:
            return name[:at]
    return name


def same_name(asked: str, symbol: str) -> bool:
    """Whether a symbol has a C++ name, which may omit namespaces and template arguments."""
    full = _normal(cpp_name(symbol))
    short = _normal(_NAMESPACES.sub("", cpp_name(symbol)))
    asked = _normal(asked)
    return asked in {full, short, full.partition("<")[0], short.partition("<")[0]}


def _normal(name: str) -> str:
    name = re.sub(r"\(\w[\w ]*\)", "", name)
    name = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", name).replace("true", "1").replace("false", "0")
    return re.sub(r"\s+", "", re.sub(r"\bunsigned int\b", "unsigned", name))
