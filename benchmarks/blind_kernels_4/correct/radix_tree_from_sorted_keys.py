import numpy as np


def make(rng, shape, dtype):
    return np.sort(rng.choice(2**24, 32, replace=False)).astype(dtype)


def reference(left, right, keys):
    left, right = np.zeros((2, 31), dtype="int32")

    def visit(node, first, last):
        bit = int(keys[first] ^ keys[last]).bit_length() - 1
        cut = max(i for i in range(first, last) if not (int(keys[first]) ^ int(keys[i])) >> bit)
        left[node] = ~cut if cut == first else cut
        right[node] = ~(cut + 1) if cut + 1 == last else cut + 1
        if cut > first:
            visit(cut, first, cut)
        if cut + 1 < last:
            visit(cut + 1, cut + 1, last)

    visit(0, 0, 31)
    return left, right
