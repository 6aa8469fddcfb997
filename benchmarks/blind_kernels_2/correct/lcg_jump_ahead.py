import numpy as np


def reference(y, seed):
    M, out = 2**64, []
    for t in range(128):
        n, a, c, aa, cc = t * 1000003, 6364136223846793005, 1442695040888963407, 1, 0
        for bit in bin(n)[2:] if n else "":
            aa, cc = aa * aa % M, (aa * cc + cc) % M
            if bit == "1":
                aa, cc = aa * a % M, (a * cc + c) % M
        out.append((aa * int(seed[0]) + cc) % M)
    return np.array(out, dtype="uint64")
