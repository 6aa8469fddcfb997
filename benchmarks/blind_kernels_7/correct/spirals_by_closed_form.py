import numpy as np


def reference(number, back):
    out = np.zeros((17, 17), "int32")
    x = y = n = 0
    steps = [(0, 1), (-1, 0), (0, -1), (1, 0)]
    ring = 0
    while n < 289:
        out[y + 8, x + 8] = n
        n += 1
        if x == ring and y == -ring:
            ring, x = ring + 1, x + 1
            if ring > 8:
                break
            continue
        if x == ring and y < ring:
            dx, dy = steps[0]
        elif y == ring and x > -ring:
            dx, dy = steps[1]
        elif x == -ring and y > -ring:
            dx, dy = steps[2]
        else:
            dx, dy = steps[3]
        x, y = x + dx, y + dy
    return out, np.arange(289, dtype="int32").reshape(17, 17)
