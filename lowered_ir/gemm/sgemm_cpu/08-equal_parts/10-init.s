# gemm/sgemm_cpu:equal_parts:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
# target: llvm x86-64-v3

.LCPI5_1:
	.long	0
	.long	4
	.long	1
	.long	5
.LCPI5_2:
	.long	1
	.long	5
	.long	2
	.long	6
.LCPI5_4:
	.long	0
	.long	2
	.long	1
	.long	3
.LCPI5_5:
	.long	2
	.long	1
	.long	3
	.long	3
.LCPI5_6:
	.long	0
	.long	2
	.long	2
	.long	3
.LCPI5_12:
	.long	4
	.long	6
	.long	5
	.long	7
.LCPI5_13:
	.long	6
	.long	0
	.long	7
	.long	0
.LCPI5_14:
	.long	0
	.long	6
	.long	0
	.long	7
.LCPI5_3:
	.long	3
	.long	7
.LCPI5_8:
	.long	6
	.long	4
.LCPI5_11:
	.long	0
	.long	4
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$56, %rsp
	movq	%rcx, %r15
	movq	%rdx, %rbp
	movq	%rsi, %r13
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %r12
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	movq	%rax, %r14
	movl	$-1, %eax
	testq	%r14, %r14
	jne	.LBB3_1
.LBB3_8:
	addq	$56, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_1:
	movl	$4202496, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	testq	%rax, %rax
	jne	.LBB3_3
	movl	$-1, %eax
	jmp	.LBB3_8
.LBB3_3:
	movq	%rax, %r12
	movq	%r14, (%rsp)
	movq	%rbp, 8(%rsp)
	movq	__TVMBackendParallelLaunch@GOTPCREL(%rip), %rbp
	leaq	.L__tvm_parallel_lambda(%rip), %rdi
	movq	%rsp, %rsi
	xorl	%edx, %edx
	callq	*(%rbp)
	testl	%eax, %eax
	jne	.LBB3_8
	movq	%r12, 16(%rsp)
	movq	%r13, 24(%rsp)
	leaq	.L__tvm_parallel_lambda.44(%rip), %rdi
	leaq	16(%rsp), %rsi
	xorl	%edx, %edx
	callq	*(%rbp)
	testl	%eax, %eax
	jne	.LBB3_8
	movq	%r12, 32(%rsp)
	movq	%r14, 40(%rsp)
	movq	%r15, 48(%rsp)
	leaq	.L__tvm_parallel_lambda.45(%rip), %rdi
	leaq	32(%rsp), %rsi
	xorl	%edx, %edx
	callq	*(%rbp)
	testl	%eax, %eax
	jne	.LBB3_8
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %r15
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r12, %rdx
	callq	*(%r15)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_8
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r14, %rdx
	callq	*(%r15)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_8
.L__tvm_parallel_lambda:
	movq	%rdx, %rcx
	movl	8(%rsi), %esi
	leal	63(%rsi), %eax
	cltd
	idivl	%esi
	leal	1(%rdi), %esi
	imull	%eax, %esi
	cmpl	$64, %esi
	movl	$64, %edx
	cmovll	%esi, %edx
	imull	%edi, %eax
	cmpl	%edx, %eax
	jge	.LBB4_5
	movq	(%rcx), %rsi
	movq	8(%rcx), %rdi
	cltq
	movq	%rax, %rcx
	shlq	$16, %rcx
	addq	%rsi, %rcx
	addq	$448, %rcx
	movq	%rax, %rsi
	shlq	$6, %rsi
	addq	%rdi, %rsi
	addq	$28672, %rsi
.LBB4_2:
	movq	%rsi, %rdi
	xorl	%r8d, %r8d
