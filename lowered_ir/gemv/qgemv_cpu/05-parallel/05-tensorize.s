# gemv/qgemv_cpu:parallel:tensorize
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: one instruction multiplies 64 codes and adds by fours to the lanes
# target: llvm cascadelake

.LCPI4_0:
	.long	4
	.long	5
	.long	12
	.long	8
.LCPI4_2:
	.long	4
	.long	0
main_compute_:
	vpxor	%xmm0, %xmm0, %xmm0
	movl	$56, %eax
	vpxor	%xmm1, %xmm1, %xmm1
	vpxor	%xmm2, %xmm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
.LBB3_1:
	vpmovsxbd	-56(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm0, %ymm0
	vpmovsxbd	-48(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	-40(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm2, %ymm2
	vpmovsxbd	-32(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	vpmovsxbd	-24(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm0, %ymm0
	vpmovsxbd	-16(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	-8(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm2, %ymm2
	vpmovsxbd	(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	addq	$64, %rax
	cmpq	$16440, %rax
	jne	.LBB3_1
	subq	$56, %rsp
	vpaddd	%ymm0, %ymm1, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovd	%xmm0, (%rsp)
	movq	%rdi, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%r8, 24(%rsp)
	movq	%rsp, %rax
	movq	%rax, 32(%rsp)
	movq	%rdx, 40(%rsp)
	movq	%rcx, 48(%rsp)
	movq	__TVMBackendParallelLaunch@GOTPCREL(%rip), %rax
	leaq	.L__tvm_parallel_lambda(%rip), %rdi
	leaq	8(%rsp), %rsi
	xorl	%edx, %edx
	vzeroupper
	callq	*(%rax)
	addq	$56, %rsp
	retq
.L__tvm_parallel_lambda:
	movq	%rdx, %rcx
	movl	8(%rsi), %esi
	leal	2047(%rsi), %eax
	cltd
	idivl	%esi
	leal	1(%rdi), %edx
	imull	%eax, %edx
	cmpl	$2048, %edx
	movl	$2048, %r8d
	cmovll	%edx, %r8d
	imull	%edi, %eax
	cmpl	%r8d, %eax
	jge	.LBB4_6
	subq	$392, %rsp
	movq	(%rcx), %r9
	movq	8(%rcx), %rdx
	movq	16(%rcx), %rsi
	movq	32(%rcx), %rdi
	movq	24(%rcx), %r10
	movq	40(%rcx), %r11
	movl	(%r10), %r10d
	shll	$7, %r10d
	cltq
	movslq	%r8d, %rcx
	vbroadcastss	(%r11), %ymm18
	vpbroadcastd	%r10d, %ymm19
	leaq	356(%rsp), %r8
	movq	%rax, %r10
	shlq	$17, %r10
	addq	%r10, %r9
	addq	$114752, %r9
	vpxor	%xmm2, %xmm2, %xmm2
	movb	$127, %r10b
	kmovd	%r10d, %k1
	vbroadcasti32x4	.LCPI4_0(%rip), %ymm20
	vpbroadcastq	.LCPI4_2(%rip), %xmm17
.LBB4_2:
	vpxor	%xmm11, %xmm11, %xmm11
	xorl	%r10d, %r10d
	vpxor	%xmm12, %xmm12, %xmm12
	vpxor	%xmm10, %xmm10, %xmm10
	vpxor	%xmm9, %xmm9, %xmm9
	vpxor	%xmm8, %xmm8, %xmm8
	vpxor	%xmm7, %xmm7, %xmm7
	vpxor	%xmm6, %xmm6, %xmm6
	vpxor	%xmm5, %xmm5, %xmm5
.LBB4_3:
	vmovdqa64	-114752(%r9,%r10), %zmm0
	vmovdqa64	-114688(%r9,%r10), %zmm1
	vmovdqa64	(%rdx,%r10), %zmm3
	vmovdqa64	64(%rdx,%r10), %zmm4
	vpdpbusd	%zmm3, %zmm0, %zmm11
	vmovdqa64	-98368(%r9,%r10), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm12
	vmovdqa64	-81984(%r9,%r10), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm10
	vmovdqa64	-65600(%r9,%r10), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm9
	vmovdqa64	-49216(%r9,%r10), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm8
	vmovdqa64	-32832(%r9,%r10), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm7
	vmovdqa64	-16448(%r9,%r10), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm6
	vmovdqa64	-64(%r9,%r10), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm5
	vpdpbusd	%zmm4, %zmm1, %zmm11
	vmovdqa64	-98304(%r9,%r10), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm12
	vmovdqa64	-81920(%r9,%r10), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm10
	vmovdqa64	-65536(%r9,%r10), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm9
	vmovdqa64	-49152(%r9,%r10), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm8
	vmovdqa64	-32768(%r9,%r10), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm7
	vmovdqa64	-16384(%r9,%r10), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm6
	vmovdqa64	(%r9,%r10), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm5
	subq	$-128, %r10
	cmpq	$16384, %r10
	jne	.LBB4_3
	vmovdqu64	%zmm11, -128(%rsp)
	vmovdqu64	%zmm12, -64(%rsp)
	vmovdqu64	%zmm10, (%rsp)
	vmovdqu64	%zmm9, 64(%rsp)
	vmovdqu64	%zmm8, 128(%rsp)
	vmovdqu64	%zmm7, 192(%rsp)
	vmovdqu64	%zmm6, 256(%rsp)
	vmovdqu64	%zmm5, 320(%rsp)
	vpblendd	$1, %xmm11, %xmm2, %xmm0
	vpblendd	$1, %xmm12, %xmm2, %xmm1
	vpblendd	$1, %xmm10, %xmm2, %xmm4
	vpblendd	$1, %xmm9, %xmm2, %xmm10
	vpblendd	$1, %xmm8, %xmm2, %xmm11
	vpblendd	$1, %xmm7, %xmm2, %xmm12
	vpblendd	$1, %xmm6, %xmm2, %xmm3
	vmovdqu	-124(%rsp), %ymm6
	vpaddd	%ymm6, %ymm0, %ymm7
	vmovdqu	-60(%rsp), %ymm8
	vpaddd	%ymm1, %ymm8, %ymm9
	vmovdqu	4(%rsp), %ymm1
	vpaddd	%ymm1, %ymm4, %ymm0
	vmovdqu	68(%rsp), %ymm15
	vpaddd	%ymm15, %ymm10, %ymm21
	vmovdqu	132(%rsp), %ymm13
	vpaddd	%ymm13, %ymm11, %ymm16
	vmovdqu	196(%rsp), %ymm11
	vpaddd	%ymm11, %ymm12, %ymm14
	vmovdqu	260(%rsp), %ymm10
	vpaddd	%ymm3, %ymm10, %ymm12
	vpaddd	36(%rsp), %ymm0, %ymm4
	vpaddd	100(%rsp), %ymm21, %ymm0
	vpblendd	$128, %ymm1, %ymm4, %ymm1
	vinserti128	$1, %xmm4, %ymm0, %ymm3
	vpblendd	$128, %ymm15, %ymm0, %ymm0
	vperm2i128	$49, %ymm1, %ymm0, %ymm0
	vpaddd	164(%rsp), %ymm16, %ymm1
	vpblendd	$128, %ymm13, %ymm1, %ymm4
	vextracti128	$1, %ymm4, %xmm4
	vpaddd	%xmm4, %xmm1, %xmm1
	vpaddd	228(%rsp), %ymm14, %ymm4
	vpblendd	$128, %ymm11, %ymm4, %ymm11
	vextracti128	$1, %ymm11, %xmm11
	vpaddd	%xmm4, %xmm11, %xmm4
	vpaddd	292(%rsp), %ymm12, %ymm11
	vpblendd	$128, %ymm10, %ymm11, %ymm10
	vextracti128	$1, %ymm10, %xmm10
	vpblendd	$1, %xmm5, %xmm2, %xmm5
	vpaddd	%xmm10, %xmm11, %xmm10
	vmovdqu	324(%rsp), %ymm11
	vmovdqu32	(%r8), %ymm12 {%k1} {z}
	vpaddd	%ymm12, %ymm11, %ymm12
	vpaddd	%ymm5, %ymm12, %ymm5
	vpblendd	$128, %ymm11, %ymm5, %ymm5
	vextracti128	$1, %ymm5, %xmm11
	vpaddd	%ymm5, %ymm11, %ymm5
	vpaddd	-28(%rsp), %ymm9, %ymm9
	vpblendd	$128, %ymm8, %ymm9, %ymm8
	vextracti128	$1, %ymm8, %xmm8
	vpaddd	%xmm8, %xmm9, %xmm8
	vpaddd	-92(%rsp), %ymm7, %ymm7
	vpblendd	$128, %ymm6, %ymm7, %ymm6
	vextracti128	$1, %ymm6, %xmm6
	vpshufd	$238, %xmm1, %xmm9
	vpaddd	%xmm1, %xmm9, %xmm1
	vpsrlq	$32, %xmm1, %xmm9
	vpshufd	$238, %xmm4, %xmm11
	vpaddd	%xmm4, %xmm11, %xmm4
	vpsrlq	$32, %xmm4, %xmm11
	vpshufd	$238, %xmm10, %xmm12
	vpaddd	%xmm12, %xmm10, %xmm10
	vpshufd	$238, %xmm5, %xmm12
	vpaddd	%ymm5, %ymm12, %ymm5
	vpaddd	%xmm4, %xmm11, %xmm4
	vpaddd	%xmm1, %xmm9, %xmm1
	vpunpckldq	%xmm4, %xmm1, %xmm1
	vpshufd	$238, %xmm8, %xmm4
	vpaddd	%xmm4, %xmm8, %xmm4
	vpsrlq	$32, %xmm4, %xmm8
	vpaddd	%xmm4, %xmm8, %xmm4
	vpaddd	%xmm6, %xmm7, %xmm6
	vpshufd	$238, %xmm6, %xmm7
	vpaddd	%xmm7, %xmm6, %xmm6
	vpsrlq	$32, %xmm6, %xmm7
	vpaddd	%xmm7, %xmm6, %xmm6
	vpunpckldq	%xmm4, %xmm6, %xmm4
	vpaddd	%ymm0, %ymm3, %ymm0
	vpshufd	$238, %ymm0, %ymm3
	vpaddd	%ymm3, %ymm0, %ymm0
	vpsrlq	$32, %ymm0, %ymm3
	vpaddd	%ymm3, %ymm0, %ymm0
	vpermd	%ymm0, %ymm17, %ymm0
	vpblendd	$12, %xmm0, %xmm4, %xmm0
	vinserti128	$1, %xmm1, %ymm0, %ymm1
	vinserti128	$1, %xmm10, %ymm5, %ymm3
	vpsrlq	$32, %ymm3, %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	vpermt2d	%ymm3, %ymm20, %ymm1
	vpblendd	$15, %ymm0, %ymm1, %ymm0
	vpsubd	%ymm19, %ymm0, %ymm0
	movq	%rax, %r10
	shlq	$5, %r10
	vmulps	(%rdi,%r10), %ymm18, %ymm1
	vcvtdq2ps	%ymm0, %ymm0
	vmulps	%ymm0, %ymm1, %ymm0
	vmovups	%ymm0, (%rsi,%r10)
	incq	%rax
	addq	$131072, %r9
	cmpq	%rcx, %rax
	jne	.LBB4_2
	addq	$392, %rsp
.LBB4_6:
	xorl	%eax, %eax
	vzeroupper
	retq
