import numpy as np


def reference(y, text, letters, rules):
    y = np.zeros((4, 13, 12), dtype="uint32")
    triples = [(r & 7, r >> 3 & 7, r >> 6 & 7) for r in rules.tolist()]
    for s in range(4):
        y[s, 1] = letters[text[s]] & np.uint32(255)
        for n in range(2, 13):
            for t in range(13 - n):
                found = 0
                for cut in range(1, n):
                    left, right = int(y[s, cut, t]), int(y[s, n - cut, t + cut])
                    for b, c, a in triples:
                        if left >> b & right >> c & 1:
                            found |= 1 << a
                y[s, n, t] = found
    return y
