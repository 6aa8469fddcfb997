# gemv/qgemv_cpu:int4:block
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: 8 rows share x; accumulators stay in registers
# target: llvm cascadelake

.LCPI3_0:
	.long	15
.LCPI3_1:
	.quad	0
	.quad	4
	.quad	2
	.quad	3
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$1320, %rsp
	movq	%r9, %rbx
	movq	%r8, %r13
	movq	%rcx, %r14
	movq	%rdx, %r15
	movq	%rsi, %r12
	movl	%edi, %ebp
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$8192, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	xorl	%ecx, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movl	$-1, %ecx
	testq	%rax, %rax
	jne	.LBB3_1
.LBB3_26:
	movl	%ecx, %eax
	addq	$1320, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_1:
	movl	%ebp, 44(%rsp)
	xorl	%ecx, %ecx
.LBB3_2:
	vmovdqa	(%r15,%rcx,2), %ymm0
	vmovdqa	64(%r15,%rcx,2), %ymm1
	vpmovdb	%ymm0, %xmm2
	vpsrld	$8, %ymm0, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm0, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovsxbd	%xmm2, %ymm2
	vpmovsxbd	%xmm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpmovsxbd	%xmm0, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vpmovdb	%ymm1, %xmm3
	vpsrld	$8, %ymm1, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$16, %ymm1, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpaddd	%ymm0, %ymm2, %ymm0
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpmovsxbd	%xmm3, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm5, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpaddd	%ymm2, %ymm0, %ymm0
	vpmovsxbd	%xmm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vmovdqu	%ymm0, (%rax,%rcx)
	vmovdqa	32(%r15,%rcx,2), %ymm0
	vmovdqa	96(%r15,%rcx,2), %ymm1
	vpmovdb	%ymm0, %xmm2
	vpsrld	$8, %ymm0, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm0, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovsxbd	%xmm2, %ymm2
	vpmovsxbd	%xmm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpmovsxbd	%xmm0, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vpmovdb	%ymm1, %xmm2
	vpsrld	$8, %ymm1, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm1, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpmovsxbd	%xmm2, %ymm2
	vpmovsxbd	%xmm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpaddd	%ymm2, %ymm0, %ymm0
	vpmovsxbd	%xmm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vmovdqu	%ymm0, 32(%rax,%rcx)
	addq	$64, %rcx
	cmpq	$8192, %rcx
	jne	.LBB3_2
	vmovss	(%r13), %xmm0
	vmovss	%xmm0, 48(%rsp)
	movq	%r14, %rdx
	addq	$3584, %rdx
	addq	$57376, %r12
	vpbroadcastd	.LCPI3_0(%rip), %ymm1
	movq	$0, 56(%rsp)
	vxorps	%xmm26, %xmm26, %xmm26
	vmovapd	.LCPI3_1(%rip), %ymm22
	vxorps	%xmm28, %xmm28, %xmm28
	jmp	.LBB3_4
.LBB3_24:
	vmovaps	%ymm4, %ymm27
	vpxor	%xmm10, %xmm10, %xmm10
	vaddss	432(%rsp), %xmm10, %xmm0
	vaddss	%xmm10, %xmm20, %xmm3
	vaddss	400(%rsp), %xmm10, %xmm5
	vaddss	368(%rsp), %xmm10, %xmm6
	vaddss	336(%rsp), %xmm10, %xmm7
	vaddss	304(%rsp), %xmm10, %xmm8
	vaddss	272(%rsp), %xmm10, %xmm9
	vaddss	%xmm2, %xmm10, %xmm10
	vmovshdup	%xmm2, %xmm11
	vaddss	%xmm10, %xmm11, %xmm10
	vmovups	928(%rsp), %ymm13
	vmovshdup	%xmm13, %xmm11
	vaddss	%xmm9, %xmm11, %xmm9
	vmovups	896(%rsp), %ymm14
	vmovshdup	%xmm14, %xmm11
	vaddss	%xmm8, %xmm11, %xmm8
	vmovups	864(%rsp), %ymm15
	vmovshdup	%xmm15, %xmm11
	vaddss	%xmm7, %xmm11, %xmm7
	vmovups	832(%rsp), %ymm17
	vmovshdup	%xmm17, %xmm11
	vaddss	%xmm6, %xmm11, %xmm6
	vmovups	800(%rsp), %ymm4
	vmovshdup	%xmm4, %xmm11
	vaddss	%xmm5, %xmm11, %xmm5
	vmovshdup	%xmm20, %xmm11
	vaddss	%xmm3, %xmm11, %xmm3
	vmovshdup	%xmm12, %xmm11
	vaddss	%xmm0, %xmm11, %xmm0
	vshufpd	$1, %xmm2, %xmm2, %xmm11
	vaddss	%xmm10, %xmm11, %xmm10
	vshufpd	$1, %xmm13, %xmm13, %xmm11
	vaddss	%xmm9, %xmm11, %xmm9
	vshufpd	$1, %xmm14, %xmm14, %xmm11
	vaddss	%xmm8, %xmm11, %xmm8
	vshufpd	$1, %xmm15, %xmm15, %xmm11
	vaddss	%xmm7, %xmm11, %xmm7
	vshufpd	$1, %xmm17, %xmm17, %xmm11
	vaddss	%xmm6, %xmm11, %xmm6
	vshufpd	$1, %xmm4, %xmm4, %xmm11
	vaddss	%xmm5, %xmm11, %xmm5
	vshufpd	$1, %xmm20, %xmm20, %xmm11
	vaddss	%xmm3, %xmm11, %xmm3
	vshufpd	$1, %xmm12, %xmm12, %xmm11
	vaddss	%xmm0, %xmm11, %xmm0
	vshufps	$255, %xmm2, %xmm2, %xmm11
	vaddss	%xmm10, %xmm11, %xmm10
	vshufps	$255, %xmm13, %xmm13, %xmm11
	vaddss	%xmm9, %xmm11, %xmm9
	vshufps	$255, %xmm14, %xmm14, %xmm11
	vaddss	%xmm8, %xmm11, %xmm8
	vshufps	$255, %xmm15, %xmm15, %xmm11
	vaddss	%xmm7, %xmm11, %xmm7
	vshufps	$255, %xmm17, %xmm17, %xmm11
	vaddss	%xmm6, %xmm11, %xmm6
	vshufps	$255, %xmm4, %xmm4, %xmm11
	vaddss	%xmm5, %xmm11, %xmm5
	vshufps	$255, %xmm20, %xmm20, %xmm11
	vaddss	%xmm3, %xmm11, %xmm3
	vshufps	$255, %xmm12, %xmm12, %xmm11
	vaddss	%xmm0, %xmm11, %xmm0
	vextractf128	$1, %ymm2, %xmm11
	vaddss	%xmm10, %xmm11, %xmm10
	vextractf128	$1, %ymm13, %xmm13
	vaddss	%xmm9, %xmm13, %xmm9
	vextractf128	$1, %ymm14, %xmm14
	vaddss	%xmm8, %xmm14, %xmm8
	vextractf128	$1, %ymm15, %xmm15
	vaddss	%xmm7, %xmm15, %xmm7
	vextractf32x4	$1, %ymm17, %xmm17
	vaddss	%xmm6, %xmm17, %xmm6
	vextractf128	$1, %ymm4, %xmm4
	vaddss	%xmm5, %xmm4, %xmm5
	vextractf32x4	$1, %ymm20, %xmm18
	vaddss	%xmm3, %xmm18, %xmm3
	vextractf128	$1, %ymm12, %xmm12
	vaddss	%xmm0, %xmm12, %xmm0
	vmovshdup	%xmm11, %xmm19
	vaddss	%xmm10, %xmm19, %xmm10
	vmovshdup	%xmm13, %xmm19
	vaddss	%xmm9, %xmm19, %xmm9
	vmovshdup	%xmm14, %xmm19
	vaddss	%xmm8, %xmm19, %xmm8
	vmovshdup	%xmm15, %xmm19
	vaddss	%xmm7, %xmm19, %xmm7
	vmovshdup	%xmm17, %xmm19
	vaddss	%xmm6, %xmm19, %xmm6
	vmovshdup	%xmm4, %xmm19
	vaddss	%xmm5, %xmm19, %xmm5
	vmovshdup	%xmm18, %xmm19
	vaddss	%xmm3, %xmm19, %xmm3
	vmovshdup	%xmm12, %xmm19
	vaddss	%xmm0, %xmm19, %xmm0
	vshufpd	$1, %xmm11, %xmm11, %xmm19
	vaddss	%xmm10, %xmm19, %xmm10
	vshufpd	$1, %xmm13, %xmm13, %xmm19
	vaddss	%xmm9, %xmm19, %xmm9
	vshufpd	$1, %xmm14, %xmm14, %xmm19
	vaddss	%xmm8, %xmm19, %xmm8
	vshufpd	$1, %xmm15, %xmm15, %xmm19
	vaddss	%xmm7, %xmm19, %xmm7
	vshufpd	$1, %xmm17, %xmm17, %xmm19
	vaddss	%xmm6, %xmm19, %xmm6
	vshufpd	$1, %xmm4, %xmm4, %xmm19
	vaddss	%xmm5, %xmm19, %xmm5
	vshufpd	$1, %xmm18, %xmm18, %xmm19
	vaddss	%xmm3, %xmm19, %xmm3
	vshufpd	$1, %xmm12, %xmm12, %xmm19
	vaddss	%xmm0, %xmm19, %xmm0
	vshufps	$255, %xmm11, %xmm11, %xmm11
	vaddss	%xmm10, %xmm11, %xmm10
	vshufps	$255, %xmm13, %xmm13, %xmm11
	vaddss	%xmm9, %xmm11, %xmm9
	vshufps	$255, %xmm14, %xmm14, %xmm11
	vaddss	%xmm8, %xmm11, %xmm8
	vshufps	$255, %xmm15, %xmm15, %xmm11
	vaddss	%xmm7, %xmm11, %xmm7
	vshufps	$255, %xmm17, %xmm17, %xmm11
	vaddss	%xmm6, %xmm11, %xmm6
	vshufps	$255, %xmm4, %xmm4, %xmm4
	vaddss	%xmm5, %xmm4, %xmm4
	vshufps	$255, %xmm18, %xmm18, %xmm5
	vaddss	%xmm3, %xmm5, %xmm3
	vshufps	$255, %xmm12, %xmm12, %xmm5
	vaddss	%xmm0, %xmm5, %xmm0
	vaddss	%xmm10, %xmm27, %xmm5
	vmovaps	96(%rsp), %xmm17
	vaddss	%xmm9, %xmm17, %xmm9
	vmovaps	128(%rsp), %xmm15
	vaddss	%xmm8, %xmm15, %xmm8
	vmovaps	160(%rsp), %xmm14
	vaddss	%xmm7, %xmm14, %xmm7
	vmovaps	192(%rsp), %xmm13
	vaddss	%xmm6, %xmm13, %xmm6
	vmovaps	224(%rsp), %xmm12
	vaddss	%xmm4, %xmm12, %xmm4
	vaddss	%xmm3, %xmm21, %xmm3
	vmovaps	240(%rsp), %xmm11
	vaddss	%xmm0, %xmm11, %xmm0
	vmovshdup	%xmm27, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vmovshdup	%xmm17, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vmovshdup	%xmm15, %xmm10
	vaddss	%xmm8, %xmm10, %xmm8
	vmovshdup	%xmm14, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vmovshdup	%xmm13, %xmm10
	vaddss	%xmm6, %xmm10, %xmm6
	vmovshdup	%xmm12, %xmm10
	vaddss	%xmm4, %xmm10, %xmm4
	vmovshdup	%xmm21, %xmm10
	vaddss	%xmm3, %xmm10, %xmm3
	vmovshdup	%xmm11, %xmm10
	vaddss	%xmm0, %xmm10, %xmm0
	vshufpd	$1, %xmm27, %xmm27, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vshufpd	$1, %xmm17, %xmm17, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vshufpd	$1, %xmm15, %xmm15, %xmm10
	vaddss	%xmm8, %xmm10, %xmm8
	vshufpd	$1, %xmm14, %xmm14, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vshufpd	$1, %xmm13, %xmm13, %xmm10
	vaddss	%xmm6, %xmm10, %xmm6
	vshufpd	$1, %xmm12, %xmm12, %xmm10
	vaddss	%xmm4, %xmm10, %xmm4
	vshufpd	$1, %xmm21, %xmm21, %xmm10
	vaddss	%xmm3, %xmm10, %xmm3
	vshufpd	$1, %xmm11, %xmm11, %xmm10
	vaddss	%xmm0, %xmm10, %xmm0
	vshufps	$255, %xmm27, %xmm27, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vshufps	$255, %xmm17, %xmm17, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vshufps	$255, %xmm15, %xmm15, %xmm10
	vaddss	%xmm8, %xmm10, %xmm8
	vshufps	$255, %xmm14, %xmm14, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vshufps	$255, %xmm13, %xmm13, %xmm10
	vaddss	%xmm6, %xmm10, %xmm6
	vshufps	$255, %xmm12, %xmm12, %xmm10
	vaddss	%xmm4, %xmm10, %xmm4
	vshufps	$255, %xmm21, %xmm21, %xmm10
	vaddss	%xmm3, %xmm10, %xmm3
	vshufps	$255, %xmm11, %xmm11, %xmm10
	vaddss	%xmm0, %xmm10, %xmm0
	vextractf32x4	$1, %ymm27, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vmovaps	64(%rsp), %xmm18
	vaddss	%xmm9, %xmm18, %xmm9
	vmovaps	80(%rsp), %xmm17
	vaddss	%xmm8, %xmm17, %xmm8
	vmovaps	112(%rsp), %xmm15
	vaddss	%xmm7, %xmm15, %xmm7
	vmovaps	144(%rsp), %xmm14
	vaddss	%xmm6, %xmm14, %xmm6
	vmovaps	176(%rsp), %xmm13
	vaddss	%xmm4, %xmm13, %xmm4
	vextractf32x4	$1, %ymm21, %xmm11
	vaddss	%xmm3, %xmm11, %xmm3
	vmovshdup	%xmm10, %xmm12
	vaddss	%xmm5, %xmm12, %xmm5
	vmovshdup	%xmm18, %xmm12
	vaddss	%xmm9, %xmm12, %xmm9
	vmovshdup	%xmm17, %xmm12
	vaddss	%xmm8, %xmm12, %xmm8
	vmovshdup	%xmm15, %xmm12
	vaddss	%xmm7, %xmm12, %xmm7
	vmovshdup	%xmm14, %xmm12
	vaddss	%xmm6, %xmm12, %xmm6
	vmovshdup	%xmm13, %xmm12
	vaddss	%xmm4, %xmm12, %xmm4
	vmovshdup	%xmm11, %xmm12
	vaddss	%xmm3, %xmm12, %xmm3
	vshufpd	$1, %xmm10, %xmm10, %xmm12
	vaddss	%xmm5, %xmm12, %xmm5
	vshufps	$255, %xmm10, %xmm10, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vmovaps	208(%rsp), %xmm12
	vaddss	%xmm0, %xmm12, %xmm0
	vmovss	48(%rsp), %xmm10
	vmulss	%xmm5, %xmm10, %xmm5
	movq	56(%rsp), %rcx
	movq	%rcx, %rdx
	shlq	$5, %rdx
	vmovss	%xmm5, (%rbx,%rdx)
	vmovshdup	%xmm12, %xmm5
	vaddss	%xmm0, %xmm5, %xmm0
	vaddss	4(%rsp), %xmm9, %xmm5
	vaddss	%xmm5, %xmm25, %xmm5
	vmulss	%xmm5, %xmm10, %xmm5
	vmovss	%xmm5, 4(%rbx,%rdx)
	vaddss	8(%rsp), %xmm8, %xmm5
	vaddss	%xmm5, %xmm23, %xmm5
	vmulss	%xmm5, %xmm10, %xmm5
	vmovss	%xmm5, 8(%rbx,%rdx)
	vshufpd	$1, %xmm11, %xmm11, %xmm5
	vaddss	%xmm3, %xmm5, %xmm3
	vaddss	12(%rsp), %xmm7, %xmm5
	vaddss	%xmm5, %xmm30, %xmm5
	vmulss	%xmm5, %xmm10, %xmm5
	vmovss	%xmm5, 12(%rbx,%rdx)
	vaddss	16(%rsp), %xmm6, %xmm5
	vaddss	%xmm5, %xmm24, %xmm5
	vmulss	%xmm5, %xmm10, %xmm5
	vmovss	%xmm5, 16(%rbx,%rdx)
	vshufps	$255, %xmm11, %xmm11, %xmm5
	vaddss	%xmm3, %xmm5, %xmm3
	vaddss	20(%rsp), %xmm4, %xmm4
	vaddss	%xmm4, %xmm31, %xmm4
	vmulss	%xmm4, %xmm10, %xmm4
	vmovss	%xmm4, 20(%rbx,%rdx)
	vmulss	%xmm3, %xmm10, %xmm3
	vmovss	%xmm3, 24(%rbx,%rdx)
	vaddss	24(%rsp), %xmm0, %xmm0
	vaddss	%xmm0, %xmm16, %xmm0
	vmulss	%xmm0, %xmm10, %xmm0
	vmovss	%xmm0, 28(%rbx,%rdx)
	incq	%rcx
	movq	264(%rsp), %rdx
	addq	$4096, %rdx
	addq	$65536, %r12
	movq	%rcx, 56(%rsp)
	cmpq	$2048, %rcx
	je	.LBB3_25
