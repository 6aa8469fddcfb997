def reference(code, length, back, x):
    for t, row in enumerate(x):
        bits = "".join("1" * (v >> 2) + "0" + f"{v & 1}{v >> 1 & 1}" for v in map(int, row))
        code[t] = int(bits[::-1], 2)
        length[t] = len(bits)
    return code, length, x
