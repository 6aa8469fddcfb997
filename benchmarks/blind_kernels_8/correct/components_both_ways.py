import numpy as np


def reference(y, x):
    words = x.reshape(4, 32)
    words = words[0] & words[1] & words[2] & words[3]
    a = (words[:, None] >> np.arange(32) & 1).astype("int64") + np.eye(32, dtype="int64")
    for _ in range(5):
        a = (a @ a > 0).astype("int64")
    return (a * a.T).argmax(axis=1).astype("int32")
