import numpy as np


def make_start(rng, shape, dtype):
    # Rows have 3 entries on average, 0 to 6 in turns.
    counts = np.tile([0, 6, 2, 4, 3, 3, 5, 1], 4)
    return np.concatenate([[0], counts.cumsum()])


def make_columns(rng, shape, dtype):
    return np.concatenate(
        [np.sort(rng.permutation(12)[:n]) for n in np.tile([0, 6, 2, 4, 3, 3, 5, 1], 4)]
    )


def reference(start, c, v, as_, ac, av, bs, bc, bv):
    n = start[0] = 0
    for r in range(32):
        row = {}
        for s, columns, values in ((as_, ac, av), (bs, bc, bv)):
            for k in range(s[r], s[r + 1]):
                row[int(columns[k])] = row.get(int(columns[k]), 0) + int(values[k])
        for column in sorted(row):
            c[n], v[n] = column, row[column]
            n += 1
        start[r + 1] = n
    return start, c, v
