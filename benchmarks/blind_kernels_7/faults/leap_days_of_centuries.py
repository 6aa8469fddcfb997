import numpy as np


def dates(rng, shape, dtype):
    year = rng.integers(1800, 2200, shape)
    year[::8] = rng.choice([1800, 1900, 2000, 2100], shape[0] // 8)
    return (year * 512 + rng.integers(1, 13, shape) * 32 + rng.integers(1, 29, shape)).astype(dtype)


def reference(y, date):
    out = []
    for d in date.tolist():
        day = np.datetime64(f"{d >> 9}-{d >> 5 & 15:02}-{d & 31:02}")
        out.append((day - day.astype("datetime64[Y]")).astype(int) + 1)
    return np.array(out, "int32")
