def reference(y, x):
    return x[:192] + x[1:193] + x[2:194]