.LBB4_3:
	vmovaps	-28672(%rdi), %ymm0
	vmovaps	-28640(%rdi), %ymm1
	vmovups	%ymm1, -416(%rcx,%r8)
	vmovups	%ymm0, -448(%rcx,%r8)
	vmovaps	-24576(%rdi), %ymm0
	vmovaps	-24544(%rdi), %ymm1
	vmovups	%ymm1, -352(%rcx,%r8)
	vmovups	%ymm0, -384(%rcx,%r8)
	vmovaps	-20480(%rdi), %ymm0
	vmovaps	-20448(%rdi), %ymm1
	vmovups	%ymm1, -288(%rcx,%r8)
	vmovups	%ymm0, -320(%rcx,%r8)
	vmovaps	-16384(%rdi), %ymm0
	vmovaps	-16352(%rdi), %ymm1
	vmovups	%ymm1, -224(%rcx,%r8)
	vmovups	%ymm0, -256(%rcx,%r8)
	vmovaps	-12288(%rdi), %ymm0
	vmovaps	-12256(%rdi), %ymm1
	vmovups	%ymm1, -160(%rcx,%r8)
	vmovups	%ymm0, -192(%rcx,%r8)
	vmovaps	-8192(%rdi), %ymm0
	vmovaps	-8160(%rdi), %ymm1
	vmovups	%ymm1, -96(%rcx,%r8)
	vmovups	%ymm0, -128(%rcx,%r8)
	vmovaps	-4096(%rdi), %ymm0
	vmovaps	-4064(%rdi), %ymm1
	vmovups	%ymm1, -32(%rcx,%r8)
	vmovups	%ymm0, -64(%rcx,%r8)
	vmovaps	(%rdi), %ymm0
	vmovaps	32(%rdi), %ymm1
	vmovups	%ymm1, 32(%rcx,%r8)
	vmovups	%ymm0, (%rcx,%r8)
	addq	$512, %r8
	addq	$32768, %rdi
	cmpq	$65536, %r8
	jne	.LBB4_3
	incq	%rax
	addq	$65536, %rcx
	addq	$64, %rsi
	cmpl	%eax, %edx
	jne	.LBB4_2
.LBB4_5:
	xorl	%eax, %eax
	vzeroupper
	retq
.L__tvm_parallel_lambda.44:
	movq	%rdx, %rcx
	movl	8(%rsi), %esi
	leal	170(%rsi), %eax
	cltd
	idivl	%esi
	leal	1(%rdi), %esi
	imull	%eax, %esi
	cmpl	$171, %esi
	movl	$171, %edx
	cmovll	%esi, %edx
	imull	%edi, %eax
	cmpl	%edx, %eax
	jge	.LBB5_9
	pushq	%rbx
	movq	(%rcx), %rsi
	movq	8(%rcx), %rcx
	cltq
	movq	%rax, %rdi
	shlq	$11, %rdi
	leaq	(%rdi,%rdi,2), %rdi
	movq	%rax, %r8
	shlq	$13, %r8
	leaq	(%r8,%r8,2), %r9
	leaq	(%rsi,%r9), %r8
	addq	%rcx, %r9
	addq	$20480, %r9
	addq	$12288, %rcx
	vbroadcastf128	.LCPI5_4(%rip), %ymm0
	vmovups	%ymm0, -32(%rsp)
	vbroadcastf128	.LCPI5_5(%rip), %ymm0
	vmovups	%ymm0, -64(%rsp)
	vbroadcastf128	.LCPI5_6(%rip), %ymm0
	vmovups	%ymm0, -96(%rsp)
	vmovddup	.LCPI5_8(%rip), %xmm0
	vmovups	%ymm0, -128(%rsp)
	vmovddup	.LCPI5_11(%rip), %xmm1
	vbroadcastf128	.LCPI5_1(%rip), %ymm10
	vxorps	%xmm4, %xmm4, %xmm4
	vbroadcastf128	.LCPI5_2(%rip), %ymm11
	vbroadcastsd	.LCPI5_3(%rip), %ymm8
	jmp	.LBB5_2
.LBB5_7:
	incq	%rax
	addq	$6144, %rdi
	addq	$24576, %r8
	addq	$24576, %r9
	cmpl	%eax, %edx
	je	.LBB5_8
