"""How registers go on from one repetition of a loop's passes to the next.

Passes repeat if they begin with registers that have moved on by fixed amounts, take the same way,
cost the same and move the registers by those amounts again. To prove it the passes run once, and
with each register goes its course: what is added to it in each further repetition, and for how many
repetitions that is known. Sums and products by what does not change are exact modulo 2^32; what is
cut off, shifted out, carried or compared is exact until it comes round or over, and when that is
follows from the value and what is added. (Induction variables: Aho, Lam, Sethi, Ullman,
"Compilers", section 9.6; here with the numbers at hand, as dual numbers carry a derivative along.)
"""
