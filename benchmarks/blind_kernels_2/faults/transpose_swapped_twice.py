def reference(a):
    return a.T.copy()
