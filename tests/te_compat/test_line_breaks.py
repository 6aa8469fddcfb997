"""Long statements are broken at brackets and operators."""

from __future__ import annotations

from migrate_samples import A, N, check_reads_back, printed


def test_a_long_expression_is_broken_at_its_operators_and_reads_back():
    text, made = printed(
        lambda i, j: (
            (A[i, j] + A[j, i] * A[i, i] - A[j, j] / A[i, j]).astype("int32")
            - (A[j, i] * 3.0 - A[i, 0]).astype("int32")
            + N[i, j]
        )
    )
    assert all(len(line) <= 96 for line in text.splitlines())
    assert "lambda i, j: (\n" in text and "\n        + N[i, j]\n" in text
    check_reads_back(text, made)
