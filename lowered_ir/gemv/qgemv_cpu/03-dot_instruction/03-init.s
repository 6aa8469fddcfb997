# gemv/qgemv_cpu:dot_instruction:init
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
	addq	$32, %rdi
	xorl	%ecx, %ecx
.LBB3_3:
	vpxor	%xmm1, %xmm1, %xmm1
	xorl	%r9d, %r9d
.LBB3_4:
	vmovdqa	(%rsi,%r9), %ymm2
	vmovdqa	32(%rsi,%r9), %ymm3
	vpmovdb	%ymm2, %xmm4
	vpsrld	$8, %ymm2, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpsrld	$16, %ymm2, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$24, %ymm2, %ymm2
	vpmovdb	%ymm2, %xmm2
	vmovdqa	-32(%rdi,%r9), %ymm7
	vmovdqa	(%rdi,%r9), %ymm8
	vpmovdb	%ymm7, %xmm9
	vpsrld	$8, %ymm7, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm7, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$24, %ymm7, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpmovdb	%ymm3, %xmm12
	vpsrld	$8, %ymm3, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpunpcklqdq	%xmm12, %xmm4, %xmm4
	vpunpcklqdq	%xmm13, %xmm5, %xmm5
	vpsrld	$16, %ymm3, %ymm12
	vpmovdb	%ymm12, %xmm12
	vpunpcklqdq	%xmm12, %xmm6, %xmm6
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpunpcklqdq	%xmm3, %xmm2, %xmm2
	vpmovdb	%ymm8, %xmm3
	vpunpcklqdq	%xmm3, %xmm9, %xmm3
	vpsrld	$8, %ymm8, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpunpcklqdq	%xmm9, %xmm10, %xmm9
	vpsrld	$16, %ymm8, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpunpcklqdq	%xmm10, %xmm11, %xmm10
	vpsrld	$24, %ymm8, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpunpcklqdq	%xmm8, %xmm7, %xmm7
	vpmovsxbd	%xmm4, %zmm4
	vpmovzxbd	%xmm3, %zmm3
	vpdpwssd	%zmm4, %zmm3, %zmm1
	vpmovsxbd	%xmm5, %zmm3
	vpmovzxbd	%xmm9, %zmm4
	vpmaddwd	%zmm3, %zmm4, %zmm3
	vpaddd	%zmm3, %zmm1, %zmm1
	vpmovsxbd	%xmm6, %zmm3
	vpmovzxbd	%xmm10, %zmm4
	vpmaddwd	%zmm3, %zmm4, %zmm3
	vpaddd	%zmm3, %zmm1, %zmm1
	vpmovsxbd	%xmm2, %zmm2
	vpmovzxbd	%xmm7, %zmm3
	vpmaddwd	%zmm2, %zmm3, %zmm2
	vpaddd	%zmm2, %zmm1, %zmm1
	addq	$64, %r9
	cmpq	$16384, %r9
	jne	.LBB3_4
	vextracti64x4	$1, %zmm1, %ymm2
	vpaddd	%zmm2, %zmm1, %zmm1
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
