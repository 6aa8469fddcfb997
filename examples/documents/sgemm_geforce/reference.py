"""C + A B."""


def reference(a, b, c):
    return c + a.astype("float64") @ b
