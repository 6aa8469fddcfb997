import numpy as np


def reference(p, m, v, g, first, second):
    p, m, v, g = (a.astype("float64") for a in (p, m, v, g))
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    p = p - 0.01 * (m / first) / (np.sqrt(v / second) + 1e-4)
    return p.astype("float32"), m.astype("float32"), v.astype("float32")
