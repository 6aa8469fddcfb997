# gemv/qgemv_cpu:parallel:parallel
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: a core alone cannot keep enough loads in flight to use all bandwidth
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
	movsbl	(%rsi), %eax
	vmovd	%eax, %xmm1
	vpxor	%xmm0, %xmm0, %xmm0
	movl	$57, %eax
	vpxor	%xmm2, %xmm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
.LBB3_1:
	vpmovsxbd	-56(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	-48(%rsi,%rax), %ymm4
	vpmovsxbd	-40(%rsi,%rax), %ymm5
	vpaddd	%ymm4, %ymm0, %ymm0
	vpaddd	%ymm5, %ymm2, %ymm2
	vpmovsxbd	-32(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	cmpq	$16377, %rax
	je	.LBB3_3
	vpmovsxbd	-24(%rsi,%rax), %ymm4
	vpmovsxbd	-16(%rsi,%rax), %ymm5
	vpmovsxbd	-8(%rsi,%rax), %ymm6
	vpmovsxbd	(%rsi,%rax), %ymm7
	vpaddd	%ymm4, %ymm1, %ymm1
	vpaddd	%ymm5, %ymm0, %ymm0
	vpaddd	%ymm6, %ymm2, %ymm2
	vpaddd	%ymm7, %ymm3, %ymm3
	addq	$64, %rax
	jmp	.LBB3_1
.LBB3_3:
	subq	$56, %rsp
	vpaddd	%ymm1, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vpxor	%xmm1, %xmm1, %xmm1
	vpmovsxbd	16353(%rsi), %ymm2
	vpmovsxbd	16361(%rsi), %ymm3
	vpblendd	$1, %xmm0, %xmm1, %xmm0
	vpaddd	%ymm3, %ymm2, %ymm1
	vpmovsxbd	16369(%rsi), %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovd	%xmm0, %eax
	movsbl	16377(%rsi), %r9d
	movsbl	16378(%rsi), %r10d
	addl	%r9d, %r10d
	movsbl	16379(%rsi), %r9d
	addl	%r10d, %r9d
	movsbl	16380(%rsi), %r10d
	addl	%r9d, %r10d
	movsbl	16381(%rsi), %r9d
	addl	%r10d, %r9d
	movsbl	16382(%rsi), %r10d
	addl	%r9d, %r10d
	movsbl	16383(%rsi), %r9d
	addl	%r10d, %r9d
	addl	%eax, %r9d
	movl	%r9d, (%rsp)
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
	jge	.LBB4_38
	subq	$904, %rsp
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
	vbroadcastss	(%r11), %ymm0
	vmovups	%ymm0, 608(%rsp)
	vpbroadcastd	%r10d, %ymm0
	vmovdqu	%ymm0, 576(%rsp)
	leaq	516(%rsp), %r8
	movq	%rax, %r10
	shlq	$17, %r10
	addq	%r10, %r9
	addq	$114720, %r9
	movb	$127, %r10b
	kmovd	%r10d, %k1
	vbroadcasti128	.LCPI4_0(%rip), %ymm0
	vmovdqu	%ymm0, 544(%rsp)
	jmp	.LBB4_2
.LBB4_36:
	vmovups	-64(%rsp), %ymm2
	vmovups	%ymm2, 32(%rsp)
	vmovups	-96(%rsp), %ymm2
	vmovups	%ymm2, 64(%rsp)
	vmovdqu	%ymm0, 96(%rsp)
	vmovdqu	%ymm3, 128(%rsp)
	vmovdqu	%ymm4, 160(%rsp)
	vmovdqu	%ymm1, 192(%rsp)
	vmovdqu64	%ymm25, 224(%rsp)
	vmovdqu64	%ymm22, 256(%rsp)
	vmovdqu64	%ymm20, 288(%rsp)
	vmovdqu64	%ymm17, 320(%rsp)
	vmovdqu	%ymm15, 352(%rsp)
	vmovdqu	%ymm12, 384(%rsp)
	vmovdqu	%ymm10, 416(%rsp)
	vmovdqu	%ymm8, 448(%rsp)
	vmovdqu	%ymm6, 480(%rsp)
	vmovdqu	%ymm5, 512(%rsp)
	vmovd	32(%rsp), %xmm0
	vmovd	96(%rsp), %xmm1
	vmovd	160(%rsp), %xmm2
	vmovd	224(%rsp), %xmm3
	vmovd	288(%rsp), %xmm4
	vmovd	352(%rsp), %xmm5
	vmovd	416(%rsp), %xmm6
	vmovd	480(%rsp), %xmm17
	vmovdqu	36(%rsp), %ymm10
	vpaddd	%ymm0, %ymm10, %ymm0
	vmovdqu	100(%rsp), %ymm11
	vmovdqu	164(%rsp), %ymm12
	vpaddd	%ymm1, %ymm11, %ymm1
	vpaddd	%ymm2, %ymm12, %ymm13
	vmovdqu	228(%rsp), %ymm14
	vmovdqu	292(%rsp), %ymm15
	vpaddd	%ymm14, %ymm3, %ymm18
	vpaddd	%ymm15, %ymm4, %ymm16
	vmovdqu	356(%rsp), %ymm9
	vmovdqu	420(%rsp), %ymm8
	vpaddd	%ymm5, %ymm9, %ymm5
	vpaddd	%ymm6, %ymm8, %ymm6
	vmovdqu	484(%rsp), %ymm7
	vpaddd	68(%rsp), %ymm0, %ymm2
	vpaddd	132(%rsp), %ymm1, %ymm3
	vpaddd	196(%rsp), %ymm13, %ymm0
	vpaddd	260(%rsp), %ymm18, %ymm1
	vpaddd	324(%rsp), %ymm16, %ymm13
	vpaddd	388(%rsp), %ymm5, %ymm4
	vpaddd	452(%rsp), %ymm6, %ymm6
	vpaddd	%ymm7, %ymm17, %ymm5
	vmovdqu32	(%r8), %ymm16 {%k1} {z}
	vpaddd	%ymm16, %ymm5, %ymm5
	vpblendd	$128, %ymm10, %ymm2, %ymm10
	vmovdqa64	%ymm10, %ymm18
	vpblendd	$128, %ymm11, %ymm3, %ymm11
	vmovdqa64	%ymm3, %ymm17
	vpblendd	$128, %ymm12, %ymm0, %ymm10
	vmovdqa64	%ymm0, %ymm16
	vpblendd	$128, %ymm14, %ymm1, %ymm12
	vperm2i128	$49, %ymm10, %ymm12, %ymm10
	vpblendd	$128, %ymm15, %ymm13, %ymm12
	vextracti128	$1, %ymm12, %xmm12
	vpaddd	%xmm12, %xmm13, %xmm12
	vpshufd	$238, %xmm12, %xmm13
	vpaddd	%xmm13, %xmm12, %xmm12
	vpsrlq	$32, %xmm12, %xmm13
	vpblendd	$128, %ymm9, %ymm4, %ymm9
	vextracti128	$1, %ymm9, %xmm9
	vpaddd	%xmm4, %xmm9, %xmm3
	vpshufd	$238, %xmm3, %xmm9
	vpaddd	%xmm3, %xmm9, %xmm3
	vpsrlq	$32, %xmm3, %xmm9
	vpblendd	$128, %ymm8, %ymm6, %ymm8
	vextracti128	$1, %ymm8, %xmm8
	vpaddd	%xmm6, %xmm8, %xmm6
	vpshufd	$238, %xmm6, %xmm8
	vpaddd	%xmm6, %xmm8, %xmm6
	vpblendd	$128, %ymm7, %ymm5, %ymm0
	vextracti128	$1, %ymm0, %xmm7
	vpaddd	%ymm7, %ymm0, %ymm0
	vpshufd	$238, %xmm0, %xmm7
	vpaddd	%ymm7, %ymm0, %ymm0
	movq	%rax, %r10
	shlq	$5, %r10
	vmovups	608(%rsp), %ymm7
	vmulps	(%rdi,%r10), %ymm7, %ymm7
	vpaddd	%xmm3, %xmm9, %xmm3
	vpaddd	%xmm13, %xmm12, %xmm8
	vpunpckldq	%xmm3, %xmm8, %xmm3
	vinserti128	$1, %xmm3, %ymm0, %ymm3
	vinserti128	$1, %xmm6, %ymm0, %ymm0
	vpsrlq	$32, %ymm0, %ymm6
	vpaddd	%ymm6, %ymm0, %ymm0
	vmovdqu	544(%rsp), %ymm6
	vpermt2d	%ymm0, %ymm6, %ymm3
	vextracti128	$1, %ymm11, %xmm0
	vpaddd	%xmm0, %xmm17, %xmm0
	vpshufd	$238, %xmm0, %xmm4
	vpaddd	%xmm4, %xmm0, %xmm0
	vpsrlq	$32, %xmm0, %xmm4
	vpaddd	%xmm4, %xmm0, %xmm0
	vextracti32x4	$1, %ymm18, %xmm4
	vpaddd	%xmm4, %xmm2, %xmm2
	vpshufd	$238, %xmm2, %xmm4
	vpaddd	%xmm4, %xmm2, %xmm2
	vpsrlq	$32, %xmm2, %xmm4
	vpaddd	%xmm4, %xmm2, %xmm2
	vpunpckldq	%xmm0, %xmm2, %xmm0
	vinserti32x4	$1, %xmm16, %ymm1, %ymm1
	vpaddd	%ymm1, %ymm10, %ymm1
	vpshufd	$238, %ymm1, %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vpsrlq	$32, %ymm1, %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vpbroadcastq	.LCPI4_2(%rip), %xmm2
	vpermd	%ymm1, %ymm2, %ymm1
	vpblendd	$12, %xmm1, %xmm0, %xmm0
	vpblendd	$15, %ymm0, %ymm3, %ymm0
	vpsubd	576(%rsp), %ymm0, %ymm0
	vcvtdq2ps	%ymm0, %ymm0
	vmulps	%ymm0, %ymm7, %ymm0
	vmovups	%ymm0, (%rsi,%r10)
	incq	%rax
	addq	$131072, %r9
	cmpq	%rcx, %rax
	je	.LBB4_37
.LBB4_2:
	vmovups	32(%rsp), %ymm0
	vmovups	%ymm0, -64(%rsp)
	vmovups	64(%rsp), %ymm0
	vmovups	%ymm0, -96(%rsp)
	vmovdqu	96(%rsp), %ymm0
	vmovdqu	128(%rsp), %ymm3
	vmovdqu	160(%rsp), %ymm4
	vmovdqu	192(%rsp), %ymm1
	vmovdqu64	224(%rsp), %ymm25
	vmovdqu64	256(%rsp), %ymm22
	vmovdqu64	288(%rsp), %ymm20
	vmovdqu64	320(%rsp), %ymm17
	vmovdqu	352(%rsp), %ymm15
	vmovdqu	384(%rsp), %ymm12
	vmovdqu	416(%rsp), %ymm10
	vmovdqu	448(%rsp), %ymm8
	vmovdqu	480(%rsp), %ymm6
	vmovdqu	512(%rsp), %ymm5
	movl	$0, %r10d
	jmp	.LBB4_3
.LBB4_35:
	vpmovdb	%ymm2, %xmm5
	vpmovsxbd	%xmm5, %ymm5
	vpmovdb	%ymm4, %xmm7
	vpmovzxbd	%xmm7, %ymm7
	vmovdqu	%ymm9, 768(%rsp)
	vpmovdb	%ymm9, %xmm9
	vpdpwssd	%ymm5, %ymm7, %ymm30
	vpmovzxbd	%xmm9, %ymm7
	vpdpwssd	%ymm5, %ymm7, %ymm24
	vpmovdb	%ymm19, %xmm7
	vpmovzxbd	%xmm7, %ymm7
	vpdpwssd	%ymm5, %ymm7, %ymm27
	vpmovdb	%ymm22, %xmm7
	vpmovzxbd	%xmm7, %ymm7
	vpmovdb	%ymm20, %xmm9
	vpdpwssd	%ymm5, %ymm7, %ymm18
	vmovdqu64	%ymm18, 736(%rsp)
	vpmovzxbd	%xmm9, %ymm7
	vpdpwssd	%ymm5, %ymm7, %ymm31
	vpmovdb	%ymm26, %xmm7
	vpmovzxbd	%xmm7, %ymm7
	vpdpwssd	%ymm5, %ymm7, %ymm11
	vmovdqu	%ymm11, 672(%rsp)
	vpmovdb	%ymm29, %xmm7
	vpmovzxbd	%xmm7, %ymm7
	vpmovdb	%ymm3, %xmm9
	vpdpwssd	%ymm5, %ymm7, %ymm12
	vmovdqu	%ymm12, 640(%rsp)
	vpmovzxbd	%xmm9, %ymm7
	vpdpwssd	%ymm5, %ymm7, %ymm10
	vmovdqu	%ymm10, 704(%rsp)
	vpmovdb	%ymm0, %xmm5
	vpmovsxbd	%xmm5, %ymm7
	vpmovdb	%ymm1, %xmm5
	vpmovzxbd	%xmm5, %ymm5
	vpdpwssd	%ymm7, %ymm5, %ymm16
	vpmovdb	%ymm25, %xmm5
	vpmovzxbd	%xmm5, %ymm5
	vpdpwssd	%ymm7, %ymm5, %ymm23
	vpmovdb	%ymm21, %xmm5
	vpmovzxbd	%xmm5, %ymm5
	vmovdqa64	%ymm27, %ymm18
	vmovdqa64	%ymm20, %ymm27
	vmovdqu64	-32(%rsp), %ymm20
	vpdpwssd	%ymm7, %ymm5, %ymm20
	vmovdqa64	%ymm21, %ymm10
	vmovdqa64	%ymm24, %ymm21
	vmovdqa64	%ymm22, %ymm24
	vmovdqu64	832(%rsp), %ymm22
	vpmovdb	%ymm22, %xmm5
	vpmovzxbd	%xmm5, %ymm5
	vpdpwssd	%ymm7, %ymm5, %ymm28
	vmovdqu64	%ymm28, -32(%rsp)
	vmovdqu64	800(%rsp), %ymm17
	vpmovdb	%ymm17, %xmm5
	vpmovzxbd	%xmm5, %ymm5
	vmovdqu	(%rsp), %ymm15
	vpdpwssd	%ymm7, %ymm5, %ymm15
	vmovdqa64	%ymm31, %ymm12
	vmovdqu64	864(%rsp), %ymm31
	vpmovdb	%ymm31, %xmm5
	vpmovzxbd	%xmm5, %ymm5
	vmovdqu	-128(%rsp), %ymm6
	vpdpwssd	%ymm7, %ymm5, %ymm6
	vpsrld	$8, %ymm2, %ymm5
	vpmovdb	%ymm5, %xmm9
	vpmovdb	%ymm8, %xmm5
	vpmovzxbd	%xmm5, %ymm5
	vpdpwssd	%ymm7, %ymm5, %ymm14
	vmovdqu	%ymm14, (%rsp)
	vmovdqu	(%r9,%r10), %ymm5
	vpmovdb	%ymm5, %xmm11
	vpmovzxbd	%xmm11, %ymm11
	vpdpwssd	%ymm7, %ymm11, %ymm13
	vmovdqu	%ymm13, -128(%rsp)
	vpsrld	$8, %ymm4, %ymm7
	vpmovdb	%ymm7, %xmm11
	vpmovsxbd	%xmm9, %ymm7
	vpmovzxbd	%xmm11, %ymm9
	vpmaddwd	%ymm7, %ymm9, %ymm9
	vpaddd	%ymm9, %ymm30, %ymm9
	vpsrld	$16, %ymm2, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$16, %ymm4, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpmovsxbd	%xmm11, %ymm30
	vpmovzxbd	%xmm13, %ymm11
	vpmaddwd	%ymm30, %ymm11, %ymm11
	vpaddd	%ymm11, %ymm9, %ymm11
	vpsrld	$24, %ymm2, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpsrld	$24, %ymm4, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpmovsxbd	%xmm2, %ymm9
	vpmovzxbd	%xmm4, %ymm2
	vpmaddwd	%ymm2, %ymm9, %ymm2
	vpsrld	$8, %ymm0, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpaddd	%ymm2, %ymm11, %ymm2
	vmovdqu	%ymm2, -64(%rsp)
	vpsrld	$8, %ymm1, %ymm11
	vpmovdb	%ymm11, %xmm13
	vpmovsxbd	%xmm4, %ymm11
	vpmovzxbd	%xmm13, %ymm4
	vpmaddwd	%ymm4, %ymm11, %ymm4
	vpaddd	%ymm4, %ymm16, %ymm4
	vpsrld	$16, %ymm0, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$16, %ymm1, %ymm28
	vmovdqa	%ymm3, %ymm2
	vpmovdb	%ymm28, %xmm14
	vpmovsxbd	%xmm13, %ymm28
	vpmovzxbd	%xmm14, %ymm13
	vpmaddwd	%ymm28, %ymm13, %ymm13
	vpaddd	%ymm4, %ymm13, %ymm4
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpmovsxbd	%xmm0, %ymm13
	vpmovzxbd	%xmm1, %ymm0
	vpmaddwd	%ymm0, %ymm13, %ymm0
	vmovdqu	768(%rsp), %ymm3
	vpsrld	$8, %ymm3, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpaddd	%ymm0, %ymm4, %ymm0
	vmovdqu	%ymm0, -96(%rsp)
	vpsrld	$16, %ymm3, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpmovzxbd	%xmm1, %ymm1
	vpmaddwd	%ymm7, %ymm1, %ymm1
	vpaddd	%ymm1, %ymm21, %ymm1
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpmovzxbd	%xmm4, %ymm4
	vpmaddwd	%ymm30, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovzxbd	%xmm3, %ymm3
	vpmaddwd	%ymm3, %ymm9, %ymm3
	vpsrld	$8, %ymm25, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpaddd	%ymm3, %ymm1, %ymm0
	vpsrld	$16, %ymm25, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpmovzxbd	%xmm4, %ymm4
	vpmaddwd	%ymm4, %ymm11, %ymm4
	vpaddd	%ymm4, %ymm23, %ymm4
	vpsrld	$24, %ymm25, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm3, %ymm3
	vpmaddwd	%ymm28, %ymm3, %ymm3
	vpaddd	%ymm3, %ymm4, %ymm3
	vpmovzxbd	%xmm14, %ymm4
	vpmaddwd	%ymm4, %ymm13, %ymm4
	vpsrld	$8, %ymm19, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpaddd	%ymm4, %ymm3, %ymm3
	vpsrld	$16, %ymm19, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm7, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm18, %ymm14
	vpsrld	$24, %ymm19, %ymm23
	vpmovdb	%ymm23, %xmm23
	vpmovzxbd	%xmm4, %ymm4
	vpmaddwd	%ymm30, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm14, %ymm4
	vpmovzxbd	%xmm23, %ymm14
	vpmaddwd	%ymm9, %ymm14, %ymm14
	vpsrld	$8, %ymm10, %ymm23
	vpmovdb	%ymm23, %xmm23
	vpaddd	%ymm4, %ymm14, %ymm4
	vpsrld	$16, %ymm10, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm23, %ymm23
	vpmaddwd	%ymm11, %ymm23, %ymm23
	vpaddd	%ymm23, %ymm20, %ymm21
	vpsrld	$24, %ymm10, %ymm23
	vpmovdb	%ymm23, %xmm23
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm28, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm21, %ymm14
	vpmovzxbd	%xmm23, %ymm21
	vpmaddwd	%ymm13, %ymm21, %ymm21
	vpsrld	$8, %ymm24, %ymm23
	vpmovdb	%ymm23, %xmm23
	vpaddd	%ymm21, %ymm14, %ymm1
	vpsrld	$16, %ymm24, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm23, %ymm21
	vpmaddwd	%ymm7, %ymm21, %ymm21
	vpaddd	736(%rsp), %ymm21, %ymm19
	vpsrld	$24, %ymm24, %ymm21
	vpmovdb	%ymm21, %xmm21
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm30, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm19, %ymm14
	vpmovzxbd	%xmm21, %ymm19
	vpmaddwd	%ymm9, %ymm19, %ymm19
	vpsrld	$8, %ymm22, %ymm21
	vpmovdb	%ymm21, %xmm21
	vpaddd	%ymm19, %ymm14, %ymm25
	vpsrld	$16, %ymm22, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm21, %ymm19
	vpmaddwd	%ymm11, %ymm19, %ymm19
	vpaddd	-32(%rsp), %ymm19, %ymm18
	vpsrld	$24, %ymm22, %ymm19
	vpmovdb	%ymm19, %xmm19
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm28, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm18, %ymm14
	vpmovzxbd	%xmm19, %ymm18
	vpmaddwd	%ymm13, %ymm18, %ymm18
	vpsrld	$8, %ymm27, %ymm19
	vpmovdb	%ymm19, %xmm19
	vpaddd	%ymm18, %ymm14, %ymm22
	vpsrld	$16, %ymm27, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm19, %ymm18
	vpmaddwd	%ymm7, %ymm18, %ymm18
	vpaddd	%ymm18, %ymm12, %ymm16
	vpsrld	$24, %ymm27, %ymm18
	vpmovdb	%ymm18, %xmm18
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm30, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm16, %ymm14
	vpmovzxbd	%xmm18, %ymm16
	vpmaddwd	%ymm9, %ymm16, %ymm16
	vpsrld	$8, %ymm17, %ymm18
	vpmovdb	%ymm18, %xmm18
	vpaddd	%ymm16, %ymm14, %ymm20
	vpsrld	$16, %ymm17, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm18, %ymm16
	vpmaddwd	%ymm11, %ymm16, %ymm16
	vpaddd	%ymm16, %ymm15, %ymm16
	vpsrld	$24, %ymm17, %ymm17
	vpmovdb	%ymm17, %xmm17
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm28, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm16, %ymm14
	vpmovzxbd	%xmm17, %ymm16
	vpmaddwd	%ymm13, %ymm16, %ymm16
	vpsrld	$8, %ymm26, %ymm17
	vpmovdb	%ymm17, %xmm18
	vpaddd	%ymm16, %ymm14, %ymm17
	vpsrld	$16, %ymm26, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm18, %ymm16
	vpmaddwd	%ymm7, %ymm16, %ymm16
	vpaddd	672(%rsp), %ymm16, %ymm16
	vpsrld	$24, %ymm26, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm30, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm16, %ymm14
	vpmovzxbd	%xmm15, %ymm15
	vpmaddwd	%ymm9, %ymm15, %ymm15
	vpsrld	$8, %ymm31, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpaddd	%ymm15, %ymm14, %ymm15
	vpsrld	$16, %ymm31, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm16, %ymm16
	vpmaddwd	%ymm11, %ymm16, %ymm16
	vpaddd	%ymm16, %ymm6, %ymm16
	vpsrld	$24, %ymm31, %ymm12
	vpmovdb	%ymm12, %xmm12
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm28, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm16, %ymm14
	vpmovzxbd	%xmm12, %ymm12
	vpmaddwd	%ymm13, %ymm12, %ymm12
	vpsrld	$8, %ymm29, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpaddd	%ymm12, %ymm14, %ymm12
	vpsrld	$16, %ymm29, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm16, %ymm16
	vpmaddwd	%ymm7, %ymm16, %ymm16
	vpaddd	640(%rsp), %ymm16, %ymm16
	vpsrld	$24, %ymm29, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm30, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm16, %ymm14
	vpmovzxbd	%xmm10, %ymm10
	vpmaddwd	%ymm9, %ymm10, %ymm10
	vpsrld	$8, %ymm8, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpaddd	%ymm10, %ymm14, %ymm10
	vpsrld	$16, %ymm8, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpmovzxbd	%xmm16, %ymm16
	vpmaddwd	%ymm11, %ymm16, %ymm16
	vpaddd	(%rsp), %ymm16, %ymm16
	vpsrld	$24, %ymm8, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm28, %ymm14, %ymm14
	vpaddd	%ymm14, %ymm16, %ymm14
	vpmovzxbd	%xmm8, %ymm8
	vpmaddwd	%ymm13, %ymm8, %ymm8
	vpsrld	$8, %ymm2, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpaddd	%ymm8, %ymm14, %ymm8
	vpmovzxbd	%xmm16, %ymm14
	vpmaddwd	%ymm7, %ymm14, %ymm7
	vpsrld	$16, %ymm2, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpaddd	704(%rsp), %ymm7, %ymm7
	vpmovzxbd	%xmm14, %ymm14
	vpmaddwd	%ymm30, %ymm14, %ymm14
	vpsrld	$24, %ymm2, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpaddd	%ymm7, %ymm14, %ymm7
	vpmovzxbd	%xmm6, %ymm6
	vpmaddwd	%ymm6, %ymm9, %ymm6
	vpsrld	$8, %ymm5, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpaddd	%ymm6, %ymm7, %ymm6
	vpmovzxbd	%xmm9, %ymm7
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpsrld	$16, %ymm5, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpaddd	-128(%rsp), %ymm7, %ymm7
	vpmovzxbd	%xmm9, %ymm9
	vpmaddwd	%ymm28, %ymm9, %ymm9
	vpsrld	$24, %ymm5, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpaddd	%ymm7, %ymm9, %ymm7
	vpmovzxbd	%xmm5, %ymm5
	vpmaddwd	%ymm5, %ymm13, %ymm5
	vpaddd	%ymm5, %ymm7, %ymm5
	addq	$64, %r10
	cmpq	$16384, %r10
	je	.LBB4_36
.LBB4_3:
	vpxor	%xmm13, %xmm13, %xmm13
	vpxord	%xmm30, %xmm30, %xmm30
	testq	%r10, %r10
	jne	.LBB4_4
	vpxord	%xmm16, %xmm16, %xmm16
	jne	.LBB4_6
.LBB4_7:
	vpxord	%xmm24, %xmm24, %xmm24
	jne	.LBB4_8
.LBB4_9:
	vpxord	%xmm23, %xmm23, %xmm23
	jne	.LBB4_10
.LBB4_11:
	vpxord	%xmm27, %xmm27, %xmm27
	jne	.LBB4_12
.LBB4_13:
	vpxor	%xmm0, %xmm0, %xmm0
	jne	.LBB4_14
.LBB4_15:
	vpxord	%xmm18, %xmm18, %xmm18
	jne	.LBB4_16
.LBB4_17:
	vpxord	%xmm28, %xmm28, %xmm28
	jne	.LBB4_18
.LBB4_19:
	vmovdqu	%ymm0, -32(%rsp)
	vpxord	%xmm31, %xmm31, %xmm31
	jne	.LBB4_20
.LBB4_21:
	vpxor	%xmm0, %xmm0, %xmm0
	je	.LBB4_23
.LBB4_22:
	vmovdqa64	%ymm17, %ymm0
.LBB4_23:
	vmovdqu	%ymm0, (%rsp)
	vmovdqu	(%rdx,%r10), %ymm2
	vmovdqu	32(%rdx,%r10), %ymm0
	vmovdqu	-114720(%r9,%r10), %ymm4
	vmovdqu	-114688(%r9,%r10), %ymm1
	vmovdqu	-98336(%r9,%r10), %ymm9
	vmovdqu64	-98304(%r9,%r10), %ymm25
	vmovdqu64	-81952(%r9,%r10), %ymm19
	vmovdqu64	-81920(%r9,%r10), %ymm21
	vmovdqu64	-65568(%r9,%r10), %ymm22
	vmovups	-65536(%r9,%r10), %ymm7
	vmovups	%ymm7, 832(%rsp)
	vmovdqu64	-49184(%r9,%r10), %ymm20
	vmovups	-49152(%r9,%r10), %ymm3
	vmovups	%ymm3, 800(%rsp)
	vpxor	%xmm11, %xmm11, %xmm11
	jne	.LBB4_24
	vmovdqu64	-32800(%r9,%r10), %ymm26
	vxorps	%xmm3, %xmm3, %xmm3
	vmovups	%ymm3, -128(%rsp)
	jne	.LBB4_26
.LBB4_27:
	vmovups	-32768(%r9,%r10), %ymm7
	vmovups	%ymm7, 864(%rsp)
	vpxor	%xmm12, %xmm12, %xmm12
	jne	.LBB4_28
.LBB4_29:
	vmovdqu64	-16416(%r9,%r10), %ymm29
	vpxor	%xmm14, %xmm14, %xmm14
	jne	.LBB4_30
.LBB4_31:
	vmovdqu	-16384(%r9,%r10), %ymm8
	vpxor	%xmm10, %xmm10, %xmm10
	jne	.LBB4_32
.LBB4_33:
	vmovdqu	-32(%r9,%r10), %ymm3
	je	.LBB4_35
	jmp	.LBB4_34
.LBB4_4:
	vmovdqu64	-64(%rsp), %ymm30
	vpxord	%xmm16, %xmm16, %xmm16
	je	.LBB4_7
.LBB4_6:
	vmovdqu64	-96(%rsp), %ymm16
	vpxord	%xmm24, %xmm24, %xmm24
	je	.LBB4_9
.LBB4_8:
	vmovdqa64	%ymm0, %ymm24
	vpxord	%xmm23, %xmm23, %xmm23
	je	.LBB4_11
.LBB4_10:
	vmovdqa64	%ymm3, %ymm23
	vpxord	%xmm27, %xmm27, %xmm27
	je	.LBB4_13
.LBB4_12:
	vmovdqa64	%ymm4, %ymm27
	vpxor	%xmm0, %xmm0, %xmm0
	je	.LBB4_15
.LBB4_14:
	vmovdqa	%ymm1, %ymm0
	vpxord	%xmm18, %xmm18, %xmm18
	je	.LBB4_17
.LBB4_16:
	vmovdqa64	%ymm25, %ymm18
	vpxord	%xmm28, %xmm28, %xmm28
	je	.LBB4_19
.LBB4_18:
	vmovdqa64	%ymm22, %ymm28
	vmovdqu	%ymm0, -32(%rsp)
	vpxord	%xmm31, %xmm31, %xmm31
	je	.LBB4_21
.LBB4_20:
	vmovdqa64	%ymm20, %ymm31
	vpxor	%xmm0, %xmm0, %xmm0
	jne	.LBB4_22
	jmp	.LBB4_23
.LBB4_24:
	vmovdqa	%ymm15, %ymm11
	vmovdqu64	-32800(%r9,%r10), %ymm26
	vxorps	%xmm3, %xmm3, %xmm3
	vmovups	%ymm3, -128(%rsp)
	je	.LBB4_27
.LBB4_26:
	vmovdqu	%ymm12, -128(%rsp)
	vmovups	-32768(%r9,%r10), %ymm7
	vmovups	%ymm7, 864(%rsp)
	vpxor	%xmm12, %xmm12, %xmm12
	je	.LBB4_29
.LBB4_28:
	vmovdqa	%ymm10, %ymm12
	vmovdqu64	-16416(%r9,%r10), %ymm29
	vpxor	%xmm14, %xmm14, %xmm14
	je	.LBB4_31
.LBB4_30:
	vmovdqa	%ymm8, %ymm14
	vmovdqu	-16384(%r9,%r10), %ymm8
	vpxor	%xmm10, %xmm10, %xmm10
	je	.LBB4_33
.LBB4_32:
	vmovdqa	%ymm6, %ymm10
	vmovdqu	-32(%r9,%r10), %ymm3
	je	.LBB4_35
.LBB4_34:
	vmovdqa	%ymm5, %ymm13
	jmp	.LBB4_35
.LBB4_37:
	addq	$904, %rsp
.LBB4_38:
	xorl	%eax, %eax
	vzeroupper
	retq
