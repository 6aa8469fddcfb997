def reference(dx, dgain, dbias, dy, x, gain, mean, rstd):
    d, r = dy.astype("float64"), rstd.astype("float64")[:, None]
    hat = (x - mean.astype("float64")[:, None]) * r
    g = d * gain
    dx = r * (g - g.mean(axis=1, keepdims=True) - hat * (g * hat).mean(axis=1, keepdims=True))
    return tuple(v.astype("float32") for v in (dx, (d * hat).sum(axis=0), d.sum(axis=0)))
