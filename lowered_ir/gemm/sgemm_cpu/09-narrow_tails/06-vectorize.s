# gemm/sgemm_cpu:narrow_tails:vectorize
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: 8 adjacent columns fill a vector register
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$40, %rsp
	movq	%rcx, %r14
	movq	%rdx, %r12
	movq	%rsi, %r15
	movl	%edi, %esi
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%esi, 4(%rsp)
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movl	$-1, %ecx
	testq	%rax, %rax
	je	.LBB3_26
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
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_6:
	imulq	$1032192, %rcx, %rdx
	movq	%rdx, 24(%rsp)
	movq	%rcx, 32(%rsp)
	imulq	$258048, %rcx, %r8
	leaq	32800(%rax), %rcx
	xorl	%r12d, %r12d
.LBB3_7:
	movq	%r12, %r11
	shlq	$10, %r11
	addq	24(%rsp), %r11
	movq	%r12, 8(%rsp)
	shlq	$15, %r12
	movq	%rcx, 16(%rsp)
	movq	%rcx, %r13
	xorl	%ebx, %ebx
.LBB3_8:
	movq	%rbx, %rbp
	shlq	$6, %rbp
	addq	%r11, %rbp
	movq	%rbx, %rdx
	shlq	$11, %rdx
	addq	%r12, %rdx
	shlq	$5, %rdx
	addq	%rax, %rdx
	movq	%rdi, %rcx
	xorl	%r9d, %r9d
.LBB3_9:
	leaq	(%r9,%r9,2), %r10
	movq	%r10, %rsi
	shlq	$13, %rsi
	addq	%rbp, %rsi
	shlq	$11, %r10
	addq	%r8, %r10
	vbroadcastss	(%r15,%r10,4), %ymm3
	vmovups	(%rdx), %ymm1
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vmovups	32768(%rdx), %ymm2
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vbroadcastss	4096(%r15,%r10,4), %ymm5
	vmovaps	%ymm1, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm2, %ymm5
	vbroadcastss	8192(%r15,%r10,4), %ymm7
	vmovaps	%ymm1, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm2, %ymm7
	vbroadcastss	12288(%r15,%r10,4), %ymm9
	vmovaps	%ymm1, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vfmadd213ps	%ymm0, %ymm2, %ymm9
	vbroadcastss	16384(%r15,%r10,4), %ymm11
	vmovaps	%ymm1, %ymm12
	vfmadd213ps	%ymm0, %ymm11, %ymm12
	vfmadd213ps	%ymm0, %ymm2, %ymm11
	vbroadcastss	20480(%r15,%r10,4), %ymm13
	vfmadd213ps	%ymm0, %ymm13, %ymm1
	vfmadd213ps	%ymm0, %ymm13, %ymm2
	movq	$-4092, %r10
.LBB3_10:
	vbroadcastss	-16388(%rcx,%r10), %ymm13
	vmovups	-32(%r13,%r10,8), %ymm14
	vfmadd231ps	%ymm14, %ymm13, %ymm4
	vmovups	32736(%r13,%r10,8), %ymm15
	vfmadd231ps	%ymm13, %ymm15, %ymm3
	vbroadcastss	-12292(%rcx,%r10), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm6
	vfmadd231ps	%ymm13, %ymm15, %ymm5
	vbroadcastss	-8196(%rcx,%r10), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm8
	vfmadd231ps	%ymm13, %ymm15, %ymm7
	vbroadcastss	-4100(%rcx,%r10), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm10
	vfmadd231ps	%ymm13, %ymm15, %ymm9
	vbroadcastss	-4(%rcx,%r10), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm12
	vfmadd231ps	%ymm13, %ymm15, %ymm11
	vbroadcastss	4092(%rcx,%r10), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm1
	vfmadd231ps	%ymm15, %ymm13, %ymm2
	addq	$4, %r10
	jne	.LBB3_10
	vmovaps	%ymm4, (%r14,%rsi)
	vmovaps	%ymm3, 32(%r14,%rsi)
	vmovaps	%ymm6, 4096(%r14,%rsi)
	vmovaps	%ymm5, 4128(%r14,%rsi)
	vmovaps	%ymm8, 8192(%r14,%rsi)
	vmovaps	%ymm7, 8224(%r14,%rsi)
	vmovaps	%ymm10, 12288(%r14,%rsi)
	vmovaps	%ymm9, 12320(%r14,%rsi)
	vmovaps	%ymm12, 16384(%r14,%rsi)
	vmovaps	%ymm11, 16416(%r14,%rsi)
	vmovaps	%ymm1, 20480(%r14,%rsi)
	vmovaps	%ymm2, 20512(%r14,%rsi)
	incq	%r9
	addq	$24576, %rcx
	cmpq	$42, %r9
	jne	.LBB3_9
	incq	%rbx
	addq	$65536, %r13
	cmpq	$16, %rbx
	jne	.LBB3_8
	movq	8(%rsp), %r12
	incq	%r12
	movq	16(%rsp), %rcx
	addq	$1048576, %rcx
	cmpq	$4, %r12
	jne	.LBB3_7
	movq	32(%rsp), %rcx
	incq	%rcx
	addq	$1032192, %rdi
	cmpq	$4, %rcx
	jne	.LBB3_6
	leaq	32800(%rax), %rcx
	xorl	%edx, %edx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_16:
	movq	%rdx, %rsi
	shlq	$10, %rsi
	leaq	4177920(%rsi), %rdi
	addq	$4128768, %rsi
	movq	%rdx, %r8
	shlq	$15, %r8
	movq	%rcx, %r9
	xorl	%r10d, %r10d
