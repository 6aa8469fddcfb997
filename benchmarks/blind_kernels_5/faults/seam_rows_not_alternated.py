import numpy as np


def reference(y, cost):
    row = cost[0]
    for following in cost[1:]:
        p = np.pad(row, 1, constant_values=10**6)
        row = np.minimum(np.minimum(p[:-2], p[2:]), row) + following
    return row
