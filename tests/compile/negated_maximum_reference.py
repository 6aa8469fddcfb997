"""The larger of two magnitudes."""


def reference(out, x):
    return abs(x).max(axis=1)
