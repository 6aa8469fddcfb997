# gemv/qgemv_cpu:int4_parallel:init
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: zero the accumulators before the loop over k, not by a test inside it
# target: llvm cascadelake

.LCPI4_0:
	.long	15
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$56, %rsp
	movq	%r9, %r15
	movq	%r8, %r14
	movq	%rcx, %r12
	movq	%rdx, %r13
	movq	%rsi, %rbp
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$8192, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	xorl	%ecx, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movl	$-1, %ecx
	testq	%rax, %rax
	jne	.LBB3_1
.LBB3_6:
	movl	%ecx, %eax
	addq	$56, %rsp
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
	vmovdqa	(%r13,%rcx,2), %ymm0
	vmovdqa	64(%r13,%rcx,2), %ymm1
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
	vmovdqa	32(%r13,%rcx,2), %ymm0
	vmovdqa	96(%r13,%rcx,2), %ymm1
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
	movq	%rbp, 8(%rsp)
	movq	%r13, 16(%rsp)
	movq	%rax, %r13
	movq	%rax, 24(%rsp)
	movq	%r12, 32(%rsp)
	movq	%r15, 40(%rsp)
	movq	%r14, 48(%rsp)
	movq	__TVMBackendParallelLaunch@GOTPCREL(%rip), %rax
	leaq	.L__tvm_parallel_lambda(%rip), %rdi
	leaq	8(%rsp), %rsi
	xorl	%ebp, %ebp
	xorl	%edx, %edx
	vzeroupper
	callq	*(%rax)
	testl	%eax, %eax
	jne	.LBB3_4
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rax
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r13, %rdx
	callq	*(%rax)
	negl	%eax
	sbbl	%ebp, %ebp
	movl	%ebp, %ecx
	jmp	.LBB3_6
.LBB3_4:
	movl	%eax, %ecx
	jmp	.LBB3_6
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
	subq	$568, %rsp
	movq	(%rcx), %r9
	movq	8(%rcx), %rdx
	movq	16(%rcx), %rsi
	movq	24(%rcx), %r10
	movq	32(%rcx), %rdi
	movq	40(%rcx), %rcx
	vmovss	(%rcx), %xmm0
	vmovss	%xmm0, -116(%rsp)
	cltq
	movslq	%r8d, %rcx
	movq	%rax, %r8
	shlq	$12, %r8
	addq	%r10, %r8
	addq	$3584, %r8
	movq	%rax, %r10
	shlq	$16, %r10
	addq	%r10, %r9
	addq	$57376, %r9
	vpbroadcastd	.LCPI4_0(%rip), %zmm1
.LBB4_2:
	vxorps	%xmm21, %xmm21, %xmm21
	movq	%r8, %r10
	xorl	%r11d, %r11d
	vxorps	%xmm25, %xmm25, %xmm25
	vxorps	%xmm24, %xmm24, %xmm24
	vxorps	%xmm23, %xmm23, %xmm23
	vxorps	%xmm22, %xmm22, %xmm22
	vxorps	%xmm20, %xmm20, %xmm20
	vxorps	%xmm19, %xmm19, %xmm19
	vxorps	%xmm18, %xmm18, %xmm18
