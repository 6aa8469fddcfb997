def reference(y, x):
    row = x.copy()
    for _ in range(20):
        row[1:] += row[:-1].copy()
    return row
