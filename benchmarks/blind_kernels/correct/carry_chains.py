import numpy as np


def reference(sum, scaled, a, b):
    word, all_bits = 2**32 - 1, 2**256 - 1
    sums, products = [], []

    def join(words):
        return int.from_bytes(np.array(words, "<u4").tobytes(), "little")

    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        u = [w * 0xFFFFFFFB & word for w in x]
        v = [((w ^ word) + (i == 0) + y[i] % 2) & word for i, w in enumerate(u)]
        sums.append(join(u) + join(v) & all_bits)
        products.append(join(u) * ((y[0] * 0x01000193 + 1) & word) & all_bits)
    return tuple(
        np.stack([np.frombuffer(n.to_bytes(32, "little"), "<u4") for n in rows])
        for rows in (sums, products)
    )
