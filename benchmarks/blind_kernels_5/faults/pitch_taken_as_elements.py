def reference(y, x, pitch):
    return ~x[:, :20]
