import numpy as np


def reference(y, re, im):
    y = np.zeros(200, dtype="int32")
    for i, (c, d) in enumerate(zip(re.tolist(), im.tolist(), strict=True)):
        a = b = n = 0
        while n < 50 and a * a + b * b <= 4 << 24:
            a, b = ((a * a - b * b) >> 12) + c, ((a * b) >> 11) + d
            n += 1
        y[i] = n
    return y
