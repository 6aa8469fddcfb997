# gemv/qgemv_cpu:row_tile:init
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: zero the accumulators before the loop over k, not by a test inside it
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
	subq	$488, %rsp
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
	shll	$7, %eax
	vbroadcastss	(%rcx), %ymm0
	vmovups	%ymm0, 448(%rsp)
	vpbroadcastd	%eax, %ymm0
	vmovdqu	%ymm0, 416(%rsp)
	leaq	356(%rsp), %rax
	addq	$114720, %rdi
	xorl	%ecx, %ecx
	movb	$127, %r9b
	kmovd	%r9d, %k1
	vbroadcasti128	.LCPI3_0(%rip), %ymm0
	vmovdqu	%ymm0, 384(%rsp)
.LBB3_3:
	vpxor	%xmm0, %xmm0, %xmm0
	vmovdqu	%ymm0, -128(%rsp)
	vmovdqu	%ymm0, -96(%rsp)
	vmovdqu	%ymm0, -64(%rsp)
	vmovdqu	%ymm0, -32(%rsp)
	vmovdqu	%ymm0, (%rsp)
	vmovdqu	%ymm0, 32(%rsp)
	vmovdqu	%ymm0, 64(%rsp)
	vmovdqu	%ymm0, 96(%rsp)
	vmovdqu	%ymm0, 128(%rsp)
	vmovdqu	%ymm0, 160(%rsp)
	vmovdqu	%ymm0, 192(%rsp)
	vmovdqu	%ymm0, 224(%rsp)
	vmovdqu	%ymm0, 256(%rsp)
	vmovdqu	%ymm0, 288(%rsp)
	vmovdqu	%ymm0, 320(%rsp)
	vmovdqu	%ymm0, 352(%rsp)
	vmovdqu64	-128(%rsp), %ymm20
	vmovdqu64	-96(%rsp), %ymm19
	vmovdqu64	-64(%rsp), %ymm17
	vmovdqu64	-32(%rsp), %ymm16
	vmovdqu	(%rsp), %ymm15
	vmovdqu	32(%rsp), %ymm14
	vmovdqu	64(%rsp), %ymm13
	vmovdqu	96(%rsp), %ymm12
	vmovdqu	128(%rsp), %ymm11
	vmovdqu	160(%rsp), %ymm10
	vmovdqu	192(%rsp), %ymm9
	vmovdqu	224(%rsp), %ymm8
	vmovdqu	256(%rsp), %ymm7
	vmovdqu	288(%rsp), %ymm6
	vmovdqu	320(%rsp), %ymm5
	vmovdqu64	352(%rsp), %ymm18
	xorl	%r9d, %r9d