.LBB3_17:
	movq	%r10, %r12
	shlq	$6, %r12
	leaq	(%rdi,%r12), %r11
	addq	%rsi, %r12
	movq	%r10, %r13
	shlq	$11, %r13
	addq	%r8, %r13
	shlq	$5, %r13
	leaq	(%rax,%r13), %rbx
	vbroadcastss	4128768(%r15), %ymm3
	vmovups	(%rax,%r13), %ymm1
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vmovups	32768(%rax,%r13), %ymm2
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vbroadcastss	4132864(%r15), %ymm5
	vmovaps	%ymm1, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm2, %ymm5
	vbroadcastss	4136960(%r15), %ymm7
	vmovaps	%ymm1, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm2, %ymm7
	vbroadcastss	4141056(%r15), %ymm9
	vmovaps	%ymm1, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vfmadd213ps	%ymm0, %ymm2, %ymm9
	vbroadcastss	4145152(%r15), %ymm11
	vmovaps	%ymm1, %ymm12
	vfmadd213ps	%ymm0, %ymm11, %ymm12
	vfmadd213ps	%ymm0, %ymm2, %ymm11
	vbroadcastss	4149248(%r15), %ymm13
	vfmadd213ps	%ymm0, %ymm13, %ymm1
	vfmadd213ps	%ymm0, %ymm13, %ymm2
	movq	$-4092, %rbp
.LBB3_18:
	vbroadcastss	4132864(%r15,%rbp), %ymm13
	vmovups	-32(%r9,%rbp,8), %ymm14
	vfmadd231ps	%ymm14, %ymm13, %ymm4
	vmovups	32736(%r9,%rbp,8), %ymm15
	vfmadd231ps	%ymm13, %ymm15, %ymm3
	vbroadcastss	4136960(%r15,%rbp), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm6
	vfmadd231ps	%ymm13, %ymm15, %ymm5
	vbroadcastss	4141056(%r15,%rbp), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm8
	vfmadd231ps	%ymm13, %ymm15, %ymm7
	vbroadcastss	4145152(%r15,%rbp), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm10
	vfmadd231ps	%ymm13, %ymm15, %ymm9
	vbroadcastss	4149248(%r15,%rbp), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm12
	vfmadd231ps	%ymm13, %ymm15, %ymm11
	vbroadcastss	4153344(%r15,%rbp), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm1
	vfmadd231ps	%ymm15, %ymm13, %ymm2
	addq	$4, %rbp
	jne	.LBB3_18
	vmovaps	%ymm4, (%r14,%r12)
	vmovaps	%ymm3, 32(%r14,%r12)
	vmovaps	%ymm6, 4096(%r14,%r12)
	vmovaps	%ymm5, 4128(%r14,%r12)
	vmovaps	%ymm8, 8192(%r14,%r12)
	vmovaps	%ymm7, 8224(%r14,%r12)
	vmovaps	%ymm10, 12288(%r14,%r12)
	vmovaps	%ymm9, 12320(%r14,%r12)
	vmovaps	%ymm12, 16384(%r14,%r12)
	vmovaps	%ymm11, 16416(%r14,%r12)
	vmovaps	%ymm1, 20480(%r14,%r12)
	vmovaps	%ymm2, 20512(%r14,%r12)
	vbroadcastss	4153344(%r15), %ymm3
	vmovups	(%rax,%r13), %ymm1
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vmovups	32768(%rbx), %ymm2
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vbroadcastss	4157440(%r15), %ymm5
	vmovaps	%ymm1, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm2, %ymm5
	vbroadcastss	4161536(%r15), %ymm7
	vmovaps	%ymm1, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm2, %ymm7
	vbroadcastss	4165632(%r15), %ymm9
	vmovaps	%ymm1, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vfmadd213ps	%ymm0, %ymm2, %ymm9
	vbroadcastss	4169728(%r15), %ymm11
	vmovaps	%ymm1, %ymm12
	vfmadd213ps	%ymm0, %ymm11, %ymm12
	vfmadd213ps	%ymm0, %ymm2, %ymm11
	vbroadcastss	4173824(%r15), %ymm13
	vfmadd213ps	%ymm0, %ymm13, %ymm1
	vfmadd213ps	%ymm0, %ymm13, %ymm2
	movq	$-4092, %rbx
