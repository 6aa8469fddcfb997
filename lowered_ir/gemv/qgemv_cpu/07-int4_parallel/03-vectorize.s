# gemv/qgemv_cpu:int4_parallel:vectorize
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: the accumulators of a group are converted and scaled together
# target: llvm cascadelake

.LCPI3_0:
	.long	15
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	pushq	%rax
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
.LBB3_24:
	movl	%ecx, %eax
	addq	$8, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_1:
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
	addq	$3584, %r14
	addq	$57376, %r12
	xorl	%ecx, %ecx
	vpbroadcastd	.LCPI3_0(%rip), %zmm1
	jmp	.LBB3_4
.LBB3_22:
	vpxor	%xmm9, %xmm9, %xmm9
	vaddss	%xmm9, %xmm15, %xmm2
	vaddss	%xmm9, %xmm25, %xmm3
	vaddss	%xmm9, %xmm24, %xmm4
	vaddss	%xmm9, %xmm23, %xmm5
	vaddss	%xmm9, %xmm14, %xmm6
	vaddss	%xmm9, %xmm12, %xmm7
	vaddss	%xmm9, %xmm13, %xmm8
	vaddss	%xmm9, %xmm11, %xmm9
	vmovshdup	%xmm11, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vmovshdup	%xmm13, %xmm10
	vaddss	%xmm8, %xmm10, %xmm8
	vmovshdup	%xmm12, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vmovshdup	%xmm14, %xmm10
	vaddss	%xmm6, %xmm10, %xmm6
	vmovshdup	%xmm23, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vmovshdup	%xmm24, %xmm10
	vaddss	%xmm4, %xmm10, %xmm4
	vmovshdup	%xmm25, %xmm10
	vaddss	%xmm3, %xmm10, %xmm3
	vmovshdup	%xmm15, %xmm10
	vaddss	%xmm2, %xmm10, %xmm2
	vshufpd	$1, %xmm11, %xmm11, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vshufpd	$1, %xmm13, %xmm13, %xmm10
	vaddss	%xmm8, %xmm10, %xmm8
	vshufpd	$1, %xmm12, %xmm12, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vshufpd	$1, %xmm14, %xmm14, %xmm10
	vaddss	%xmm6, %xmm10, %xmm6
	vshufpd	$1, %xmm23, %xmm23, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vshufpd	$1, %xmm24, %xmm24, %xmm10
	vaddss	%xmm4, %xmm10, %xmm4
	vshufpd	$1, %xmm25, %xmm25, %xmm10
	vaddss	%xmm3, %xmm10, %xmm3
	vshufpd	$1, %xmm15, %xmm15, %xmm10
	vaddss	%xmm2, %xmm10, %xmm2
	vshufps	$255, %xmm11, %xmm11, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vshufps	$255, %xmm13, %xmm13, %xmm10
	vaddss	%xmm8, %xmm10, %xmm8
	vshufps	$255, %xmm12, %xmm12, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vshufps	$255, %xmm14, %xmm14, %xmm10
	vaddss	%xmm6, %xmm10, %xmm6
	vshufps	$255, %xmm23, %xmm23, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vshufps	$255, %xmm24, %xmm24, %xmm10
	vaddss	%xmm4, %xmm10, %xmm4
	vshufps	$255, %xmm25, %xmm25, %xmm10
	vaddss	%xmm3, %xmm10, %xmm3
	vshufps	$255, %xmm15, %xmm15, %xmm10
	vaddss	%xmm2, %xmm10, %xmm2
	vextractf128	$1, %ymm11, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vextractf32x4	$1, %ymm13, %xmm16
	vaddss	%xmm8, %xmm16, %xmm8
	vextractf32x4	$1, %ymm12, %xmm17
	vaddss	%xmm7, %xmm17, %xmm7
	vextractf32x4	$1, %ymm14, %xmm18
	vaddss	%xmm6, %xmm18, %xmm6
	vextractf32x4	$1, %ymm23, %xmm19
	vaddss	%xmm5, %xmm19, %xmm5
	vextractf32x4	$1, %ymm24, %xmm20
	vaddss	%xmm4, %xmm20, %xmm4
	vextractf32x4	$1, %ymm25, %xmm21
	vaddss	%xmm3, %xmm21, %xmm3
	vextractf32x4	$1, %ymm15, %xmm22
	vaddss	%xmm2, %xmm22, %xmm2
	vmovshdup	%xmm10, %xmm26
	vaddss	%xmm9, %xmm26, %xmm9
	vmovshdup	%xmm16, %xmm26
	vaddss	%xmm8, %xmm26, %xmm8
	vmovshdup	%xmm17, %xmm26
	vaddss	%xmm7, %xmm26, %xmm7
	vmovshdup	%xmm18, %xmm26
	vaddss	%xmm6, %xmm26, %xmm6
	vmovshdup	%xmm19, %xmm26
	vaddss	%xmm5, %xmm26, %xmm5
	vmovshdup	%xmm20, %xmm26
	vaddss	%xmm4, %xmm26, %xmm4
	vmovshdup	%xmm21, %xmm26
	vaddss	%xmm3, %xmm26, %xmm3
	vmovshdup	%xmm22, %xmm26
	vaddss	%xmm2, %xmm26, %xmm2
	vshufpd	$1, %xmm10, %xmm10, %xmm26
	vaddss	%xmm9, %xmm26, %xmm9
	vshufpd	$1, %xmm16, %xmm16, %xmm26
	vaddss	%xmm8, %xmm26, %xmm8
	vshufpd	$1, %xmm17, %xmm17, %xmm26
	vaddss	%xmm7, %xmm26, %xmm7
	vshufpd	$1, %xmm18, %xmm18, %xmm26
	vaddss	%xmm6, %xmm26, %xmm6
	vshufpd	$1, %xmm19, %xmm19, %xmm26
	vaddss	%xmm5, %xmm26, %xmm5
	vshufpd	$1, %xmm20, %xmm20, %xmm26
	vaddss	%xmm4, %xmm26, %xmm4
	vshufpd	$1, %xmm21, %xmm21, %xmm26
	vaddss	%xmm3, %xmm26, %xmm3
	vshufpd	$1, %xmm22, %xmm22, %xmm26
	vaddss	%xmm2, %xmm26, %xmm2
	vshufps	$255, %xmm10, %xmm10, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vshufps	$255, %xmm16, %xmm16, %xmm10
	vaddss	%xmm8, %xmm10, %xmm8
	vshufps	$255, %xmm17, %xmm17, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vshufps	$255, %xmm18, %xmm18, %xmm10
	vaddss	%xmm6, %xmm10, %xmm6
	vshufps	$255, %xmm19, %xmm19, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vshufps	$255, %xmm20, %xmm20, %xmm10
	vaddss	%xmm4, %xmm10, %xmm4
	vshufps	$255, %xmm21, %xmm21, %xmm10
	vaddss	%xmm3, %xmm10, %xmm3
	vshufps	$255, %xmm22, %xmm22, %xmm10
	vaddss	%xmm2, %xmm10, %xmm2
	vextractf32x4	$2, %zmm11, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vextractf32x4	$2, %zmm13, %xmm16
	vaddss	%xmm8, %xmm16, %xmm8
	vextractf32x4	$2, %zmm12, %xmm17
	vaddss	%xmm7, %xmm17, %xmm7
	vextractf32x4	$2, %zmm14, %xmm18
	vaddss	%xmm6, %xmm18, %xmm6
	vextractf32x4	$2, %zmm23, %xmm19
	vaddss	%xmm5, %xmm19, %xmm5
	vextractf32x4	$2, %zmm24, %xmm20
	vaddss	%xmm4, %xmm20, %xmm4
	vextractf32x4	$2, %zmm25, %xmm21
	vaddss	%xmm3, %xmm21, %xmm3
	vextractf32x4	$2, %zmm15, %xmm22
	vaddss	%xmm2, %xmm22, %xmm2
	vmovshdup	%xmm10, %xmm26
	vaddss	%xmm9, %xmm26, %xmm9
	vmovshdup	%xmm16, %xmm26
	vaddss	%xmm8, %xmm26, %xmm8
	vmovshdup	%xmm17, %xmm26
	vaddss	%xmm7, %xmm26, %xmm7
	vmovshdup	%xmm18, %xmm26
	vaddss	%xmm6, %xmm26, %xmm6
	vmovshdup	%xmm19, %xmm26
	vaddss	%xmm5, %xmm26, %xmm5
	vmovshdup	%xmm20, %xmm26
	vaddss	%xmm4, %xmm26, %xmm4
	vmovshdup	%xmm21, %xmm26
	vaddss	%xmm3, %xmm26, %xmm3
	vmovshdup	%xmm22, %xmm26
	vaddss	%xmm2, %xmm26, %xmm2
	vshufpd	$1, %xmm10, %xmm10, %xmm26
	vaddss	%xmm9, %xmm26, %xmm9
	vshufpd	$1, %xmm16, %xmm16, %xmm26
	vaddss	%xmm8, %xmm26, %xmm8
	vshufpd	$1, %xmm17, %xmm17, %xmm26
	vaddss	%xmm7, %xmm26, %xmm7
	vshufpd	$1, %xmm18, %xmm18, %xmm26
	vaddss	%xmm6, %xmm26, %xmm6
	vshufpd	$1, %xmm19, %xmm19, %xmm26
	vaddss	%xmm5, %xmm26, %xmm5
	vshufpd	$1, %xmm20, %xmm20, %xmm26
	vaddss	%xmm4, %xmm26, %xmm4
	vshufpd	$1, %xmm21, %xmm21, %xmm26
	vaddss	%xmm3, %xmm26, %xmm3
	vshufpd	$1, %xmm22, %xmm22, %xmm26
	vaddss	%xmm2, %xmm26, %xmm2
	vshufps	$255, %xmm10, %xmm10, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vshufps	$255, %xmm16, %xmm16, %xmm10
	vaddss	%xmm8, %xmm10, %xmm8
	vshufps	$255, %xmm17, %xmm17, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vshufps	$255, %xmm18, %xmm18, %xmm10
	vaddss	%xmm6, %xmm10, %xmm6
	vshufps	$255, %xmm19, %xmm19, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vshufps	$255, %xmm20, %xmm20, %xmm10
	vaddss	%xmm4, %xmm10, %xmm4
	vshufps	$255, %xmm21, %xmm21, %xmm10
	vaddss	%xmm3, %xmm10, %xmm3
	vshufps	$255, %xmm22, %xmm22, %xmm10
	vaddss	%xmm2, %xmm10, %xmm2
	vextractf32x4	$3, %zmm11, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vextractf32x4	$3, %zmm13, %xmm16
	vaddss	%xmm8, %xmm16, %xmm8
	vextractf32x4	$3, %zmm12, %xmm17
	vaddss	%xmm7, %xmm17, %xmm7
	vextractf32x4	$3, %zmm14, %xmm18
	vaddss	%xmm6, %xmm18, %xmm6
	vextractf32x4	$3, %zmm23, %xmm19
	vaddss	%xmm5, %xmm19, %xmm5
	vextractf32x4	$3, %zmm24, %xmm20
	vaddss	%xmm4, %xmm20, %xmm4
	vextractf32x4	$3, %zmm25, %xmm21
	vaddss	%xmm3, %xmm21, %xmm3
	vextractf32x4	$3, %zmm15, %xmm22
	vaddss	%xmm2, %xmm22, %xmm2
	vmovshdup	%xmm10, %xmm26
	vaddss	%xmm9, %xmm26, %xmm9
	vmovshdup	%xmm16, %xmm26
	vaddss	%xmm8, %xmm26, %xmm8
	vmovshdup	%xmm17, %xmm26
	vaddss	%xmm7, %xmm26, %xmm7
	vmovshdup	%xmm18, %xmm26
	vaddss	%xmm6, %xmm26, %xmm6
	vmovshdup	%xmm19, %xmm26
	vaddss	%xmm5, %xmm26, %xmm5
	vmovshdup	%xmm20, %xmm26
	vaddss	%xmm4, %xmm26, %xmm4
	vmovshdup	%xmm21, %xmm26
	vaddss	%xmm3, %xmm26, %xmm3
	vmovshdup	%xmm22, %xmm26
	vaddss	%xmm2, %xmm26, %xmm2
	vshufpd	$1, %xmm10, %xmm10, %xmm26
	vaddss	%xmm9, %xmm26, %xmm9
	vshufpd	$1, %xmm16, %xmm16, %xmm26
	vaddss	%xmm8, %xmm26, %xmm8
	vshufpd	$1, %xmm17, %xmm17, %xmm26
	vaddss	%xmm7, %xmm26, %xmm7
	vshufpd	$1, %xmm18, %xmm18, %xmm26
	vaddss	%xmm6, %xmm26, %xmm6
	vshufpd	$1, %xmm19, %xmm19, %xmm26
	vaddss	%xmm5, %xmm26, %xmm5
	vshufpd	$1, %xmm20, %xmm20, %xmm26
	vaddss	%xmm4, %xmm26, %xmm4
	vshufpd	$1, %xmm21, %xmm21, %xmm26
	vaddss	%xmm3, %xmm26, %xmm3
	vshufpd	$1, %xmm22, %xmm22, %xmm26
	vaddss	%xmm2, %xmm26, %xmm2
	vshufps	$255, %xmm10, %xmm10, %xmm10
	vaddss	%xmm9, %xmm10, %xmm9
	vshufps	$255, %xmm16, %xmm16, %xmm10
	vaddss	%xmm8, %xmm10, %xmm8
	vshufps	$255, %xmm17, %xmm17, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vshufps	$255, %xmm18, %xmm18, %xmm10
	vaddss	%xmm6, %xmm10, %xmm6
	vshufps	$255, %xmm19, %xmm19, %xmm10
	vaddss	%xmm5, %xmm10, %xmm5
	vshufps	$255, %xmm20, %xmm20, %xmm10
	vaddss	%xmm4, %xmm10, %xmm4
	vshufps	$255, %xmm21, %xmm21, %xmm10
	vaddss	%xmm3, %xmm10, %xmm3
	vshufps	$255, %xmm22, %xmm22, %xmm10
	vaddss	%xmm2, %xmm10, %xmm2
	vmulss	%xmm0, %xmm9, %xmm9
	movq	%rcx, %rdx
	shlq	$5, %rdx
	vmovss	%xmm9, (%rbx,%rdx)
	vmulss	%xmm0, %xmm8, %xmm8
	vmovss	%xmm8, 4(%rbx,%rdx)
	vmulss	%xmm7, %xmm0, %xmm7
	vmovss	%xmm7, 8(%rbx,%rdx)
	vmulss	%xmm6, %xmm0, %xmm6
	vmovss	%xmm6, 12(%rbx,%rdx)
	vmulss	%xmm5, %xmm0, %xmm5
	vmovss	%xmm5, 16(%rbx,%rdx)
	vmulss	%xmm4, %xmm0, %xmm4
	vmovss	%xmm4, 20(%rbx,%rdx)
	vmulss	%xmm3, %xmm0, %xmm3
	vmovss	%xmm3, 24(%rbx,%rdx)
	vmulss	%xmm2, %xmm0, %xmm2
	vmovss	%xmm2, 28(%rbx,%rdx)
	incq	%rcx
	addq	$4096, %r14
	addq	$65536, %r12
	cmpq	$2048, %rcx
	je	.LBB3_23
