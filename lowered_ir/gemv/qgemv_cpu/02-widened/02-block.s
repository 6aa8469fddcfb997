# gemv/qgemv_cpu:widened:block
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: 1 x 16 accumulators, added up and scaled while in registers
# target: llvm cascadelake

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
	vpblendd	$1, %xmm0, %xmm1, %xmm0
	vpmovsxbd	16361(%rsi), %ymm1
	vpaddd	%ymm1, %ymm2, %ymm1
	vpmovsxbd	16369(%rsi), %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovd	%xmm0, %r9d
	movsbl	16377(%rsi), %eax
	movsbl	16378(%rsi), %r10d
	addl	%eax, %r10d
	movsbl	16379(%rsi), %eax
	addl	%r10d, %eax
	movsbl	16380(%rsi), %r10d
	addl	%eax, %r10d
	movsbl	16381(%rsi), %eax
	addl	%r10d, %eax
	movsbl	16382(%rsi), %r10d
	addl	%eax, %r10d
	movsbl	16383(%rsi), %eax
	addl	%r10d, %eax
	addl	%r9d, %eax
	shll	$7, %eax
	vmovss	(%rcx), %xmm0
	vmovdqa	(%rsi), %ymm1
	vmovdqa	32(%rsi), %ymm2
	vpmovdb	%ymm1, %xmm3
	vpsrld	$8, %ymm1, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$16, %ymm1, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpmovsxbd	%xmm3, %ymm3
	vpmovsxbd	%xmm4, %ymm4
	vpmovsxbd	%xmm5, %ymm5
	vpmovsxbd	%xmm1, %ymm6
	vpmovdb	%ymm2, %xmm1
	vpsrld	$8, %ymm2, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$16, %ymm2, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$24, %ymm2, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpmovsxbd	%xmm1, %ymm9
	vpmovsxbd	%xmm7, %ymm1
	vpmovsxbd	%xmm8, %ymm7
	vpmovsxbd	%xmm2, %ymm8
	leaq	96(%rdi), %rcx
	xorl	%r9d, %r9d
	vinserti64x4	$1, %ymm1, %zmm4, %zmm1
	vinserti64x4	$1, %ymm9, %zmm3, %zmm2
	vinserti64x4	$1, %ymm7, %zmm5, %zmm3
	vinserti64x4	$1, %ymm8, %zmm6, %zmm4
.LBB3_4:
	movq	%r9, %r10
	shlq	$14, %r10
	vmovdqa	(%rdi,%r10), %ymm5
	vmovdqa	32(%rdi,%r10), %ymm6
	vpmovdb	%ymm5, %xmm7
	vpsrld	$8, %ymm5, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$16, %ymm5, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsrld	$24, %ymm5, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpmovdb	%ymm6, %xmm10
	vpunpcklqdq	%xmm10, %xmm7, %xmm7
	vpsrld	$8, %ymm6, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm6, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpunpcklqdq	%xmm10, %xmm8, %xmm8
	vpunpcklqdq	%xmm11, %xmm9, %xmm9
	vpsrld	$24, %ymm6, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpunpcklqdq	%xmm6, %xmm5, %xmm5
	vpmovzxbd	%xmm8, %zmm6
	vpmaddwd	%zmm1, %zmm6, %zmm6
	vpmovzxbd	%xmm7, %zmm7
	vpmaddwd	%zmm2, %zmm7, %zmm7
	vpaddd	%zmm7, %zmm6, %zmm6
	vpmovzxbd	%xmm9, %zmm7
	vpmaddwd	%zmm3, %zmm7, %zmm7
	vpaddd	%zmm7, %zmm6, %zmm6
	vpmovzxbd	%xmm5, %zmm5
	vpmaddwd	%zmm4, %zmm5, %zmm5
	vpaddd	%zmm5, %zmm6, %zmm5
	xorl	%r10d, %r10d
.LBB3_5:
	vmovdqa	64(%rsi,%r10), %ymm6
	vmovdqa	96(%rsi,%r10), %ymm7
	vpmovdb	%ymm6, %xmm8
	vpsrld	$8, %ymm6, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsrld	$16, %ymm6, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$24, %ymm6, %ymm6
	vpmovdb	%ymm6, %xmm6
	vmovdqa	-32(%rcx,%r10), %ymm11
	vmovdqa	(%rcx,%r10), %ymm12
	vpmovdb	%ymm11, %xmm13
	vpsrld	$8, %ymm11, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpsrld	$16, %ymm11, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpsrld	$24, %ymm11, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpmovdb	%ymm7, %xmm16
	vpsrld	$8, %ymm7, %ymm17
	vpmovdb	%ymm17, %xmm17
	vpunpcklqdq	%xmm16, %xmm8, %xmm8
	vpunpcklqdq	%xmm17, %xmm9, %xmm9
	vpsrld	$16, %ymm7, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpunpcklqdq	%xmm16, %xmm10, %xmm10
	vpsrld	$24, %ymm7, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpunpcklqdq	%xmm7, %xmm6, %xmm6
	vpmovdb	%ymm12, %xmm7
	vpunpcklqdq	%xmm7, %xmm13, %xmm7
	vpsrld	$8, %ymm12, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpunpcklqdq	%xmm13, %xmm14, %xmm13
	vpsrld	$16, %ymm12, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpunpcklqdq	%xmm14, %xmm15, %xmm14
	vpsrld	$24, %ymm12, %ymm12
	vpmovdb	%ymm12, %xmm12
	vpunpcklqdq	%xmm12, %xmm11, %xmm11
	vpmovsxbd	%xmm8, %zmm8
	vpmovzxbd	%xmm7, %zmm7
	vpdpwssd	%zmm8, %zmm7, %zmm5
	vpmovsxbd	%xmm9, %zmm7
	vpmovzxbd	%xmm13, %zmm8
	vpmaddwd	%zmm7, %zmm8, %zmm7
	vpaddd	%zmm7, %zmm5, %zmm5
	vpmovsxbd	%xmm10, %zmm7
	vpmovzxbd	%xmm14, %zmm8
	vpmaddwd	%zmm7, %zmm8, %zmm7
	vpaddd	%zmm7, %zmm5, %zmm5
	vpmovsxbd	%xmm6, %zmm6
	vpmovzxbd	%xmm11, %zmm7
	vpmaddwd	%zmm6, %zmm7, %zmm6
	vpaddd	%zmm6, %zmm5, %zmm5
	addq	$64, %r10
	cmpq	$16320, %r10
	jne	.LBB3_5
	vextracti64x4	$1, %zmm5, %ymm6
	vpaddd	%zmm6, %zmm5, %zmm5
	vextracti128	$1, %ymm5, %xmm6
	vpaddd	%xmm6, %xmm5, %xmm5
	vpshufd	$238, %xmm5, %xmm6
	vpaddd	%xmm6, %xmm5, %xmm5
	vpsrlq	$32, %xmm5, %xmm6
	vpaddd	%xmm6, %xmm5, %xmm5
	vmovd	%xmm5, %r10d
	subl	%eax, %r10d
	vmulss	(%rdx,%r9,4), %xmm0, %xmm5
	vcvtsi2ss	%r10d, %xmm0, %xmm6
	vmulss	%xmm6, %xmm5, %xmm5
	vmovss	%xmm5, (%r8,%r9,4)
	incq	%r9
	addq	$16384, %rcx
	cmpq	$16384, %r9
	jne	.LBB3_4
	vzeroupper
	retq
