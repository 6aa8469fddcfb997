import re

import numpy as np


def reference(y, text):
    return np.array([bool(re.fullmatch(b".*ab.b.*a", bytes(s))) for s in text], dtype="int32")