.LBB3_4:
	movq	%rdx, 264(%rsp)
	xorl	%esi, %esi
	vmovaps	%xmm16, %xmm0
	vmovaps	%xmm31, %xmm6
	vmovaps	%xmm24, %xmm17
	vmovaps	%xmm30, %xmm29
	vmovaps	%xmm23, %xmm18
	vmovaps	%xmm25, %xmm9
	vmovaps	%ymm2, %ymm5
	vmovaps	%ymm27, %ymm3
.LBB3_5:
	vmovss	%xmm6, 40(%rsp)
	vmovups	%ymm5, 1184(%rsp)
	vmovups	%ymm3, 1216(%rsp)
	vmovss	%xmm0, 52(%rsp)
	vmovups	%ymm21, 1248(%rsp)
	vmovups	%ymm20, 1280(%rsp)
	vmovdqa	(%r15,%rsi,2), %ymm0
	vmovdqa	32(%r15,%rsi,2), %ymm2
	vmovdqa	64(%r15,%rsi,2), %ymm3
	vmovdqa	96(%r15,%rsi,2), %ymm4
	vpmovdb	%ymm0, %xmm5
	vpsrld	$8, %ymm0, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$16, %ymm0, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovsxbd	%xmm5, %ymm27
	vpmovsxbd	%xmm6, %ymm30
	vpmovsxbd	%xmm7, %ymm8
	vpmovdb	%ymm3, %xmm5
	vpsrld	$8, %ymm3, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$16, %ymm3, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpmovsxbd	%xmm0, %ymm19
	vpsrld	$24, %ymm3, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovsxbd	%xmm5, %ymm20
	vpmovsxbd	%xmm6, %ymm12
	vpmovsxbd	%xmm7, %ymm7
	vpmovdb	%ymm2, %xmm3
	vpsrld	$8, %ymm2, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpsrld	$16, %ymm2, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$24, %ymm2, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpmovsxbd	%xmm0, %ymm21
	vpmovsxbd	%xmm3, %ymm15
	vpmovsxbd	%xmm5, %ymm25
	vpmovsxbd	%xmm6, %ymm11
	vpmovdb	%ymm4, %xmm0
	vpsrld	$8, %ymm4, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm4, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpmovsxbd	%xmm2, %ymm16
	vpsrld	$24, %ymm4, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpmovsxbd	%xmm0, %ymm23
	vpmovsxbd	%xmm3, %ymm13
	vpmovsxbd	%xmm5, %ymm10
	vpmovsxbd	%xmm2, %ymm24
	vmovq	(%rax,%rsi), %xmm0
	vpslld	$3, %xmm0, %xmm14
	cmpq	$1, %rsi
	movl	$0, %edi
	sbbl	%edi, %edi
	vmovdqa	-49184(%r12,%rsi), %ymm0
	vpmovdb	%ymm0, %xmm2
	vpsrld	$8, %ymm0, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm0, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovzxbd	%xmm2, %ymm2
	vpand	%ymm1, %ymm2, %ymm5
	vpmovzxbd	%xmm3, %ymm3
	vpand	%ymm1, %ymm3, %ymm6
	vmovdqu64	%ymm30, 960(%rsp)
	vpmaddwd	%ymm30, %ymm6, %ymm6
	vmovdqu64	%ymm27, 992(%rsp)
	vpmaddwd	%ymm27, %ymm5, %ymm5
	vpaddd	%ymm5, %ymm6, %ymm5
	vpmovzxbd	%xmm4, %ymm4
	vpand	%ymm1, %ymm4, %ymm6
	vmovdqu	%ymm8, 1152(%rsp)
	vpmaddwd	%ymm6, %ymm8, %ymm6
	vpaddd	%ymm6, %ymm5, %ymm5
	vpmovzxbd	%xmm0, %ymm0
	vpand	%ymm1, %ymm0, %ymm6
	vmovdqu64	%ymm19, 1088(%rsp)
	vpmaddwd	%ymm19, %ymm6, %ymm6
	vpaddd	%ymm6, %ymm5, %ymm5
	vpsrld	$4, %ymm2, %ymm2
	vmovdqu64	%ymm20, 1056(%rsp)
	vpmaddwd	%ymm20, %ymm2, %ymm2
	vpaddd	%ymm2, %ymm5, %ymm2
	vpsrld	$4, %ymm3, %ymm3
	vmovdqu	%ymm12, 1120(%rsp)
	vpmaddwd	%ymm3, %ymm12, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpsrld	$4, %ymm4, %ymm3
	vmovdqu	%ymm7, 480(%rsp)
	vpmaddwd	%ymm7, %ymm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpsrld	$4, %ymm0, %ymm0
	vmovdqu64	%ymm21, 1024(%rsp)
	vpmaddwd	%ymm21, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vmovd	%xmm0, %r11d
	vmovd	%xmm14, %r10d
	vpextrd	$1, %xmm14, %r9d
	vmovq	8(%rax,%rsi), %xmm2
	subl	%r10d, %r11d
	vpslld	$3, %xmm2, %xmm21
	vpslld	$3, 16(%rax,%rsi), %xmm20
	vpslld	$3, 32(%rax,%rsi), %xmm2
	vmovq	48(%rax,%rsi), %xmm3
	vpslld	$3, %xmm3, %xmm19
	vmovq	56(%rax,%rsi), %xmm3
	vpslld	$3, %xmm3, %xmm12
	vmovd	%xmm12, %r8d
	vmovdqa	-49152(%r12,%rsi), %ymm3
	vpmovdb	%ymm3, %xmm4
	vpsrld	$8, %ymm3, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpsrld	$16, %ymm3, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpmovzxbd	%xmm4, %ymm4
	vpand	%ymm1, %ymm4, %ymm7
	vpmovzxbd	%xmm5, %ymm5
	vpand	%ymm1, %ymm5, %ymm8
	vmovdqu64	%ymm25, 512(%rsp)
	vpmaddwd	%ymm25, %ymm8, %ymm8
	vmovdqu	%ymm15, 608(%rsp)
	vpmaddwd	%ymm7, %ymm15, %ymm7
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovzxbd	%xmm6, %ymm6
	vpand	%ymm1, %ymm6, %ymm8
	vmovdqu	%ymm11, 672(%rsp)
	vpmaddwd	%ymm11, %ymm8, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovzxbd	%xmm3, %ymm3
	vpand	%ymm1, %ymm3, %ymm8
	vmovdqu64	%ymm16, 576(%rsp)
	vpmaddwd	%ymm16, %ymm8, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpsrld	$4, %ymm4, %ymm4
	vmovdqu64	%ymm23, 544(%rsp)
	vpmaddwd	%ymm23, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm7, %ymm4
	vpsrld	$4, %ymm5, %ymm5
	vmovdqu	%ymm13, 640(%rsp)
	vpmaddwd	%ymm5, %ymm13, %ymm5
	vpaddd	%ymm5, %ymm4, %ymm4
	vpsrld	$4, %ymm6, %ymm5
	vmovdqu	%ymm10, 704(%rsp)
	vpmaddwd	%ymm5, %ymm10, %ymm5
	vpaddd	%ymm5, %ymm4, %ymm4
	vpsrld	$4, %ymm3, %ymm3
	vpmaddwd	%ymm24, %ymm3, %ymm3
	vmovss	-3072(%rdx), %xmm7
	vpaddd	%ymm3, %ymm4, %ymm3
	vcvtsi2ss	%r11d, %xmm9, %xmm4
	vextracti32x4	$1, %ymm3, %xmm23
	vextracti128	$1, %ymm0, %xmm5
	testq	%rsi, %rsi
	vmovaps	%xmm7, 784(%rsp)
	jne	.LBB3_6
	vpextrd	$1, %xmm0, %r11d
	subl	%r9d, %r11d
	vcvtsi2ss	%r11d, %xmm9, %xmm6
	vpshufd	$238, %xmm0, %xmm0
	vpsubd	%xmm21, %xmm0, %xmm0
	vpsubd	%xmm20, %xmm5, %xmm5
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm4
	vcvtdq2ps	%ymm0, %ymm0
	vpermt2pd	%ymm0, %ymm22, %ymm4
	vbroadcastss	%xmm7, %ymm0
	vfmadd213ps	%ymm26, %ymm0, %ymm4
	vxorps	%xmm5, %xmm5, %xmm5
	vfmadd213ss	%xmm5, %xmm7, %xmm6
	vpsubd	%xmm2, %xmm3, %xmm3
	vcvtdq2ps	%xmm3, %xmm3
	vfmadd213ps	%xmm28, %xmm0, %xmm3
	vmovaps	%xmm3, 96(%rsp)
	vpsubd	%xmm19, %xmm23, %xmm3
	vcvtdq2ps	%xmm3, %xmm3
	vfmadd213ps	%xmm28, %xmm0, %xmm3
	vmovaps	%xmm3, 64(%rsp)
	vpextrd	$2, %xmm23, %r11d
	subl	%r8d, %r11d
	vcvtsi2ss	%r11d, %xmm15, %xmm0
	vxorps	%xmm3, %xmm3, %xmm3
	vmovss	%xmm3, 28(%rsp)
	vfmadd213ss	%xmm5, %xmm7, %xmm0
	vmovss	%xmm0, 4(%rsp)
	vinsertps	$16, %xmm6, %xmm4, %xmm0
	vmovups	%ymm4, 928(%rsp)
	vblendps	$15, %ymm0, %ymm4, %ymm0
	vmovups	%ymm0, 272(%rsp)
