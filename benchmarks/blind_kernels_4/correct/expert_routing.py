import numpy as np


def reference(places, offsets, score):
    best = np.argsort(-score, axis=1, kind="stable")[:, :2]
    chosen = np.zeros((64, 4), dtype="int64")
    np.put_along_axis(chosen, best, 1, axis=1)
    offsets = np.concatenate([[0], np.cumsum(chosen.sum(axis=0))])
    rank = np.cumsum(chosen, axis=0) - chosen + offsets[:4]
    return np.take_along_axis(rank, best, axis=1).astype("int32"), offsets.astype("int32")
