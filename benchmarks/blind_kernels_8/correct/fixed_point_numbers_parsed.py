import numpy as np


def make(rng, shape, dtype):
    rows = []
    for _ in range(64):
        number = str(rng.integers(0, 99999))
        if rng.integers(0, 3):
            number += "." + "".join(str(d) for d in rng.integers(0, 10, rng.integers(0, 5)))
        rows.append(list((rng.choice(["", "-", "+"]) + number).ljust(12).encode()))
    return np.array(rows)


def reference(y, text):
    for t, row in enumerate(text):
        whole, _, part = row.tobytes().decode().strip().partition(".")
        thousandths = int(whole.lstrip("+-") + part[:3].ljust(3, "0"))
        y[t] = -thousandths if whole.startswith("-") else thousandths
    return y
