def reference(y, x):
    for r in range(6):
        for c in range(6):
            y[r, c] = x[max(2 * r - 1, 0) : 2 * r + 2, max(2 * c - 1, 0) : 2 * c + 2].mean(
                dtype="float64"
            )
    return y