.LBB3_8:
	vmovdqa	(%r15,%rsi,2), %ymm3
	vmovdqa	32(%r15,%rsi,2), %ymm4
	vmovdqa	64(%r15,%rsi,2), %ymm6
	vmovdqa	96(%r15,%rsi,2), %ymm0
	vpmovdb	%ymm3, %xmm7
	vpsrld	$8, %ymm3, %ymm5
	vpmovdb	%ymm5, %xmm8
	vpsrld	$16, %ymm3, %ymm5
	vpmovdb	%ymm5, %xmm9
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm3
	vmovdqa	-40992(%r12,%rsi), %ymm10
	vmovdqa	-40960(%r12,%rsi), %ymm5
	vpmovdb	%ymm10, %xmm11
	vpsrld	$8, %ymm10, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$16, %ymm10, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpmovsxbd	%xmm7, %ymm7
	vpsrld	$24, %ymm10, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpmovzxbd	%xmm11, %ymm11
	vpandd	%ymm1, %ymm11, %ymm16
	vpmaddwd	%ymm7, %ymm16, %ymm7
	vpmovsxbd	%xmm8, %ymm8
	vpmovzxbd	%xmm13, %ymm13
	vpandd	%ymm1, %ymm13, %ymm16
	vpmaddwd	%ymm8, %ymm16, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovsxbd	%xmm9, %ymm8
	vpmovzxbd	%xmm15, %ymm9
	vpand	%ymm1, %ymm9, %ymm15
	vpmaddwd	%ymm8, %ymm15, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovsxbd	%xmm3, %ymm3
	vpmovzxbd	%xmm10, %ymm8
	vpand	%ymm1, %ymm8, %ymm10
	vpmaddwd	%ymm3, %ymm10, %ymm3
	vpaddd	%ymm3, %ymm7, %ymm3
	vpmovdb	%ymm6, %xmm7
	vpsrld	$8, %ymm6, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm6, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpsrld	$24, %ymm6, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpmovsxbd	%xmm7, %ymm7
	vpsrld	$4, %ymm11, %ymm11
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm10, %ymm7
	vpsrld	$4, %ymm13, %ymm10
	vpmaddwd	%ymm7, %ymm10, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm15, %ymm7
	vpsrld	$4, %ymm9, %ymm9
	vpmaddwd	%ymm7, %ymm9, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm6, %ymm6
	vpsrld	$4, %ymm8, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm3, %ymm3
	vmovd	%xmm3, %r11d
	subl	%r10d, %r11d
	vpmovdb	%ymm4, %xmm6
	vpsrld	$8, %ymm4, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$16, %ymm4, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$24, %ymm4, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpmovsxbd	%xmm6, %ymm6
	vpmovdb	%ymm5, %xmm9
	vpsrld	$8, %ymm5, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm5, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$24, %ymm5, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpmovzxbd	%xmm9, %ymm9
	vpand	%ymm1, %ymm9, %ymm13
	vpmaddwd	%ymm6, %ymm13, %ymm6
	vpmovsxbd	%xmm7, %ymm7
	vpmovzxbd	%xmm10, %ymm10
	vpand	%ymm1, %ymm10, %ymm13
	vpmaddwd	%ymm7, %ymm13, %ymm7
	vpaddd	%ymm6, %ymm7, %ymm6
	vpmovsxbd	%xmm8, %ymm7
	vpmovzxbd	%xmm11, %ymm8
	vpand	%ymm1, %ymm8, %ymm11
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm6, %ymm6
	vpmovsxbd	%xmm4, %ymm4
	vpmovzxbd	%xmm5, %ymm5
	vpand	%ymm1, %ymm5, %ymm7
	vpmaddwd	%ymm4, %ymm7, %ymm4
	vpmovdb	%ymm0, %xmm7
	vpsrld	$8, %ymm0, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$16, %ymm0, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpaddd	%ymm4, %ymm6, %ymm4
	vpmovsxbd	%xmm7, %ymm6
	vpsrld	$4, %ymm9, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm11, %ymm6
	vpsrld	$4, %ymm10, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm13, %ymm6
	vpsrld	$4, %ymm8, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm0, %ymm0
	vpsrld	$4, %ymm5, %ymm5
	vpmaddwd	%ymm0, %ymm5, %ymm0
	vmovss	-2560(%rdx), %xmm27
	vpaddd	%ymm0, %ymm4, %ymm0
	vcvtsi2ss	%r11d, %xmm14, %xmm4
	vextracti32x4	$1, %ymm0, %xmm25
	vextracti128	$1, %ymm3, %xmm5
	testq	%rsi, %rsi
	jne	.LBB3_9
	vpextrd	$1, %xmm3, %r11d
	subl	%r9d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm6
	vpshufd	$238, %xmm3, %xmm3
	vpsubd	%xmm21, %xmm3, %xmm3
	vpsubd	%xmm20, %xmm5, %xmm5
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm5
	vcvtdq2ps	%ymm3, %ymm3
	vpermt2pd	%ymm3, %ymm22, %ymm5
	vbroadcastss	%xmm27, %ymm3
	vfmadd213ps	%ymm26, %ymm3, %ymm5
	vxorps	%xmm4, %xmm4, %xmm4
	vfmadd213ss	%xmm4, %xmm27, %xmm6
	vpsubd	%xmm2, %xmm0, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vfmadd213ps	%xmm28, %xmm3, %xmm0
	vmovaps	%xmm0, 128(%rsp)
	vpsubd	%xmm19, %xmm25, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vfmadd213ps	%xmm28, %xmm3, %xmm0
	vmovaps	%xmm0, 80(%rsp)
	vpextrd	$2, %xmm25, %r11d
	subl	%r8d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm0
	vxorps	%xmm3, %xmm3, %xmm3
	vmovss	%xmm3, 32(%rsp)
	vfmadd213ss	%xmm4, %xmm27, %xmm0
	vmovss	%xmm0, 8(%rsp)
	vinsertps	$16, %xmm6, %xmm5, %xmm0
	vmovups	%ymm5, 896(%rsp)
	vblendps	$15, %ymm0, %ymm5, %ymm0
	vmovups	%ymm0, 304(%rsp)
