def reference(y, x):
    return x[2:129] - x[1:128]
