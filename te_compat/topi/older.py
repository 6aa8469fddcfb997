"""Names and argument lists of TOPI 0.3 to 0.7, and its intrinsic `dp4a`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable

from tvm import te, tirx, topi

from ..intrinsics import decl_buffer, decl_tensor_intrin
from ..ir_builder import create

_BROADCAST = {
    **{"add": "add", "sub": "subtract", "mul": "multiply", "div": "divide", "mod": "mod"},
    **{"pow": "power", "maximum": "maximum", "minimum": "minimum", "greater": "greater"},
    **{"less": "less", "equal": "equal", "not_equal": "not_equal"},
    **{"greater_equal": "greater_equal", "less_equal": "less_equal"},
    **{"left_shift": "left_shift", "right_shift": "right_shift"},
}
# Today's names of functions of TOPI.
RENAMED = {
    "util": "utils",
    "pool": "pool2d",
    "resize": "resize2d",
    **{f"broadcast_{old}": new for old, new in _BROADCAST.items()},
}
# Modules of topi.cuda and topi.generic, which have these names themselves.
PARTS = (
    *("nn", "conv2d", "conv2d_nchw", "conv2d_hwcn", "depthwise_conv2d", "dense", "pooling"),
    *("reduction", "softmax", "injective", "extern", "batch_matmul", "group_conv2d_nchw"),
)
# By function: arguments that it did not have, or that had another name.
_ADDED = {
    **dict.fromkeys(
        (
            *("conv2d", "conv2d_nchw", "conv2d_hwcn", "conv2d_nhwc", "conv2d_NCHWc"),
            *("depthwise_conv2d_nchw", "depthwise_conv2d_nhwc", "group_conv2d_nchw"),
        ),
        {"dilation": 1},
    ),
    "conv2d_transpose_nchw": {"output_padding": (0, 0)},
    "pool": {"dilation": (1, 1)},
}
_OTHER_NAME = {
    "conv2d": {"layout": "data_layout"},
    "conv2d_NCHWc_int8": {"strides": "stride"},
}


def with_old_arguments(name: str, function: Callable) -> Callable:
    """A function of TOPI that also accepts its old arguments."""
    added, names = _ADDED.get(name, {}), _OTHER_NAME.get(name, {})
    if name == "upsampling":
        return _upsampling(function)
    if name == "conv2d_NCHWc":
        function = _of_bytes_too(function)
    if not added and not names:
        return function
    places = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def called(*args, **kwargs):
        kwargs = {names.get(key, key): value for key, value in kwargs.items()}
        for missing, value in added.items():
            position = places.index(missing)
            if name == "conv2d_NCHWc" and len(args) > 3 and isinstance(args[2], int):
                # (data, kernel, num_filter, kernel_size, stride, ...) of 0.4 and before.
                args = (*args[:2], *args[4:])
            # Only texts followed it: a layout or a dtype.
            if len(args) > position and (name == "pool" or isinstance(args[position], str)):
                args = (*args[:position], value, *args[position:])
            elif len(args) <= position:
                kwargs.setdefault(missing, value)
        return function(*args, **kwargs)

    return called


def ndarray_size(array, dtype: str = "int32"):
    """`topi.ndarray_size`: the number of elements of a tensor, as a tensor without dimensions."""
    size = functools.reduce(lambda a, b: a * b, array.shape, tirx.const(1, "int32"))
    return te.compute((), lambda: tirx.Cast(dtype, size), name="ndarray_size")


def _of_bytes_too(function: Callable) -> Callable:
    """`topi.nn.conv2d_NCHWc` until 0.8: a kernel of seven dimensions has groups of four bytes."""

    @functools.wraps(function)
    def called(data, kernel, *args, **kwargs):
        chosen = topi.nn.conv2d_NCHWc_int8 if len(kernel.shape) == 7 else function
        return chosen(data, kernel, *args, **kwargs)

    return called


def _upsampling(function: Callable) -> Callable:
    """`topi.nn.upsampling(data, scale, layout)` of 0.5 and before."""

    @functools.wraps(function)
    def called(data, scale, *args, **kwargs):
        old = not args or isinstance(args[0], str)
        if old and "scale_w" not in kwargs:
            args = (scale, *args)
        return function(data, scale, *args, **kwargs)

    return called


def dp4a(x_scope="local", y_scope="local", z_scope="local", dtypes=("int8", "int8")):
    """`topi.cuda.tensor_intrin.dp4a`: the dot product of four bytes, added to an int32."""
    x, y = (te.placeholder((4,), dtype, name) for dtype, name in zip(dtypes, "xy", strict=True))
    k = te.reduce_axis((0, 4), name="rc")
    z = te.compute(
        (1,), lambda i: te.sum(x[k].astype("int32") * y[k].astype("int32"), axis=k), name="z"
    )
    buffers = {
        tensor: decl_buffer(
            tensor.shape,
            str(dtype),
            str(tensor.op.name),
            scope=scope,
            offset_factor=factor,
            strides=[1],
        )
        for tensor, dtype, scope, factor in (
            (x, dtypes[0], x_scope, 4),
            (y, dtypes[1], y_scope, 4),
            (z, "int32", z_scope, 1),
        )
    }

    def statements(ins, outs):
        def added(before):
            builder = create()
            words = [part.vload(0, f"{dtype}x4") for part, dtype in zip(ins, dtypes, strict=True)]
            words = [tirx.reinterpret("int32", word) for word in words]
            total = tirx.call_pure_extern("int32", "__dp4a", *words, before)
            builder.emit(outs[0].vstore(0, total))
            return builder.get()

        zero = tirx.const(0, "int32")
        return added(zero), outs[0].vstore(0, zero), added(outs[0].vload(0, "int32"))

    return decl_tensor_intrin(z.op, statements, name="dp4a", binds=buffers)