.LBB3_4:
	vmovdqa64	(%rsi,%r9), %ymm21
	vmovdqa64	32(%rsi,%r9), %ymm24
	vpmovdb	%ymm21, %xmm22
	vpsrld	$8, %ymm21, %ymm23
	vpmovdb	%ymm23, %xmm23
	vpsrld	$16, %ymm21, %ymm25
	vpmovdb	%ymm25, %xmm25
	vpsrld	$24, %ymm21, %ymm21
	vpmovdb	%ymm21, %xmm26
	vmovdqa64	-114720(%rdi,%r9), %ymm21
	vmovdqa64	-114688(%rdi,%r9), %ymm27
	vpmovdb	%ymm21, %xmm28
	vpsrld	$8, %ymm21, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm21, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm21, %ymm21
	vpmovdb	%ymm21, %xmm31
	vpmovsxbd	%xmm22, %ymm21
	vpmovzxbd	%xmm28, %ymm22
	vpdpwssd	%ymm21, %ymm22, %ymm20
	vpmovsxbd	%xmm23, %ymm22
	vpmovzxbd	%xmm29, %ymm23
	vpmaddwd	%ymm22, %ymm23, %ymm23
	vpaddd	%ymm23, %ymm20, %ymm20
	vpmovsxbd	%xmm25, %ymm23
	vpmovzxbd	%xmm30, %ymm25
	vpmaddwd	%ymm23, %ymm25, %ymm25
	vpaddd	%ymm25, %ymm20, %ymm20
	vpmovsxbd	%xmm26, %ymm25
	vpmovzxbd	%xmm31, %ymm26
	vpmaddwd	%ymm25, %ymm26, %ymm26
	vpaddd	%ymm26, %ymm20, %ymm20
	vpmovdb	%ymm24, %xmm26
	vpsrld	$8, %ymm24, %ymm28
	vpmovdb	%ymm28, %xmm28
	vpsrld	$16, %ymm24, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$24, %ymm24, %ymm24
	vpmovdb	%ymm24, %xmm30
	vpmovsxbd	%xmm26, %ymm24
	vpmovdb	%ymm27, %xmm26
	vpsrld	$8, %ymm27, %ymm31
	vpmovdb	%ymm31, %xmm31
	vpsrld	$16, %ymm27, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm27, %ymm27
	vpmovdb	%ymm27, %xmm0
	vpmovzxbd	%xmm26, %ymm26
	vpdpwssd	%ymm24, %ymm26, %ymm19
	vpmovsxbd	%xmm28, %ymm26
	vpmovzxbd	%xmm31, %ymm27
	vpmaddwd	%ymm26, %ymm27, %ymm27
	vpaddd	%ymm27, %ymm19, %ymm19
	vpmovsxbd	%xmm29, %ymm27
	vpmovzxbd	%xmm4, %ymm4
	vpmaddwd	%ymm27, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm19, %ymm4
	vpmovsxbd	%xmm30, %ymm28
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm28, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm19
	vmovdqa	-98336(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm21, %ymm4, %ymm17
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm22, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm17, %ymm4
	vpmovzxbd	%xmm30, %ymm17
	vpmaddwd	%ymm23, %ymm17, %ymm17
	vpaddd	%ymm17, %ymm4, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm25, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm17
	vmovdqa	-98304(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm24, %ymm4, %ymm16
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm26, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm16, %ymm4
	vpmovzxbd	%xmm30, %ymm16
	vpmaddwd	%ymm27, %ymm16, %ymm16
	vpaddd	%ymm16, %ymm4, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm28, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm16
	vmovdqa	-81952(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm21, %ymm4, %ymm15
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm22, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm15, %ymm4
	vpmovzxbd	%xmm30, %ymm15
	vpmaddwd	%ymm23, %ymm15, %ymm15
	vpaddd	%ymm4, %ymm15, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm25, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm15
	vmovdqa	-81920(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm24, %ymm4, %ymm14
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm26, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm14, %ymm4
	vpmovzxbd	%xmm30, %ymm14
	vpmaddwd	%ymm27, %ymm14, %ymm14
	vpaddd	%ymm4, %ymm14, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm28, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm14
	vmovdqa	-65568(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm21, %ymm4, %ymm13
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm22, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm13, %ymm4
	vpmovzxbd	%xmm30, %ymm13
	vpmaddwd	%ymm23, %ymm13, %ymm13
	vpaddd	%ymm4, %ymm13, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm25, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm13
	vmovdqa	-65536(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm24, %ymm4, %ymm12
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm26, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm12, %ymm4
	vpmovzxbd	%xmm30, %ymm12
	vpmaddwd	%ymm27, %ymm12, %ymm12
	vpaddd	%ymm4, %ymm12, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm28, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm12
	vmovdqa	-49184(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm21, %ymm4, %ymm11
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm22, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm11, %ymm4
	vpmovzxbd	%xmm30, %ymm11
	vpmaddwd	%ymm23, %ymm11, %ymm11
	vpaddd	%ymm4, %ymm11, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm25, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm11
	vmovdqa	-49152(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm24, %ymm4, %ymm10
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm26, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm10, %ymm4
	vpmovzxbd	%xmm30, %ymm10
	vpmaddwd	%ymm27, %ymm10, %ymm10
	vpaddd	%ymm4, %ymm10, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm28, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm10
	vmovdqa	-32800(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm21, %ymm4, %ymm9
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm22, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm9, %ymm4
	vpmovzxbd	%xmm30, %ymm9
	vpmaddwd	%ymm23, %ymm9, %ymm9
	vpaddd	%ymm4, %ymm9, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm25, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm9
	vmovdqa	-32768(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm24, %ymm4, %ymm8
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm26, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm8, %ymm4
	vpmovzxbd	%xmm30, %ymm8
	vpmaddwd	%ymm27, %ymm8, %ymm8
	vpaddd	%ymm4, %ymm8, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm28, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm8
	vmovdqa	-16416(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm21, %ymm4, %ymm7
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm22, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm7, %ymm4
	vpmovzxbd	%xmm30, %ymm7
	vpmaddwd	%ymm23, %ymm7, %ymm7
	vpaddd	%ymm7, %ymm4, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm25, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm7
	vmovdqa	-16384(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm24, %ymm4, %ymm6
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm26, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm6, %ymm4
	vpmovzxbd	%xmm30, %ymm6
	vpmaddwd	%ymm27, %ymm6, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm28, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm6
	vmovdqa	-32(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm0, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm21, %ymm4, %ymm5
	vpmovzxbd	%xmm29, %ymm4
	vpmaddwd	%ymm22, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm5, %ymm4
	vpmovzxbd	%xmm30, %ymm5
	vpmaddwd	%ymm23, %ymm5, %ymm5
	vpaddd	%ymm5, %ymm4, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm25, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm5
	vmovdqa	(%rdi,%r9), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm21
	vpmovdb	%ymm21, %xmm21
	vpsrld	$16, %ymm0, %ymm22
	vpmovdb	%ymm22, %xmm22
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm4, %ymm4
	vpdpwssd	%ymm24, %ymm4, %ymm18
	vpmovzxbd	%xmm21, %ymm4
	vpmaddwd	%ymm26, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm18, %ymm4
	vpmovzxbd	%xmm22, %ymm18
	vpmaddwd	%ymm27, %ymm18, %ymm18
	vpaddd	%ymm18, %ymm4, %ymm4
	vpmovzxbd	%xmm0, %ymm0
	vpmaddwd	%ymm28, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm4, %ymm18
	addq	$64, %r9
	cmpq	$16384, %r9
	jne	.LBB3_4
	vmovdqu64	%ymm20, -128(%rsp)
	vmovdqu64	%ymm19, -96(%rsp)
	vmovdqu64	%ymm17, -64(%rsp)
	vmovdqu64	%ymm16, -32(%rsp)
	vmovdqu	%ymm15, (%rsp)
	vmovdqu	%ymm14, 32(%rsp)
	vmovdqu	%ymm13, 64(%rsp)
	vmovdqu	%ymm12, 96(%rsp)
	vmovdqu	%ymm11, 128(%rsp)
	vmovdqu	%ymm10, 160(%rsp)
	vmovdqu	%ymm9, 192(%rsp)
	vmovdqu	%ymm8, 224(%rsp)
	vmovdqu	%ymm7, 256(%rsp)
	vmovdqu	%ymm6, 288(%rsp)
	vmovdqu	%ymm5, 320(%rsp)
	vmovdqu64	%ymm18, 352(%rsp)
	vmovd	-128(%rsp), %xmm0
	vmovd	-64(%rsp), %xmm4
	vmovd	(%rsp), %xmm5
	vmovd	64(%rsp), %xmm1
	vmovd	128(%rsp), %xmm3
	vmovd	192(%rsp), %xmm8
	vmovd	256(%rsp), %xmm12
	vmovd	320(%rsp), %xmm10
	vmovdqu	-124(%rsp), %ymm11
	vpaddd	%ymm0, %ymm11, %ymm0
	vmovdqu	-60(%rsp), %ymm14
	vmovdqu	4(%rsp), %ymm15
	vpaddd	%ymm4, %ymm14, %ymm4
	vpaddd	%ymm5, %ymm15, %ymm2
	vmovdqu	68(%rsp), %ymm6
	vmovdqu	132(%rsp), %ymm7
	vpaddd	%ymm6, %ymm1, %ymm5
	vpaddd	%ymm7, %ymm3, %ymm16
	vmovdqu	196(%rsp), %ymm9
	vmovdqu	260(%rsp), %ymm13
	vpaddd	%ymm9, %ymm8, %ymm8
	vpaddd	%ymm13, %ymm12, %ymm17
	vmovdqu	324(%rsp), %ymm12
	vpaddd	-92(%rsp), %ymm0, %ymm1
	vpaddd	-28(%rsp), %ymm4, %ymm3
	vpaddd	36(%rsp), %ymm2, %ymm0
	vpaddd	100(%rsp), %ymm5, %ymm2
	vpaddd	164(%rsp), %ymm16, %ymm4
	vpaddd	228(%rsp), %ymm8, %ymm5
	vpaddd	292(%rsp), %ymm17, %ymm8
	vpaddd	%ymm12, %ymm10, %ymm10
	vmovdqu32	(%rax), %ymm16 {%k1} {z}
	vpaddd	%ymm16, %ymm10, %ymm10
	vpblendd	$128, %ymm11, %ymm1, %ymm11
	vmovdqa64	%ymm11, %ymm19
	vmovdqa64	%ymm1, %ymm17
	vpblendd	$128, %ymm14, %ymm3, %ymm11
	vmovdqa64	%ymm3, %ymm18
	vpblendd	$128, %ymm15, %ymm0, %ymm14
	vmovdqa	%ymm0, %ymm15
	vpblendd	$128, %ymm6, %ymm2, %ymm1
	vmovdqa64	%ymm2, %ymm16
	vperm2i128	$49, %ymm14, %ymm1, %ymm1
	vpblendd	$128, %ymm7, %ymm4, %ymm3
	vextracti128	$1, %ymm3, %xmm3
	vpaddd	%xmm3, %xmm4, %xmm0
	vpshufd	$238, %xmm0, %xmm3
	vpaddd	%xmm3, %xmm0, %xmm0
	vpsrlq	$32, %xmm0, %xmm3
	vpblendd	$128, %ymm9, %ymm5, %ymm2
	vextracti128	$1, %ymm2, %xmm2
	vpaddd	%xmm2, %xmm5, %xmm2
	vpshufd	$238, %xmm2, %xmm4
	vpaddd	%xmm4, %xmm2, %xmm2
	vpsrlq	$32, %xmm2, %xmm4
	vpblendd	$128, %ymm13, %ymm8, %ymm13
	vextracti128	$1, %ymm13, %xmm13
	vpaddd	%xmm13, %xmm8, %xmm8
	vpshufd	$238, %xmm8, %xmm13
	vpaddd	%xmm13, %xmm8, %xmm8
	vpblendd	$128, %ymm12, %ymm10, %ymm5
	vextracti128	$1, %ymm5, %xmm12
	vpaddd	%ymm5, %ymm12, %ymm5
	vpshufd	$238, %xmm5, %xmm12
	vpaddd	%ymm5, %ymm12, %ymm5
	movq	%rcx, %r9
	shlq	$5, %r9
	vmovups	448(%rsp), %ymm12
	vmulps	(%rdx,%r9), %ymm12, %ymm12
	vpaddd	%xmm4, %xmm2, %xmm2
	vpaddd	%xmm3, %xmm0, %xmm0
	vpunpckldq	%xmm2, %xmm0, %xmm0
	vinserti128	$1, %xmm0, %ymm0, %ymm0
	vinserti128	$1, %xmm8, %ymm5, %ymm2
	vpsrlq	$32, %ymm2, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vmovdqu	384(%rsp), %ymm3
	vpermt2d	%ymm2, %ymm3, %ymm0
	vextracti128	$1, %ymm11, %xmm2
	vpaddd	%xmm2, %xmm18, %xmm2
	vpshufd	$238, %xmm2, %xmm3
	vpaddd	%xmm3, %xmm2, %xmm2
	vpsrlq	$32, %xmm2, %xmm3
	vpaddd	%xmm3, %xmm2, %xmm2
	vextracti32x4	$1, %ymm19, %xmm3
	vpaddd	%xmm3, %xmm17, %xmm3
	vpshufd	$238, %xmm3, %xmm4
	vpaddd	%xmm4, %xmm3, %xmm3
	vpsrlq	$32, %xmm3, %xmm4
	vpaddd	%xmm4, %xmm3, %xmm3
	vpunpckldq	%xmm2, %xmm3, %xmm2
	vinserti32x4	$1, %xmm15, %ymm16, %ymm3
	vpaddd	%ymm1, %ymm3, %ymm1
	vpshufd	$238, %ymm1, %ymm3
	vpaddd	%ymm3, %ymm1, %ymm1
	vpsrlq	$32, %ymm1, %ymm3
	vpaddd	%ymm3, %ymm1, %ymm1
	vpbroadcastq	.LCPI3_2(%rip), %xmm3
	vpermd	%ymm1, %ymm3, %ymm1
	vpblendd	$12, %xmm1, %xmm2, %xmm1
	vpblendd	$15, %ymm1, %ymm0, %ymm0
	vpsubd	416(%rsp), %ymm0, %ymm0
	vcvtdq2ps	%ymm0, %ymm0
	vmulps	%ymm0, %ymm12, %ymm0
	vmovaps	%ymm0, (%r8,%r9)
	incq	%rcx
	addq	$131072, %rdi
	cmpq	$2048, %rcx
	jne	.LBB3_3
	addq	$488, %rsp
	vzeroupper
	retq
