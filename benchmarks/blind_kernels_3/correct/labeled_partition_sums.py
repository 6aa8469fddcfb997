def reference(y, x, label):
    x, label = x.astype("int64").reshape(2, 1, 32), label.reshape(2, 32)
    same = label[:, :, None] == label[:, None, :]
    return (same * (x + 1)).sum(axis=2).reshape(y.shape)
