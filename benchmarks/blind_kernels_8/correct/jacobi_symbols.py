def reference(y, top, bottom):
    # The product of Legendre symbols over the prime factors, each by Euler's criterion.
    for t, (a, n) in enumerate(zip(top.tolist(), (bottom | 1).tolist(), strict=False)):
        y[t], p = 1, 3
        while n > 1:
            if p * p > n:
                p = n
            while n % p == 0:
                n //= p
                e = pow(a, (p - 1) // 2, p)
                y[t] *= -1 if e == p - 1 else e
            p += 2
    return y
