import numpy as np


def reference(y, x):
    rows = []
    for row in x:
        number = sum(int(v) << 13 * i for i, v in enumerate(row))
        rows.append(np.frombuffer(number.to_bytes(104, "little"), dtype="uint32"))
    return np.array(rows)
