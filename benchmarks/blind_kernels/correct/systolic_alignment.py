import numpy as np


def reference(y, query, text):
    out = []
    for q, text_row in zip(query & 3, text & 3, strict=True):
        h = np.zeros((33, 49), int)
        for i in range(1, 33):
            for j in range(1, 49):
                score = 2 if q[i - 1] == text_row[j - 1] else -1
                h[i, j] = max(0, h[i - 1, j - 1] + score, h[i - 1, j] - 1, h[i, j - 1] - 1)
        out.append(h.max())
    return np.array(out, "int32")
