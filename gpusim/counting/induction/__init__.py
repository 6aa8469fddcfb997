"""Induction variables: how registers advance from one repetition of loop iterations to the next.

Iterations repeat if they start with registers advanced by fixed amounts, take the same path, cost
the same, and advance the registers by those amounts again. To prove this, the iterations run once
with an induction variable per register: its increment per repetition, and for how many repetitions
the increment is known. Sums, and products with invariants, are exact modulo 2^32. Truncations,
shifts, carries and comparisons are exact until they wrap around or change; that bound follows from
the value and the increment. (Aho, Lam, Sethi, Ullman, "Compilers", section 9.6; here with concrete
values, similar to dual numbers in automatic differentiation.)
"""
