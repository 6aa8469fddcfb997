import numpy as np


def labels(rng, shape, dtype):
    return np.array([1, 1, 2, 3, 3, 2, 1], dtype=dtype)


def reference(y, p, label):
    symbols = np.zeros(15, dtype="int64")
    symbols[1::2] = label
    result = []
    for rows in p:
        a = [0] * 15
        a[0], a[1] = int(rows[0][0]), int(rows[0][symbols[1]])
        for row in rows[1:]:
            b = []
            for s in range(15):
                total = a[s] + (a[s - 1] if s > 0 else 0)
                if s > 1 and s % 2 == 1 and symbols[s] != symbols[s - 2]:
                    total += a[s - 2]
                b.append(total * int(row[symbols[s]]) % 2**32)
            a = b
        result.append((a[13] + a[14]) % 2**32)
    return np.array(result, dtype="uint32")
