def reference(y, x, token):
    return x[token]