.LBB5_2:
	cmpq	$170, %rax
	jge	.LBB5_3
	movq	$-4096, %r10
	movq	%r8, %r11
.LBB5_6:
	vmovups	-16384(%r9,%r10), %ymm12
	vmovups	-12288(%r9,%r10), %ymm14
	vmovups	-8192(%r9,%r10), %ymm3
	vmovups	-4096(%r9,%r10), %ymm5
	vmovups	(%r9,%r10), %ymm15
	vmovups	4096(%r9,%r10), %ymm13
	vmovups	-8192(%r9,%r10), %xmm1
	vmovups	-4096(%r9,%r10), %xmm2
	vshufps	$0, %xmm1, %xmm2, %xmm0
	vshufps	$36, %xmm0, %xmm0, %xmm0
	vmovups	-12288(%r9,%r10), %xmm4
	vmovups	-16384(%r9,%r10), %xmm7
	vunpcklps	%xmm4, %xmm7, %xmm6
	vpermpd	$100, %ymm6, %ymm6
	vblendps	$12, %ymm0, %ymm6, %ymm0
	vbroadcastsd	(%r9,%r10), %ymm6
	vblendps	$48, %ymm6, %ymm0, %ymm0
	vbroadcastss	4096(%r9,%r10), %ymm6
	vblendps	$32, %ymm6, %ymm0, %ymm9
	vunpckhps	%xmm4, %xmm7, %xmm4
	vinsertf128	$1, %xmm4, %ymm0, %ymm0
	vshufps	$153, %xmm2, %xmm1, %xmm7
	vmovaps	%ymm8, %ymm6
	vmovups	-32(%rsp), %ymm8
	vpermps	%ymm7, %ymm8, %ymm7
	vblendps	$48, %ymm0, %ymm7, %ymm0
	vbroadcastss	4(%r9,%r10), %xmm7
	vblendps	$12, %ymm7, %ymm0, %ymm0
	vbroadcastss	4100(%r9,%r10), %ymm7
	vblendps	$8, %ymm7, %ymm0, %ymm0
	vshufps	$51, %xmm1, %xmm2, %xmm1
	vshufps	$226, %xmm1, %xmm1, %xmm1
	vinsertf128	$1, %xmm1, %ymm4, %ymm1
	vmovups	-64(%rsp), %ymm2
	vpermps	%ymm15, %ymm2, %ymm2
	vblendps	$195, %ymm2, %ymm1, %ymm1
	vmovups	-96(%rsp), %ymm2
	vpermps	%ymm13, %ymm2, %ymm2
	vblendps	$130, %ymm2, %ymm1, %ymm1
	vunpcklps	%ymm5, %ymm3, %ymm2
	vpermpd	$170, %ymm2, %ymm2
	vunpcklps	%ymm14, %ymm12, %ymm4
	vpermpd	$230, %ymm4, %ymm4
	vblendps	$12, %ymm2, %ymm4, %ymm2
	vblendps	$48, %ymm15, %ymm2, %ymm2
	vbroadcastss	4112(%r9,%r10), %ymm4
	vblendps	$32, %ymm4, %ymm2, %ymm2
	vunpckhps	%ymm14, %ymm12, %ymm4
	vshufps	$153, %ymm5, %ymm3, %ymm7
	vbroadcastf128	.LCPI5_12(%rip), %ymm8
	vpermps	%ymm7, %ymm8, %ymm7
	vmovaps	%ymm6, %ymm8
	vblendps	$48, %ymm4, %ymm7, %ymm4
	vbroadcastss	20(%r9,%r10), %xmm7
	vblendps	$12, %ymm7, %ymm4, %ymm4
	vbroadcastss	4116(%r9,%r10), %ymm7
	vblendps	$8, %ymm7, %ymm4, %ymm4
	vshufps	$51, %ymm3, %ymm5, %ymm3
	vshufps	$51, %ymm12, %ymm14, %ymm5
	vmovups	-128(%rsp), %ymm7
	vpermps	%ymm5, %ymm7, %ymm5
	vshufps	$226, %ymm5, %ymm3, %ymm3
	vbroadcastf128	.LCPI5_13(%rip), %ymm5
	vpermps	%ymm15, %ymm5, %ymm5
	vblendps	$195, %ymm5, %ymm3, %ymm3
	vbroadcastf128	.LCPI5_14(%rip), %ymm5
	vpermps	%ymm13, %ymm5, %ymm5
	vblendps	$130, %ymm5, %ymm3, %ymm3
	vmovups	%ymm3, 160(%r11)
	vmovups	%ymm4, 128(%r11)
	vxorps	%xmm4, %xmm4, %xmm4
	vmovups	%ymm2, 96(%r11)
	vmovups	%ymm1, 64(%r11)
	vmovddup	.LCPI5_11(%rip), %xmm1
	vmovups	%ymm0, 32(%r11)
	vmovups	%ymm9, (%r11)
	addq	$192, %r11
	addq	$32, %r10
	jne	.LBB5_6
	jmp	.LBB5_7