.LBB3_4:
	movq	%r14, %rdx
	xorl	%esi, %esi
.LBB3_5:
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	testq	%rsi, %rsi
	jne	.LBB3_6
	testq	%rsi, %rsi
	jne	.LBB3_8
.LBB3_9:
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm10, %xmm10, %xmm10
	testq	%rsi, %rsi
	jne	.LBB3_10
.LBB3_11:
	testq	%rsi, %rsi
	jne	.LBB3_12
.LBB3_13:
	vpxor	%xmm4, %xmm4, %xmm4
	vxorps	%xmm6, %xmm6, %xmm6
	testq	%rsi, %rsi
	jne	.LBB3_14
.LBB3_15:
	testq	%rsi, %rsi
	jne	.LBB3_16
.LBB3_17:
	vpxor	%xmm3, %xmm3, %xmm3
	vpxor	%xmm5, %xmm5, %xmm5
	testq	%rsi, %rsi
	jne	.LBB3_18
.LBB3_19:
	testq	%rsi, %rsi
	jne	.LBB3_20
.LBB3_21:
	vmovdqa	(%r15,%rsi,2), %ymm11
	vmovdqa	32(%r15,%rsi,2), %ymm12
	vmovdqa	64(%r15,%rsi,2), %ymm13
	vmovdqa	96(%r15,%rsi,2), %ymm14
	vpmovdb	%ymm11, %xmm15
	vpsrld	$8, %ymm11, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpsrld	$16, %ymm11, %ymm17
	vpmovdb	%ymm17, %xmm17
	vpsrld	$24, %ymm11, %ymm11
	vpmovdb	%ymm11, %xmm11
	vmovdqa64	-57376(%r12,%rsi), %ymm18
	vmovdqa64	-57344(%r12,%rsi), %ymm19
	vpmovdb	%ymm18, %xmm20
	vpsrld	$8, %ymm18, %ymm21
	vpmovdb	%ymm21, %xmm21
	vpsrld	$16, %ymm18, %ymm22
	vpmovdb	%ymm22, %xmm22
	vpsrld	$24, %ymm18, %ymm18
	vpmovdb	%ymm18, %xmm18
	vpmovdb	%ymm13, %xmm23
	vpsrld	$8, %ymm13, %ymm24
	vpmovdb	%ymm24, %xmm24
	vpsrld	$16, %ymm13, %ymm25
	vpmovdb	%ymm25, %xmm25
	vpsrld	$24, %ymm13, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpmovdb	%ymm12, %xmm26
	vpunpcklqdq	%xmm26, %xmm15, %xmm26
	vpsrld	$8, %ymm12, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpunpcklqdq	%xmm15, %xmm16, %xmm15
	vpsrld	$16, %ymm12, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpunpcklqdq	%xmm16, %xmm17, %xmm17
	vpsrld	$24, %ymm12, %ymm12
	vpmovdb	%ymm12, %xmm12
	vpunpcklqdq	%xmm12, %xmm11, %xmm11
	vpmovdb	%ymm19, %xmm12
	vpsrld	$8, %ymm19, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpunpcklqdq	%xmm12, %xmm20, %xmm12
	vpunpcklqdq	%xmm16, %xmm21, %xmm16
	vpsrld	$16, %ymm19, %ymm20
	vpmovdb	%ymm20, %xmm20
	vpunpcklqdq	%xmm20, %xmm22, %xmm20
	vpsrld	$24, %ymm19, %ymm19
	vpmovdb	%ymm19, %xmm19
	vpunpcklqdq	%xmm19, %xmm18, %xmm18
	vpmovdb	%ymm14, %xmm19
	vpunpcklqdq	%xmm19, %xmm23, %xmm19
	vpsrld	$8, %ymm14, %ymm21
	vpmovdb	%ymm21, %xmm21
	vpunpcklqdq	%xmm21, %xmm24, %xmm21
	vpsrld	$16, %ymm14, %ymm22
	vpmovdb	%ymm22, %xmm22
	vpunpcklqdq	%xmm22, %xmm25, %xmm22
	vpsrld	$24, %ymm14, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpunpcklqdq	%xmm14, %xmm13, %xmm13
	vpmovzxbd	%xmm16, %zmm14
	vpandd	%zmm1, %zmm14, %zmm16
	vpmovsxbd	%xmm15, %zmm15
	vpmaddwd	%zmm15, %zmm16, %zmm23
	vpmovzxbd	%xmm12, %zmm12
	vpandd	%zmm1, %zmm12, %zmm24
	vpmovsxbd	%xmm26, %zmm16
	vpmaddwd	%zmm16, %zmm24, %zmm24
	vpaddd	%zmm24, %zmm23, %zmm23
	vpmovzxbd	%xmm20, %zmm24
	vpandd	%zmm1, %zmm24, %zmm20
	vpmovsxbd	%xmm17, %zmm17
	vpmaddwd	%zmm17, %zmm20, %zmm20
	vpaddd	%zmm20, %zmm23, %zmm20
	vpmovzxbd	%xmm18, %zmm23
	vpandd	%zmm1, %zmm23, %zmm25
	vpmovsxbd	%xmm11, %zmm18
	vpmaddwd	%zmm18, %zmm25, %zmm11
	vpaddd	%zmm11, %zmm20, %zmm11
	vpmovsxbd	%xmm19, %zmm19
	vpsrld	$4, %zmm12, %zmm12
	vpmaddwd	%zmm19, %zmm12, %zmm12
	vpaddd	%zmm12, %zmm11, %zmm11
	vpmovsxbd	%xmm21, %zmm20
	vpsrld	$4, %zmm14, %zmm12
	vpmaddwd	%zmm20, %zmm12, %zmm12
	vpaddd	%zmm12, %zmm11, %zmm11
	vpmovsxbd	%xmm22, %zmm21
	vpsrld	$4, %zmm24, %zmm12
	vpmaddwd	%zmm21, %zmm12, %zmm12
	vpaddd	%zmm12, %zmm11, %zmm14
	vpmovsxbd	%xmm13, %zmm22
	vpsrld	$4, %zmm23, %zmm13
	vmovss	-3584(%rdx), %xmm11
	vmovss	-3072(%rdx), %xmm12
	vmovdqa64	-49184(%r12,%rsi), %ymm23
	vpmovdb	%ymm23, %xmm24
	vpsrld	$8, %ymm23, %ymm25
	vpmovdb	%ymm25, %xmm25
	vpsrld	$16, %ymm23, %ymm26
	vpmovdb	%ymm26, %xmm26
	vpmaddwd	%zmm22, %zmm13, %zmm13
	vpsrld	$24, %ymm23, %ymm23
	vpmovdb	%ymm23, %xmm23
	vmovdqa64	-49152(%r12,%rsi), %ymm27
	vpaddd	%zmm13, %zmm14, %zmm13
	vpmovdb	%ymm27, %xmm14
	vpsrld	$8, %ymm27, %ymm28
	vpmovdb	%ymm28, %xmm28
	vpunpcklqdq	%xmm14, %xmm24, %xmm14
	vpunpcklqdq	%xmm28, %xmm25, %xmm24
	vpsrld	$16, %ymm27, %ymm25
	vpmovdb	%ymm25, %xmm25
	vpunpcklqdq	%xmm25, %xmm26, %xmm25
	vpsrld	$24, %ymm27, %ymm26
	vpmovdb	%ymm26, %xmm26
	vpunpcklqdq	%xmm26, %xmm23, %xmm23
	vpmovzxbd	%xmm24, %zmm24
	vpandd	%zmm1, %zmm24, %zmm26
	vpmaddwd	%zmm15, %zmm26, %zmm26
	vpmovzxbd	%xmm14, %zmm14
	vpandd	%zmm1, %zmm14, %zmm27
	vpmaddwd	%zmm16, %zmm27, %zmm27
	vpaddd	%zmm27, %zmm26, %zmm26
	vpmovzxbd	%xmm25, %zmm25
	vpandd	%zmm1, %zmm25, %zmm27
	vpmaddwd	%zmm17, %zmm27, %zmm27
	vpaddd	%zmm27, %zmm26, %zmm26
	vpmovzxbd	%xmm23, %zmm23
	vpandd	%zmm1, %zmm23, %zmm27
	vpmaddwd	%zmm18, %zmm27, %zmm27
	vpaddd	%zmm27, %zmm26, %zmm26
	vpsrld	$4, %zmm14, %zmm14
	vpmaddwd	%zmm19, %zmm14, %zmm14
	vpaddd	%zmm14, %zmm26, %zmm14
	vpsrld	$4, %zmm24, %zmm24
	vpmaddwd	%zmm20, %zmm24, %zmm24
	vpaddd	%zmm24, %zmm14, %zmm14
	vpsrld	$4, %zmm25, %zmm24
	vpmaddwd	%zmm21, %zmm24, %zmm24
	vpaddd	%zmm24, %zmm14, %zmm14
	vpsrld	$4, %zmm23, %zmm23
	vpmaddwd	%zmm22, %zmm23, %zmm23
	vpaddd	%zmm23, %zmm14, %zmm14
	vmovdqa64	-40992(%r12,%rsi), %ymm23
	vpmovdb	%ymm23, %xmm24
	vpsrld	$8, %ymm23, %ymm25
	vpmovdb	%ymm25, %xmm25
	vpsrld	$16, %ymm23, %ymm26
	vpmovdb	%ymm26, %xmm26
	vpsrld	$24, %ymm23, %ymm23
	vpmovdb	%ymm23, %xmm23
	vmovdqa64	-40960(%r12,%rsi), %ymm27
	vpmovdb	%ymm27, %xmm28
	vpunpcklqdq	%xmm28, %xmm24, %xmm24
	vpsrld	$8, %ymm27, %ymm28
	vpmovdb	%ymm28, %xmm28
	vpunpcklqdq	%xmm28, %xmm25, %xmm25
	vpsrld	$16, %ymm27, %ymm28
	vpmovdb	%ymm28, %xmm28
	vpunpcklqdq	%xmm28, %xmm26, %xmm26
	vpsrld	$24, %ymm27, %ymm27
	vpmovdb	%ymm27, %xmm27
	vpunpcklqdq	%xmm27, %xmm23, %xmm23
	vpmovzxbd	%xmm25, %zmm25
	vpandd	%zmm1, %zmm25, %zmm27
	vpmaddwd	%zmm15, %zmm27, %zmm27
	vpmovzxbd	%xmm24, %zmm24
	vpandd	%zmm1, %zmm24, %zmm28
	vpmaddwd	%zmm16, %zmm28, %zmm28
	vpaddd	%zmm28, %zmm27, %zmm27
	vpmovzxbd	%xmm26, %zmm26
	vpandd	%zmm1, %zmm26, %zmm28
	vpmaddwd	%zmm17, %zmm28, %zmm28
	vpaddd	%zmm28, %zmm27, %zmm27
	vpmovzxbd	%xmm23, %zmm23
	vpandd	%zmm1, %zmm23, %zmm28
	vpmaddwd	%zmm18, %zmm28, %zmm28
	vpaddd	%zmm28, %zmm27, %zmm27
	vpsrld	$4, %zmm24, %zmm24
	vpmaddwd	%zmm19, %zmm24, %zmm24
	vpaddd	%zmm24, %zmm27, %zmm24
	vpsrld	$4, %zmm25, %zmm25
	vpmaddwd	%zmm20, %zmm25, %zmm25
	vpaddd	%zmm25, %zmm24, %zmm24
	vpsrld	$4, %zmm26, %zmm25
	vpmaddwd	%zmm21, %zmm25, %zmm25
	vpaddd	%zmm25, %zmm24, %zmm24
	vpsrld	$4, %zmm23, %zmm23
	vmovdqa64	-32800(%r12,%rsi), %ymm25
	vpmovdb	%ymm25, %xmm26
	vpsrld	$8, %ymm25, %ymm27
	vpmovdb	%ymm27, %xmm27
	vpsrld	$16, %ymm25, %ymm28
	vpmovdb	%ymm28, %xmm28
	vpmaddwd	%zmm22, %zmm23, %zmm23
	vpsrld	$24, %ymm25, %ymm25
	vpmovdb	%ymm25, %xmm25
	vmovdqa64	-32768(%r12,%rsi), %ymm29
	vpaddd	%zmm23, %zmm24, %zmm23
	vpmovdb	%ymm29, %xmm24
	vpsrld	$8, %ymm29, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpunpcklqdq	%xmm24, %xmm26, %xmm24
	vpunpcklqdq	%xmm30, %xmm27, %xmm26
	vpsrld	$16, %ymm29, %ymm27
	vpmovdb	%ymm27, %xmm27
	vpunpcklqdq	%xmm27, %xmm28, %xmm27
	vpsrld	$24, %ymm29, %ymm28
	vpmovdb	%ymm28, %xmm28
	vpunpcklqdq	%xmm28, %xmm25, %xmm25
	vpmovzxbd	%xmm26, %zmm26
	vpandd	%zmm1, %zmm26, %zmm28
	vpmaddwd	%zmm15, %zmm28, %zmm28
	vpmovzxbd	%xmm24, %zmm24
	vpandd	%zmm1, %zmm24, %zmm29
	vpmaddwd	%zmm16, %zmm29, %zmm29
	vpaddd	%zmm29, %zmm28, %zmm28
	vpmovzxbd	%xmm27, %zmm27
	vpandd	%zmm1, %zmm27, %zmm29
	vpmaddwd	%zmm17, %zmm29, %zmm29
	vpaddd	%zmm29, %zmm28, %zmm28
	vpmovzxbd	%xmm25, %zmm25
	vpandd	%zmm1, %zmm25, %zmm29
	vpmaddwd	%zmm18, %zmm29, %zmm29
	vpaddd	%zmm29, %zmm28, %zmm28
	vpsrld	$4, %zmm24, %zmm24
	vpmaddwd	%zmm19, %zmm24, %zmm24
	vpaddd	%zmm24, %zmm28, %zmm24
	vpsrld	$4, %zmm26, %zmm26
	vpmaddwd	%zmm20, %zmm26, %zmm26
	vpaddd	%zmm26, %zmm24, %zmm24
	vpsrld	$4, %zmm27, %zmm26
	vpmaddwd	%zmm21, %zmm26, %zmm26
	vpaddd	%zmm26, %zmm24, %zmm24
	vpsrld	$4, %zmm25, %zmm25
	vpmaddwd	%zmm22, %zmm25, %zmm25
	vpaddd	%zmm25, %zmm24, %zmm24
	vmovdqa64	-24608(%r12,%rsi), %ymm25
	vpmovdb	%ymm25, %xmm26
	vpsrld	$8, %ymm25, %ymm27
	vpmovdb	%ymm27, %xmm27
	vpsrld	$16, %ymm25, %ymm28
	vpmovdb	%ymm28, %xmm28
	vpsrld	$24, %ymm25, %ymm25
	vpmovdb	%ymm25, %xmm25
	vmovdqa64	-24576(%r12,%rsi), %ymm29
	vpmovdb	%ymm29, %xmm30
	vpunpcklqdq	%xmm30, %xmm26, %xmm26
	vpsrld	$8, %ymm29, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpunpcklqdq	%xmm30, %xmm27, %xmm27
	vpsrld	$16, %ymm29, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpunpcklqdq	%xmm30, %xmm28, %xmm28
	vpsrld	$24, %ymm29, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpunpcklqdq	%xmm29, %xmm25, %xmm25
	vpmovzxbd	%xmm27, %zmm27
	vpandd	%zmm1, %zmm27, %zmm29
	vpmaddwd	%zmm15, %zmm29, %zmm29
	vpmovzxbd	%xmm26, %zmm26
	vpandd	%zmm1, %zmm26, %zmm30
	vpmaddwd	%zmm16, %zmm30, %zmm30
	vpaddd	%zmm30, %zmm29, %zmm29
	vpmovzxbd	%xmm28, %zmm28
	vpandd	%zmm1, %zmm28, %zmm30
	vpmaddwd	%zmm17, %zmm30, %zmm30
	vpaddd	%zmm30, %zmm29, %zmm29
	vpmovzxbd	%xmm25, %zmm25
	vpandd	%zmm1, %zmm25, %zmm30
	vpmaddwd	%zmm18, %zmm30, %zmm30
	vpaddd	%zmm30, %zmm29, %zmm29
	vpsrld	$4, %zmm26, %zmm26
	vpmaddwd	%zmm19, %zmm26, %zmm26
	vpaddd	%zmm26, %zmm29, %zmm26
	vpsrld	$4, %zmm27, %zmm27
	vpmaddwd	%zmm20, %zmm27, %zmm27
	vpaddd	%zmm27, %zmm26, %zmm26
	vpsrld	$4, %zmm28, %zmm27
	vpmaddwd	%zmm21, %zmm27, %zmm27
	vpaddd	%zmm27, %zmm26, %zmm26
	vpsrld	$4, %zmm25, %zmm25
	vmovdqa64	-16416(%r12,%rsi), %ymm27
	vpmovdb	%ymm27, %xmm28
	vpsrld	$8, %ymm27, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$16, %ymm27, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpmaddwd	%zmm22, %zmm25, %zmm25
	vpsrld	$24, %ymm27, %ymm27
	vpmovdb	%ymm27, %xmm27
	vmovdqa64	-16384(%r12,%rsi), %ymm31
	vpaddd	%zmm25, %zmm26, %zmm25
	vpmovdb	%ymm31, %xmm26
	vpsrld	$8, %ymm31, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpunpcklqdq	%xmm26, %xmm28, %xmm26
	vpunpcklqdq	%xmm2, %xmm29, %xmm2
	vpsrld	$16, %ymm31, %ymm28
	vpmovdb	%ymm28, %xmm28
	vpunpcklqdq	%xmm28, %xmm30, %xmm28
	vpsrld	$24, %ymm31, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpunpcklqdq	%xmm29, %xmm27, %xmm27
	vpmovzxbd	%xmm2, %zmm2
	vpandd	%zmm1, %zmm2, %zmm29
	vpmaddwd	%zmm15, %zmm29, %zmm29
	vpmovzxbd	%xmm26, %zmm26
	vpandd	%zmm1, %zmm26, %zmm30
	vpmaddwd	%zmm16, %zmm30, %zmm30
	vpaddd	%zmm30, %zmm29, %zmm29
	vpmovzxbd	%xmm28, %zmm30
	vpandd	%zmm1, %zmm30, %zmm28
	vpmaddwd	%zmm17, %zmm28, %zmm28
	vpaddd	%zmm28, %zmm29, %zmm28
	vpmovzxbd	%xmm27, %zmm27
	vpandd	%zmm1, %zmm27, %zmm29
	vpmaddwd	%zmm18, %zmm29, %zmm29
	vpaddd	%zmm29, %zmm28, %zmm28
	vpsrld	$4, %zmm26, %zmm26
	vpmaddwd	%zmm19, %zmm26, %zmm26
	vpaddd	%zmm26, %zmm28, %zmm26
	vmovss	-2560(%rdx), %xmm28
	vpsrld	$4, %zmm2, %zmm2
	vpmaddwd	%zmm20, %zmm2, %zmm2
	vpaddd	%zmm2, %zmm26, %zmm2
	vpsrld	$4, %zmm30, %zmm26
	vpmaddwd	%zmm21, %zmm26, %zmm26
	vpaddd	%zmm26, %zmm2, %zmm29
	vpsrld	$4, %zmm27, %zmm2
	vpmaddwd	%zmm22, %zmm2, %zmm30
	vmovdqa64	-8192(%r12,%rsi), %ymm27
	vpslld	$3, (%rax,%rsi), %zmm26
	vpaddd	%zmm30, %zmm29, %zmm29
	vpsubd	%zmm26, %zmm13, %zmm2
	vcvtdq2ps	%zmm2, %zmm2
	vbroadcastss	%xmm11, %zmm11
	vfmadd213ps	%zmm9, %zmm2, %zmm11
	vpsrld	$24, %ymm27, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpsrld	$16, %ymm27, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsubd	%zmm26, %zmm14, %zmm13
	vcvtdq2ps	%zmm13, %zmm14
	vbroadcastss	%xmm12, %zmm13
	vfmadd213ps	%zmm8, %zmm14, %zmm13
	vpsrld	$8, %ymm27, %ymm8
	vpmovdb	%ymm8, %xmm8
	vmovdqa	-8224(%r12,%rsi), %ymm14
	vpsubd	%zmm26, %zmm23, %zmm12
	vcvtdq2ps	%zmm12, %zmm23
	vbroadcastss	%xmm28, %zmm12
	vfmadd213ps	%zmm10, %zmm23, %zmm12
	vpsrld	$24, %ymm14, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm14, %ymm23
	vpmovdb	%ymm23, %xmm23
	vpunpcklqdq	%xmm2, %xmm10, %xmm2
	vpunpcklqdq	%xmm9, %xmm23, %xmm9
	vpsrld	$8, %ymm14, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpunpcklqdq	%xmm8, %xmm10, %xmm8
	vmovss	-2048(%rdx), %xmm10
	vpmovdb	%ymm27, %xmm23
	vpmovdb	%ymm14, %xmm14
	vpunpcklqdq	%xmm23, %xmm14, %xmm23
	vpmovzxbd	%xmm8, %zmm8
	vpsubd	%zmm26, %zmm24, %zmm14
	vcvtdq2ps	%zmm14, %zmm24
	vbroadcastss	%xmm10, %zmm14
	vfmadd213ps	%zmm7, %zmm24, %zmm14
	vpandd	%zmm1, %zmm8, %zmm7
	vpmaddwd	%zmm15, %zmm7, %zmm7
	vpmovzxbd	%xmm23, %zmm10
	vpandd	%zmm1, %zmm10, %zmm23
	vpmaddwd	%zmm16, %zmm23, %zmm23
	vpaddd	%zmm23, %zmm7, %zmm7
	vpmovzxbd	%xmm9, %zmm9
	vpandd	%zmm1, %zmm9, %zmm23
	vpmaddwd	%zmm17, %zmm23, %zmm23
	vpaddd	%zmm23, %zmm7, %zmm7
	vpmovzxbd	%xmm2, %zmm2
	vpandd	%zmm1, %zmm2, %zmm23
	vpmaddwd	%zmm18, %zmm23, %zmm23
	vpaddd	%zmm23, %zmm7, %zmm7
	vmovss	-1536(%rdx), %xmm23
	vpsrld	$4, %zmm10, %zmm10
	vpmaddwd	%zmm19, %zmm10, %zmm10
	vpaddd	%zmm10, %zmm7, %zmm7
	vmovss	-1024(%rdx), %xmm10
	vpsrld	$4, %zmm8, %zmm8
	vpmaddwd	%zmm20, %zmm8, %zmm8
	vpaddd	%zmm8, %zmm7, %zmm7
	vmovss	-512(%rdx), %xmm8
	vpsrld	$4, %zmm9, %zmm9
	vpmaddwd	%zmm21, %zmm9, %zmm9
	vpaddd	%zmm9, %zmm7, %zmm7
	vpsrld	$4, %zmm2, %zmm2
	vmovdqa	-32(%r12,%rsi), %ymm9
	vpsubd	%zmm26, %zmm25, %zmm24
	vcvtdq2ps	%zmm24, %zmm24
	vbroadcastss	%xmm23, %zmm23
	vfmadd213ps	%zmm6, %zmm24, %zmm23
	vpmovdb	%ymm9, %xmm6
	vpsrld	$8, %ymm9, %ymm24
	vpmovdb	%ymm24, %xmm27
	vpsubd	%zmm26, %zmm29, %zmm24
	vcvtdq2ps	%zmm24, %zmm25
	vbroadcastss	%xmm10, %zmm24
	vfmadd213ps	%zmm4, %zmm25, %zmm24
	vpsrld	$16, %ymm9, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpmaddwd	%zmm22, %zmm2, %zmm2
	vpsrld	$24, %ymm9, %ymm9
	vpmovdb	%ymm9, %xmm9
	vmovdqa	(%r12,%rsi), %ymm10
	vpaddd	%zmm2, %zmm7, %zmm2
	vpmovdb	%ymm10, %xmm7
	vpsubd	%zmm26, %zmm2, %zmm2
	vcvtdq2ps	%zmm2, %zmm2
	vbroadcastss	%xmm8, %zmm25
	vfmadd213ps	%zmm5, %zmm2, %zmm25
	vpunpcklqdq	%xmm7, %xmm6, %xmm2
	vpsrld	$8, %ymm10, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpunpcklqdq	%xmm5, %xmm27, %xmm5
	vpsrld	$16, %ymm10, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$24, %ymm10, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpunpcklqdq	%xmm6, %xmm4, %xmm4
	vpunpcklqdq	%xmm7, %xmm9, %xmm6
	vpmovzxbd	%xmm5, %zmm5
	vpandd	%zmm1, %zmm5, %zmm7
	vpmaddwd	%zmm15, %zmm7, %zmm7
	vpmovzxbd	%xmm2, %zmm2
	vpandd	%zmm1, %zmm2, %zmm8
	vpmaddwd	%zmm16, %zmm8, %zmm8
	vpaddd	%zmm8, %zmm7, %zmm7
	vpmovzxbd	%xmm4, %zmm4
	vpandd	%zmm1, %zmm4, %zmm8
	vpmaddwd	%zmm17, %zmm8, %zmm8
	vpaddd	%zmm8, %zmm7, %zmm7
	vpmovzxbd	%xmm6, %zmm6
	vpandd	%zmm1, %zmm6, %zmm8
	vpmaddwd	%zmm18, %zmm8, %zmm8
	vpaddd	%zmm8, %zmm7, %zmm7
	vpsrld	$4, %zmm2, %zmm2
	vpmaddwd	%zmm19, %zmm2, %zmm2
	vpaddd	%zmm2, %zmm7, %zmm2
	vpsrld	$4, %zmm5, %zmm5
	vpmaddwd	%zmm20, %zmm5, %zmm5
	vpaddd	%zmm5, %zmm2, %zmm2
	vpsrld	$4, %zmm4, %zmm4
	vpmaddwd	%zmm21, %zmm4, %zmm4
	vpaddd	%zmm4, %zmm2, %zmm2
	vpsrld	$4, %zmm6, %zmm4
	vpmaddwd	%zmm22, %zmm4, %zmm4
	vpaddd	%zmm4, %zmm2, %zmm2
	vpsubd	%zmm26, %zmm2, %zmm2
	vcvtdq2ps	%zmm2, %zmm15
	vfmadd132ps	(%rdx){1to16}, %zmm3, %zmm15
	addq	$64, %rsi
	addq	$4, %rdx
	cmpq	$8192, %rsi
	jne	.LBB3_5
	jmp	.LBB3_22