.LBB3_11:
	vmovdqa	(%r15,%rsi,2), %ymm3
	vmovdqa	32(%r15,%rsi,2), %ymm4
	vmovdqa	64(%r15,%rsi,2), %ymm6
	vmovdqa	96(%r15,%rsi,2), %ymm0
	vpmovdb	%ymm3, %xmm7
	vpsrld	$8, %ymm3, %ymm5
	vpmovdb	%ymm5, %xmm8
	vpsrld	$16, %ymm3, %ymm5
	vpmovdb	%ymm5, %xmm9
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm3
	vmovdqa	-32800(%r12,%rsi), %ymm10
	vmovdqa	-32768(%r12,%rsi), %ymm5
	vpmovdb	%ymm10, %xmm11
	vpsrld	$8, %ymm10, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$16, %ymm10, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpmovsxbd	%xmm7, %ymm7
	vpsrld	$24, %ymm10, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpmovzxbd	%xmm11, %ymm11
	vpandd	%ymm1, %ymm11, %ymm16
	vpmaddwd	%ymm7, %ymm16, %ymm7
	vpmovsxbd	%xmm8, %ymm8
	vpmovzxbd	%xmm13, %ymm13
	vpandd	%ymm1, %ymm13, %ymm16
	vpmaddwd	%ymm8, %ymm16, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovsxbd	%xmm9, %ymm8
	vpmovzxbd	%xmm15, %ymm9
	vpand	%ymm1, %ymm9, %ymm15
	vpmaddwd	%ymm8, %ymm15, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovsxbd	%xmm3, %ymm3
	vpmovzxbd	%xmm10, %ymm8
	vpand	%ymm1, %ymm8, %ymm10
	vpmaddwd	%ymm3, %ymm10, %ymm3
	vpaddd	%ymm3, %ymm7, %ymm3
	vpmovdb	%ymm6, %xmm7
	vpsrld	$8, %ymm6, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm6, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpsrld	$24, %ymm6, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpmovsxbd	%xmm7, %ymm7
	vpsrld	$4, %ymm11, %ymm11
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm10, %ymm7
	vpsrld	$4, %ymm13, %ymm10
	vpmaddwd	%ymm7, %ymm10, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm15, %ymm7
	vpsrld	$4, %ymm9, %ymm9
	vpmaddwd	%ymm7, %ymm9, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm6, %ymm6
	vpsrld	$4, %ymm8, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm3, %ymm3
	vmovd	%xmm3, %r11d
	subl	%r10d, %r11d
	vpmovdb	%ymm4, %xmm6
	vpsrld	$8, %ymm4, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$16, %ymm4, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$24, %ymm4, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpmovsxbd	%xmm6, %ymm6
	vpmovdb	%ymm5, %xmm9
	vpsrld	$8, %ymm5, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm5, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$24, %ymm5, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpmovzxbd	%xmm9, %ymm9
	vpand	%ymm1, %ymm9, %ymm13
	vpmaddwd	%ymm6, %ymm13, %ymm6
	vpmovsxbd	%xmm7, %ymm7
	vpmovzxbd	%xmm10, %ymm10
	vpand	%ymm1, %ymm10, %ymm13
	vpmaddwd	%ymm7, %ymm13, %ymm7
	vpaddd	%ymm6, %ymm7, %ymm6
	vpmovsxbd	%xmm8, %ymm7
	vpmovzxbd	%xmm11, %ymm8
	vpand	%ymm1, %ymm8, %ymm11
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm6, %ymm6
	vpmovsxbd	%xmm4, %ymm4
	vpmovzxbd	%xmm5, %ymm5
	vpand	%ymm1, %ymm5, %ymm7
	vpmaddwd	%ymm4, %ymm7, %ymm4
	vpmovdb	%ymm0, %xmm7
	vpsrld	$8, %ymm0, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$16, %ymm0, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpaddd	%ymm4, %ymm6, %ymm4
	vpmovsxbd	%xmm7, %ymm6
	vpsrld	$4, %ymm9, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm11, %ymm6
	vpsrld	$4, %ymm10, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm13, %ymm6
	vpsrld	$4, %ymm8, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm0, %ymm0
	vpsrld	$4, %ymm5, %ymm5
	vpmaddwd	%ymm0, %ymm5, %ymm0
	vmovss	-2048(%rdx), %xmm30
	vpaddd	%ymm0, %ymm4, %ymm0
	vcvtsi2ss	%r11d, %xmm14, %xmm4
	vextracti32x4	$1, %ymm0, %xmm18
	vextracti128	$1, %ymm3, %xmm5
	vpextrd	$1, %xmm3, %r11d
	subl	%r9d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm6
	vpshufd	$238, %xmm3, %xmm3
	vpsubd	%xmm21, %xmm3, %xmm3
	vpsubd	%xmm20, %xmm5, %xmm5
	testq	%rsi, %rsi
	jne	.LBB3_12
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm4
	vcvtdq2ps	%ymm3, %ymm3
	vpermt2pd	%ymm3, %ymm22, %ymm4
	vbroadcastss	%xmm30, %ymm3
	vfmadd213ps	%ymm26, %ymm3, %ymm4
	vxorps	%xmm29, %xmm29, %xmm29
	vfmadd213ss	%xmm29, %xmm30, %xmm6
	vpsubd	%xmm2, %xmm0, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vfmadd213ps	%xmm28, %xmm3, %xmm0
	vmovaps	%xmm0, 160(%rsp)
	vpsubd	%xmm19, %xmm18, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vfmadd213ps	%xmm28, %xmm3, %xmm0
	vmovaps	%xmm0, 112(%rsp)
	vpextrd	$2, %xmm18, %r11d
	subl	%r8d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm0
	vfmadd213ss	%xmm29, %xmm30, %xmm0
	vmovss	%xmm0, 12(%rsp)
	vinsertps	$16, %xmm6, %xmm4, %xmm0
	vmovups	%ymm4, 864(%rsp)
	vblendps	$15, %ymm0, %ymm4, %ymm0
	vmovups	%ymm0, 336(%rsp)
