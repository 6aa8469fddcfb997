# gemv/qgemv_cpu:parallel:block
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: 8 x 16 accumulators, added up and scaled while in registers
# target: llvm cascadelake

.LCPI3_0:
	.long	4
	.long	5
	.long	12
	.long	8
.LCPI3_2:
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
	subq	$904, %rsp
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
	vpblendd	$1, %xmm0, %xmm1, %xmm0
	vpmovsxbd	16353(%rsi), %ymm1
	vpmovsxbd	16361(%rsi), %ymm2
	vpmovsxbd	16369(%rsi), %ymm3
	vpaddd	%ymm2, %ymm1, %ymm1
	vpaddd	%ymm3, %ymm1, %ymm1
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
	shll	$7, %r9d
	vbroadcastss	(%rcx), %ymm0
	vmovups	%ymm0, 608(%rsp)
	vpbroadcastd	%r9d, %ymm0
	vmovdqu	%ymm0, 576(%rsp)
	leaq	516(%rsp), %rax
	addq	$114720, %rdi
	xorl	%ecx, %ecx
	movb	$127, %r9b
	kmovd	%r9d, %k1
	vbroadcasti128	.LCPI3_0(%rip), %ymm0
	vmovdqu	%ymm0, 544(%rsp)
	jmp	.LBB3_4
.LBB3_38:
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
	vmovdqu32	(%rax), %ymm16 {%k1} {z}
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
	movq	%rcx, %r9
	shlq	$5, %r9
	vmovups	608(%rsp), %ymm7
	vmulps	(%rdx,%r9), %ymm7, %ymm7
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
	vpbroadcastq	.LCPI3_2(%rip), %xmm2
	vpermd	%ymm1, %ymm2, %ymm1
	vpblendd	$12, %xmm1, %xmm0, %xmm0
	vpblendd	$15, %ymm0, %ymm3, %ymm0
	vpsubd	576(%rsp), %ymm0, %ymm0
	vcvtdq2ps	%ymm0, %ymm0
	vmulps	%ymm0, %ymm7, %ymm0
	vmovaps	%ymm0, (%r8,%r9)
	incq	%rcx
	addq	$131072, %rdi
	cmpq	$2048, %rcx
	je	.LBB3_39
.LBB3_4:
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
	xorl	%r9d, %r9d
	jmp	.LBB3_5
.LBB3_37:
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
	vmovdqa	(%rdi,%r9), %ymm5
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
	addq	$64, %r9
	cmpq	$16384, %r9
	je	.LBB3_38
.LBB3_5:
	vpxor	%xmm13, %xmm13, %xmm13
	vpxord	%xmm30, %xmm30, %xmm30
	testq	%r9, %r9
	jne	.LBB3_6
	vpxord	%xmm16, %xmm16, %xmm16
	jne	.LBB3_8
.LBB3_9:
	vpxord	%xmm24, %xmm24, %xmm24
	jne	.LBB3_10
.LBB3_11:
	vpxord	%xmm23, %xmm23, %xmm23
	jne	.LBB3_12
.LBB3_13:
	vpxord	%xmm27, %xmm27, %xmm27
	jne	.LBB3_14
.LBB3_15:
	vpxor	%xmm0, %xmm0, %xmm0
	jne	.LBB3_16
.LBB3_17:
	vpxord	%xmm18, %xmm18, %xmm18
	jne	.LBB3_18
.LBB3_19:
	vpxord	%xmm28, %xmm28, %xmm28
	jne	.LBB3_20
.LBB3_21:
	vmovdqu	%ymm0, -32(%rsp)
	vpxord	%xmm31, %xmm31, %xmm31
	jne	.LBB3_22
.LBB3_23:
	vpxor	%xmm0, %xmm0, %xmm0
	je	.LBB3_25
.LBB3_24:
	vmovdqa64	%ymm17, %ymm0
