def reference(y, x, weight, bias):
    return (weight.astype("float64") @ x + bias[:, None]).astype("float32")