.LBB3_14:
	vmovdqa	(%r15,%rsi,2), %ymm3
	vmovdqa	32(%r15,%rsi,2), %ymm4
	vmovdqa	64(%r15,%rsi,2), %ymm6
	vmovdqa	96(%r15,%rsi,2), %ymm0
	vpmovdb	%ymm3, %xmm7
	vpsrld	$8, %ymm3, %ymm5
	vpmovdb	%ymm5, %xmm8
	vpsrld	$16, %ymm3, %ymm5
	vpmovdb	%ymm5, %xmm9
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm3
	vmovdqa	-24608(%r12,%rsi), %ymm10
	vmovdqa	-24576(%r12,%rsi), %ymm5
	vpmovdb	%ymm10, %xmm11
	vpsrld	$8, %ymm10, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$16, %ymm10, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpmovsxbd	%xmm7, %ymm7
	vpsrld	$24, %ymm10, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpmovzxbd	%xmm11, %ymm11
	vpandd	%ymm1, %ymm11, %ymm16
	vpmaddwd	%ymm7, %ymm16, %ymm7
	vpmovsxbd	%xmm8, %ymm8
	vpmovzxbd	%xmm13, %ymm13
	vpandd	%ymm1, %ymm13, %ymm16
	vpmaddwd	%ymm8, %ymm16, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovsxbd	%xmm9, %ymm8
	vpmovzxbd	%xmm15, %ymm9
	vpand	%ymm1, %ymm9, %ymm15
	vpmaddwd	%ymm8, %ymm15, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovsxbd	%xmm3, %ymm3
	vpmovzxbd	%xmm10, %ymm8
	vpand	%ymm1, %ymm8, %ymm10
	vpmaddwd	%ymm3, %ymm10, %ymm3
	vpaddd	%ymm3, %ymm7, %ymm3
	vpmovdb	%ymm6, %xmm7
	vpsrld	$8, %ymm6, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm6, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpsrld	$24, %ymm6, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpmovsxbd	%xmm7, %ymm7
	vpsrld	$4, %ymm11, %ymm11
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm10, %ymm7
	vpsrld	$4, %ymm13, %ymm10
	vpmaddwd	%ymm7, %ymm10, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm15, %ymm7
	vpsrld	$4, %ymm9, %ymm9
	vpmaddwd	%ymm7, %ymm9, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm6, %ymm6
	vpsrld	$4, %ymm8, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm3, %ymm3
	vmovd	%xmm3, %r11d
	subl	%r10d, %r11d
	vpmovdb	%ymm4, %xmm6
	vpsrld	$8, %ymm4, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$16, %ymm4, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$24, %ymm4, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpmovsxbd	%xmm6, %ymm6
	vpmovdb	%ymm5, %xmm9
	vpsrld	$8, %ymm5, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm5, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$24, %ymm5, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpmovzxbd	%xmm9, %ymm9
	vpand	%ymm1, %ymm9, %ymm13
	vpmaddwd	%ymm6, %ymm13, %ymm6
	vpmovsxbd	%xmm7, %ymm7
	vpmovzxbd	%xmm10, %ymm10
	vpand	%ymm1, %ymm10, %ymm13
	vpmaddwd	%ymm7, %ymm13, %ymm7
	vpaddd	%ymm6, %ymm7, %ymm6
	vpmovsxbd	%xmm8, %ymm7
	vpmovzxbd	%xmm11, %ymm8
	vpand	%ymm1, %ymm8, %ymm11
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm6, %ymm6
	vpmovsxbd	%xmm4, %ymm4
	vpmovzxbd	%xmm5, %ymm5
	vpand	%ymm1, %ymm5, %ymm7
	vpmaddwd	%ymm4, %ymm7, %ymm4
	vpmovdb	%ymm0, %xmm7
	vpsrld	$8, %ymm0, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$16, %ymm0, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpaddd	%ymm4, %ymm6, %ymm4
	vpmovsxbd	%xmm7, %ymm6
	vpsrld	$4, %ymm9, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm11, %ymm6
	vpsrld	$4, %ymm10, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm13, %ymm6
	vpsrld	$4, %ymm8, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm0, %ymm0
	vpsrld	$4, %ymm5, %ymm5
	vpmaddwd	%ymm0, %ymm5, %ymm0
	vmovss	-1536(%rdx), %xmm7
	vpaddd	%ymm0, %ymm4, %ymm0
	vcvtsi2ss	%r11d, %xmm14, %xmm4
	vextracti32x4	$1, %ymm0, %xmm16
	vextracti128	$1, %ymm3, %xmm5
	testq	%rsi, %rsi
	vmovaps	%xmm7, 736(%rsp)
	jne	.LBB3_15
	vpextrd	$1, %xmm3, %r11d
	subl	%r9d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm6
	vpshufd	$238, %xmm3, %xmm3
	vpsubd	%xmm21, %xmm3, %xmm3
	vpsubd	%xmm20, %xmm5, %xmm5
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm5
	vcvtdq2ps	%ymm3, %ymm3
	vpermt2pd	%ymm3, %ymm22, %ymm5
	vbroadcastss	%xmm7, %ymm3
	vfmadd213ps	%ymm26, %ymm3, %ymm5
	vxorps	%xmm4, %xmm4, %xmm4
	vfmadd213ss	%xmm4, %xmm7, %xmm6
	vpsubd	%xmm2, %xmm0, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vfmadd213ps	%xmm28, %xmm3, %xmm0
	vmovaps	%xmm0, 192(%rsp)
	vpsubd	%xmm19, %xmm16, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vfmadd213ps	%xmm28, %xmm3, %xmm0
	vmovaps	%xmm0, 144(%rsp)
	vpextrd	$2, %xmm16, %r11d
	subl	%r8d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm0
	vxorps	%xmm3, %xmm3, %xmm3
	vmovss	%xmm3, 36(%rsp)
	vfmadd213ss	%xmm4, %xmm7, %xmm0
	vmovss	%xmm0, 16(%rsp)
	vinsertps	$16, %xmm6, %xmm5, %xmm0
	vmovups	%ymm5, 832(%rsp)
	vblendps	$15, %ymm0, %ymm5, %ymm0
	vmovups	%ymm0, 368(%rsp)
.LBB3_17:
	vmovdqa	(%r15,%rsi,2), %ymm3
	vmovdqa	32(%r15,%rsi,2), %ymm4
	vmovdqa	64(%r15,%rsi,2), %ymm6
	vmovdqa	96(%r15,%rsi,2), %ymm0
	vpmovdb	%ymm3, %xmm7
	vpsrld	$8, %ymm3, %ymm5
	vpmovdb	%ymm5, %xmm8
	vpsrld	$16, %ymm3, %ymm5
	vpmovdb	%ymm5, %xmm9
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm3
	vmovdqa	-16416(%r12,%rsi), %ymm10
	vmovdqa	-16384(%r12,%rsi), %ymm5
	vpmovdb	%ymm10, %xmm11
	vpsrld	$8, %ymm10, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$16, %ymm10, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpmovsxbd	%xmm7, %ymm7
	vpsrld	$24, %ymm10, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpmovzxbd	%xmm11, %ymm11
	vpandd	%ymm1, %ymm11, %ymm17
	vpmaddwd	%ymm7, %ymm17, %ymm7
	vpmovsxbd	%xmm8, %ymm8
	vpmovzxbd	%xmm13, %ymm13
	vpandd	%ymm1, %ymm13, %ymm17
	vpmaddwd	%ymm8, %ymm17, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovsxbd	%xmm9, %ymm8
	vpmovzxbd	%xmm15, %ymm9
	vpand	%ymm1, %ymm9, %ymm15
	vpmaddwd	%ymm8, %ymm15, %ymm8
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovsxbd	%xmm3, %ymm3
	vpmovzxbd	%xmm10, %ymm8
	vpand	%ymm1, %ymm8, %ymm10
	vpmaddwd	%ymm3, %ymm10, %ymm3
	vpaddd	%ymm3, %ymm7, %ymm3
	vpmovdb	%ymm6, %xmm7
	vpsrld	$8, %ymm6, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm6, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpsrld	$24, %ymm6, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpmovsxbd	%xmm7, %ymm7
	vpsrld	$4, %ymm11, %ymm11
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm10, %ymm7
	vpsrld	$4, %ymm13, %ymm10
	vpmaddwd	%ymm7, %ymm10, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm15, %ymm7
	vpsrld	$4, %ymm9, %ymm9
	vpmaddwd	%ymm7, %ymm9, %ymm7
	vpaddd	%ymm7, %ymm3, %ymm3
	vpmovsxbd	%xmm6, %ymm6
	vpsrld	$4, %ymm8, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm3, %ymm3
	vmovd	%xmm3, %r11d
	subl	%r10d, %r11d
	vpmovdb	%ymm4, %xmm6
	vpsrld	$8, %ymm4, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$16, %ymm4, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$24, %ymm4, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpmovsxbd	%xmm6, %ymm6
	vpmovdb	%ymm5, %xmm9
	vpsrld	$8, %ymm5, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm5, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$24, %ymm5, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpmovzxbd	%xmm9, %ymm9
	vpand	%ymm1, %ymm9, %ymm13
	vpmaddwd	%ymm6, %ymm13, %ymm6
	vpmovsxbd	%xmm7, %ymm7
	vpmovzxbd	%xmm10, %ymm10
	vpand	%ymm1, %ymm10, %ymm13
	vpmaddwd	%ymm7, %ymm13, %ymm7
	vpaddd	%ymm6, %ymm7, %ymm6
	vpmovsxbd	%xmm8, %ymm7
	vpmovzxbd	%xmm11, %ymm8
	vpand	%ymm1, %ymm8, %ymm11
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm6, %ymm6
	vpmovsxbd	%xmm4, %ymm4
	vpmovzxbd	%xmm5, %ymm5
	vpand	%ymm1, %ymm5, %ymm7
	vpmaddwd	%ymm4, %ymm7, %ymm4
	vpmovdb	%ymm0, %xmm7
	vpsrld	$8, %ymm0, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$16, %ymm0, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpaddd	%ymm4, %ymm6, %ymm4
	vpmovsxbd	%xmm7, %ymm6
	vpsrld	$4, %ymm9, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm11, %ymm6
	vpsrld	$4, %ymm10, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm13, %ymm6
	vpsrld	$4, %ymm8, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm4, %ymm4
	vpmovsxbd	%xmm0, %ymm0
	vpsrld	$4, %ymm5, %ymm5
	vpmaddwd	%ymm0, %ymm5, %ymm0
	vmovss	-1024(%rdx), %xmm31
	vpaddd	%ymm0, %ymm4, %ymm0
	vcvtsi2ss	%r11d, %xmm14, %xmm4
	vextracti128	$1, %ymm0, %xmm7
	vextracti128	$1, %ymm3, %xmm5
	testq	%rsi, %rsi
	vmovaps	%xmm27, 768(%rsp)
	vmovaps	%xmm30, 752(%rsp)
	vmovdqa	%xmm7, 464(%rsp)
	vpextrd	$1, %xmm3, %r10d
	jne	.LBB3_18
	subl	%r9d, %r10d
	vcvtsi2ss	%r10d, %xmm14, %xmm6
	vpshufd	$238, %xmm3, %xmm3
	vpsubd	%xmm21, %xmm3, %xmm3
	vpsubd	%xmm20, %xmm5, %xmm5
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm4
	vcvtdq2ps	%ymm3, %ymm3
	vpermt2pd	%ymm3, %ymm22, %ymm4
	vbroadcastss	%xmm31, %ymm3
	vfmadd213ps	%ymm26, %ymm3, %ymm4
	vxorps	%xmm5, %xmm5, %xmm5
	vfmadd213ss	%xmm5, %xmm31, %xmm6
	vpsubd	%xmm2, %xmm0, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vfmadd213ps	%xmm28, %xmm3, %xmm0
	vmovaps	%xmm0, 224(%rsp)
	vpsubd	%xmm19, %xmm7, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vfmadd213ps	%xmm28, %xmm3, %xmm0
	vmovaps	%xmm0, 176(%rsp)
	vpextrd	$2, %xmm7, %r9d
	subl	%r8d, %r9d
	vcvtsi2ss	%r9d, %xmm14, %xmm0
	vxorps	%xmm3, %xmm3, %xmm3
	vmovss	%xmm3, 40(%rsp)
	vfmadd213ss	%xmm5, %xmm31, %xmm0
	vmovss	%xmm0, 20(%rsp)
	vinsertps	$16, %xmm6, %xmm4, %xmm0
	vmovups	%ymm4, 800(%rsp)
	vblendps	$15, %ymm0, %ymm4, %ymm0
	vmovups	%ymm0, 400(%rsp)