.LBB3_25:
	vmovdqu	%ymm0, (%rsp)
	vmovdqa	(%rsi,%r9), %ymm2
	vmovdqa	32(%rsi,%r9), %ymm0
	vmovdqa	-114720(%rdi,%r9), %ymm4
	vmovdqa	-114688(%rdi,%r9), %ymm1
	vmovdqa	-98336(%rdi,%r9), %ymm9
	vmovdqa64	-98304(%rdi,%r9), %ymm25
	vmovdqa64	-81952(%rdi,%r9), %ymm19
	vmovdqa64	-81920(%rdi,%r9), %ymm21
	vmovdqa64	-65568(%rdi,%r9), %ymm22
	vmovaps	-65536(%rdi,%r9), %ymm7
	vmovups	%ymm7, 832(%rsp)
	vmovdqa64	-49184(%rdi,%r9), %ymm20
	vmovaps	-49152(%rdi,%r9), %ymm3
	vmovups	%ymm3, 800(%rsp)
	vpxor	%xmm11, %xmm11, %xmm11
	jne	.LBB3_26
	vmovdqa64	-32800(%rdi,%r9), %ymm26
	vxorps	%xmm3, %xmm3, %xmm3
	vmovups	%ymm3, -128(%rsp)
	jne	.LBB3_28
.LBB3_29:
	vmovaps	-32768(%rdi,%r9), %ymm7
	vmovups	%ymm7, 864(%rsp)
	vpxor	%xmm12, %xmm12, %xmm12
	jne	.LBB3_30
.LBB3_31:
	vmovdqa64	-16416(%rdi,%r9), %ymm29
	vpxor	%xmm14, %xmm14, %xmm14
	jne	.LBB3_32
.LBB3_33:
	vmovdqa	-16384(%rdi,%r9), %ymm8
	vpxor	%xmm10, %xmm10, %xmm10
	jne	.LBB3_34
.LBB3_35:
	vmovdqa	-32(%rdi,%r9), %ymm3
	je	.LBB3_37
	jmp	.LBB3_36
.LBB3_6:
	vmovdqu64	-64(%rsp), %ymm30
	vpxord	%xmm16, %xmm16, %xmm16
	je	.LBB3_9
.LBB3_8:
	vmovdqu64	-96(%rsp), %ymm16
	vpxord	%xmm24, %xmm24, %xmm24
	je	.LBB3_11
.LBB3_10:
	vmovdqa64	%ymm0, %ymm24
	vpxord	%xmm23, %xmm23, %xmm23
	je	.LBB3_13
.LBB3_12:
	vmovdqa64	%ymm3, %ymm23
	vpxord	%xmm27, %xmm27, %xmm27
	je	.LBB3_15
.LBB3_14:
	vmovdqa64	%ymm4, %ymm27
	vpxor	%xmm0, %xmm0, %xmm0
	je	.LBB3_17
.LBB3_16:
	vmovdqa	%ymm1, %ymm0
	vpxord	%xmm18, %xmm18, %xmm18
	je	.LBB3_19
.LBB3_18:
	vmovdqa64	%ymm25, %ymm18
	vpxord	%xmm28, %xmm28, %xmm28
	je	.LBB3_21
.LBB3_20:
	vmovdqa64	%ymm22, %ymm28
	vmovdqu	%ymm0, -32(%rsp)
	vpxord	%xmm31, %xmm31, %xmm31
	je	.LBB3_23
.LBB3_22:
	vmovdqa64	%ymm20, %ymm31
	vpxor	%xmm0, %xmm0, %xmm0
	jne	.LBB3_24
	jmp	.LBB3_25
.LBB3_26:
	vmovdqa	%ymm15, %ymm11
	vmovdqa64	-32800(%rdi,%r9), %ymm26
	vxorps	%xmm3, %xmm3, %xmm3
	vmovups	%ymm3, -128(%rsp)
	je	.LBB3_29
.LBB3_28:
	vmovdqu	%ymm12, -128(%rsp)
	vmovaps	-32768(%rdi,%r9), %ymm7
	vmovups	%ymm7, 864(%rsp)
	vpxor	%xmm12, %xmm12, %xmm12
	je	.LBB3_31
.LBB3_30:
	vmovdqa	%ymm10, %ymm12
	vmovdqa64	-16416(%rdi,%r9), %ymm29
	vpxor	%xmm14, %xmm14, %xmm14
	je	.LBB3_33
.LBB3_32:
	vmovdqa	%ymm8, %ymm14
	vmovdqa	-16384(%rdi,%r9), %ymm8
	vpxor	%xmm10, %xmm10, %xmm10
	je	.LBB3_35
.LBB3_34:
	vmovdqa	%ymm6, %ymm10
	vmovdqa	-32(%rdi,%r9), %ymm3
	je	.LBB3_37
.LBB3_36:
	vmovdqa	%ymm5, %ymm13
	jmp	.LBB3_37
.LBB3_39:
	addq	$904, %rsp
	vzeroupper
	retq
