def reference(x):
    s = x.astype(int)
    for k in range(4):
        for r in range(1, 17):
            for c in range(1, 17):
                if r % 2 * 2 + c % 2 == k:
                    box = s[:, r - 1 : r + 2, c - 1 : c + 2].sum(axis=(1, 2)) - s[:, r, c]
                    s[:, r, c] = box >> 3
    return s.astype("int32")
