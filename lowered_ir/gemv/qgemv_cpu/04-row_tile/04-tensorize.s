# gemv/qgemv_cpu:row_tile:tensorize
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: one instruction multiplies 64 codes and adds by fours to the lanes
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
	subq	$392, %rsp
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
	vbroadcastss	(%rcx), %ymm18
	vpbroadcastd	%eax, %ymm19
	leaq	356(%rsp), %rax
	addq	$114752, %rdi
	xorl	%ecx, %ecx
	vpxor	%xmm2, %xmm2, %xmm2
	movb	$127, %r9b
	kmovd	%r9d, %k1
	vbroadcasti32x4	.LCPI3_0(%rip), %ymm20
	vpbroadcastq	.LCPI3_2(%rip), %xmm17
.LBB3_3:
	vpxor	%xmm11, %xmm11, %xmm11
	xorl	%r9d, %r9d
	vpxor	%xmm12, %xmm12, %xmm12
	vpxor	%xmm10, %xmm10, %xmm10
	vpxor	%xmm9, %xmm9, %xmm9
	vpxor	%xmm8, %xmm8, %xmm8
	vpxor	%xmm7, %xmm7, %xmm7
	vpxor	%xmm6, %xmm6, %xmm6
	vpxor	%xmm5, %xmm5, %xmm5
.LBB3_4:
	vmovdqa64	-114752(%rdi,%r9), %zmm0
	vmovdqa64	-114688(%rdi,%r9), %zmm1
	vmovdqa64	(%rsi,%r9), %zmm3
	vmovdqa64	64(%rsi,%r9), %zmm4
	vpdpbusd	%zmm3, %zmm0, %zmm11
	vmovdqa64	-98368(%rdi,%r9), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm12
	vmovdqa64	-81984(%rdi,%r9), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm10
	vmovdqa64	-65600(%rdi,%r9), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm9
	vmovdqa64	-49216(%rdi,%r9), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm8
	vmovdqa64	-32832(%rdi,%r9), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm7
	vmovdqa64	-16448(%rdi,%r9), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm6
	vmovdqa64	-64(%rdi,%r9), %zmm0
	vpdpbusd	%zmm3, %zmm0, %zmm5
	vpdpbusd	%zmm4, %zmm1, %zmm11
	vmovdqa64	-98304(%rdi,%r9), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm12
	vmovdqa64	-81920(%rdi,%r9), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm10
	vmovdqa64	-65536(%rdi,%r9), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm9
	vmovdqa64	-49152(%rdi,%r9), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm8
	vmovdqa64	-32768(%rdi,%r9), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm7
	vmovdqa64	-16384(%rdi,%r9), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm6
	vmovdqa64	(%rdi,%r9), %zmm0
	vpdpbusd	%zmm4, %zmm0, %zmm5
	subq	$-128, %r9
	cmpq	$16384, %r9
	jne	.LBB3_4
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
	vmovdqu32	(%rax), %ymm12 {%k1} {z}
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
	movq	%rcx, %r9
	shlq	$5, %r9
	vmulps	(%rdx,%r9), %ymm18, %ymm1
	vcvtdq2ps	%ymm0, %ymm0
	vmulps	%ymm0, %ymm1, %ymm0
	vmovaps	%ymm0, (%r8,%r9)
	incq	%rcx
	addq	$131072, %rdi
	cmpq	$2048, %rcx
	jne	.LBB3_3
	addq	$392, %rsp
	vzeroupper
	retq
