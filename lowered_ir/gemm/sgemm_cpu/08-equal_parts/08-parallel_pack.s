# gemm/sgemm_cpu:equal_parts:parallel_pack
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: packing moves as many bytes as it saves: it must be parallel too
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
	subq	$104, %rsp
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
	movl	$-1, %r14d
	movq	%rax, (%rsp)
	testq	%rax, %rax
	je	.LBB3_23
	movl	$4202496, %edx
	movl	$1, %edi
	movl	%r12d, 12(%rsp)
	movl	%r12d, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	je	.LBB3_23
	movq	%rax, %r12
	movq	(%rsp), %rax
	movq	%rax, 72(%rsp)
	movq	%rbp, 80(%rsp)
	movq	__TVMBackendParallelLaunch@GOTPCREL(%rip), %rbx
	leaq	.L__tvm_parallel_lambda(%rip), %rdi
	leaq	72(%rsp), %rsi
	xorl	%edx, %edx
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_22
	movq	%r12, 88(%rsp)
	movq	%r13, 96(%rsp)
	leaq	.L__tvm_parallel_lambda.44(%rip), %rdi
	leaq	88(%rsp), %rsi
	xorl	%edx, %edx
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_22
	movq	(%rsp), %rax
	addq	$64, %rax
	movq	%rax, 48(%rsp)
	xorl	%eax, %eax
	vxorps	%xmm0, %xmm0, %xmm0
	movq	%r12, 16(%rsp)
.LBB3_5:
	imulq	$264192, %rax, %rsi
	imulq	$43, %rax, %rdi
	movq	%rax, %r8
	shlq	$7, %r8
	movq	%rax, 40(%rsp)
	addq	%rax, %r8
	movq	48(%rsp), %r13
	xorl	%eax, %eax
.LBB3_6:
	movq	%rax, %rcx
	shlq	$8, %rcx
	movq	%rcx, 64(%rsp)
	movq	%rax, 24(%rsp)
	shlq	$14, %rax
	movq	%rax, 56(%rsp)
	movq	%r13, 32(%rsp)
	xorl	%r9d, %r9d
.LBB3_7:
	movq	%r9, %rax
	shlq	$4, %rax
	addq	64(%rsp), %rax
	movq	%r9, %rbx
	shlq	$10, %rbx
	addq	56(%rsp), %rbx
	shlq	$6, %rbx
	addq	(%rsp), %rbx
	movq	16(%rsp), %rdx
	xorl	%ecx, %ecx
.LBB3_8:
	leaq	(%rcx,%rcx,2), %r10
	movq	%r10, %r14
	shlq	$11, %r14
	addq	%rsi, %r14
	leaq	(%rcx,%rdi), %r11
	cmpq	$170, %r11
	ja	.LBB3_11
	vbroadcastss	(%r12,%r14,4), %ymm3
	vmovups	(%rbx), %ymm1
	vmovups	32(%rbx), %ymm2
	vmovaps	%ymm2, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm1, %ymm3
	vbroadcastss	4(%r12,%r14,4), %ymm5
	vmovaps	%ymm2, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm1, %ymm5
	vbroadcastss	8(%r12,%r14,4), %ymm7
	vmovaps	%ymm2, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm1, %ymm7
	vbroadcastss	12(%r12,%r14,4), %ymm9
	vmovaps	%ymm2, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vfmadd213ps	%ymm0, %ymm1, %ymm9
	vbroadcastss	16(%r12,%r14,4), %ymm11
	vmovaps	%ymm2, %ymm12
	vfmadd213ps	%ymm0, %ymm11, %ymm12
	vfmadd213ps	%ymm0, %ymm1, %ymm11
	vbroadcastss	20(%r12,%r14,4), %ymm13
	vfmadd213ps	%ymm0, %ymm13, %ymm2
	vfmadd213ps	%ymm0, %ymm13, %ymm1
	movl	$44, %r11d
	movq	%r13, %rbp
.LBB3_10:
	vbroadcastss	-20(%rdx,%r11), %ymm13
	vmovups	(%rbp), %ymm14
	vmovups	32(%rbp), %ymm15
	vfmadd231ps	%ymm15, %ymm13, %ymm4
	vfmadd231ps	%ymm13, %ymm14, %ymm3
	vbroadcastss	-16(%rdx,%r11), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm6
	vfmadd231ps	%ymm13, %ymm14, %ymm5
	vbroadcastss	-12(%rdx,%r11), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm8
	vfmadd231ps	%ymm13, %ymm14, %ymm7
	vbroadcastss	-8(%rdx,%r11), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm10
	vfmadd231ps	%ymm13, %ymm14, %ymm9
	vbroadcastss	-4(%rdx,%r11), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm12
	vfmadd231ps	%ymm13, %ymm14, %ymm11
	vbroadcastss	(%rdx,%r11), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm2
	vfmadd231ps	%ymm14, %ymm13, %ymm1
	addq	$24, %r11
	addq	$64, %rbp
	cmpq	$24596, %r11
	jne	.LBB3_10
.LBB3_11:
	addq	%r8, %r10
	cmpq	$512, %r10
	jae	.LBB3_15
	addq	%rax, %r14
	vmovaps	%ymm3, (%r15,%r14,4)
	vmovaps	%ymm4, 32(%r15,%r14,4)
	vmovaps	%ymm5, 4096(%r15,%r14,4)
	vmovaps	%ymm6, 4128(%r15,%r14,4)
	cmpq	$511, %r10
	je	.LBB3_15
	vmovaps	%ymm7, 8192(%r15,%r14,4)
	vmovaps	%ymm8, 8224(%r15,%r14,4)
	vmovaps	%ymm9, 12288(%r15,%r14,4)
	vmovaps	%ymm10, 12320(%r15,%r14,4)
	cmpq	$509, %r10
	ja	.LBB3_15
	vmovaps	%ymm11, 16384(%r15,%r14,4)
	vmovaps	%ymm12, 16416(%r15,%r14,4)
	vmovaps	%ymm1, 20480(%r15,%r14,4)
	vmovaps	%ymm2, 20512(%r15,%r14,4)
.LBB3_15:
	incq	%rcx
	addq	$24576, %rdx
	cmpq	$43, %rcx
	jne	.LBB3_8
	incq	%r9
	addq	$65536, %r13
	cmpq	$16, %r9
	jne	.LBB3_7
	movq	24(%rsp), %rax
	incq	%rax
	movq	32(%rsp), %r13
	addq	$1048576, %r13
	cmpq	$4, %rax
	jne	.LBB3_6
	movq	40(%rsp), %rax
	incq	%rax
	addq	$1056768, 16(%rsp)
	cmpq	$4, %rax
	movl	$-1, %r14d
	jne	.LBB3_5
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rbx
	movl	$1, %edi
	movl	12(%rsp), %ebp
	movl	%ebp, %esi
	movq	%r12, %rdx
	vzeroupper
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_23
	movl	$1, %edi
	movl	%ebp, %esi
	movq	(%rsp), %rdx
	callq	*(%rbx)
	xorl	%r14d, %r14d
	negl	%eax
	sbbl	%r14d, %r14d
	jmp	.LBB3_23
.LBB3_22:
	movl	%eax, %r14d
.LBB3_23:
	movl	%r14d, %eax
	addq	$104, %rsp
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
