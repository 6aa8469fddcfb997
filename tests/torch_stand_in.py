"""A stand-in for torch with a GPU, for code that makes inputs, references and tolerances there.

Tensors compute with NumPy, but as on a GPU they refuse to become NumPy arrays unless `cpu()` is
called, and refuse to be combined with arrays or with tensors on the host. They have only the
operations that the workloads use and that torch has under the same name; another one is an
AttributeError here, and to be added if torch has it.
"""

from __future__ import annotations

import operator
import sys
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np

CUDA, CPU = "cuda", "cpu"
DTYPES = (
    *("bool", "uint8", "int8", "int16", "int32", "int64"),
    *("float16", "bfloat16", "float32", "float64", "float8_e4m3fn"),
)


def named(name: str) -> np.dtype:
    """NumPy's dtype of the name that torch and ml_dtypes share."""
    return np.dtype(getattr(ml_dtypes, name, name))


class Tensor:
    """An array on a device."""

    __array_ufunc__ = None  # array * tensor is left to the tensor, which refuses arrays

    def __init__(self, array: np.ndarray, device: str = CUDA) -> None:
        self.array, self.device = array, device

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        if self.device != CPU:
            raise TypeError(f"can't convert {self.device} device type tensor to numpy")
        return self.array if dtype is None else self.array.astype(dtype)

    def like(self, array: Any) -> Tensor:
        return Tensor(np.asarray(array), self.device)

    def other(self, operand: Any) -> Any:
        """What NumPy is given for the other operand."""
        if isinstance(operand, Tensor):
            if operand.device != self.device and operand.array.ndim:
                raise RuntimeError("expected all tensors to be on the same device")
            return operand.array
        if not isinstance(operand, bool | int | float):
            raise TypeError(f"unsupported operand of a tensor: {type(operand).__name__}")
        return operand

    def computed(self, name: str, *operands: Any, swapped: bool = False) -> Tensor:
        if self.array.dtype == named("float8_e4m3fn"):
            raise NotImplementedError(f"{name!r} not implemented for 'Float8_e4m3fn'")
        values = [self.array, *map(self.other, operands)]
        return self.like(getattr(operator, name)(*(values[::-1] if swapped else values)))

    @property
    def dtype(self) -> np.dtype:
        return self.array.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    def size(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def T(self) -> Tensor:
        assert self.array.ndim == 2
        return self.like(self.array.T)

    def to(self, to: Any) -> Tensor:
        if to in (CUDA, CPU):
            return Tensor(self.array, to)
        assert isinstance(to, np.dtype), f"{to!r} is no dtype of torch"
        return self.like(self.array.astype(to))

    def cpu(self) -> Tensor:
        return self.to(CPU)

    def double(self) -> Tensor:
        return self.to(named("float64"))

    def view(self, dtype: np.dtype) -> Tensor:
        assert isinstance(dtype, np.dtype)
        return self.like(self.array.view(dtype))

    def clone(self) -> Tensor:
        return self.like(self.array.copy())

    def is_floating_point(self) -> bool:
        return self.dtype.kind not in "iub"

    def fill_(self, value: float) -> Tensor:
        self.array[...] = value
        return self

    def mul_(self, factor: float) -> Tensor:
        self.array *= self.other(factor)
        return self

    def add_(self, term: float) -> Tensor:
        self.array += self.other(term)
        return self

    def norm(self) -> Tensor:
        return self.like(np.linalg.norm(self.array.ravel()))

    def clip(self, low: float, high: float) -> Tensor:
        return self.like(self.array.clip(low, high))

    def reshape(self, *shape: int) -> Tensor:
        return self.like(self.array.reshape(*shape))

    def swapaxes(self, one: int, other: int) -> Tensor:
        return self.like(self.array.swapaxes(one, other))

    def index(self, key: Any) -> Any:
        """A key of `[]`; torch takes arrays of indices, and no negative steps."""
        parts = key if isinstance(key, tuple) else (key,)
        for part in parts:
            if isinstance(part, slice) and (part.step or 1) < 0:
                raise ValueError("step must be greater than zero")
        return tuple(part.array if isinstance(part, Tensor) else part for part in parts)

    def __getitem__(self, key: Any) -> Tensor:
        return self.like(self.array[self.index(key)])

    def __setitem__(self, key: Any, value: Any) -> None:
        self.array[self.index(key)] = self.other(value)

    def __str__(self) -> str:
        return str(self.array)

    def __len__(self) -> int:
        return len(self.array)

    def __bool__(self) -> bool:
        return bool(self.array)

    def __int__(self) -> int:
        return int(self.array)

    def __float__(self) -> float:
        return float(self.array)


def _operation(name: str, swapped: bool = False) -> Any:
    return lambda self, *operands: self.computed(name, *operands, swapped=swapped)


def _reduction(name: str) -> Any:
    return lambda self: self.like(getattr(self.array, name)())


for _name in ("add", "sub", "mul", "truediv", "pow", "matmul"):
    setattr(Tensor, f"__{_name}__", _operation(f"__{_name}__"))
    setattr(Tensor, f"__r{_name}__", _operation(f"__{_name}__", swapped=True))
for _name in ("lshift", "rshift", "and", "or", "eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Tensor, f"__{_name}__", _operation(f"__{_name}__"))
for _name in ("abs", "invert", "neg"):
    setattr(Tensor, f"__{_name}__", _operation(f"__{_name}__"))
for _name in ("min", "max", "all", "any"):
    setattr(Tensor, _name, _reduction(_name))


class Generator:
    def __init__(self, device: str) -> None:
        assert device == CUDA

    def manual_seed(self, seed: int) -> np.random.Generator:
        return np.random.default_rng(seed)


def rand(size: tuple[int, ...], *, generator: np.random.Generator, device: str) -> Tensor:
    return Tensor(generator.random(size, dtype="float32"), device)


def randint(
    low: int,
    high: int,
    size: tuple[int, ...],
    *,
    generator: np.random.Generator,
    device: str,
    dtype: np.dtype,
) -> Tensor:
    return Tensor(generator.integers(low, high, size, dtype=dtype), device)


def empty(shape: tuple[int, ...], *, dtype: np.dtype, device: str) -> Tensor:
    return Tensor(np.empty(shape, dtype), device)


def install(monkeypatch: Any) -> None:
    """Have the code that uses a GPU use the stand-in."""
    torch = SimpleNamespace(
        Generator=Generator,
        rand=rand,
        randint=randint,
        empty=empty,
        from_numpy=lambda array: Tensor(array, CPU),
        iinfo=np.iinfo,
        cuda=SimpleNamespace(synchronize=lambda: None, empty_cache=lambda: None),
        **{name: named(name) for name in DTYPES},
    )
    monkeypatch.setitem(sys.modules, "torch", torch)
    for module in ("core.gpu", "analyses.verification.on_gpu"):
        monkeypatch.setattr(f"schedules.{module}.cuda", lambda: torch)
