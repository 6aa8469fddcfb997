import numpy as np


def make(rng, shape, dtype):
    return (
        np.sort(
            np.stack([rng.choice(2000, shape[1], replace=False) for _ in range(shape[0])]), axis=1
        )
        - 1000
    )


def reference(area, corners, px, py):
    for t, points in enumerate(np.stack([px, py], axis=2).astype("int64")):
        # An edge of the hull has all other points on its left.
        edges = []
        for i, a in enumerate(points):
            for j, b in enumerate(points):
                d = points - a
                side = (b - a)[0] * d[:, 1] - (b - a)[1] * d[:, 0]
                if i != j and (np.delete(side, [i, j]) > 0).all():
                    edges.append(a[0] * b[1] - a[1] * b[0])
        area[t], corners[t] = sum(edges), len(edges)
    return area, corners
