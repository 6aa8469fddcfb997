"""Misused wgmma that ptxas corrects: planted in PTX, and found."""

from __future__ import annotations

import pytest

from schedules.analyses.verification.wgmma_in_ptx import wgmma_misuses

FENCE, COMMIT, WAIT = (
    "wgmma.fence.sync.aligned;",
    "wgmma.commit_group.sync.aligned;",
    "wgmma.wait_group.sync.aligned 0;",
)
KERNEL = """
.version 8.7
.visible .entry k(
	.param .u64 .ptr .align 1 k_param_0
)
.maxntid 128
{{
	.reg .pred 	%p<3>;
	.loc	1 10 3
	mov.f32 	%f1, 0f00000000;
	mov.b32 	%r1, 0;
{first}
$L__BB0_1:
{inside}
	// begin inline asm
	{{ .reg .pred p; setp.ne.b32 p, %r1, 0;
	wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{%f1, %f2}}, %rd1, %rd2, p, 1, 1, 0, 0; }}
	// end inline asm
{behind}
	add.s32 	%r1, %r1, 1;
	setp.lt.s32 	%p1, %r1, 4;
	@%p1 bra 	$L__BB0_1;
	st.global.f32 	[%rd3], %f1;
	ret;
}}
"""
SCALED = "mul.f32 %f5, %f1, 0f3F000000;\nmov.f32 %f1, %f5;"
FOUND = {
    "warpgroup-arrive": "starts a wgmma on registers without wgmma.fence",
    "commit_group": "never committed or waited for; no wgmma.commit_group follows",
    "wait_group": "never committed or waited for; no wgmma.wait_group follows",
}


def misuses(first: str = "", inside: str = FENCE, behind: str = COMMIT + WAIT) -> list[str]:
    return wgmma_misuses(KERNEL.format(first=first, inside=inside, behind=behind), {"k"})


@pytest.mark.parametrize(
    "clean",
    [
        misuses(),
        misuses(FENCE, ""),
        misuses(FENCE, "", COMMIT + WAIT + FENCE + SCALED),
        # The compiler may move the product behind the fence.
        misuses("", FENCE + SCALED),
        misuses(SCALED + FENCE, ""),
    ],
    ids=["usual", "one fence", "fence before product", "product behind fence", "product first"],
)
def test_correct_programs_have_no_findings(clean):
    assert clean == []


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("warpgroup-arrive", misuses("", "")),
        ("warpgroup-arrive", misuses(FENCE, "", COMMIT + WAIT + SCALED)),
        ("commit_group", misuses("", FENCE, WAIT)),
        ("wait_group", misuses("", FENCE, COMMIT)),
    ],
    ids=["no fence", "rescaled without fence", "no commit", "no wait"],
)
def test_what_ptxas_corrects_is_found(kind, found):
    assert len(found) == 1
    assert "(CUDA line 10)" in found[0] and found[0].endswith(FOUND[kind])


def test_only_launched_kernels_count():
    text = KERNEL.format(first="", inside="", behind="")
    assert wgmma_misuses(text, {"another"}) == []
    assert wgmma_misuses(text.replace("wgmma.mma_async", "other"), {"k"}) == []
