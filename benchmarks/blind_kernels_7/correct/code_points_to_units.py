import numpy as np


def points(rng, shape, dtype):
    top = rng.choice([0x80, 0x800, 0xD800, 0x110000], shape)
    p = (rng.random(shape) * top).astype("uint32")
    p[:8] = [0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF]
    p[(p >= 0xD800) & (p < 0xE000)] = 0x41
    return p


def reference(out, total, units, point):
    text = "".join(map(chr, point.tolist()))
    data = text.encode("utf-8")
    result = np.zeros(512, "uint8")
    result[: len(data)] = list(data)
    pairs = []
    for c in text:
        u = np.frombuffer(c.encode("utf-16-le"), "<u2").tolist()
        pairs.append(u[0] | (u[1] << 16 if len(u) > 1 else 0))
    return result, np.array([len(data)], "int32"), np.array(pairs, "uint32")
