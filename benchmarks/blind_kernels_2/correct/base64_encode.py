import base64

import numpy as np


def reference(y, s):
    return np.frombuffer(base64.b64encode(s.tobytes()), dtype="uint8")
