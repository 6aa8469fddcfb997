# gemm/sgemm_cpu:parallel:parallel_pack
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: packing moves as many bytes as it saves: it must be parallel too
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$72, %rsp
	movq	%rcx, %r15
	movq	%rdx, %rbp
	movq	%rsi, %r13
	movl	%edi, %r12d
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rbx
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%r12d, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	movq	%rax, %r14
	movl	$-1, %eax
	testq	%r14, %r14
	je	.LBB3_17
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%r12d, 12(%rsp)
	movl	%r12d, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	jne	.LBB3_3
	movl	$-1, %eax
	jmp	.LBB3_17
.LBB3_3:
	movq	%rax, %r12
	movq	%r14, 40(%rsp)
	movq	%rbp, 48(%rsp)
	movq	__TVMBackendParallelLaunch@GOTPCREL(%rip), %rbx
	leaq	.L__tvm_parallel_lambda(%rip), %rdi
	leaq	40(%rsp), %rsi
	xorl	%edx, %edx
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_17
	movq	%r12, 56(%rsp)
	movq	%r13, 64(%rsp)
	leaq	.L__tvm_parallel_lambda.44(%rip), %rdi
	leaq	56(%rsp), %rsi
	xorl	%edx, %edx
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_17
	movq	%r14, %rax
	addq	$64, %rax
	movq	%rax, 32(%rsp)
	movq	%r12, %rax
	addq	$28, %rax
	xorl	%esi, %esi
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_6:
	movq	%rsi, 24(%rsp)
	shlq	$16, %rsi
	movq	32(%rsp), %r11
	xorl	%r8d, %r8d
.LBB3_7:
	movq	%r8, %r9
	shlq	$12, %r9
	movq	%r8, %r10
	shlq	$6, %r10
	movq	%r11, 16(%rsp)
	xorl	%r13d, %r13d
.LBB3_8:
	movq	%r13, %rcx
	shlq	$10, %rcx
	addq	%r9, %rcx
	movq	%r13, %rbp
	shlq	$4, %rbp
	addq	%r10, %rbp
	shlq	$6, %rcx
	vmovups	(%r14,%rcx), %ymm1
	vmovups	32(%r14,%rcx), %ymm2
	movq	%rax, %rcx
	xorl	%edi, %edi
.LBB3_9:
	movq	%rdi, %rbx
	shlq	$12, %rbx
	addq	%rsi, %rbx
	vbroadcastss	(%r12,%rbx,4), %ymm3
	vmovaps	%ymm2, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm1, %ymm3
	vbroadcastss	4(%r12,%rbx,4), %ymm5
	vmovaps	%ymm2, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm1, %ymm5
	vbroadcastss	8(%r12,%rbx,4), %ymm7
	vmovaps	%ymm2, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm1, %ymm7
	vbroadcastss	12(%r12,%rbx,4), %ymm9
	vmovaps	%ymm2, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vfmadd213ps	%ymm0, %ymm1, %ymm9
	xorl	%edx, %edx
.LBB3_10:
	vbroadcastss	-12(%rcx,%rdx), %ymm11
	vmovups	(%r11,%rdx,4), %ymm12
	vmovups	32(%r11,%rdx,4), %ymm13
	vfmadd231ps	%ymm13, %ymm11, %ymm4
	vfmadd231ps	%ymm11, %ymm12, %ymm3
	vbroadcastss	-8(%rcx,%rdx), %ymm11
	vfmadd231ps	%ymm13, %ymm11, %ymm6
	vfmadd231ps	%ymm11, %ymm12, %ymm5
	vbroadcastss	-4(%rcx,%rdx), %ymm11
	vfmadd231ps	%ymm13, %ymm11, %ymm8
	vfmadd231ps	%ymm11, %ymm12, %ymm7
	vbroadcastss	(%rcx,%rdx), %ymm11
	vfmadd231ps	%ymm13, %ymm11, %ymm10
	vfmadd231ps	%ymm12, %ymm11, %ymm9
	addq	$16, %rdx
	cmpq	$16368, %rdx
	jne	.LBB3_10
	addq	%rbp, %rbx
	vmovaps	%ymm4, 32(%r15,%rbx,4)
	vmovaps	%ymm3, (%r15,%rbx,4)
	vmovaps	%ymm6, 4128(%r15,%rbx,4)
	vmovaps	%ymm5, 4096(%r15,%rbx,4)
	vmovaps	%ymm8, 8224(%r15,%rbx,4)
	vmovaps	%ymm7, 8192(%r15,%rbx,4)
	vmovaps	%ymm10, 12320(%r15,%rbx,4)
	vmovaps	%ymm9, 12288(%r15,%rbx,4)
	incq	%rdi
	addq	$16384, %rcx
	cmpq	$16, %rdi
	jne	.LBB3_9
	incq	%r13
	addq	$65536, %r11
	cmpq	$4, %r13
	jne	.LBB3_8
	incq	%r8
	movq	16(%rsp), %r11
	addq	$262144, %r11
	cmpq	$16, %r8
	jne	.LBB3_7
	movq	24(%rsp), %rsi
	incq	%rsi
	addq	$262144, %rax
	cmpq	$16, %rsi
	jne	.LBB3_6
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rbx
	movl	$1, %edi
	movl	12(%rsp), %ebp
	movl	%ebp, %esi
	movq	%r12, %rdx
	vzeroupper
	callq	*(%rbx)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_17
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%r14, %rdx
	callq	*(%rbx)
	negl	%eax
	movl	$0, %eax
	sbbl	%eax, %eax
.LBB3_17:
	addq	$72, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
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
