# gemm/sgemm_cpu:parallel:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
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
	movl	%esi, -44(%rsp)
	cmpl	%esi, %eax
	jge	.LBB6_19
	movq	(%rcx), %rdx
	movq	8(%rcx), %rsi
	movq	16(%rcx), %rcx
	addq	$12, %rdx
	movq	%rdx, -8(%rsp)
	leaq	65536(%rsi), %rdx
	movq	%rdx, -24(%rsp)
	leaq	131072(%rsi), %rdx
	movq	%rdx, -32(%rsp)
	movq	%rsi, -16(%rsp)
	leaq	196608(%rsi), %rdx
	movq	%rdx, -40(%rsp)
.LBB6_2:
	movl	%eax, %r11d
	andl	$15, %r11d
	movl	%r11d, %r9d
	shll	$18, %r9d
	movq	-40(%rsp), %rdx
	leaq	(%rdx,%r9), %rbx
	movl	%eax, %edx
	shrl	$4, %edx
	movswq	%dx, %r10
	shlq	$18, %r10
	movq	-8(%rsp), %rdx
	leaq	(%rdx,%r10), %r14
	movq	-32(%rsp), %rsi
	leaq	(%rsi,%r9), %r12
	leaq	(%rdx,%r10), %r13
	movq	-24(%rsp), %rsi
	leaq	(%rsi,%r9), %rbp
	leaq	(%rdx,%r10), %r8
	addq	-16(%rsp), %r9
	addq	%rdx, %r10
	movl	%eax, %r15d
	andl	$1048560, %r15d
	shll	$6, %r11d
	xorl	%edi, %edi
