def digits(d, one, five, ten):
    return ["", one, one * 2, one * 3, one + five, five, five + one, five + one * 2, five + one * 3, one + ten][d]


def reference(y, x):
    for row, v in zip(y, x.tolist()):
        text = "M" * (v // 1000) + digits(v // 100 % 10, *"CDM") + digits(v // 10 % 10, *"XLC") + digits(v % 10, *"IVX")
        row[:] = list(text.ljust(16).encode())
    return y
