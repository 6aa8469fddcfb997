def reference(y, x):
    return (x < 0).any(axis=1)
