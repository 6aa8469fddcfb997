# gemv/qgemv_cpu:serial:init
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: zero the accumulators before the loop over k, not by a test inside it
# target: llvm cascadelake

main_compute_:
	vpxor	%xmm0, %xmm0, %xmm0
	xorl	%eax, %eax
	vpxor	%xmm1, %xmm1, %xmm1
	vpxor	%xmm2, %xmm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
.LBB3_1:
	vpmovsxbd	(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm0, %ymm0
	vpmovsxbd	8(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	16(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm2, %ymm2
	vpmovsxbd	24(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	vpmovsxbd	32(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm0, %ymm0
	vpmovsxbd	40(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	48(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm2, %ymm2
	vpmovsxbd	56(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	addq	$64, %rax
	cmpq	$16384, %rax
	jne	.LBB3_1
	vpaddd	%ymm0, %ymm1, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovd	%xmm0, %eax
	vmovss	(%rcx), %xmm0
	shll	$7, %eax
	addq	$24, %rdi
	xorl	%ecx, %ecx
.LBB3_3:
	vpxor	%xmm1, %xmm1, %xmm1
	xorl	%r9d, %r9d
	vpxor	%xmm2, %xmm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
	vpxor	%xmm4, %xmm4, %xmm4
.LBB3_4:
	vpmovsxbd	(%rsi,%r9), %ymm5
	vpmovsxbd	8(%rsi,%r9), %ymm6
	vpmovsxbd	16(%rsi,%r9), %ymm7
	vpmovsxbd	24(%rsi,%r9), %ymm8
	vpmovzxbd	-24(%rdi,%r9), %ymm9
	vpdpwssd	%ymm5, %ymm9, %ymm1
	vpmovzxbd	-16(%rdi,%r9), %ymm5
	vpdpwssd	%ymm6, %ymm5, %ymm2
	vpmovzxbd	-8(%rdi,%r9), %ymm5
	vpdpwssd	%ymm7, %ymm5, %ymm3
	vpmovzxbd	(%rdi,%r9), %ymm5
	vpdpwssd	%ymm8, %ymm5, %ymm4
	addq	$32, %r9
	cmpq	$16384, %r9
	jne	.LBB3_4
	vpaddd	%ymm1, %ymm2, %ymm1
	vpaddd	%ymm3, %ymm4, %ymm2
	vpaddd	%ymm1, %ymm2, %ymm1
	vextracti128	$1, %ymm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vpshufd	$238, %xmm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vpsrlq	$32, %xmm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vmovd	%xmm1, %r9d
	subl	%eax, %r9d
	vmulss	(%rdx,%rcx,4), %xmm0, %xmm1
	vcvtsi2ss	%r9d, %xmm15, %xmm2
	vmulss	%xmm2, %xmm1, %xmm1
	vmovss	%xmm1, (%r8,%rcx,4)
	incq	%rcx
	addq	$16384, %rdi
	cmpq	$16384, %rcx
	jne	.LBB3_3
	vzeroupper
	retq
