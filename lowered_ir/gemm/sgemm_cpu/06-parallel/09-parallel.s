# gemm/sgemm_cpu:parallel:parallel
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: blocks of C are independent of each other
# target: llvm x86-64-v3

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
	movl	$4194304, %edx
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
	leal	255(%rsi), %eax
	cltd
	idivl	%esi
	leal	1(%rdi), %esi
	imull	%eax, %esi
	cmpl	$256, %esi
	movl	$256, %edx
	cmovll	%esi, %edx
	imull	%edi, %eax
	cmpl	%edx, %eax
	jge	.LBB5_5
	movq	8(%rcx), %rdi
	cltq
	movq	%rax, %rsi
	shlq	$14, %rsi
	addq	%rsi, %rdi
	addq	$12288, %rdi
	addq	(%rcx), %rsi
.LBB5_2:
	xorl	%ecx, %ecx
.LBB5_3:
	vmovups	-12288(%rdi,%rcx), %ymm0
	vmovups	-8192(%rdi,%rcx), %ymm1
	vmovups	-4096(%rdi,%rcx), %ymm2
	vmovups	(%rdi,%rcx), %ymm3
	vmovups	(%rdi,%rcx), %xmm4
	vmovups	-4096(%rdi,%rcx), %xmm5
	vunpcklps	%xmm4, %xmm5, %xmm6
	vpermpd	$96, %ymm6, %ymm6
	vmovups	-8192(%rdi,%rcx), %xmm7
	vmovups	-12288(%rdi,%rcx), %xmm8
	vunpcklps	%xmm7, %xmm8, %xmm9
	vpermpd	$212, %ymm9, %ymm9
	vblendps	$204, %ymm6, %ymm9, %ymm6
	vunpckhps	%xmm4, %xmm5, %xmm4
	vpermpd	$96, %ymm4, %ymm4
	vunpckhps	%xmm7, %xmm8, %xmm5
	vpermpd	$212, %ymm5, %ymm5
	vblendps	$204, %ymm4, %ymm5, %ymm4
	vunpckhps	%ymm3, %ymm2, %ymm5
	vpermpd	$232, %ymm5, %ymm5
	vunpckhps	%ymm1, %ymm0, %ymm7
	vpermpd	$246, %ymm7, %ymm7
	vblendps	$204, %ymm5, %ymm7, %ymm5
	vunpcklps	%ymm3, %ymm2, %ymm2
	vpermpd	$232, %ymm2, %ymm2
	vunpcklps	%ymm1, %ymm0, %ymm0
	vpermpd	$246, %ymm0, %ymm0
	vblendps	$204, %ymm2, %ymm0, %ymm0
	vmovups	%ymm0, 64(%rsi,%rcx,4)
	vmovups	%ymm5, 96(%rsi,%rcx,4)
	vmovups	%ymm4, 32(%rsi,%rcx,4)
	vmovups	%ymm6, (%rsi,%rcx,4)
	addq	$32, %rcx
	cmpq	$4096, %rcx
	jne	.LBB5_3
	incq	%rax
	addq	$16384, %rsi
	addq	$16384, %rdi
	cmpl	%eax, %edx
	jne	.LBB5_2
.LBB5_5:
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
	leal	255(%rsi), %eax
	cltd
	idivl	%esi
	leal	1(%rdi), %edx
	imull	%eax, %edx
	cmpl	$256, %edx
	movl	$256, %esi
	cmovll	%edx, %esi
	imull	%edi, %eax
	movl	%esi, -4(%rsp)
	cmpl	%esi, %eax
	jge	.LBB6_9
	movq	(%rcx), %rsi
	movq	8(%rcx), %rdi
	movq	16(%rcx), %rcx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB6_2:
	movl	%eax, %r10d
	andl	$15, %r10d
	movl	%r10d, %r11d
	shll	$18, %r11d
	leaq	64(%rdi), %rdx
	addq	%rdx, %r11
	movl	%eax, %edx
	andl	$-16, %edx
	shll	$12, %edx
	movslq	%edx, %rdx
	leaq	28(%rsi), %r8
	leaq	(%r8,%rdx,4), %rbx
	movl	%eax, %r14d
	andl	$1048560, %r14d
	movl	%r10d, %r15d
	shll	$12, %r15d
	shlq	$38, %r10
	xorl	%r12d, %r12d
.LBB6_3:
	movq	%r12, %rdx
	shlq	$10, %rdx
	addq	%r15, %rdx
	shlq	$6, %rdx
	vmovups	(%rdi,%rdx), %ymm1
	vmovups	32(%rdi,%rdx), %ymm2
	movq	%r12, %r13
	shlq	$36, %r13
	addq	%r10, %r13
	movq	%rbx, %rbp
	xorl	%r9d, %r9d
.LBB6_4:
	movq	%r9, %r8
	orq	%r14, %r8
	shlq	$44, %r8
	movq	%r8, %rdx
	sarq	$30, %rdx
	vbroadcastss	(%rsi,%rdx), %ymm3
	vmovaps	%ymm2, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm1, %ymm3
	vbroadcastss	4(%rsi,%rdx), %ymm5
	vmovaps	%ymm2, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm1, %ymm5
	vbroadcastss	8(%rsi,%rdx), %ymm7
	vmovaps	%ymm2, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm1, %ymm7
	vbroadcastss	12(%rsi,%rdx), %ymm9
	vmovaps	%ymm2, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vfmadd213ps	%ymm0, %ymm1, %ymm9
	xorl	%edx, %edx
.LBB6_5:
	vbroadcastss	-12(%rbp,%rdx), %ymm11
	vmovups	(%r11,%rdx,4), %ymm12
	vmovups	32(%r11,%rdx,4), %ymm13
	vfmadd231ps	%ymm13, %ymm11, %ymm4
	vfmadd231ps	%ymm11, %ymm12, %ymm3
	vbroadcastss	-8(%rbp,%rdx), %ymm11
	vfmadd231ps	%ymm13, %ymm11, %ymm6
	vfmadd231ps	%ymm11, %ymm12, %ymm5
	vbroadcastss	-4(%rbp,%rdx), %ymm11
	vfmadd231ps	%ymm13, %ymm11, %ymm8
	vfmadd231ps	%ymm11, %ymm12, %ymm7
	vbroadcastss	(%rbp,%rdx), %ymm11
	vfmadd231ps	%ymm13, %ymm11, %ymm10
	vfmadd231ps	%ymm12, %ymm11, %ymm9
	addq	$16, %rdx
	cmpq	$16368, %rdx
	jne	.LBB6_5
	addq	%r13, %r8
	sarq	$30, %r8
	vmovaps	%ymm4, 32(%rcx,%r8)
	vmovaps	%ymm3, (%rcx,%r8)
	vmovaps	%ymm6, 4128(%rcx,%r8)
	vmovaps	%ymm5, 4096(%rcx,%r8)
	vmovaps	%ymm8, 8224(%rcx,%r8)
	vmovaps	%ymm7, 8192(%rcx,%r8)
	vmovaps	%ymm10, 12320(%rcx,%r8)
	vmovaps	%ymm9, 12288(%rcx,%r8)
	incq	%r9
	addq	$16384, %rbp
	cmpq	$16, %r9
	jne	.LBB6_4
	incq	%r12
	addq	$65536, %r11
	cmpq	$4, %r12
	jne	.LBB6_3
	incl	%eax
	cmpl	-4(%rsp), %eax
	jne	.LBB6_2
.LBB6_9:
	xorl	%eax, %eax
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
