"""`numpy` of old scripts: with the names and arguments that NumPy 1.24 to 2.4 removed, and without
references that take minutes where no result is compared with them."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np

from .calls import here, notice
from .session import session
from .tensor import whole

# Multiplications of a matrix product that is always computed.
MOST = 1e10


def _reference(function: Callable) -> Callable:
    """A product of matrices: zeros where it is large and the session compares no results."""

    def product(a, b, *args, **kwargs):
        unused = session().only_lower or session().skipped
        shapes = [getattr(operand, "shape", ()) for operand in (a, b)]
        if unused and all(len(shape) == 2 for shape in shapes):
            (m, k), (_, n) = shapes
            if float(m) * k * n > MOST:
                notice(here(function.__name__), "a large reference is not computed; zeros instead")
                return np.zeros((m, n), np.result_type(a.dtype, b.dtype))
        return function(a, b, *args, **kwargs)

    return product


def _reshape(a, shape=None, order="C", *, newshape=None, **options):
    """`numpy.reshape`, whose shape argument had another name."""
    return np.reshape(a, shape if newshape is None else newshape, order, **options)


def _filled(function: Callable) -> Callable:
    """`numpy.zeros` and the like, for a shape with `n / 2`, which was an integer in Python 2."""
    return lambda shape, *args, **kwargs: function(whole(shape), *args, **kwargs)


_NAMES = {
    **{"int": int, "float": float, "bool": bool, "object": object, "str": str, "complex": complex},
    **{"long": int, "unicode": str, "float_": np.float64, "complex_": np.complex128},
    **{"bool8": np.bool_, "int0": np.intp, "string_": np.bytes_, "unicode_": np.str_},
    **{"Inf": np.inf, "infty": np.inf, "PINF": np.inf, "NINF": -np.inf, "NaN": np.nan},
    **{"product": np.prod, "cumproduct": np.cumprod, "alltrue": np.all, "sometrue": np.any},
    **{"round_": np.round, "in1d": np.isin, "trapz": np.trapezoid, "row_stack": np.vstack},
    **{"asscalar": np.ndarray.item, "reshape": _reshape},
    **{name: _filled(getattr(np, name)) for name in ("zeros", "ones", "empty", "full")},
    **{"dot": _reference(np.dot), "matmul": _reference(np.matmul)},
}

numpy = ModuleType("numpy")
numpy.__getattr__ = lambda name: _NAMES[name] if name in _NAMES else getattr(np, name)