.LBB5_3:
	movl	%edi, %r10d
	shrl	$11, %r10d
	shlq	$13, %r10
	leaq	(%rsi,%r10), %r11
	addq	%rcx, %r10
	movq	$-4096, %rbx
.LBB5_4:
	vmovups	-8192(%r10,%rbx), %xmm0
	vmovups	-4096(%r10,%rbx), %xmm3
	vmovups	(%r10,%rbx), %xmm5
	vinsertf128	$1, %xmm3, %ymm0, %ymm6
	vinsertf128	$1, 4096(%r10,%rbx), %ymm5, %ymm5
	vpermps	%ymm5, %ymm1, %ymm12
	vpermps	%ymm6, %ymm10, %ymm13
	vblendps	$48, %ymm4, %ymm13, %ymm13
	vblendps	$12, %ymm12, %ymm13, %ymm12
	vperm2f128	$8, %ymm0, %ymm0, %ymm13
	vunpckhpd	%ymm13, %ymm6, %ymm6
	vshufps	$226, %ymm13, %ymm6, %ymm6
	vpermps	%ymm5, %ymm11, %ymm13
	vblendps	$195, %ymm13, %ymm6, %ymm6
	vunpckhps	%xmm3, %xmm0, %xmm0
	vblendps	$12, %ymm0, %ymm4, %ymm0
	vpermps	%ymm5, %ymm8, %ymm3
	vblendps	$48, %ymm3, %ymm0, %ymm0
	vmovups	%ymm0, 64(%r11)
	vmovups	%ymm6, 32(%r11)
	vmovups	%ymm12, (%r11)
	addq	$96, %r11
	addq	$16, %rbx
	jne	.LBB5_4
	jmp	.LBB5_7
.LBB5_8:
	popq	%rbx
.LBB5_9:
	xorl	%eax, %eax
	vzeroupper
	retq
.L__tvm_parallel_lambda.45:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	movq	%rdx, %rcx
	movl	8(%rsi), %esi
	leal	15(%rsi), %eax
	cltd
	idivl	%esi
	leal	1(%rdi), %esi
	imull	%eax, %esi
	cmpl	$16, %esi
	movl	$16, %edx
	cmovll	%esi, %edx
	imull	%edi, %eax
	movl	%edx, -20(%rsp)
	cmpl	%edx, %eax
	jge	.LBB6_14
	movq	(%rcx), %rdx
	movq	%rdx, -8(%rsp)
	movq	8(%rcx), %rdx
	movq	%rdx, -16(%rsp)
	movq	16(%rcx), %rcx
.LBB6_2:
	movl	%eax, %r8d
	andl	$3, %r8d
	movl	%r8d, %edi
	shll	$20, %edi
	addq	-16(%rsp), %rdi
	movl	%eax, %esi
	sarl	$2, %esi
	imull	$43, %esi, %r9d
	movl	%esi, %ebx
	shll	$7, %ebx
	addl	%esi, %ebx
	imull	$264192, %esi, %r10d
	movslq	%r10d, %rsi
	movslq	%r9d, %r9
	movl	$171, %r11d
	subq	%r9, %r11
	movslq	%ebx, %rbx
	movq	-8(%rsp), %rdx
	leaq	(%rdx,%rsi,4), %r14
	shll	$8, %r8d
	xorl	%r15d, %r15d
