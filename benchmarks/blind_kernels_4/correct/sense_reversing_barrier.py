import numpy as np


def reference(a, b):
    states = [a]
    for _ in range(4):
        v = states[-1]
        states.append(np.roll(v, 1) + 3 * v - np.roll(v, -1))
    return states[4], states[3]
