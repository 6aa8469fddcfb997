def reference(y, x):
    return x.argmax(axis=1)
