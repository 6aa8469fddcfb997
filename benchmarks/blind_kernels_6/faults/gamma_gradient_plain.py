def reference(gamma_gradient, dy, xhat):
    out = gamma_gradient + (dy.astype("float64") * xhat).sum(axis=0)
    return out.astype("float32")
