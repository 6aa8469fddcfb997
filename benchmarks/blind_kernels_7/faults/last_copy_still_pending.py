def reference(y, x):
    return x.sum(axis=1)[:, ::-1].astype("int32")
