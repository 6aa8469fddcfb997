import numpy as np


def reference(decoded, stream, bits, x):
    words, n = np.zeros((64, 8), "uint32"), np.zeros(64, "int32")
    for t in range(64):
        text = "".join("0" * (int(v).bit_length() - 1) + f"{v:b}" for v in x[t])
        n[t] = len(text)
        words[t] = [int(text[i : i + 32][::-1] or "0", 2) for i in range(0, 256, 32)]
    return x, words, n
