# gemm/sgemm_cpu:narrow_tails:write_back
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: accumulators in a separate tile, stored once at the end of K
# target: llvm x86-64-v3

.LCPI3_0:
	.zero	4
	.long	0
	.long	1
	.long	2
	.long	7
	.zero	4
	.long	4
	.long	5
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$56, %rsp
	movq	%rcx, %r14
	movq	%rdx, %r12
	movq	%rsi, %r15
	movl	%edi, %esi
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%esi, 44(%rsp)
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movl	$-1, %ecx
	testq	%rax, %rax
	je	.LBB3_28
	leaq	224(%rax), %rcx
	addq	$28672, %r12
	xorl	%edx, %edx
.LBB3_2:
	movq	%r12, %rsi
	xorl	%edi, %edi
.LBB3_3:
	vmovaps	-28672(%rsi), %ymm0
	vmovups	%ymm0, -224(%rcx,%rdi)
	vmovaps	-24576(%rsi), %ymm0
	vmovups	%ymm0, -192(%rcx,%rdi)
	vmovaps	-20480(%rsi), %ymm0
	vmovups	%ymm0, -160(%rcx,%rdi)
	vmovaps	-16384(%rsi), %ymm0
	vmovups	%ymm0, -128(%rcx,%rdi)
	vmovaps	-12288(%rsi), %ymm0
	vmovups	%ymm0, -96(%rcx,%rdi)
	vmovaps	-8192(%rsi), %ymm0
	vmovups	%ymm0, -64(%rcx,%rdi)
	vmovaps	-4096(%rsi), %ymm0
	vmovups	%ymm0, -32(%rcx,%rdi)
	vmovaps	(%rsi), %ymm0
	vmovups	%ymm0, (%rcx,%rdi)
	addq	$256, %rdi
	addq	$32768, %rsi
	cmpq	$32768, %rdi
	jne	.LBB3_3
	incq	%rdx
	addq	$32768, %rcx
	addq	$32, %r12
	cmpq	$128, %rdx
	jne	.LBB3_2
	leaq	20484(%r15), %rdi
	xorl	%ecx, %ecx
	vxorps	%xmm1, %xmm1, %xmm1
.LBB3_6:
	imulq	$1032192, %rcx, %rdx
	movq	%rdx, 24(%rsp)
	movq	%rcx, 32(%rsp)
	imulq	$258048, %rcx, %r8
	leaq	32800(%rax), %rcx
	xorl	%ebx, %ebx
.LBB3_7:
	movq	%rbx, %r11
	shlq	$10, %r11
	addq	24(%rsp), %r11
	movq	%rbx, 8(%rsp)
	shlq	$18, %rbx
	movq	%rcx, 16(%rsp)
	movq	%rcx, %r12
	xorl	%edx, %edx
.LBB3_8:
	movq	%rdx, %rbp
	shlq	$6, %rbp
	addq	%r11, %rbp
	movq	%rdx, %r13
	shlq	$14, %r13
	addq	%rbx, %r13
	movq	%rdi, %rcx
	xorl	%r9d, %r9d