.LBB3_20:
	vmovdqa	-57376(%r12,%rsi), %ymm0
	vmovdqa	-57344(%r12,%rsi), %ymm3
	vpmovdb	%ymm0, %xmm5
	vpsrld	$8, %ymm0, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpmovzxbd	%xmm5, %ymm5
	vpmovzxbd	%xmm6, %ymm6
	vpand	%ymm1, %ymm6, %ymm7
	vpmaddwd	960(%rsp), %ymm7, %ymm7
	vpand	%ymm1, %ymm5, %ymm8
	vpmaddwd	992(%rsp), %ymm8, %ymm8
	vpsrld	$16, %ymm0, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpaddd	%ymm7, %ymm8, %ymm7
	vpmovzxbd	%xmm9, %ymm8
	vpand	%ymm1, %ymm8, %ymm9
	vpmaddwd	1152(%rsp), %ymm9, %ymm9
	vpaddd	%ymm7, %ymm9, %ymm7
	vpmovzxbd	%xmm0, %ymm0
	vpand	%ymm1, %ymm0, %ymm9
	vpmaddwd	1088(%rsp), %ymm9, %ymm9
	vpaddd	%ymm7, %ymm9, %ymm7
	vpsrld	$4, %ymm5, %ymm5
	vpmaddwd	1056(%rsp), %ymm5, %ymm5
	vpaddd	%ymm5, %ymm7, %ymm5
	vpsrld	$4, %ymm6, %ymm6
	vpmaddwd	1120(%rsp), %ymm6, %ymm6
	vpaddd	%ymm6, %ymm5, %ymm5
	vpsrld	$4, %ymm8, %ymm6
	vpmaddwd	480(%rsp), %ymm6, %ymm6
	vpaddd	%ymm6, %ymm5, %ymm5
	vpsrld	$4, %ymm0, %ymm0
	vpmaddwd	1024(%rsp), %ymm0, %ymm0
	vpaddd	%ymm0, %ymm5, %ymm0
	vpmovdb	%ymm3, %xmm5
	vpsrld	$8, %ymm3, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$16, %ymm3, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpmovzxbd	%xmm5, %ymm5
	vpand	%ymm1, %ymm5, %ymm8
	vpmovzxbd	%xmm6, %ymm6
	vpand	%ymm1, %ymm6, %ymm9
	vpmaddwd	512(%rsp), %ymm9, %ymm9
	vpmaddwd	608(%rsp), %ymm8, %ymm8
	vpaddd	%ymm8, %ymm9, %ymm8
	vpmovzxbd	%xmm7, %ymm7
	vpand	%ymm1, %ymm7, %ymm9
	vpmaddwd	672(%rsp), %ymm9, %ymm9
	vpaddd	%ymm9, %ymm8, %ymm8
	vpmovzxbd	%xmm3, %ymm3
	vpand	%ymm1, %ymm3, %ymm9
	vpmaddwd	576(%rsp), %ymm9, %ymm9
	vpaddd	%ymm9, %ymm8, %ymm8
	vpsrld	$4, %ymm5, %ymm5
	vpmaddwd	544(%rsp), %ymm5, %ymm5
	vpaddd	%ymm5, %ymm8, %ymm5
	vpsrld	$4, %ymm6, %ymm6
	vpmaddwd	640(%rsp), %ymm6, %ymm6
	vpaddd	%ymm6, %ymm5, %ymm5
	vpsrld	$4, %ymm7, %ymm6
	vpmaddwd	704(%rsp), %ymm6, %ymm6
	vpaddd	%ymm6, %ymm5, %ymm5
	vpsrld	$4, %ymm3, %ymm3
	vpmaddwd	%ymm24, %ymm3, %ymm3
	vpaddd	%ymm3, %ymm5, %ymm3
	vpunpcklqdq	%xmm21, %xmm14, %xmm5
	vinserti32x4	$1, %xmm20, %ymm5, %ymm5
	vpsubd	%ymm5, %ymm0, %ymm0
	vcvtdq2ps	%ymm0, %ymm30
	vinserti32x4	$1, %xmm12, %ymm19, %ymm0
	vpermq	$132, %ymm0, %ymm0
	vpblendd	$15, %ymm2, %ymm0, %ymm0
	vpsubd	%ymm0, %ymm3, %ymm2
	vpextrd	$3, %xmm23, %r13d
	vpextrd	$1, %xmm12, %r8d
	vpextrd	$3, %xmm25, %r11d
	vpextrd	$3, %xmm18, %r10d
	vpextrd	$3, %xmm16, %r9d
	vmovdqa	(%r15,%rsi,2), %ymm5
	vmovdqa	32(%r15,%rsi,2), %ymm0
	vmovdqa	64(%r15,%rsi,2), %ymm6
	vmovdqa	96(%r15,%rsi,2), %ymm3
	vpmovdb	%ymm5, %xmm7
	vpsrld	$8, %ymm5, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$16, %ymm5, %ymm9
	vpmovdb	%ymm9, %xmm9
	vcvtdq2ps	%ymm2, %ymm2
	vpsrld	$24, %ymm5, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpmovsxbd	%xmm7, %ymm16
	vpmovsxbd	%xmm8, %ymm17
	vpmovsxbd	%xmm9, %ymm12
	vpmovdb	%ymm6, %xmm7
	vpsrld	$8, %ymm6, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$16, %ymm6, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsrld	$24, %ymm6, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpmovsxbd	%xmm5, %ymm15
	vpmovsxbd	%xmm7, %ymm14
	vpmovsxbd	%xmm8, %ymm13
	vpmovsxbd	%xmm9, %ymm11
	vmovq	(%rax,%rsi), %xmm5
	vpmovsxbd	%xmm6, %ymm4
	vpslld	$3, %xmm5, %xmm18
	vmovdqa	-32(%r12,%rsi), %ymm5
	vpmovdb	%ymm5, %xmm6
	vpsrld	$8, %ymm5, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$16, %ymm5, %ymm8
	vpmovdb	%ymm8, %xmm8
	vmovd	%xmm18, %r14d
	vpsrld	$24, %ymm5, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpmovzxbd	%xmm6, %ymm6
	vpand	%ymm1, %ymm6, %ymm9
	vpmovzxbd	%xmm7, %ymm7
	vpand	%ymm1, %ymm7, %ymm10
	vpmaddwd	%ymm17, %ymm10, %ymm10
	vmovdqu64	%ymm16, 512(%rsp)
	vpmaddwd	%ymm16, %ymm9, %ymm9
	vpaddd	%ymm9, %ymm10, %ymm9
	vpmovzxbd	%xmm8, %ymm8
	vpand	%ymm1, %ymm8, %ymm10
	vmovdqu	%ymm12, 640(%rsp)
	vpmaddwd	%ymm12, %ymm10, %ymm10
	vpaddd	%ymm10, %ymm9, %ymm9
	vpmovzxbd	%xmm5, %ymm5
	vpand	%ymm1, %ymm5, %ymm10
	vmovdqu	%ymm15, 544(%rsp)
	vpmaddwd	%ymm15, %ymm10, %ymm10
	vpaddd	%ymm10, %ymm9, %ymm9
	vpsrld	$4, %ymm6, %ymm6
	vmovdqu	%ymm14, 576(%rsp)
	vpmaddwd	%ymm6, %ymm14, %ymm6
	vpaddd	%ymm6, %ymm9, %ymm6
	vpsrld	$4, %ymm7, %ymm7
	vmovdqu	%ymm13, 608(%rsp)
	vpmaddwd	%ymm7, %ymm13, %ymm7
	vpaddd	%ymm7, %ymm6, %ymm6
	vpsrld	$4, %ymm8, %ymm7
	vmovdqu	%ymm11, 672(%rsp)
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm6, %ymm6
	vpsrld	$4, %ymm5, %ymm5
	vmovdqu	%ymm4, 704(%rsp)
	vpmaddwd	%ymm4, %ymm5, %ymm5
	vpaddd	%ymm5, %ymm6, %ymm12
	vmovd	%xmm12, %ebp
	subl	%r14d, %ebp
	vpmovdb	%ymm0, %xmm5
	vpsrld	$8, %ymm0, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$16, %ymm0, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovsxbd	%xmm5, %ymm13
	vpmovsxbd	%xmm6, %ymm10
	vpmovsxbd	%xmm7, %ymm7
	vpmovsxbd	%xmm0, %ymm0
	vpmovdb	%ymm3, %xmm5
	vpsrld	$8, %ymm3, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$16, %ymm3, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm9
	vpmovsxbd	%xmm5, %ymm11
	vpmovsxbd	%xmm6, %ymm6
	vpmovsxbd	%xmm8, %ymm3
	vmovq	8(%rax,%rsi), %xmm15
	vpslld	$3, 16(%rax,%rsi), %xmm5
	vpslld	$3, 32(%rax,%rsi), %xmm4
	vmovq	48(%rax,%rsi), %xmm16
	vmovdqa64	(%r12,%rsi), %ymm19
	vpmovsxbd	%xmm9, %ymm8
	vpmovdb	%ymm19, %xmm22
	vpsrld	$8, %ymm19, %ymm9
	vpmovdb	%ymm9, %xmm26
	vpsrld	$16, %ymm19, %ymm9
	vpmovdb	%ymm9, %xmm27
	vpsrld	$24, %ymm19, %ymm9
	vpmovdb	%ymm9, %xmm19
	vpslld	$3, %xmm15, %xmm9
	vpmovzxbd	%xmm22, %ymm15
	vpandd	%ymm1, %ymm15, %ymm22
	vpmovzxbd	%xmm26, %ymm26
	vpandd	%ymm1, %ymm26, %ymm28
	vpmaddwd	%ymm10, %ymm28, %ymm28
	vpmaddwd	%ymm13, %ymm22, %ymm22
	vpaddd	%ymm22, %ymm28, %ymm22
	vpmovzxbd	%xmm27, %ymm20
	vpandd	%ymm1, %ymm20, %ymm27
	vpmaddwd	%ymm7, %ymm27, %ymm27
	vpaddd	%ymm27, %ymm22, %ymm22
	vpmovzxbd	%xmm19, %ymm19
	vpandd	%ymm1, %ymm19, %ymm27
	vpmaddwd	%ymm0, %ymm27, %ymm27
	vpaddd	%ymm27, %ymm22, %ymm22
	vmovq	56(%rax,%rsi), %xmm28
	vpslld	$3, %xmm16, %xmm27
	vpslld	$3, %xmm28, %xmm28
	vpsrld	$4, %ymm15, %ymm15
	vpmaddwd	%ymm11, %ymm15, %ymm15
	vpaddd	%ymm15, %ymm22, %ymm15
	vpsrld	$4, %ymm26, %ymm16
	vpmaddwd	%ymm6, %ymm16, %ymm16
	vpaddd	%ymm16, %ymm15, %ymm15
	vpsrld	$4, %ymm20, %ymm16
	vpmaddwd	%ymm3, %ymm16, %ymm16
	vpaddd	%ymm16, %ymm15, %ymm15
	vpsrld	$4, %ymm19, %ymm16
	vpmaddwd	%ymm8, %ymm16, %ymm16
	vpaddd	%ymm16, %ymm15, %ymm22
	vmovss	(%rdx), %xmm16
	vcvtsi2ss	%ebp, %xmm2, %xmm26
	vextracti32x4	$1, %ymm22, %xmm15
	vpextrd	$1, %xmm18, %r14d
	vextracti32x4	$1, %ymm12, %xmm19
	vmovd	%xmm28, %ebp
	testq	%rsi, %rsi
	vmovdqu	%ymm4, 480(%rsp)
	vmovaps	%xmm29, %xmm24
	vpextrd	$1, %xmm12, %ecx
	jne	.LBB3_21
	subl	%r14d, %ecx
	vcvtsi2ss	%ecx, %xmm2, %xmm20
	vpshufd	$238, %xmm12, %xmm12
	vpsubd	%xmm9, %xmm12, %xmm21
	vpsubd	%xmm5, %xmm19, %xmm12
	vinsertps	$16, %xmm20, %xmm26, %xmm14
	vcvtdq2ps	%ymm12, %ymm12
	vperm2f128	$2, %ymm14, %ymm12, %ymm12
	vcvtdq2ps	%ymm21, %ymm14
	vmovapd	.LCPI3_1(%rip), %ymm19
	vpermt2pd	%ymm14, %ymm19, %ymm12
	vbroadcastss	%xmm16, %ymm14
	vpxord	%xmm23, %xmm23, %xmm23
	vfmadd213ps	%ymm23, %ymm14, %ymm12
	vxorps	%xmm26, %xmm26, %xmm26
	vfmadd213ss	%xmm26, %xmm16, %xmm20
	vpsubd	%xmm4, %xmm22, %xmm19
	vcvtdq2ps	%xmm19, %xmm19
	vpxord	%xmm21, %xmm21, %xmm21
	vfmadd213ps	%xmm21, %xmm14, %xmm19
	vmovaps	%xmm19, 240(%rsp)
	vpsubd	%xmm27, %xmm15, %xmm19
	vcvtdq2ps	%xmm19, %xmm19
	vfmadd213ps	%xmm21, %xmm14, %xmm19
	vmovaps	%xmm19, 208(%rsp)
	vpextrd	$2, %xmm15, %ecx
	subl	%ebp, %ecx
	vcvtsi2ss	%ecx, %xmm2, %xmm14
	vfmadd213ss	%xmm26, %xmm16, %xmm14
	vmovss	%xmm14, 24(%rsp)
	vinsertps	$16, %xmm20, %xmm12, %xmm14
	vblendps	$15, %ymm14, %ymm12, %ymm14
	vmovups	%ymm14, 432(%rsp)
