def reference(y, g, x):
    return (x * 3)[:, ::-1], x * 3
