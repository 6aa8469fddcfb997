def reference(force, body):
    b = body.astype("float64")
    d = b[None] - b[:, None]
    w = 1 / ((d**2).sum(axis=2) + 0.5)
    return (d * w[..., None]).sum(axis=1).astype("float32")