.LBB4_3:
	vmovups	%zmm25, 48(%rsp)
	vmovups	%zmm24, 112(%rsp)
	vmovups	%zmm23, 176(%rsp)
	vmovups	%zmm22, 240(%rsp)
	vmovups	%zmm21, 304(%rsp)
	vmovups	%zmm20, 368(%rsp)
	vmovups	%zmm19, 432(%rsp)
	vmovups	%zmm18, 496(%rsp)
	vmovdqu	(%rdx,%r11,2), %ymm0
	vmovdqu	32(%rdx,%r11,2), %ymm2
	vmovdqu	64(%rdx,%r11,2), %ymm3
	vmovdqu	96(%rdx,%r11,2), %ymm4
	vpmovdb	%ymm0, %xmm5
	vpsrld	$8, %ymm0, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$16, %ymm0, %ymm11
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm11, %xmm11
	vmovdqu	-57376(%r9,%r11), %ymm12
	vmovdqu	-57344(%r9,%r11), %ymm13
	vpmovdb	%ymm0, %xmm0
	vpmovdb	%ymm12, %xmm14
	vpsrld	$8, %ymm12, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpsrld	$16, %ymm12, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpsrld	$24, %ymm12, %ymm12
	vpmovdb	%ymm12, %xmm12
	vpmovdb	%ymm3, %xmm17
	vpsrld	$8, %ymm3, %ymm18
	vpmovdb	%ymm18, %xmm18
	vpsrld	$16, %ymm3, %ymm19
	vpmovdb	%ymm19, %xmm19
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpmovdb	%ymm2, %xmm20
	vpsrld	$8, %ymm2, %ymm21
	vpsrld	$16, %ymm2, %ymm22
	vpmovdb	%ymm21, %xmm21
	vpmovdb	%ymm22, %xmm22
	vpsrld	$24, %ymm2, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpunpcklqdq	%xmm20, %xmm5, %xmm5
	vpunpcklqdq	%xmm21, %xmm6, %xmm6
	vpmovdb	%ymm13, %xmm20
	vpunpcklqdq	%xmm20, %xmm14, %xmm14
	vpsrld	$8, %ymm13, %ymm20
	vpunpcklqdq	%xmm22, %xmm11, %xmm11
	vpmovdb	%ymm20, %xmm20
	vpsrld	$16, %ymm13, %ymm21
	vpmovdb	%ymm21, %xmm21
	vpunpcklqdq	%xmm2, %xmm0, %xmm0
	vpsrld	$24, %ymm13, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpmovdb	%ymm4, %xmm13
	vpunpcklqdq	%xmm20, %xmm15, %xmm15
	vpunpcklqdq	%xmm21, %xmm16, %xmm20
	vpunpcklqdq	%xmm13, %xmm17, %xmm13
	vpsrld	$8, %ymm4, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpunpcklqdq	%xmm2, %xmm12, %xmm2
	vpunpcklqdq	%xmm16, %xmm18, %xmm21
	vpsrld	$16, %ymm4, %ymm12
	vpmovdb	%ymm12, %xmm12
	vpsrld	$24, %ymm4, %ymm4
	vpunpcklqdq	%xmm12, %xmm19, %xmm7
	vmovdqa	%xmm7, -112(%rsp)
	vpmovdb	%ymm4, %xmm4
	vpunpcklqdq	%xmm4, %xmm3, %xmm3
	vmovdqa	%xmm3, -96(%rsp)
	vpmovzxbd	%xmm15, %zmm23
	vpmovzxbd	%xmm14, %zmm3
	vpmovsxbd	%xmm6, %zmm17
	vpmovsxbd	%xmm5, %zmm16
	vpmovzxbd	%xmm20, %zmm19
	vpmovsxbd	%xmm11, %zmm14
	vpmovzxbd	%xmm2, %zmm7
	vmovdqu64	%zmm7, -16(%rsp)
	vpmovsxbd	%xmm13, %zmm11
	vpmovsxbd	%xmm0, %zmm12
	vmovdqu	-49184(%r9,%r11), %ymm0
	vpmovdb	%ymm0, %xmm4
	vpsrld	$8, %ymm0, %ymm2
	vpandd	%zmm1, %zmm3, %zmm5
	vpmovdb	%ymm2, %xmm6
	vpsrld	$16, %ymm0, %ymm2
	vpmovdb	%ymm2, %xmm13
	vpandd	%zmm1, %zmm23, %zmm15
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vmovdqu64	-49152(%r9,%r11), %ymm18
	vpmaddwd	%zmm16, %zmm5, %zmm2
	vpsrld	$4, %zmm3, %zmm3
	vpmovdb	%ymm18, %xmm5
	vpunpcklqdq	%xmm5, %xmm4, %xmm4
	vpsrld	$8, %ymm18, %ymm5
	vpandd	%zmm1, %zmm19, %zmm22
	vpmovdb	%ymm5, %xmm5
	vpsrld	$16, %ymm18, %ymm20
	vpmovdb	%ymm20, %xmm20
	vpandd	%zmm1, %zmm7, %zmm24
	vpunpcklqdq	%xmm5, %xmm6, %xmm5
	vpunpcklqdq	%xmm20, %xmm13, %xmm6
	vpsrld	$24, %ymm18, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpmaddwd	%zmm11, %zmm3, %zmm31
	vpunpcklqdq	%xmm13, %xmm0, %xmm3
	vpmovzxbd	%xmm5, %zmm27
	vpmovzxbd	%xmm4, %zmm29
	vpandd	%zmm1, %zmm29, %zmm0
	vpmovzxbd	%xmm6, %zmm7
	vmovdqu64	%zmm7, -80(%rsp)
	vpandd	%zmm1, %zmm27, %zmm5
	vmovdqu	-40992(%r9,%r11), %ymm4
	vpmovdb	%ymm4, %xmm6
	vpsrld	$8, %ymm4, %ymm13
	vpmaddwd	%zmm16, %zmm0, %zmm18
	vpmovdb	%ymm13, %xmm0
	vpsrld	$16, %ymm4, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpandd	%zmm1, %zmm7, %zmm25
	vpsrld	$24, %ymm4, %ymm4
	vpmovdb	%ymm4, %xmm26
	vmovdqu64	-40960(%r9,%r11), %ymm28
	vpmaddwd	%zmm17, %zmm15, %zmm15
	vpmovdb	%ymm28, %xmm4
	vpsrld	$8, %ymm28, %ymm30
	vpmovdb	%ymm30, %xmm30
	vpmaddwd	%zmm14, %zmm22, %zmm7
	vpunpcklqdq	%xmm4, %xmm6, %xmm6
	vpunpcklqdq	%xmm30, %xmm0, %xmm0
	vpsrld	$16, %ymm28, %ymm4
	vpmovdb	%ymm4, %xmm22
	vpmaddwd	%zmm12, %zmm24, %zmm4
	vpunpcklqdq	%xmm22, %xmm13, %xmm13
	vpsrld	$24, %ymm28, %ymm22
	vpmovdb	%ymm22, %xmm22
	vpunpcklqdq	%xmm22, %xmm26, %xmm24
	vpmaddwd	%zmm17, %zmm5, %zmm5
	vpmovzxbd	%xmm0, %zmm30
	vpandd	%zmm1, %zmm30, %zmm22
	vpmovzxbd	%xmm6, %zmm0
	vpandd	%zmm1, %zmm0, %zmm6
	vpmaddwd	%zmm16, %zmm6, %zmm6
	vpmaddwd	%zmm17, %zmm22, %zmm22
	vmovdqu64	-32800(%r9,%r11), %ymm28
	vpmovdb	%ymm28, %xmm26
	vpsrld	$8, %ymm28, %ymm8
	vpaddd	%zmm2, %zmm15, %zmm2
	vpmovdb	%ymm8, %xmm8
	vpsrld	$16, %ymm28, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpaddd	%zmm18, %zmm5, %zmm5
	vpaddd	%zmm6, %zmm22, %zmm6
	vmovdqu64	-32768(%r9,%r11), %ymm18
	vpmovdb	%ymm18, %xmm9
	vpmaddwd	%zmm14, %zmm25, %zmm25
	vpmovzxbd	%xmm3, %zmm22
	vpunpcklqdq	%xmm9, %xmm26, %xmm3
	vpsrld	$8, %ymm18, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpaddd	%zmm7, %zmm2, %zmm7
	vpandd	%zmm1, %zmm22, %zmm2
	vpunpcklqdq	%xmm9, %xmm8, %xmm8
	vpsrld	$16, %ymm18, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpmaddwd	%zmm12, %zmm2, %zmm10
	vpmovzxbd	%xmm13, %zmm26
	vpunpcklqdq	%xmm9, %xmm15, %xmm9
	vpandd	%zmm1, %zmm26, %zmm2
	vpmaddwd	%zmm14, %zmm2, %zmm2
	vpmovzxbd	%xmm24, %zmm24
	vpaddd	%zmm25, %zmm5, %zmm5
	vpandd	%zmm1, %zmm24, %zmm13
	vpmaddwd	%zmm12, %zmm13, %zmm13
	vpsrld	$24, %ymm28, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpaddd	%zmm2, %zmm6, %zmm6
	vpsrld	$24, %ymm18, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpunpcklqdq	%xmm2, %xmm15, %xmm15
	vpmovzxbd	%xmm8, %zmm2
	vpaddd	%zmm4, %zmm7, %zmm4
	vpandd	%zmm1, %zmm2, %zmm7
	vpmaddwd	%zmm17, %zmm7, %zmm7
	vpmovzxbd	%xmm3, %zmm3
	vpandd	%zmm1, %zmm3, %zmm8
	vpmaddwd	%zmm16, %zmm8, %zmm8
	vpaddd	%zmm10, %zmm5, %zmm5
	vpaddd	%zmm8, %zmm7, %zmm7
	vpmovzxbd	%xmm9, %zmm28
	vpandd	%zmm1, %zmm28, %zmm8
	vpmaddwd	%zmm14, %zmm8, %zmm8
	vpaddd	%zmm8, %zmm7, %zmm7
	vpaddd	%zmm13, %zmm6, %zmm6
	vpmovzxbd	%xmm15, %zmm25
	vpandd	%zmm1, %zmm25, %zmm8
	vpmaddwd	%zmm12, %zmm8, %zmm8
	vmovdqu	-24608(%r9,%r11), %ymm9
	vpaddd	%zmm8, %zmm7, %zmm7
	vpmovdb	%ymm9, %xmm8
	vpsrld	$8, %ymm9, %ymm10
	vmovdqu	-24576(%r9,%r11), %ymm15
	vpaddd	%zmm31, %zmm4, %zmm13
	vpmovdb	%ymm15, %xmm4
	vpunpcklqdq	%xmm4, %xmm8, %xmm4
	vpsrld	$8, %ymm15, %ymm8
	vpmovdb	%ymm10, %xmm10
	vpmovdb	%ymm8, %xmm8
	vpunpcklqdq	%xmm8, %xmm10, %xmm8
	vpsrld	$16, %ymm9, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm15, %ymm18
	vpmovdb	%ymm18, %xmm18
	vpunpcklqdq	%xmm18, %xmm10, %xmm10
	vpsrld	$4, %zmm29, %zmm18
	vpmaddwd	%zmm11, %zmm18, %zmm18
	vpsrld	$4, %zmm0, %zmm0
	vpsrld	$4, %zmm3, %zmm3
	vpsrld	$24, %ymm9, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpmaddwd	%zmm11, %zmm0, %zmm0
	vpmaddwd	%zmm11, %zmm3, %zmm29
	vpsrld	$24, %ymm15, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpunpcklqdq	%xmm3, %xmm9, %xmm9
	vpaddd	%zmm18, %zmm5, %zmm18
	vpmovzxbd	%xmm8, %zmm3
	vpandd	%zmm1, %zmm3, %zmm5
	vpmovzxbd	%xmm4, %zmm4
	vpandd	%zmm1, %zmm4, %zmm8
	vpmaddwd	%zmm16, %zmm8, %zmm8
	vpmaddwd	%zmm17, %zmm5, %zmm5
	vpaddd	%zmm8, %zmm5, %zmm5
	vpmovzxbd	%xmm10, %zmm31
	vpandd	%zmm1, %zmm31, %zmm8
	vpmaddwd	%zmm14, %zmm8, %zmm8
	vpaddd	%zmm8, %zmm5, %zmm10
	vpaddd	%zmm0, %zmm6, %zmm5
	vpmovzxbd	%xmm9, %zmm8
	vpandd	%zmm1, %zmm8, %zmm0
	vpmaddwd	%zmm12, %zmm0, %zmm0
	vmovdqu	-16416(%r9,%r11), %ymm9
	vpaddd	%zmm29, %zmm7, %zmm6
	vpmovdb	%ymm9, %xmm7
	vmovdqu	-16384(%r9,%r11), %ymm15
	vpmovdb	%ymm15, %xmm29
	vpaddd	%zmm0, %zmm10, %zmm0
	vpunpcklqdq	%xmm29, %xmm7, %xmm7
	vpsrld	$8, %ymm9, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$8, %ymm15, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpunpcklqdq	%xmm29, %xmm10, %xmm10
	vpsrld	$4, %zmm4, %zmm4
	vpmaddwd	%zmm11, %zmm4, %zmm4
	vpaddd	%zmm4, %zmm0, %zmm4
	vpsrld	$16, %ymm9, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpsrld	$24, %ymm9, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsrld	$16, %ymm15, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpsrld	$24, %ymm15, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpunpcklqdq	%xmm29, %xmm0, %xmm0
	vpunpcklqdq	%xmm15, %xmm9, %xmm9
	vpmovsxbd	%xmm21, %zmm21
	vpsrld	$4, %zmm23, %zmm15
	vpmaddwd	%zmm21, %zmm15, %zmm15
	vpaddd	%zmm15, %zmm13, %zmm13
	vpmovzxbd	%xmm10, %zmm15
	vpmovzxbd	%xmm7, %zmm7
	vpandd	%zmm1, %zmm7, %zmm10
	vpmaddwd	%zmm16, %zmm10, %zmm10
	vpandd	%zmm1, %zmm15, %zmm23
	vpmaddwd	%zmm17, %zmm23, %zmm23
	vpaddd	%zmm10, %zmm23, %zmm10
	vpmovzxbd	%xmm0, %zmm0
	vpandd	%zmm1, %zmm0, %zmm23
	vpmaddwd	%zmm14, %zmm23, %zmm23
	vpaddd	%zmm23, %zmm10, %zmm10
	vpsrld	$4, %zmm27, %zmm23
	vpmaddwd	%zmm21, %zmm23, %zmm23
	vpsrld	$4, %zmm30, %zmm27
	vpmaddwd	%zmm21, %zmm27, %zmm27
	vpsrld	$4, %zmm2, %zmm2
	vpmaddwd	%zmm21, %zmm2, %zmm29
	vpaddd	%zmm23, %zmm18, %zmm2
	vpmovzxbd	%xmm9, %zmm23
	vpandd	%zmm1, %zmm23, %zmm9
	vpmaddwd	%zmm12, %zmm9, %zmm9
	vpaddd	%zmm9, %zmm10, %zmm9
	vpsrld	$4, %zmm7, %zmm7
	vpaddd	%zmm27, %zmm5, %zmm27
	vmovdqu	-8192(%r9,%r11), %ymm5
	vpsrld	$24, %ymm5, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpaddd	%zmm29, %zmm6, %zmm30
	vmovdqu	-8224(%r9,%r11), %ymm6
	vpsrld	$24, %ymm6, %ymm18
	vpmovdb	%ymm18, %xmm18
	vpmaddwd	%zmm11, %zmm7, %zmm7
	vpaddd	%zmm7, %zmm9, %zmm7
	vpunpcklqdq	%xmm10, %xmm18, %xmm9
	vpsrld	$16, %ymm5, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm6, %ymm18
	vpmovdb	%ymm18, %xmm18
	vpunpcklqdq	%xmm10, %xmm18, %xmm10
	vpsrld	$8, %ymm5, %ymm18
	vpmovdb	%ymm18, %xmm18
	vpsrld	$8, %ymm6, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpunpcklqdq	%xmm18, %xmm29, %xmm18
	vpmovdb	%ymm5, %xmm5
	vpmovdb	%ymm6, %xmm6
	vpunpcklqdq	%xmm5, %xmm6, %xmm5
	vpsrld	$4, %zmm3, %zmm3
	vpmaddwd	%zmm21, %zmm3, %zmm3
	vpaddd	%zmm3, %zmm4, %zmm4
	vpmovzxbd	%xmm18, %zmm6
	vpmovzxbd	%xmm5, %zmm29
	vpandd	%zmm1, %zmm29, %zmm3
	vpmaddwd	%zmm16, %zmm3, %zmm3
	vpandd	%zmm1, %zmm6, %zmm5
	vpmaddwd	%zmm17, %zmm5, %zmm5
	vpaddd	%zmm3, %zmm5, %zmm3
	vpmovzxbd	%xmm10, %zmm5
	vpandd	%zmm1, %zmm5, %zmm10
	vpmaddwd	%zmm14, %zmm10, %zmm10
	vpaddd	%zmm10, %zmm3, %zmm3
	vpmovzxbd	%xmm9, %zmm18
	vpandd	%zmm1, %zmm18, %zmm9
	vpmaddwd	%zmm12, %zmm9, %zmm9
	vpaddd	%zmm9, %zmm3, %zmm9
	vpmovsxbd	-112(%rsp), %zmm3
	vpsrld	$4, %zmm19, %zmm10
	vpmaddwd	%zmm3, %zmm10, %zmm10
	vpsrld	$4, %zmm15, %zmm15
	vpmaddwd	%zmm21, %zmm15, %zmm15
	vpsrld	$4, %zmm29, %zmm19
	vpmaddwd	%zmm11, %zmm19, %zmm19
	vpaddd	%zmm19, %zmm9, %zmm9
	vpaddd	%zmm15, %zmm7, %zmm7
	vpsrld	$4, %zmm6, %zmm6
	vpmaddwd	%zmm21, %zmm6, %zmm6
	vpaddd	%zmm6, %zmm9, %zmm6
	vmovdqu	-32(%r9,%r11), %ymm9
	vpaddd	%zmm10, %zmm13, %zmm10
	vpsrld	$8, %ymm9, %ymm13
	vmovdqu	(%r9,%r11), %ymm15
	vpsrld	$8, %ymm15, %ymm19
	vpmovdb	%ymm13, %xmm13
	vpmovdb	%ymm19, %xmm19
	vpmovdb	%ymm9, %xmm29
	vpmovdb	%ymm15, %xmm20
	vpunpcklqdq	%xmm20, %xmm29, %xmm20
	vpunpcklqdq	%xmm19, %xmm13, %xmm13
	vpsrld	$16, %ymm9, %ymm19
	vpmovdb	%ymm19, %xmm19
	vpsrld	$16, %ymm15, %ymm29
	vpmovdb	%ymm29, %xmm29
	vpunpcklqdq	%xmm29, %xmm19, %xmm19
	vpsrld	$4, -80(%rsp), %zmm29
	vpmaddwd	%zmm3, %zmm29, %zmm29
	vpaddd	%zmm29, %zmm2, %zmm2
	vpsrld	$4, %zmm26, %zmm26
	vpmaddwd	%zmm3, %zmm26, %zmm26
	vpsrld	$4, %zmm28, %zmm28
	vpmaddwd	%zmm3, %zmm28, %zmm28
	vpsrld	$24, %ymm9, %ymm9
	vpaddd	%zmm26, %zmm27, %zmm26
	vpmovdb	%ymm9, %xmm9
	vpsrld	$24, %ymm15, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpaddd	%zmm28, %zmm30, %zmm27
	vpunpcklqdq	%xmm15, %xmm9, %xmm9
	vpsrld	$4, %zmm31, %zmm15
	vpmaddwd	%zmm3, %zmm15, %zmm15
	vpsrld	$4, %zmm0, %zmm0
	vpmaddwd	%zmm3, %zmm0, %zmm0
	vpaddd	%zmm15, %zmm4, %zmm4
	vpmovzxbd	%xmm13, %zmm13
	vpandd	%zmm1, %zmm13, %zmm15
	vpmaddwd	%zmm17, %zmm15, %zmm15
	vpmovzxbd	%xmm20, %zmm17
	vpandd	%zmm1, %zmm17, %zmm20
	vpaddd	%zmm0, %zmm7, %zmm0
	vpmaddwd	%zmm16, %zmm20, %zmm7
	vpaddd	%zmm7, %zmm15, %zmm7
	vpsrld	$4, %zmm5, %zmm5
	vpmaddwd	%zmm3, %zmm5, %zmm5
	vpmovzxbd	%xmm19, %zmm15
	vpaddd	%zmm5, %zmm6, %zmm5
	vpandd	%zmm1, %zmm15, %zmm6
	vpmaddwd	%zmm14, %zmm6, %zmm6
	vpmovsxbd	-96(%rsp), %zmm14
	vpsrld	$4, -16(%rsp), %zmm16
	vpmaddwd	%zmm14, %zmm16, %zmm16
	vpaddd	%zmm16, %zmm10, %zmm10
	vpsrld	$4, %zmm22, %zmm16
	vmovups	240(%rsp), %zmm22
	vpmaddwd	%zmm14, %zmm16, %zmm16
	vpsrld	$4, %zmm24, %zmm19
	vmovups	112(%rsp), %zmm24
	vpmaddwd	%zmm14, %zmm19, %zmm19
	vpsrld	$4, %zmm25, %zmm20
	vmovups	48(%rsp), %zmm25
	vpaddd	%zmm16, %zmm2, %zmm2
	vpmaddwd	%zmm14, %zmm20, %zmm16
	vpsrld	$4, %zmm8, %zmm8
	vpmaddwd	%zmm14, %zmm8, %zmm8
	vpsrld	$4, %zmm23, %zmm20
	vmovups	176(%rsp), %zmm23
	vpmaddwd	%zmm14, %zmm20, %zmm20
	vpaddd	%zmm19, %zmm26, %zmm19
	vpsrld	$4, %zmm18, %zmm18
	vpmaddwd	%zmm14, %zmm18, %zmm18
	vpaddd	%zmm6, %zmm7, %zmm6
	vpmovzxbd	%xmm9, %zmm7
	vpandd	%zmm1, %zmm7, %zmm9
	vpaddd	%zmm16, %zmm27, %zmm16
	vpmaddwd	%zmm12, %zmm9, %zmm9
	vpaddd	%zmm9, %zmm6, %zmm6
	vpsrld	$4, %zmm17, %zmm9
	vpmaddwd	%zmm11, %zmm9, %zmm9
	vpaddd	%zmm9, %zmm6, %zmm6
	vpaddd	%zmm8, %zmm4, %zmm4
	vpsrld	$4, %zmm13, %zmm8
	vpmaddwd	%zmm21, %zmm8, %zmm8
	vmovups	304(%rsp), %zmm21
	vpaddd	%zmm8, %zmm6, %zmm6
	vpsrld	$4, %zmm15, %zmm8
	vpmaddwd	%zmm3, %zmm8, %zmm3
	vpaddd	%zmm20, %zmm0, %zmm0
	vmovups	368(%rsp), %zmm20
	vpaddd	%zmm3, %zmm6, %zmm3
	vpsrld	$4, %zmm7, %zmm6
	vpmaddwd	%zmm14, %zmm6, %zmm6
	vpslld	$3, (%rsi,%r11), %zmm7
	vpaddd	%zmm18, %zmm5, %zmm5
	vmovups	496(%rsp), %zmm18
	vpsubd	%zmm7, %zmm10, %zmm8
	vcvtdq2ps	%zmm8, %zmm8
	vfmadd231ps	-3584(%r10){1to16}, %zmm8, %zmm21
	vpsubd	%zmm7, %zmm2, %zmm2
	vcvtdq2ps	%zmm2, %zmm2
	vfmadd231ps	-3072(%r10){1to16}, %zmm2, %zmm25
	vpsubd	%zmm7, %zmm19, %zmm2
	vmovups	432(%rsp), %zmm19
	vcvtdq2ps	%zmm2, %zmm2
	vfmadd231ps	-2560(%r10){1to16}, %zmm2, %zmm24
	vpsubd	%zmm7, %zmm16, %zmm2
	vcvtdq2ps	%zmm2, %zmm2
	vfmadd231ps	-2048(%r10){1to16}, %zmm2, %zmm23
	vpsubd	%zmm7, %zmm4, %zmm2
	vcvtdq2ps	%zmm2, %zmm2
	vfmadd231ps	-1536(%r10){1to16}, %zmm2, %zmm22
	vpsubd	%zmm7, %zmm0, %zmm0
	vcvtdq2ps	%zmm0, %zmm0
	vfmadd231ps	-1024(%r10){1to16}, %zmm0, %zmm20
	vpaddd	%zmm6, %zmm3, %zmm0
	vpsubd	%zmm7, %zmm5, %zmm2
	vcvtdq2ps	%zmm2, %zmm2
	vpsubd	%zmm7, %zmm0, %zmm0
	vfmadd231ps	-512(%r10){1to16}, %zmm2, %zmm19
	vcvtdq2ps	%zmm0, %zmm0
	vfmadd231ps	(%r10){1to16}, %zmm0, %zmm18
	addq	$64, %r11
	addq	$4, %r10
	cmpq	$8192, %r11
	jne	.LBB4_3
	vxorps	%xmm8, %xmm8, %xmm8
	vaddss	%xmm8, %xmm18, %xmm0
	vaddss	%xmm8, %xmm19, %xmm2
	vaddss	%xmm8, %xmm20, %xmm3
	vaddss	%xmm8, %xmm22, %xmm4
	vaddss	%xmm8, %xmm23, %xmm5
	vaddss	%xmm8, %xmm24, %xmm6
	vaddss	%xmm8, %xmm25, %xmm7
	vaddss	%xmm8, %xmm21, %xmm8
	vmovshdup	%xmm21, %xmm9
	vaddss	%xmm8, %xmm9, %xmm8
	vmovshdup	%xmm25, %xmm9
	vaddss	%xmm7, %xmm9, %xmm7
	vmovshdup	%xmm24, %xmm9
	vaddss	%xmm6, %xmm9, %xmm6
	vmovshdup	%xmm23, %xmm9
	vaddss	%xmm5, %xmm9, %xmm5
	vmovshdup	%xmm22, %xmm9
	vaddss	%xmm4, %xmm9, %xmm4
	vmovshdup	%xmm20, %xmm9
	vaddss	%xmm3, %xmm9, %xmm3
	vmovshdup	%xmm19, %xmm9
	vaddss	%xmm2, %xmm9, %xmm2
	vmovshdup	%xmm18, %xmm9
	vaddss	%xmm0, %xmm9, %xmm0
	vshufpd	$1, %xmm21, %xmm21, %xmm9
	vaddss	%xmm8, %xmm9, %xmm8
	vshufpd	$1, %xmm25, %xmm25, %xmm9
	vaddss	%xmm7, %xmm9, %xmm7
	vshufpd	$1, %xmm24, %xmm24, %xmm9
	vaddss	%xmm6, %xmm9, %xmm6
	vshufpd	$1, %xmm23, %xmm23, %xmm9
	vaddss	%xmm5, %xmm9, %xmm5
	vshufpd	$1, %xmm22, %xmm22, %xmm9
	vaddss	%xmm4, %xmm9, %xmm4
	vshufpd	$1, %xmm20, %xmm20, %xmm9
	vaddss	%xmm3, %xmm9, %xmm3
	vshufpd	$1, %xmm19, %xmm19, %xmm9
	vaddss	%xmm2, %xmm9, %xmm2
	vshufpd	$1, %xmm18, %xmm18, %xmm9
	vaddss	%xmm0, %xmm9, %xmm0
	vshufps	$255, %xmm21, %xmm21, %xmm9
	vaddss	%xmm8, %xmm9, %xmm8
	vshufps	$255, %xmm25, %xmm25, %xmm9
	vaddss	%xmm7, %xmm9, %xmm7
	vshufps	$255, %xmm24, %xmm24, %xmm9
	vaddss	%xmm6, %xmm9, %xmm6
	vshufps	$255, %xmm23, %xmm23, %xmm9
	vaddss	%xmm5, %xmm9, %xmm5
	vshufps	$255, %xmm22, %xmm22, %xmm9
	vaddss	%xmm4, %xmm9, %xmm4
	vshufps	$255, %xmm20, %xmm20, %xmm9
	vaddss	%xmm3, %xmm9, %xmm3
	vshufps	$255, %xmm19, %xmm19, %xmm9
	vaddss	%xmm2, %xmm9, %xmm2
	vshufps	$255, %xmm18, %xmm18, %xmm9
	vaddss	%xmm0, %xmm9, %xmm0
	vextractf32x4	$1, %ymm21, %xmm9
	vaddss	%xmm8, %xmm9, %xmm8
	vextractf32x4	$1, %ymm25, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vextractf32x4	$1, %ymm24, %xmm11
	vaddss	%xmm6, %xmm11, %xmm6
	vextractf32x4	$1, %ymm23, %xmm12
	vaddss	%xmm5, %xmm12, %xmm5
	vextractf32x4	$1, %ymm22, %xmm13
	vaddss	%xmm4, %xmm13, %xmm4
	vextractf32x4	$1, %ymm20, %xmm14
	vaddss	%xmm3, %xmm14, %xmm3
	vextractf32x4	$1, %ymm19, %xmm15
	vaddss	%xmm2, %xmm15, %xmm2
	vextractf32x4	$1, %ymm18, %xmm16
	vaddss	%xmm0, %xmm16, %xmm0
	vmovshdup	%xmm9, %xmm17
	vaddss	%xmm8, %xmm17, %xmm8
	vmovshdup	%xmm10, %xmm17
	vaddss	%xmm7, %xmm17, %xmm7
	vmovshdup	%xmm11, %xmm17
	vaddss	%xmm6, %xmm17, %xmm6
	vmovshdup	%xmm12, %xmm17
	vaddss	%xmm5, %xmm17, %xmm5
	vmovshdup	%xmm13, %xmm17
	vaddss	%xmm4, %xmm17, %xmm4
	vmovshdup	%xmm14, %xmm17
	vaddss	%xmm3, %xmm17, %xmm3
	vmovshdup	%xmm15, %xmm17
	vaddss	%xmm2, %xmm17, %xmm2
	vmovshdup	%xmm16, %xmm17
	vaddss	%xmm0, %xmm17, %xmm0
	vshufpd	$1, %xmm9, %xmm9, %xmm17
	vaddss	%xmm8, %xmm17, %xmm8
	vshufpd	$1, %xmm10, %xmm10, %xmm17
	vaddss	%xmm7, %xmm17, %xmm7
	vshufpd	$1, %xmm11, %xmm11, %xmm17
	vaddss	%xmm6, %xmm17, %xmm6
	vshufpd	$1, %xmm12, %xmm12, %xmm17
	vaddss	%xmm5, %xmm17, %xmm5
	vshufpd	$1, %xmm13, %xmm13, %xmm17
	vaddss	%xmm4, %xmm17, %xmm4
	vshufpd	$1, %xmm14, %xmm14, %xmm17
	vaddss	%xmm3, %xmm17, %xmm3
	vshufpd	$1, %xmm15, %xmm15, %xmm17
	vaddss	%xmm2, %xmm17, %xmm2
	vshufpd	$1, %xmm16, %xmm16, %xmm17
	vaddss	%xmm0, %xmm17, %xmm0
	vshufps	$255, %xmm9, %xmm9, %xmm9
	vaddss	%xmm8, %xmm9, %xmm8
	vshufps	$255, %xmm10, %xmm10, %xmm9
	vaddss	%xmm7, %xmm9, %xmm7
	vshufps	$255, %xmm11, %xmm11, %xmm9
	vaddss	%xmm6, %xmm9, %xmm6
	vshufps	$255, %xmm12, %xmm12, %xmm9
	vaddss	%xmm5, %xmm9, %xmm5
	vshufps	$255, %xmm13, %xmm13, %xmm9
	vaddss	%xmm4, %xmm9, %xmm4
	vshufps	$255, %xmm14, %xmm14, %xmm9
	vaddss	%xmm3, %xmm9, %xmm3
	vshufps	$255, %xmm15, %xmm15, %xmm9
	vaddss	%xmm2, %xmm9, %xmm2
	vshufps	$255, %xmm16, %xmm16, %xmm9
	vaddss	%xmm0, %xmm9, %xmm0
	vextractf32x4	$2, %zmm21, %xmm9
	vaddss	%xmm8, %xmm9, %xmm8
	vextractf32x4	$2, %zmm25, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vextractf32x4	$2, %zmm24, %xmm11
	vaddss	%xmm6, %xmm11, %xmm6
	vextractf32x4	$2, %zmm23, %xmm12
	vaddss	%xmm5, %xmm12, %xmm5
	vextractf32x4	$2, %zmm22, %xmm13
	vaddss	%xmm4, %xmm13, %xmm4
	vextractf32x4	$2, %zmm20, %xmm14
	vaddss	%xmm3, %xmm14, %xmm3
	vextractf32x4	$2, %zmm19, %xmm15
	vaddss	%xmm2, %xmm15, %xmm2
	vextractf32x4	$2, %zmm18, %xmm16
	vaddss	%xmm0, %xmm16, %xmm0
	vmovshdup	%xmm9, %xmm17
	vaddss	%xmm8, %xmm17, %xmm8
	vmovshdup	%xmm10, %xmm17
	vaddss	%xmm7, %xmm17, %xmm7
	vmovshdup	%xmm11, %xmm17
	vaddss	%xmm6, %xmm17, %xmm6
	vmovshdup	%xmm12, %xmm17
	vaddss	%xmm5, %xmm17, %xmm5
	vmovshdup	%xmm13, %xmm17
	vaddss	%xmm4, %xmm17, %xmm4
	vmovshdup	%xmm14, %xmm17
	vaddss	%xmm3, %xmm17, %xmm3
	vmovshdup	%xmm15, %xmm17
	vaddss	%xmm2, %xmm17, %xmm2
	vmovshdup	%xmm16, %xmm17
	vaddss	%xmm0, %xmm17, %xmm0
	vshufpd	$1, %xmm9, %xmm9, %xmm17
	vaddss	%xmm8, %xmm17, %xmm8
	vshufpd	$1, %xmm10, %xmm10, %xmm17
	vaddss	%xmm7, %xmm17, %xmm7
	vshufpd	$1, %xmm11, %xmm11, %xmm17
	vaddss	%xmm6, %xmm17, %xmm6
	vshufpd	$1, %xmm12, %xmm12, %xmm17
	vaddss	%xmm5, %xmm17, %xmm5
	vshufpd	$1, %xmm13, %xmm13, %xmm17
	vaddss	%xmm4, %xmm17, %xmm4
	vshufpd	$1, %xmm14, %xmm14, %xmm17
	vaddss	%xmm3, %xmm17, %xmm3
	vshufpd	$1, %xmm15, %xmm15, %xmm17
	vaddss	%xmm2, %xmm17, %xmm2
	vshufpd	$1, %xmm16, %xmm16, %xmm17
	vaddss	%xmm0, %xmm17, %xmm0
	vshufps	$255, %xmm9, %xmm9, %xmm9
	vaddss	%xmm8, %xmm9, %xmm8
	vshufps	$255, %xmm10, %xmm10, %xmm9
	vaddss	%xmm7, %xmm9, %xmm7
	vshufps	$255, %xmm11, %xmm11, %xmm9
	vaddss	%xmm6, %xmm9, %xmm6
	vshufps	$255, %xmm12, %xmm12, %xmm9
	vaddss	%xmm5, %xmm9, %xmm5
	vshufps	$255, %xmm13, %xmm13, %xmm9
	vaddss	%xmm4, %xmm9, %xmm4
	vshufps	$255, %xmm14, %xmm14, %xmm9
	vaddss	%xmm3, %xmm9, %xmm3
	vshufps	$255, %xmm15, %xmm15, %xmm9
	vaddss	%xmm2, %xmm9, %xmm2
	vshufps	$255, %xmm16, %xmm16, %xmm9
	vaddss	%xmm0, %xmm9, %xmm0
	vextractf32x4	$3, %zmm21, %xmm9
	vaddss	%xmm8, %xmm9, %xmm8
	vextractf32x4	$3, %zmm25, %xmm10
	vaddss	%xmm7, %xmm10, %xmm7
	vextractf32x4	$3, %zmm24, %xmm11
	vaddss	%xmm6, %xmm11, %xmm6
	vextractf32x4	$3, %zmm23, %xmm12
	vaddss	%xmm5, %xmm12, %xmm5
	vextractf32x4	$3, %zmm22, %xmm13
	vaddss	%xmm4, %xmm13, %xmm4
	vextractf32x4	$3, %zmm20, %xmm14
	vaddss	%xmm3, %xmm14, %xmm3
	vextractf32x4	$3, %zmm19, %xmm15
	vaddss	%xmm2, %xmm15, %xmm2
	vextractf32x4	$3, %zmm18, %xmm16
	vaddss	%xmm0, %xmm16, %xmm0
	vmovshdup	%xmm9, %xmm17
	vaddss	%xmm8, %xmm17, %xmm8
	vmovshdup	%xmm10, %xmm17
	vaddss	%xmm7, %xmm17, %xmm7
	vmovshdup	%xmm11, %xmm17
	vaddss	%xmm6, %xmm17, %xmm6
	vmovshdup	%xmm12, %xmm17
	vaddss	%xmm5, %xmm17, %xmm5
	vmovshdup	%xmm13, %xmm17
	vaddss	%xmm4, %xmm17, %xmm4
	vmovshdup	%xmm14, %xmm17
	vaddss	%xmm3, %xmm17, %xmm3
	vmovshdup	%xmm15, %xmm17
	vaddss	%xmm2, %xmm17, %xmm2
	vmovshdup	%xmm16, %xmm17
	vaddss	%xmm0, %xmm17, %xmm0
	vshufpd	$1, %xmm9, %xmm9, %xmm17
	vaddss	%xmm8, %xmm17, %xmm8
	vshufpd	$1, %xmm10, %xmm10, %xmm17
	vaddss	%xmm7, %xmm17, %xmm7
	vshufpd	$1, %xmm11, %xmm11, %xmm17
	vaddss	%xmm6, %xmm17, %xmm6
	vshufpd	$1, %xmm12, %xmm12, %xmm17
	vaddss	%xmm5, %xmm17, %xmm5
	vshufpd	$1, %xmm13, %xmm13, %xmm17
	vaddss	%xmm4, %xmm17, %xmm4
	vshufpd	$1, %xmm14, %xmm14, %xmm17
	vaddss	%xmm3, %xmm17, %xmm3
	vshufpd	$1, %xmm15, %xmm15, %xmm17
	vaddss	%xmm2, %xmm17, %xmm2
	vshufpd	$1, %xmm16, %xmm16, %xmm17
	vaddss	%xmm0, %xmm17, %xmm0
	vshufps	$255, %xmm9, %xmm9, %xmm9
	vaddss	%xmm8, %xmm9, %xmm8
	vshufps	$255, %xmm10, %xmm10, %xmm9
	vaddss	%xmm7, %xmm9, %xmm7
	vshufps	$255, %xmm11, %xmm11, %xmm9
	vaddss	%xmm6, %xmm9, %xmm6
	vshufps	$255, %xmm12, %xmm12, %xmm9
	vaddss	%xmm5, %xmm9, %xmm5
	vshufps	$255, %xmm13, %xmm13, %xmm9
	vaddss	%xmm4, %xmm9, %xmm4
	vshufps	$255, %xmm14, %xmm14, %xmm9
	vaddss	%xmm3, %xmm9, %xmm3
	vshufps	$255, %xmm15, %xmm15, %xmm9
	vaddss	%xmm2, %xmm9, %xmm2
	vshufps	$255, %xmm16, %xmm16, %xmm9
	vaddss	%xmm0, %xmm9, %xmm0
	vmovss	-116(%rsp), %xmm9
	vmulss	%xmm8, %xmm9, %xmm8
	movq	%rax, %r10
	shlq	$5, %r10
	vmovss	%xmm8, (%rdi,%r10)
	vmulss	%xmm7, %xmm9, %xmm7
	vmovss	%xmm7, 4(%rdi,%r10)
	vmulss	%xmm6, %xmm9, %xmm6
	vmovss	%xmm6, 8(%rdi,%r10)
	vmulss	%xmm5, %xmm9, %xmm5
	vmovss	%xmm5, 12(%rdi,%r10)
	vmulss	%xmm4, %xmm9, %xmm4
	vmovss	%xmm4, 16(%rdi,%r10)
	vmulss	%xmm3, %xmm9, %xmm3
	vmovss	%xmm3, 20(%rdi,%r10)
	vmulss	%xmm2, %xmm9, %xmm2
	vmovss	%xmm2, 24(%rdi,%r10)
	vmulss	%xmm0, %xmm9, %xmm0
	vmovss	%xmm0, 28(%rdi,%r10)
	incq	%rax
	addq	$4096, %r8
	addq	$65536, %r9
	cmpq	%rcx, %rax
	jne	.LBB4_2
	addq	$568, %rsp
.LBB4_6:
	xorl	%eax, %eax
	vzeroupper
	retq