.LBB3_9:
	leaq	(%r9,%r9,2), %r10
	movq	%r10, %rsi
	shlq	$13, %rsi
	addq	%rbp, %rsi
	shlq	$11, %r10
	addq	%r8, %r10
	vmovsd	24(%rax,%r13,4), %xmm2
	vbroadcastf128	4(%rax,%r13,4), %ymm3
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vblendps	$48, %ymm2, %ymm3, %ymm2
	vpermilps	.LCPI3_0(%rip), %ymm2, %ymm2
	vmovss	(%rax,%r13,4), %xmm3
	vblendps	$1, %ymm3, %ymm2, %ymm2
	vbroadcastss	20(%rax,%r13,4), %ymm3
	vblendps	$32, %ymm3, %ymm2, %ymm3
	vmovups	32768(%rax,%r13,4), %ymm2
	vbroadcastss	(%r15,%r10,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vbroadcastss	4096(%r15,%r10,4), %ymm6
	vmovaps	%ymm3, %ymm7
	vfmadd213ps	%ymm1, %ymm6, %ymm7
	vfmadd213ps	%ymm1, %ymm2, %ymm6
	vbroadcastss	8192(%r15,%r10,4), %ymm8
	vmovaps	%ymm3, %ymm9
	vfmadd213ps	%ymm1, %ymm8, %ymm9
	vfmadd213ps	%ymm1, %ymm2, %ymm8
	vbroadcastss	12288(%r15,%r10,4), %ymm10
	vmovaps	%ymm3, %ymm11
	vfmadd213ps	%ymm1, %ymm10, %ymm11
	vfmadd213ps	%ymm1, %ymm2, %ymm10
	vbroadcastss	16384(%r15,%r10,4), %ymm12
	vmovaps	%ymm3, %ymm13
	vfmadd213ps	%ymm1, %ymm12, %ymm13
	vfmadd213ps	%ymm1, %ymm2, %ymm12
	vbroadcastss	20480(%r15,%r10,4), %ymm14
	vfmadd213ps	%ymm1, %ymm14, %ymm3
	vfmadd213ps	%ymm1, %ymm14, %ymm2
	movq	$-4092, %r10
.LBB3_10:
	vmovups	32736(%r12,%r10,8), %ymm14
	vmovups	-32(%r12,%r10,8), %ymm15
	vbroadcastss	-16388(%rcx,%r10), %ymm0
	vfmadd231ps	%ymm15, %ymm0, %ymm5
	vfmadd231ps	%ymm0, %ymm14, %ymm4
	vbroadcastss	-12292(%rcx,%r10), %ymm0
	vfmadd231ps	%ymm15, %ymm0, %ymm7
	vfmadd231ps	%ymm0, %ymm14, %ymm6
	vbroadcastss	-8196(%rcx,%r10), %ymm0
	vfmadd231ps	%ymm15, %ymm0, %ymm9
	vfmadd231ps	%ymm0, %ymm14, %ymm8
	vbroadcastss	-4100(%rcx,%r10), %ymm0
	vfmadd231ps	%ymm15, %ymm0, %ymm11
	vfmadd231ps	%ymm0, %ymm14, %ymm10
	vbroadcastss	-4(%rcx,%r10), %ymm0
	vfmadd231ps	%ymm15, %ymm0, %ymm13
	vfmadd231ps	%ymm0, %ymm14, %ymm12
	vbroadcastss	4092(%rcx,%r10), %ymm0
	vfmadd231ps	%ymm15, %ymm0, %ymm3
	vfmadd231ps	%ymm14, %ymm0, %ymm2
	addq	$4, %r10
	jne	.LBB3_10
	vmovaps	%ymm5, (%r14,%rsi)
	vmovaps	%ymm4, 32(%r14,%rsi)
	vmovaps	%ymm7, 4096(%r14,%rsi)
	vmovaps	%ymm6, 4128(%r14,%rsi)
	vmovaps	%ymm9, 8192(%r14,%rsi)
	vmovaps	%ymm8, 8224(%r14,%rsi)
	vmovaps	%ymm11, 12288(%r14,%rsi)
	vmovaps	%ymm10, 12320(%r14,%rsi)
	vmovaps	%ymm13, 16384(%r14,%rsi)
	vmovaps	%ymm12, 16416(%r14,%rsi)
	vmovaps	%ymm3, 20480(%r14,%rsi)
	vmovaps	%ymm2, 20512(%r14,%rsi)
	incq	%r9
	addq	$24576, %rcx
	cmpq	$42, %r9
	jne	.LBB3_9
	incq	%rdx
	addq	$65536, %r12
	cmpq	$16, %rdx
	jne	.LBB3_8
	movq	8(%rsp), %rbx
	incq	%rbx
	movq	16(%rsp), %rcx
	addq	$1048576, %rcx
	cmpq	$4, %rbx
	jne	.LBB3_7
	movq	32(%rsp), %rcx
	incq	%rcx
	addq	$1032192, %rdi
	cmpq	$4, %rcx
	jne	.LBB3_6
	leaq	4149252(%r15), %rcx
	movq	%rax, %r12
	addq	$32800, %r12
	xorl	%esi, %esi
	vxorps	%xmm1, %xmm1, %xmm1
	movq	%rax, %r11
.LBB3_16:
	movq	%rsi, %rdx
	shlq	$10, %rdx
	leaq	4177920(%rdx), %rdi
	movq	%rdi, 8(%rsp)
	addq	$4128768, %rdx
	movq	%rdx, 16(%rsp)
	movq	%rsi, %rdx
	shlq	$18, %rdx
	movq	%rdx, 48(%rsp)
	movq	%r11, 24(%rsp)
	movq	%r12, 32(%rsp)
	xorl	%r9d, %r9d
.LBB3_17:
	movq	%r9, %rbx
	shlq	$6, %rbx
	movq	8(%rsp), %rdx
	leaq	(%rdx,%rbx), %rbp
	addq	16(%rsp), %rbx
	movq	%r9, %r13
	shlq	$14, %r13
	addq	48(%rsp), %r13
	movb	$1, %r10b
	xorl	%edx, %edx
.LBB3_18:
	shlq	$13, %rdx
	leaq	(%rdx,%rdx,2), %rdi
	leaq	(%rbx,%rdi), %r8
	vmovsd	24(%rax,%r13,4), %xmm0
	vbroadcastf128	4(%rax,%r13,4), %ymm2
	vinsertf128	$1, %xmm0, %ymm0, %ymm0
	vblendps	$48, %ymm0, %ymm2, %ymm0
	vpermilps	.LCPI3_0(%rip), %ymm0, %ymm0
	vmovss	(%rax,%r13,4), %xmm2
	vblendps	$1, %ymm2, %ymm0, %ymm0
	vbroadcastss	20(%rax,%r13,4), %ymm2
	vblendps	$32, %ymm2, %ymm0, %ymm11
	vmovups	32768(%rax,%r13,4), %ymm10
	vbroadcastss	4128768(%r15,%rdi), %ymm2
	vmovaps	%ymm11, %ymm3
	vfmadd213ps	%ymm1, %ymm2, %ymm3
	vfmadd213ps	%ymm1, %ymm10, %ymm2
	vbroadcastss	4132864(%r15,%rdi), %ymm4
	vmovaps	%ymm11, %ymm7
	vfmadd213ps	%ymm1, %ymm4, %ymm7
	vfmadd213ps	%ymm1, %ymm10, %ymm4
	vbroadcastss	4136960(%r15,%rdi), %ymm8
	vmovaps	%ymm11, %ymm9
	vfmadd213ps	%ymm1, %ymm8, %ymm9
	vfmadd213ps	%ymm1, %ymm10, %ymm8
	vbroadcastss	4141056(%r15,%rdi), %ymm6
	vmovaps	%ymm11, %ymm5
	vfmadd213ps	%ymm1, %ymm6, %ymm5
	vfmadd213ps	%ymm1, %ymm10, %ymm6
	vbroadcastss	4145152(%r15,%rdi), %ymm12
	vmovaps	%ymm11, %ymm13
	vfmadd213ps	%ymm1, %ymm12, %ymm13
	vfmadd213ps	%ymm1, %ymm10, %ymm12
	vbroadcastss	4149248(%r15,%rdi), %ymm0
	vfmadd213ps	%ymm1, %ymm0, %ymm11
	vfmadd213ps	%ymm1, %ymm0, %ymm10
	addq	%rcx, %rdi
	movq	$-4092, %rdx
.LBB3_19:
	vmovups	32736(%r12,%rdx,8), %ymm0
	vmovups	-32(%r12,%rdx,8), %ymm14
	vbroadcastss	-16388(%rdi,%rdx), %ymm15
	vfmadd231ps	%ymm14, %ymm15, %ymm3
	vfmadd231ps	%ymm15, %ymm0, %ymm2
	vbroadcastss	-12292(%rdi,%rdx), %ymm15
	vfmadd231ps	%ymm14, %ymm15, %ymm7
	vfmadd231ps	%ymm15, %ymm0, %ymm4
	vbroadcastss	-8196(%rdi,%rdx), %ymm15
	vfmadd231ps	%ymm14, %ymm15, %ymm9
	vfmadd231ps	%ymm15, %ymm0, %ymm8
	vbroadcastss	-4100(%rdi,%rdx), %ymm15
	vfmadd231ps	%ymm14, %ymm15, %ymm5
	vfmadd231ps	%ymm15, %ymm0, %ymm6
	vbroadcastss	-4(%rdi,%rdx), %ymm15
	vfmadd231ps	%ymm14, %ymm15, %ymm13
	vfmadd231ps	%ymm15, %ymm0, %ymm12
	vbroadcastss	4092(%rdi,%rdx), %ymm15
	vfmadd231ps	%ymm14, %ymm15, %ymm11
	vfmadd231ps	%ymm0, %ymm15, %ymm10
	addq	$4, %rdx
	jne	.LBB3_19
	vmovaps	%ymm3, (%r14,%r8)
	vmovaps	%ymm2, 32(%r14,%r8)
	vmovaps	%ymm7, 4096(%r14,%r8)
	vmovaps	%ymm4, 4128(%r14,%r8)
	vmovaps	%ymm9, 8192(%r14,%r8)
	vmovaps	%ymm8, 8224(%r14,%r8)
	vmovaps	%ymm5, 12288(%r14,%r8)
	vmovaps	%ymm6, 12320(%r14,%r8)
	vmovaps	%ymm13, 16384(%r14,%r8)
	vmovaps	%ymm12, 16416(%r14,%r8)
	vmovaps	%ymm11, 20480(%r14,%r8)
	vmovaps	%ymm10, 20512(%r14,%r8)
	movl	$1, %edx
	testb	$1, %r10b
	movl	$0, %r10d
	jne	.LBB3_18
	xorl	%edi, %edi
.LBB3_22:
	testq	%rdi, %rdi
	jne	.LBB3_29
	vmovsd	24(%rax,%r13,4), %xmm0
	vbroadcastss	4177920(%r15), %ymm2
	vbroadcastf128	4(%rax,%r13,4), %ymm3
	vinsertf128	$1, %xmm0, %ymm0, %ymm0
	vblendps	$48, %ymm0, %ymm3, %ymm0
	vpermilps	.LCPI3_0(%rip), %ymm0, %ymm0
	vmovss	(%r11,%rdi,8), %xmm3
	vblendps	$1, %ymm3, %ymm0, %ymm0
	vbroadcastss	20(%rax,%r13,4), %ymm3
	vblendps	$32, %ymm3, %ymm0, %ymm5
	vmovaps	%ymm5, %ymm3
	vfmadd213ps	%ymm1, %ymm2, %ymm3
	vmovups	32768(%rax,%r13,4), %ymm6
	vfmadd213ps	%ymm1, %ymm6, %ymm2
	vbroadcastss	4182016(%r15), %ymm4
	vmovaps	%ymm5, %ymm7
	vfmadd213ps	%ymm1, %ymm4, %ymm7
	vfmadd213ps	%ymm1, %ymm6, %ymm4
	vbroadcastss	4186112(%r15), %ymm8
	vmovaps	%ymm5, %ymm9
	vfmadd213ps	%ymm1, %ymm8, %ymm9
	vfmadd213ps	%ymm1, %ymm6, %ymm8
	vbroadcastss	4190208(%r15), %ymm0
	vfmadd213ps	%ymm1, %ymm0, %ymm5
	vfmadd213ps	%ymm1, %ymm0, %ymm6
	addq	$4, %rdi
	cmpq	$4096, %rdi
	jne	.LBB3_22
	jmp	.LBB3_25
.LBB3_29:
	vmovups	(%r11,%rdi,8), %ymm0
	vbroadcastss	4177920(%r15,%rdi), %ymm10
	vfmadd231ps	%ymm0, %ymm10, %ymm3
	vmovups	32768(%r11,%rdi,8), %ymm11
	vfmadd231ps	%ymm10, %ymm11, %ymm2
	vbroadcastss	4182016(%r15,%rdi), %ymm10
	vfmadd231ps	%ymm0, %ymm10, %ymm7
	vfmadd231ps	%ymm10, %ymm11, %ymm4
	vbroadcastss	4186112(%r15,%rdi), %ymm10
	vfmadd231ps	%ymm0, %ymm10, %ymm9
	vfmadd231ps	%ymm10, %ymm11, %ymm8
	vbroadcastss	4190208(%r15,%rdi), %ymm10
	vfmadd231ps	%ymm0, %ymm10, %ymm5
	vfmadd231ps	%ymm11, %ymm10, %ymm6
	addq	$4, %rdi
	cmpq	$4096, %rdi
	jne	.LBB3_22
.LBB3_25:
	vmovaps	%ymm3, (%r14,%rbp)
	vmovaps	%ymm2, 32(%r14,%rbp)
	vmovaps	%ymm7, 4096(%r14,%rbp)
	vmovaps	%ymm4, 4128(%r14,%rbp)
	vmovaps	%ymm9, 8192(%r14,%rbp)
	vmovaps	%ymm8, 8224(%r14,%rbp)
	vmovaps	%ymm5, 12288(%r14,%rbp)
	vmovaps	%ymm6, 12320(%r14,%rbp)
	incq	%r9
	addq	$65536, %r12
	addq	$65536, %r11
	cmpq	$16, %r9
	jne	.LBB3_17
	incq	%rsi
	movq	32(%rsp), %r12
	addq	$1048576, %r12
	movq	24(%rsp), %r11
	addq	$1048576, %r11
	cmpq	$4, %rsi
	jne	.LBB3_16
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rcx
	movl	$1, %edi
	movl	44(%rsp), %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rcx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
.LBB3_28:
	movl	%ecx, %eax
	addq	$56, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
