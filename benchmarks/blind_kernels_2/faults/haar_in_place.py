def reference(y, x):
    s = x.astype("float64").copy()
    n = 64
    while n:
        a, b = s[:, 0 : 2 * n : 2].copy(), s[:, 1 : 2 * n : 2].copy()
        s[:, :n], s[:, n : 2 * n] = (a + b) / 2, (a - b) / 2
        n //= 2
    return s
