import numpy as np


def decode(code, mantissa, bias):
    code = code.astype("int64")
    exponent, rest = code >> mantissa, code % 2**mantissa / 2**mantissa
    return np.where(exponent > 0, (1 + rest) * 2.0 ** (exponent - bias), rest * 2.0 ** (1 - bias))


def reference(y, a, b):
    return (decode(a, 3, 7) @ decode(b, 2, 15).T).astype("float32")
