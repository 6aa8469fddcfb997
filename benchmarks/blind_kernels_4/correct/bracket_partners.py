import numpy as np


def reference(y, depths, closes):
    y = np.full((3, 128), -1, dtype="int32")
    for row in range(3):
        stack = []
        for i, closing in enumerate(closes[row] & 1):
            if not closing:
                stack.append(i)
            elif stack:
                y[row, i] = stack.pop()
    return y, np.cumsum(1 - 2 * (closes & 1), axis=1, dtype="int32")
