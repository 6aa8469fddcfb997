def reference(y, a, b, out, first, second):
    return first[:, 3:13] + 2 * second[::-1, ::-1].T
