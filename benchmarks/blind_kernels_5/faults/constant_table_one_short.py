import numpy as np

CURVE = [0, 60, 83, 101, 116, 129, 141, 152, 162, 171, 180, 189, 197, 205, 212, 219, 226]


def reference(y, x):
    curve, place, rest = np.array(CURVE, dtype="int32"), x // 16, x.astype("int32") % 16
    return curve[place] * (16 - rest) + curve[place + 1] * rest