.LBB3_23:
	kmovd	%edi, %k1
	vbroadcastss	-3584(%rdx), %ymm14
	vmovups	1184(%rsp), %ymm19
	vmovaps	%ymm23, %ymm19 {%k1}
	vfmadd213ps	%ymm19, %ymm14, %ymm30
	vmovups	1216(%rsp), %ymm20
	vmovaps	%ymm23, %ymm20 {%k1}
	subl	%r8d, %r13d
	vcvtsi2ss	%r13d, %xmm2, %xmm19
	vfmadd213ps	%ymm20, %ymm14, %ymm2
	vmovaps	784(%rsp), %xmm25
	vfmadd213ss	28(%rsp), %xmm19, %xmm25
	subl	%r8d, %r11d
	vcvtsi2ss	%r11d, %xmm1, %xmm14
	vmovaps	768(%rsp), %xmm29
	vfmadd213ss	32(%rsp), %xmm14, %xmm29
	subl	%r8d, %r10d
	vcvtsi2ss	%r10d, %xmm1, %xmm14
	subl	%r8d, %r9d
	vcvtsi2ss	%r9d, %xmm1, %xmm19
	vmovaps	%ymm2, %ymm4
	vmovaps	%ymm30, %ymm2
	vmovaps	752(%rsp), %xmm30
	vfmadd213ss	%xmm24, %xmm14, %xmm30
	vmovaps	464(%rsp), %xmm14
	vextractps	$3, %xmm14, %ecx
	subl	%r8d, %ecx
	vcvtsi2ss	%ecx, %xmm13, %xmm14
	vmovaps	736(%rsp), %xmm24
	vfmadd213ss	36(%rsp), %xmm19, %xmm24
	vfmadd213ss	40(%rsp), %xmm14, %xmm31
	vmovdqa	-8224(%r12,%rsi), %ymm14
	vpmovdb	%ymm14, %xmm19
	vpsrld	$8, %ymm14, %ymm20
	vpmovdb	%ymm20, %xmm20
	vpmovzxbd	%xmm19, %ymm19
	vpmovzxbd	%xmm20, %ymm20
	vpandd	%ymm1, %ymm20, %ymm21
	vpmaddwd	%ymm17, %ymm21, %ymm17
	vpandd	%ymm1, %ymm19, %ymm21
	vpmaddwd	512(%rsp), %ymm21, %ymm21
	vpsrld	$16, %ymm14, %ymm22
	vpmovdb	%ymm22, %xmm22
	vpsrld	$24, %ymm14, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpaddd	%ymm21, %ymm17, %ymm17
	vpmovzxbd	%xmm22, %ymm21
	vpandd	%ymm1, %ymm21, %ymm22
	vpmaddwd	640(%rsp), %ymm22, %ymm22
	vpaddd	%ymm22, %ymm17, %ymm17
	vpmovzxbd	%xmm14, %ymm14
	vpandd	%ymm1, %ymm14, %ymm22
	vpmaddwd	544(%rsp), %ymm22, %ymm22
	vpaddd	%ymm22, %ymm17, %ymm17
	vpsrld	$4, %ymm19, %ymm19
	vpmaddwd	576(%rsp), %ymm19, %ymm19
	vpaddd	%ymm19, %ymm17, %ymm17
	vpsrld	$4, %ymm20, %ymm19
	vpmaddwd	608(%rsp), %ymm19, %ymm19
	vpaddd	%ymm19, %ymm17, %ymm17
	vpsrld	$4, %ymm21, %ymm19
	vpmaddwd	672(%rsp), %ymm19, %ymm19
	vmovdqa64	-8192(%r12,%rsi), %ymm20
	vpaddd	%ymm19, %ymm17, %ymm17
	vpsrld	$4, %ymm14, %ymm14
	vpmaddwd	704(%rsp), %ymm14, %ymm14
	vpmovdb	%ymm20, %xmm19
	vpsrld	$8, %ymm20, %ymm21
	vpmovdb	%ymm21, %xmm21
	vpaddd	%ymm14, %ymm17, %ymm14
	vpmovzxbd	%xmm19, %ymm17
	vpmovzxbd	%xmm21, %ymm19
	vpandd	%ymm1, %ymm19, %ymm21
	vpmaddwd	%ymm10, %ymm21, %ymm21
	vpandd	%ymm1, %ymm17, %ymm22
	vpmaddwd	%ymm13, %ymm22, %ymm13
	vpsrld	$16, %ymm20, %ymm22
	vpmovdb	%ymm22, %xmm22
	vpaddd	%ymm13, %ymm21, %ymm13
	vpmovzxbd	%xmm22, %ymm21
	vpandd	%ymm1, %ymm21, %ymm22
	vpmaddwd	%ymm7, %ymm22, %ymm7
	vpsrld	$24, %ymm20, %ymm20
	vpmovdb	%ymm20, %xmm20
	vpaddd	%ymm7, %ymm13, %ymm7
	vpmovzxbd	%xmm20, %ymm13
	vpandd	%ymm1, %ymm13, %ymm20
	vpmaddwd	%ymm0, %ymm20, %ymm0
	vpaddd	%ymm0, %ymm7, %ymm0
	vpsrld	$4, %ymm17, %ymm7
	vpmaddwd	%ymm7, %ymm11, %ymm7
	vpaddd	%ymm7, %ymm0, %ymm0
	vpsrld	$4, %ymm19, %ymm7
	vpmaddwd	%ymm6, %ymm7, %ymm6
	vpaddd	%ymm6, %ymm0, %ymm0
	vpsrld	$4, %ymm21, %ymm6
	vpmaddwd	%ymm3, %ymm6, %ymm3
	vpaddd	%ymm3, %ymm0, %ymm0
	vpsrld	$4, %ymm13, %ymm3
	vpmaddwd	%ymm3, %ymm8, %ymm3
	vpaddd	%ymm3, %ymm0, %ymm0
	vpunpcklqdq	%xmm9, %xmm18, %xmm3
	vinserti128	$1, %xmm5, %ymm3, %ymm3
	vmovups	1280(%rsp), %ymm5
	vmovaps	%ymm23, %ymm5 {%k1}
	vpsubd	%ymm3, %ymm14, %ymm3
	vcvtdq2ps	%ymm3, %ymm20
	vbroadcastss	-512(%rdx), %ymm3
	vfmadd213ps	%ymm5, %ymm3, %ymm20
	vmovups	1248(%rsp), %ymm5
	vmovaps	%ymm23, %ymm5 {%k1}
	vinserti32x4	$1, %xmm28, %ymm27, %ymm6
	vmovaps	%xmm29, %xmm23
	vpermq	$132, %ymm6, %ymm6
	vpblendd	$15, 480(%rsp), %ymm6, %ymm6
	vpsubd	%ymm6, %ymm0, %ymm0
	vcvtdq2ps	%ymm0, %ymm21
	vfmadd213ps	%ymm5, %ymm3, %ymm21
	vpextrd	$3, %xmm15, %ecx
	vpextrd	$1, %xmm28, %edi
	subl	%edi, %ecx
	vcvtsi2ss	%ecx, %xmm15, %xmm0
	vfmadd213ss	%xmm26, %xmm0, %xmm16
	addq	$64, %rsi
	addq	$4, %rdx
	vmovaps	%xmm16, %xmm0
	vmovaps	%xmm31, %xmm6
	vmovaps	%xmm24, %xmm17
	vmovaps	%xmm30, %xmm29
	vmovaps	%xmm23, %xmm18
	vmovaps	%xmm25, %xmm9
	vmovaps	%ymm2, %ymm5
	vmovaps	%ymm4, %ymm3
	cmpq	$8192, %rsi
	vmovapd	.LCPI3_1(%rip), %ymm22
	vpxord	%xmm28, %xmm28, %xmm28
	vxorps	%xmm26, %xmm26, %xmm26
	jne	.LBB3_5
	jmp	.LBB3_24
