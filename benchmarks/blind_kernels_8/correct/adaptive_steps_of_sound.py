def reference(codes, decoded, x):
    steps = [7]
    for _ in range(60):
        steps.append(steps[-1] + steps[-1] // 10 + 1)
    for t, row in enumerate(x.tolist()):
        value = index = 0
        for i, sample in enumerate(row):
            s, rest, magnitude, d = steps[index], abs(sample - value), 0, steps[index] >> 3
            sign = 8 if sample < value else 0
            for bit, part in ((4, s), (2, s >> 1), (1, s >> 2)):
                if rest >= part:
                    magnitude |= bit
                    rest -= part
                    d += part
            codes[t, i] = sign | magnitude
            value = min(max(value + (-d if sign else d), -32768), 32767)
            index = min(max(index + (-1 if magnitude < 4 else 2 * magnitude - 6), 0), 60)
            decoded[t, i] = value
    return codes, decoded
