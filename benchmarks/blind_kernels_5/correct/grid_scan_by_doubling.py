import numpy as np


def reference(a, b):
    steps = [a]
    for k in range(7):
        d = 2**k
        steps.append(steps[-1] + np.concatenate([np.zeros(d, dtype="int32"), steps[-1][:-d]]))
    return steps[6], steps[7]
