import numpy as np


def reference(y, s):
    n = len(s)
    best = np.zeros((n + 1, n + 1), "int32")
    for d in range(1, n):
        for i in range(n - d):
            j = i + d
            pair = best[i + 1, j - 1] + 1 if int(s[i]) + int(s[j]) == 3 else 0
            split = max(best[i, k] + best[k + 1, j] for k in range(i, j))
            best[i, j] = max(best[i + 1, j], pair, split)
    return best[0, :n]
