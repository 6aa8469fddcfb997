import math

import numpy as np


def reference(y, number):
    rows = []
    for n in number:
        rest, things = int(n), list(range(12))
        rows.append([])
        for i in range(11, -1, -1):
            place, rest = divmod(rest, math.factorial(i))
            rows[-1].append(things.pop(place))
    return np.array(rows, dtype="uint8")