.LBB3_6:
	vmovss	%xmm9, 28(%rsp)
	vpextrd	$1, %xmm0, %r11d
	subl	%r9d, %r11d
	vcvtsi2ss	%r11d, %xmm9, %xmm6
	vpshufd	$238, %xmm0, %xmm0
	vpsubd	%xmm21, %xmm0, %xmm0
	vpsubd	%xmm20, %xmm5, %xmm5
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm5
	vcvtdq2ps	%ymm0, %ymm0
	vpermt2pd	%ymm0, %ymm22, %ymm5
	vbroadcastss	%xmm7, %ymm0
	vfmadd213ps	272(%rsp), %ymm0, %ymm5
	vpsubd	%xmm2, %xmm3, %xmm3
	vcvtdq2ps	%xmm3, %xmm3
	vmovaps	96(%rsp), %xmm4
	vfmadd231ps	%xmm3, %xmm0, %xmm4
	vmovaps	%xmm4, 96(%rsp)
	vpsubd	%xmm19, %xmm23, %xmm3
	vcvtdq2ps	%xmm3, %xmm3
	vmovaps	64(%rsp), %xmm4
	vfmadd231ps	%xmm3, %xmm0, %xmm4
	vmovaps	%xmm4, 64(%rsp)
	vpextrd	$2, %xmm23, %r11d
	subl	%r8d, %r11d
	vcvtsi2ss	%r11d, %xmm15, %xmm0
	vmovss	4(%rsp), %xmm3
	vfmadd231ss	%xmm0, %xmm7, %xmm3
	vmovss	%xmm3, 4(%rsp)
	vmovups	%ymm5, 928(%rsp)
	vmovups	%ymm5, 272(%rsp)
	jmp	.LBB3_8
.LBB3_9:
	vmovss	%xmm18, 32(%rsp)
	vpextrd	$1, %xmm3, %r11d
	subl	%r9d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm6
	vpshufd	$238, %xmm3, %xmm3
	vpsubd	%xmm21, %xmm3, %xmm3
	vpsubd	%xmm20, %xmm5, %xmm5
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm5
	vcvtdq2ps	%ymm3, %ymm3
	vpermt2pd	%ymm3, %ymm22, %ymm5
	vbroadcastss	%xmm27, %ymm3
	vfmadd213ps	304(%rsp), %ymm3, %ymm5
	vpsubd	%xmm2, %xmm0, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vmovaps	128(%rsp), %xmm4
	vfmadd231ps	%xmm0, %xmm3, %xmm4
	vmovaps	%xmm4, 128(%rsp)
	vpsubd	%xmm19, %xmm25, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vmovaps	80(%rsp), %xmm4
	vfmadd231ps	%xmm0, %xmm3, %xmm4
	vmovaps	%xmm4, 80(%rsp)
	vpextrd	$2, %xmm25, %r11d
	subl	%r8d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm0
	vmovss	8(%rsp), %xmm3
	vfmadd231ss	%xmm0, %xmm27, %xmm3
	vmovss	%xmm3, 8(%rsp)
	vmovups	%ymm5, 896(%rsp)
	vmovups	%ymm5, 304(%rsp)
	jmp	.LBB3_11
.LBB3_12:
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm5
	vcvtdq2ps	%ymm3, %ymm3
	vpermt2pd	%ymm3, %ymm22, %ymm5
	vbroadcastss	%xmm30, %ymm3
	vfmadd213ps	336(%rsp), %ymm3, %ymm5
	vpsubd	%xmm2, %xmm0, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vmovaps	160(%rsp), %xmm4
	vfmadd231ps	%xmm0, %xmm3, %xmm4
	vmovaps	%xmm4, 160(%rsp)
	vpsubd	%xmm19, %xmm18, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vmovaps	112(%rsp), %xmm4
	vfmadd231ps	%xmm0, %xmm3, %xmm4
	vmovaps	%xmm4, 112(%rsp)
	vpextrd	$2, %xmm18, %r11d
	subl	%r8d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm0
	vmovss	12(%rsp), %xmm3
	vfmadd231ss	%xmm0, %xmm30, %xmm3
	vmovss	%xmm3, 12(%rsp)
	vmovups	%ymm5, 864(%rsp)
	vmovups	%ymm5, 336(%rsp)
	jmp	.LBB3_14
.LBB3_15:
	vmovss	%xmm17, 36(%rsp)
	vpextrd	$1, %xmm3, %r11d
	subl	%r9d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm6
	vpshufd	$238, %xmm3, %xmm3
	vpsubd	%xmm21, %xmm3, %xmm3
	vpsubd	%xmm20, %xmm5, %xmm5
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm5
	vcvtdq2ps	%ymm3, %ymm3
	vpermt2pd	%ymm3, %ymm22, %ymm5
	vbroadcastss	%xmm7, %ymm3
	vfmadd213ps	368(%rsp), %ymm3, %ymm5
	vpsubd	%xmm2, %xmm0, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vmovaps	192(%rsp), %xmm4
	vfmadd231ps	%xmm0, %xmm3, %xmm4
	vmovaps	%xmm4, 192(%rsp)
	vpsubd	%xmm19, %xmm16, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vmovaps	144(%rsp), %xmm4
	vfmadd231ps	%xmm0, %xmm3, %xmm4
	vmovaps	%xmm4, 144(%rsp)
	vpextrd	$2, %xmm16, %r11d
	subl	%r8d, %r11d
	vcvtsi2ss	%r11d, %xmm14, %xmm0
	vmovss	16(%rsp), %xmm3
	vfmadd231ss	%xmm0, %xmm7, %xmm3
	vmovss	%xmm3, 16(%rsp)
	vmovups	%ymm5, 832(%rsp)
	vmovups	%ymm5, 368(%rsp)
	jmp	.LBB3_17
.LBB3_18:
	subl	%r9d, %r10d
	vcvtsi2ss	%r10d, %xmm14, %xmm6
	vpshufd	$238, %xmm3, %xmm3
	vpsubd	%xmm21, %xmm3, %xmm3
	vpsubd	%xmm20, %xmm5, %xmm5
	vinsertps	$16, %xmm6, %xmm4, %xmm4
	vcvtdq2ps	%ymm5, %ymm5
	vperm2f128	$2, %ymm4, %ymm5, %ymm4
	vcvtdq2ps	%ymm3, %ymm3
	vpermt2pd	%ymm3, %ymm22, %ymm4
	vbroadcastss	%xmm31, %ymm3
	vfmadd213ps	400(%rsp), %ymm3, %ymm4
	vpsubd	%xmm2, %xmm0, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vmovaps	224(%rsp), %xmm5
	vfmadd231ps	%xmm0, %xmm3, %xmm5
	vmovaps	%xmm5, 224(%rsp)
	vpsubd	%xmm19, %xmm7, %xmm0
	vcvtdq2ps	%xmm0, %xmm0
	vmovaps	176(%rsp), %xmm5
	vfmadd231ps	%xmm0, %xmm3, %xmm5
	vmovaps	%xmm5, 176(%rsp)
	vpextrd	$2, %xmm7, %r9d
	subl	%r8d, %r9d
	vcvtsi2ss	%r9d, %xmm14, %xmm0
	vmovss	20(%rsp), %xmm3
	vfmadd231ss	%xmm0, %xmm31, %xmm3
	vmovss	%xmm3, 20(%rsp)
	vmovups	%ymm4, 800(%rsp)
	vmovups	%ymm4, 400(%rsp)
	jmp	.LBB3_20
.LBB3_21:
	subl	%r14d, %ecx
	vcvtsi2ss	%ecx, %xmm2, %xmm20
	vpshufd	$238, %xmm12, %xmm12
	vpsubd	%xmm9, %xmm12, %xmm21
	vpsubd	%xmm5, %xmm19, %xmm12
	vinsertps	$16, %xmm20, %xmm26, %xmm14
	vcvtdq2ps	%ymm12, %ymm12
	vperm2f128	$2, %ymm14, %ymm12, %ymm12
	vcvtdq2ps	%ymm21, %ymm19
	vmovapd	.LCPI3_1(%rip), %ymm14
	vpermt2pd	%ymm19, %ymm14, %ymm12
	vbroadcastss	%xmm16, %ymm19
	vfmadd213ps	432(%rsp), %ymm19, %ymm12
	vpsubd	%xmm4, %xmm22, %xmm20
	vcvtdq2ps	%xmm20, %xmm20
	vmovaps	240(%rsp), %xmm14
	vfmadd231ps	%xmm20, %xmm19, %xmm14
	vmovaps	%xmm14, 240(%rsp)
	vpsubd	%xmm27, %xmm15, %xmm20
	vcvtdq2ps	%xmm20, %xmm20
	vmovaps	208(%rsp), %xmm14
	vfmadd231ps	%xmm20, %xmm19, %xmm14
	vmovaps	%xmm14, 208(%rsp)
	vpextrd	$2, %xmm15, %ecx
	subl	%ebp, %ecx
	vcvtsi2ss	%ecx, %xmm2, %xmm19
	vmovss	24(%rsp), %xmm14
	vfmadd231ss	%xmm19, %xmm16, %xmm14
	vmovss	%xmm14, 24(%rsp)
	vmovups	%ymm12, 432(%rsp)
	vpxord	%xmm23, %xmm23, %xmm23
	vmovss	52(%rsp), %xmm26
	jmp	.LBB3_23
.LBB3_25:
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rcx
	movl	$1, %edi
	movl	44(%rsp), %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rcx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
	jmp	.LBB3_26
