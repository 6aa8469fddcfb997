def reference(y, a, b, c):
    return a @ b + c