.LBB6_3:
	movq	%rdi, %rdx
	orq	%r15, %rdx
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%esi, %esi
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm4, %xmm4, %xmm4
.LBB6_4:
	vbroadcastss	-12(%r10,%rsi), %ymm8
	vmovups	(%r9,%rsi,4), %ymm9
	vmovups	32(%r9,%rsi,4), %ymm10
	vfmadd231ps	%ymm10, %ymm8, %ymm5
	vfmadd231ps	%ymm8, %ymm9, %ymm1
	vbroadcastss	-8(%r10,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm6
	vfmadd231ps	%ymm8, %ymm9, %ymm2
	vbroadcastss	-4(%r10,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm7
	vfmadd231ps	%ymm8, %ymm9, %ymm3
	vbroadcastss	(%r10,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm0
	vfmadd231ps	%ymm9, %ymm8, %ymm4
	addq	$16, %rsi
	cmpq	$16384, %rsi
	jne	.LBB6_4
	shll	$12, %edx
	orl	%r11d, %edx
	movslq	%edx, %rdx
	vmovaps	%ymm5, 32(%rcx,%rdx,4)
	vmovaps	%ymm1, (%rcx,%rdx,4)
	vmovaps	%ymm6, 4128(%rcx,%rdx,4)
	vmovaps	%ymm2, 4096(%rcx,%rdx,4)
	vmovaps	%ymm7, 8224(%rcx,%rdx,4)
	vmovaps	%ymm3, 8192(%rcx,%rdx,4)
	vmovaps	%ymm0, 12320(%rcx,%rdx,4)
	vmovaps	%ymm4, 12288(%rcx,%rdx,4)
	incq	%rdi
	addq	$16384, %r10
	cmpq	$16, %rdi
	jne	.LBB6_3
	movl	%r11d, %r9d
	orl	$16, %r9d
	xorl	%edx, %edx
.LBB6_7:
	movq	%rdx, %rdi
	orq	%r15, %rdi
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%esi, %esi
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm4, %xmm4, %xmm4
.LBB6_8:
	vbroadcastss	-12(%r8,%rsi), %ymm8
	vmovups	(%rbp,%rsi,4), %ymm9
	vmovups	32(%rbp,%rsi,4), %ymm10
	vfmadd231ps	%ymm10, %ymm8, %ymm5
	vfmadd231ps	%ymm8, %ymm9, %ymm1
	vbroadcastss	-8(%r8,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm6
	vfmadd231ps	%ymm8, %ymm9, %ymm2
	vbroadcastss	-4(%r8,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm7
	vfmadd231ps	%ymm8, %ymm9, %ymm3
	vbroadcastss	(%r8,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm0
	vfmadd231ps	%ymm9, %ymm8, %ymm4
	addq	$16, %rsi
	cmpq	$16384, %rsi
	jne	.LBB6_8
	shll	$12, %edi
	orl	%r9d, %edi
	movslq	%edi, %rsi
	vmovaps	%ymm5, 32(%rcx,%rsi,4)
	vmovaps	%ymm1, (%rcx,%rsi,4)
	vmovaps	%ymm6, 4128(%rcx,%rsi,4)
	vmovaps	%ymm2, 4096(%rcx,%rsi,4)
	vmovaps	%ymm7, 8224(%rcx,%rsi,4)
	vmovaps	%ymm3, 8192(%rcx,%rsi,4)
	vmovaps	%ymm0, 12320(%rcx,%rsi,4)
	vmovaps	%ymm4, 12288(%rcx,%rsi,4)
	incq	%rdx
	addq	$16384, %r8
	cmpq	$16, %rdx
	jne	.LBB6_7
	movl	%r11d, %r8d
	orl	$32, %r8d
	xorl	%edx, %edx
.LBB6_11:
	movq	%rdx, %rdi
	orq	%r15, %rdi
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%esi, %esi
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm4, %xmm4, %xmm4
.LBB6_12:
	vbroadcastss	-12(%r13,%rsi), %ymm8
	vmovups	(%r12,%rsi,4), %ymm9
	vmovups	32(%r12,%rsi,4), %ymm10
	vfmadd231ps	%ymm10, %ymm8, %ymm5
	vfmadd231ps	%ymm8, %ymm9, %ymm1
	vbroadcastss	-8(%r13,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm6
	vfmadd231ps	%ymm8, %ymm9, %ymm2
	vbroadcastss	-4(%r13,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm7
	vfmadd231ps	%ymm8, %ymm9, %ymm3
	vbroadcastss	(%r13,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm0
	vfmadd231ps	%ymm9, %ymm8, %ymm4
	addq	$16, %rsi
	cmpq	$16384, %rsi
	jne	.LBB6_12
	shll	$12, %edi
	orl	%r8d, %edi
	movslq	%edi, %rsi
	vmovaps	%ymm5, 32(%rcx,%rsi,4)
	vmovaps	%ymm1, (%rcx,%rsi,4)
	vmovaps	%ymm6, 4128(%rcx,%rsi,4)
	vmovaps	%ymm2, 4096(%rcx,%rsi,4)
	vmovaps	%ymm7, 8224(%rcx,%rsi,4)
	vmovaps	%ymm3, 8192(%rcx,%rsi,4)
	vmovaps	%ymm0, 12320(%rcx,%rsi,4)
	vmovaps	%ymm4, 12288(%rcx,%rsi,4)
	incq	%rdx
	addq	$16384, %r13
	cmpq	$16, %rdx
	jne	.LBB6_11
	orl	$48, %r11d
	xorl	%edx, %edx
.LBB6_15:
	movq	%rdx, %rdi
	orq	%r15, %rdi
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%esi, %esi
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm4, %xmm4, %xmm4
.LBB6_16:
	vbroadcastss	-12(%r14,%rsi), %ymm8
	vmovups	(%rbx,%rsi,4), %ymm9
	vmovups	32(%rbx,%rsi,4), %ymm10
	vfmadd231ps	%ymm10, %ymm8, %ymm5
	vfmadd231ps	%ymm8, %ymm9, %ymm1
	vbroadcastss	-8(%r14,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm6
	vfmadd231ps	%ymm8, %ymm9, %ymm2
	vbroadcastss	-4(%r14,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm7
	vfmadd231ps	%ymm8, %ymm9, %ymm3
	vbroadcastss	(%r14,%rsi), %ymm8
	vfmadd231ps	%ymm10, %ymm8, %ymm0
	vfmadd231ps	%ymm9, %ymm8, %ymm4
	addq	$16, %rsi
	cmpq	$16384, %rsi
	jne	.LBB6_16
	shll	$12, %edi
	orl	%r11d, %edi
	movslq	%edi, %rsi
	vmovaps	%ymm5, 32(%rcx,%rsi,4)
	vmovaps	%ymm1, (%rcx,%rsi,4)
	vmovaps	%ymm6, 4128(%rcx,%rsi,4)
	vmovaps	%ymm2, 4096(%rcx,%rsi,4)
	vmovaps	%ymm7, 8224(%rcx,%rsi,4)
	vmovaps	%ymm3, 8192(%rcx,%rsi,4)
	vmovaps	%ymm0, 12320(%rcx,%rsi,4)
	vmovaps	%ymm4, 12288(%rcx,%rsi,4)
	incq	%rdx
	addq	$16384, %r14
	cmpq	$16, %rdx
	jne	.LBB6_15
	incl	%eax
	cmpl	-44(%rsp), %eax
	jne	.LBB6_2
.LBB6_19:
	xorl	%eax, %eax
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
