import numpy as np

LEVELS = [-1.0, -0.6961928, -0.52507305, -0.3949175, -0.28444138, -0.18477343, -0.091050036, 0.0]
LEVELS += [0.0795803, 0.1609302, 0.2461123, 0.33791524, 0.44070983, 0.562617, 0.72295684, 1.0]


def reference(y, code, scale):
    codes = np.stack([code >> 4, code & 15], axis=2).reshape(4, 64)
    return (np.array(LEVELS)[codes] * np.repeat(scale, 16, axis=1)).astype("float32")
