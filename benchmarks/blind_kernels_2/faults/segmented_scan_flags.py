def reference(y, x, head):
    out = x.astype("int64").copy()
    for row, flags in zip(out, head, strict=False):
        for i in range(1, 32):
            if not flags[i]:
                row[i] += row[i - 1]
    return out
