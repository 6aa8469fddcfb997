M = 2**32 - 1


def rotate(x, n):
    return (x << n | x >> (32 - n)) & M


def reference(y, x, seed):
    a, b, c, d = 2654435761, 2246822519, 3266489917, 668265263
    for t, words in enumerate(x.tolist()):
        s = int(seed)
        v = [s + a + b, s + b, s, s - a]
        v = [rotate((u + w * b) & M, 13) * a & M for u, w in zip(v, words, strict=False)]
        h = (sum(rotate(u, n) for u, n in zip(v, (1, 7, 12, 18), strict=False)) + 20) & M
        h = rotate((h + words[4] * c) & M, 17) * d & M
        h = (h ^ h >> 15) * b & M
        h = (h ^ h >> 13) * c & M
        y[t] = h ^ h >> 16
    return y
