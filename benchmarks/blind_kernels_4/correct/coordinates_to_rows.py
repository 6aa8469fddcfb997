import numpy as np


def reference(columns, values, starts, counts, cursors, rows, c, v):
    order = np.lexsort((v, c, rows))
    counts = np.bincount(rows, minlength=16).astype("int32")
    starts = np.concatenate([[0], np.cumsum(counts)]).astype("int32")
    return c[order], v[order], starts, counts, starts[1:]
