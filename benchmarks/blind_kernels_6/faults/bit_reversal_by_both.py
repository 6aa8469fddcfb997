def reference(y, x):
    order = [int(f"{i:06b}"[::-1], 2) for i in range(64)]
    return x[:, order]
