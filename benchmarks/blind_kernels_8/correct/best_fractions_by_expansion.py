from fractions import Fraction


def reference(top, bottom, terms, p, q):
    for t in range(64):
        a, b, expansion = int(p[t]), int(q[t]), []
        while b:
            expansion.append(a // b)
            a, b = b, a % b
        for n in range(len(expansion), 0, -1):
            f = Fraction(expansion[n - 1])
            for d in expansion[n - 2 :: -1] if n > 1 else []:
                f = d + 1 / f
            if f.denominator <= 200:
                break
        top[t], bottom[t], terms[t] = f.numerator, f.denominator, n
    return top, bottom, terms
