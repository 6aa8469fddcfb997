import numpy as np


def reference(y, query, candidate):
    q, c = query[:, None], candidate[None]
    both, either = np.bitwise_count(q & c).astype("int32"), np.bitwise_count(q | c).astype("int32")
    return np.where(either > 0, both * 1000 // np.maximum(either, 1), 0).astype("int32")