.LBB3_6:
	vmovaps	%zmm11, %zmm9
	testq	%rsi, %rsi
	je	.LBB3_9
.LBB3_8:
	vmovaps	%zmm13, %zmm8
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm10, %xmm10, %xmm10
	testq	%rsi, %rsi
	je	.LBB3_11
.LBB3_10:
	vmovaps	%zmm12, %zmm10
	testq	%rsi, %rsi
	je	.LBB3_13
.LBB3_12:
	vmovaps	%zmm14, %zmm7
	vpxor	%xmm4, %xmm4, %xmm4
	vxorps	%xmm6, %xmm6, %xmm6
	testq	%rsi, %rsi
	je	.LBB3_15
.LBB3_14:
	vmovaps	%zmm23, %zmm6
	testq	%rsi, %rsi
	je	.LBB3_17
.LBB3_16:
	vmovdqa64	%zmm24, %zmm4
	vpxor	%xmm3, %xmm3, %xmm3
	vpxor	%xmm5, %xmm5, %xmm5
	testq	%rsi, %rsi
	je	.LBB3_19
.LBB3_18:
	vmovdqa64	%zmm25, %zmm5
	testq	%rsi, %rsi
	je	.LBB3_21
.LBB3_20:
	vmovdqa64	%zmm15, %zmm3
	jmp	.LBB3_21
.LBB3_23:
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rcx
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rcx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
	jmp	.LBB3_24
