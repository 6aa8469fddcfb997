def reference(u):
    u = u.astype("float64")
    for _ in range(3):
        v = u.copy()
        v[:, 1:-1] = 0.25 * u[:, :-2] + 0.5 * u[:, 1:-1] + 0.25 * u[:, 2:]
        u = v
    return u
