import numpy as np


def reference(y, weight, draw):
    result = []
    for row, number in zip(weight.astype("int64"), draw, strict=True):
        order = sorted(range(32), key=lambda i: (-row[i], i))
        kept, total = [], 0
        for i in order:
            if 10 * total >= 9 * row.sum():
                break
            kept.append(i)
            total += row[i]
        point = int(number) % total
        for i in kept:
            if point < row[i]:
                result.append(i)
                break
            point -= row[i]
    return np.array(result, dtype="int32")