.LBB6_3:
	movl	%r15d, %ebp
	shll	$4, %ebp
	movq	%r14, %r12
	xorl	%r13d, %r13d
.LBB6_4:
	cmpq	%r11, %r13
	jge	.LBB6_7
	vxorps	%xmm0, %xmm0, %xmm0
	movl	$20, %esi
	movq	%rdi, %r9
	vxorps	%xmm11, %xmm11, %xmm11
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm10, %xmm10, %xmm10
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm6, %xmm6, %xmm6
.LBB6_6:
	vbroadcastss	-20(%r12,%rsi), %ymm12
	vmovups	(%r9), %ymm13
	vmovups	32(%r9), %ymm14
	vfmadd231ps	%ymm14, %ymm12, %ymm11
	vfmadd231ps	%ymm12, %ymm13, %ymm0
	vbroadcastss	-16(%r12,%rsi), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm10
	vfmadd231ps	%ymm12, %ymm13, %ymm5
	vbroadcastss	-12(%r12,%rsi), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm9
	vfmadd231ps	%ymm12, %ymm13, %ymm4
	vbroadcastss	-8(%r12,%rsi), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm8
	vfmadd231ps	%ymm12, %ymm13, %ymm3
	vbroadcastss	-4(%r12,%rsi), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm7
	vfmadd231ps	%ymm12, %ymm13, %ymm2
	vbroadcastss	(%r12,%rsi), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm6
	vfmadd231ps	%ymm13, %ymm12, %ymm1
	addq	$24, %rsi
	addq	$64, %r9
	cmpq	$24596, %rsi
	jne	.LBB6_6
.LBB6_7:
	leaq	(,%r13,2), %r9
	addq	%r13, %r9
	addq	%rbx, %r9
	cmpq	$512, %r9
	jge	.LBB6_11
	leal	(%r13,%r13,2), %esi
	shll	$11, %esi
	addl	%r10d, %esi
	orl	%r8d, %esi
	addl	%ebp, %esi
	movslq	%esi, %rdx
	vmovaps	%ymm0, (%rcx,%rdx,4)
	vmovaps	%ymm11, 32(%rcx,%rdx,4)
	addl	$1024, %edx
	movslq	%edx, %rdx
	vmovaps	%ymm5, (%rcx,%rdx,4)
	vmovaps	%ymm10, 32(%rcx,%rdx,4)
	cmpq	$511, %r9
	je	.LBB6_11
	leal	2048(%rsi), %edx
	movslq	%edx, %rdx
	vmovaps	%ymm4, (%rcx,%rdx,4)
	vmovaps	%ymm9, 32(%rcx,%rdx,4)
	leal	3072(%rsi), %edx
	movslq	%edx, %rdx
	vmovaps	%ymm3, (%rcx,%rdx,4)
	vmovaps	%ymm8, 32(%rcx,%rdx,4)
	cmpq	$509, %r9
	jg	.LBB6_11
	leal	4096(%rsi), %edx
	movslq	%edx, %rdx
	vmovaps	%ymm2, (%rcx,%rdx,4)
	vmovaps	%ymm7, 32(%rcx,%rdx,4)
	addl	$5120, %esi
	movslq	%esi, %rdx
	vmovaps	%ymm1, (%rcx,%rdx,4)
	vmovaps	%ymm6, 32(%rcx,%rdx,4)
.LBB6_11:
	incq	%r13
	addq	$24576, %r12
	cmpq	$43, %r13
	jne	.LBB6_4
	incq	%r15
	addq	$65536, %rdi
	cmpq	$16, %r15
	jne	.LBB6_3
	incl	%eax
	cmpl	-20(%rsp), %eax
	jne	.LBB6_2
.LBB6_14:
	xorl	%eax, %eax
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
