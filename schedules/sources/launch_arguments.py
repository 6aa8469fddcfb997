"""One argument of a kernel in a file: an array, a tensor map, a number or a struct."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

import ml_dtypes  # noqa: F401  NumPy knows bfloat16 and float8 by it
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from gpusim.errors import UserError
from gpusim.launch import TENSOR_MAP_BYTES, TensorMap

from .input_values import checked_range

POINTER_BYTES = 8
POINTER = "pointer"

Extent = Annotated[int, Field(ge=1, lt=2**31)]
Number = int | float | bool


class Table(BaseModel):
    """Base of the tables of FILE.toml: unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Argument(Table):
    """An array (its address, or a tensor map of it), a number or a struct.

    `range` or `values` say what an input contains (`input_values.input_array`). The `dtype` of a
    struct is a list of [name, dtype] or [name, dtype, extent]; a field of dtype 'pointer' holds the
    address of the array that `value` names. `bytes` are those of a struct, in hexadecimal.
    """

    dtype: str | list[list[str | int]] = ""
    name: str = ""
    shape: list[Extent] | None = None
    value: Number | dict[str, Any] | None = None
    bytes: str | None = None
    role: Literal["in", "out", "inout"] = "in"
    range: tuple[Number, Number] | None = Field(None, strict=False)
    values: str = ""
    box: list[Extent] | None = None
    swizzle: Literal[0, 32, 64, 128] = 0

    @model_validator(mode="after")
    def _fits(self) -> Argument:
        if self.bytes is not None:
            self._check_bytes()
            return self
        try:
            _ = self.numpy
        except (TypeError, ValueError):
            raise ValueError(f"{self.dtype!r} is not a dtype") from None
        if (self.shape is None) == (self.value is None):
            raise ValueError("give a shape for an array or a value for a scalar")
        if self.value is not None:
            self._check_value()
        if self.shape is not None and not isinstance(self.dtype, str):
            raise ValueError("an array needs a plain dtype; a struct needs a value")
        if self.box and len(self.box) != len(self.shape or ()):
            raise ValueError("a box needs as many extents as its array")
        if self.swizzle and not self.box:
            raise ValueError("a swizzle requires a box")
        if self.given is not None and self.role == "out":
            raise ValueError("an array with the role out takes no values")
        if self.range is not None and self.values:
            raise ValueError("give a range or values, not both")
        if self.range is not None:
            checked_range(self.name or "the argument", self.range, str(self.dtype))
        return self

    def _check_bytes(self) -> None:
        if self.shape is not None or self.value is not None or self.dtype:
            raise ValueError("bytes exclude dtype, shape and value")
        try:
            bytes_of(self.bytes or "")
        except ValueError:
            raise ValueError("bytes must have an even number of hexadecimal digits") from None

    def _check_value(self) -> None:
        if self.role != "in" or self.box or self.given is not None:
            raise ValueError("a scalar takes no role, box or values")
        if isinstance(self.dtype, str) == isinstance(self.value, dict):
            raise ValueError("a struct needs a list of fields as dtype and a table as value")
        fields = set(self.numpy.names or ())
        if isinstance(self.value, dict) and set(self.value) != fields:
            wrong = min(set(self.value) ^ fields)
            raise ValueError(f"field {wrong!r} is only in one of dtype and value")

    @property
    def given(self) -> Any:
        """The description of the array's values; None for the default."""
        return self.range if self.range is not None else self.values or None

    @property
    def numpy(self) -> np.dtype:
        """The NumPy dtype; a struct's has the alignment of C."""
        if isinstance(self.dtype, str):
            return np.dtype(self.dtype)
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


def argument_value(argument: Argument, addresses: Mapping[str, int]) -> Any:
    """An argument in the simulator's form: an array's name, a tensor map, or bytes.

    `addresses` are those of all arrays, in order.
    """
    if argument.shape is None:
        if unknown := set(argument.pointers.values()) - set(addresses):
            raise UserError(
                f"{argument.name} points to {min(unknown)!r}, which is not an array here"
            )
        return argument.data(addresses.__getitem__)
    if argument.box:
        number = list(addresses).index(argument.name)
        return tensor_map(
            number, argument.shape, argument.box, str(argument.dtype), argument.swizzle
        ).checked(argument.name)
    return argument.name


def tensor_map(
    argument: int, shape: Sequence[int], box: Sequence[int], dtype: str, swizzle: int
) -> TensorMap:
    """A tensor map of a row-major array, innermost extent first as in cuTensorMapEncodeTiled."""
    itemsize = np.dtype(dtype).itemsize
    inner = [int(extent) for extent in reversed(shape)]
    strides = [itemsize * int(np.prod(inner[: number + 1])) for number in range(len(inner) - 1)]
    return TensorMap(
        argument, tuple(inner), tuple(strides), tuple(reversed(box)), itemsize, swizzle, dtype
    )


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
