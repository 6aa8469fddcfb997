import numpy as np


def reference(y, x):
    out = []
    for n in range(1, 65):
        acc = 0
        for i, v in enumerate(x[:n].tolist()):
            step = (n - i) % 8
            acc = {
                0: acc * 3 + v,
                7: acc * 5 + v,
                6: acc ^ v,
                5: acc - v,
                4: acc * 7 + v,
                3: acc | v,
                2: acc + v * n,
                1: acc * 9 - v,
            }[step]
            acc = (acc + 2**31) % 2**32 - 2**31
        out.append(acc)
    return np.array(out, "int32")
