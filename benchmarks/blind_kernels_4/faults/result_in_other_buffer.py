import numpy as np


def reference(y, first, second, steps):
    states = [first.astype("float64")]
    for _ in range(3):
        p = np.pad(states[-1], 1)
        states.append(0.25 * p[:-2] + 0.5 * p[1:-1] + 0.25 * p[2:])
    return tuple(s.astype("float32") for s in (2 * states[3], states[2], states[3]))
