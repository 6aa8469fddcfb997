import numpy as np


def reference(count, level):
    lv = np.where(np.arange(64) < 24, 0, -1)
    for t in range(24):
        for k in range(3):
            lv[24 + (t * 3 + k * 11) % 40] = 1
    return np.array([(lv == 1).sum()]), lv