.LBB3_20:
	vbroadcastss	4157440(%r15,%rbx), %ymm13
	vmovups	-32(%r9,%rbx,8), %ymm14
	vfmadd231ps	%ymm14, %ymm13, %ymm4
	vmovups	32736(%r9,%rbx,8), %ymm15
	vfmadd231ps	%ymm13, %ymm15, %ymm3
	vbroadcastss	4161536(%r15,%rbx), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm6
	vfmadd231ps	%ymm13, %ymm15, %ymm5
	vbroadcastss	4165632(%r15,%rbx), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm8
	vfmadd231ps	%ymm13, %ymm15, %ymm7
	vbroadcastss	4169728(%r15,%rbx), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm10
	vfmadd231ps	%ymm13, %ymm15, %ymm9
	vbroadcastss	4173824(%r15,%rbx), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm12
	vfmadd231ps	%ymm13, %ymm15, %ymm11
	vbroadcastss	4177920(%r15,%rbx), %ymm13
	vfmadd231ps	%ymm14, %ymm13, %ymm1
	vfmadd231ps	%ymm15, %ymm13, %ymm2
	addq	$4, %rbx
	jne	.LBB3_20
	vmovaps	%ymm4, 24576(%r14,%r12)
	vmovaps	%ymm3, 24608(%r14,%r12)
	vmovaps	%ymm6, 28672(%r14,%r12)
	vmovaps	%ymm5, 28704(%r14,%r12)
	vmovaps	%ymm8, 32768(%r14,%r12)
	vmovaps	%ymm7, 32800(%r14,%r12)
	vmovaps	%ymm10, 36864(%r14,%r12)
	vmovaps	%ymm9, 36896(%r14,%r12)
	vmovaps	%ymm12, 40960(%r14,%r12)
	vmovaps	%ymm11, 40992(%r14,%r12)
	vmovaps	%ymm1, 45056(%r14,%r12)
	vmovaps	%ymm2, 45088(%r14,%r12)
	vbroadcastss	4177920(%r15), %ymm3
	vmovups	(%rax,%r13), %ymm1
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vmovups	32768(%rax,%r13), %ymm2
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vbroadcastss	4182016(%r15), %ymm5
	vmovaps	%ymm1, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm2, %ymm5
	vbroadcastss	4186112(%r15), %ymm7
	vmovaps	%ymm1, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm2, %ymm7
	vbroadcastss	4190208(%r15), %ymm9
	vfmadd213ps	%ymm0, %ymm9, %ymm1
	vfmadd213ps	%ymm0, %ymm9, %ymm2
	xorl	%ebx, %ebx
.LBB3_22:
	vbroadcastss	4177924(%r15,%rbx), %ymm9
	vmovups	-32768(%r9,%rbx,8), %ymm10
	vfmadd231ps	%ymm10, %ymm9, %ymm4
	vmovups	(%r9,%rbx,8), %ymm11
	vfmadd231ps	%ymm9, %ymm11, %ymm3
	vbroadcastss	4182020(%r15,%rbx), %ymm9
	vfmadd231ps	%ymm10, %ymm9, %ymm6
	vfmadd231ps	%ymm9, %ymm11, %ymm5
	vbroadcastss	4186116(%r15,%rbx), %ymm9
	vfmadd231ps	%ymm10, %ymm9, %ymm8
	vfmadd231ps	%ymm9, %ymm11, %ymm7
	vbroadcastss	4190212(%r15,%rbx), %ymm9
	vfmadd231ps	%ymm10, %ymm9, %ymm1
	vfmadd231ps	%ymm11, %ymm9, %ymm2
	addq	$4, %rbx
	cmpq	$4092, %rbx
	jne	.LBB3_22
	vmovaps	%ymm4, (%r14,%r11)
	vmovaps	%ymm3, 32(%r14,%r11)
	vmovaps	%ymm6, 4096(%r14,%r11)
	vmovaps	%ymm5, 4128(%r14,%r11)
	vmovaps	%ymm8, 8192(%r14,%r11)
	vmovaps	%ymm7, 8224(%r14,%r11)
	vmovaps	%ymm1, 12288(%r14,%r11)
	vmovaps	%ymm2, 12320(%r14,%r11)
	incq	%r10
	addq	$65536, %r9
	cmpq	$16, %r10
	jne	.LBB3_17
	incq	%rdx
	addq	$1048576, %rcx
	cmpq	$4, %rdx
	jne	.LBB3_16
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rcx
	movl	$1, %edi
	movl	4(%rsp), %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rcx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
.LBB3_26:
	movl	%ecx, %eax
	addq	$40, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
