# gemm/sgemm_cpu:narrow_tails:unroll
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: accumulators need constant indices to stay in registers
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$568, %rsp
	movq	%rcx, %r14
	movq	%rdx, %r12
	movq	%rsi, %r15
	movl	%edi, %esi
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%esi, 12(%rsp)
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
	leaq	20484(%r15), %rcx
	xorl	%edx, %edx
.LBB3_6:
	imulq	$1032192, %rdx, %rsi
	movq	%rsi, 80(%rsp)
	movq	%rdx, 112(%rsp)
	imulq	$258048, %rdx, %r8
	leaq	32800(%rax), %rdx
	xorl	%r10d, %r10d
.LBB3_7:
	movq	%r10, %r11
	shlq	$10, %r11
	addq	80(%rsp), %r11
	movq	%r10, %r12
	shlq	$15, %r12
	movq	%rdx, 48(%rsp)
	movq	%rdx, %r13
	xorl	%ebx, %ebx
.LBB3_8:
	movq	%rbx, %rbp
	shlq	$6, %rbp
	addq	%r11, %rbp
	movq	%rbx, %rdx
	shlq	$11, %rdx
	addq	%r12, %rdx
	shlq	$5, %rdx
	vmovups	(%rax,%rdx), %ymm1
	vmovups	32768(%rax,%rdx), %ymm0
	vmovups	%ymm0, 16(%rsp)
	movq	%rcx, %rdx
	xorl	%edi, %edi
.LBB3_9:
	leaq	(%rdi,%rdi,2), %rsi
	movq	%rsi, %r9
	shlq	$13, %r9
	addq	%rbp, %r9
	shlq	$11, %rsi
	addq	%r8, %rsi
	vbroadcastss	(%r15,%rsi,4), %ymm3
	vmovaps	%ymm1, %ymm4
	vxorps	%xmm0, %xmm0, %xmm0
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vmovups	16(%rsp), %ymm2
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vbroadcastss	4096(%r15,%rsi,4), %ymm5
	vmovaps	%ymm1, %ymm6
	vfmadd213ps	%ymm0, %ymm5, %ymm6
	vfmadd213ps	%ymm0, %ymm2, %ymm5
	vbroadcastss	8192(%r15,%rsi,4), %ymm7
	vmovaps	%ymm1, %ymm8
	vfmadd213ps	%ymm0, %ymm7, %ymm8
	vfmadd213ps	%ymm0, %ymm2, %ymm7
	vbroadcastss	12288(%r15,%rsi,4), %ymm9
	vmovaps	%ymm1, %ymm10
	vfmadd213ps	%ymm0, %ymm9, %ymm10
	vfmadd213ps	%ymm0, %ymm2, %ymm9
	vbroadcastss	16384(%r15,%rsi,4), %ymm11
	vmovaps	%ymm1, %ymm12
	vfmadd213ps	%ymm0, %ymm11, %ymm12
	vfmadd213ps	%ymm0, %ymm2, %ymm11
	vbroadcastss	20480(%r15,%rsi,4), %ymm13
	vmovaps	%ymm1, %ymm14
	vfmadd213ps	%ymm0, %ymm13, %ymm14
	vfmadd213ps	%ymm0, %ymm2, %ymm13
	movq	$-4092, %rsi
.LBB3_10:
	vbroadcastss	-16388(%rdx,%rsi), %ymm15
	vmovups	-32(%r13,%rsi,8), %ymm0
	vfmadd231ps	%ymm0, %ymm15, %ymm4
	vmovups	32736(%r13,%rsi,8), %ymm2
	vfmadd231ps	%ymm15, %ymm2, %ymm3
	vbroadcastss	-12292(%rdx,%rsi), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm6
	vfmadd231ps	%ymm15, %ymm2, %ymm5
	vbroadcastss	-8196(%rdx,%rsi), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm8
	vfmadd231ps	%ymm15, %ymm2, %ymm7
	vbroadcastss	-4100(%rdx,%rsi), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm10
	vfmadd231ps	%ymm15, %ymm2, %ymm9
	vbroadcastss	-4(%rdx,%rsi), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm12
	vfmadd231ps	%ymm15, %ymm2, %ymm11
	vbroadcastss	4092(%rdx,%rsi), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm14
	vfmadd231ps	%ymm2, %ymm15, %ymm13
	addq	$4, %rsi
	jne	.LBB3_10
	vmovaps	%ymm4, (%r14,%r9)
	vmovaps	%ymm3, 32(%r14,%r9)
	vmovaps	%ymm6, 4096(%r14,%r9)
	vmovaps	%ymm5, 4128(%r14,%r9)
	vmovaps	%ymm8, 8192(%r14,%r9)
	vmovaps	%ymm7, 8224(%r14,%r9)
	vmovaps	%ymm10, 12288(%r14,%r9)
	vmovaps	%ymm9, 12320(%r14,%r9)
	vmovaps	%ymm12, 16384(%r14,%r9)
	vmovaps	%ymm11, 16416(%r14,%r9)
	vmovaps	%ymm14, 20480(%r14,%r9)
	vmovaps	%ymm13, 20512(%r14,%r9)
	incq	%rdi
	addq	$24576, %rdx
	cmpq	$42, %rdi
	jne	.LBB3_9
	incq	%rbx
	addq	$65536, %r13
	cmpq	$16, %rbx
	jne	.LBB3_8
	incq	%r10
	movq	48(%rsp), %rdx
	addq	$1048576, %rdx
	cmpq	$4, %r10
	jne	.LBB3_7
	movq	112(%rsp), %rdx
	incq	%rdx
	addq	$1032192, %rcx
	cmpq	$4, %rdx
	jne	.LBB3_6
	vbroadcastss	4177920(%r15), %ymm0
	vmovups	%ymm0, 112(%rsp)
	vbroadcastss	4182016(%r15), %ymm0
	vmovups	%ymm0, 80(%rsp)
	vbroadcastss	4186112(%r15), %ymm0
	vmovups	%ymm0, 48(%rsp)
	vbroadcastss	4190208(%r15), %ymm0
	vmovups	%ymm0, 528(%rsp)
	vbroadcastss	4128768(%r15), %ymm0
	vmovups	%ymm0, 496(%rsp)
	vbroadcastss	4132864(%r15), %ymm0
	vmovups	%ymm0, 464(%rsp)
	vbroadcastss	4136960(%r15), %ymm0
	vmovups	%ymm0, 432(%rsp)
	vbroadcastss	4141056(%r15), %ymm0
	vmovups	%ymm0, 400(%rsp)
	vbroadcastss	4145152(%r15), %ymm0
	vmovups	%ymm0, 368(%rsp)
	vbroadcastss	4149248(%r15), %ymm0
	vmovups	%ymm0, 336(%rsp)
	vbroadcastss	4153344(%r15), %ymm0
	vmovups	%ymm0, 304(%rsp)
	vbroadcastss	4157440(%r15), %ymm0
	vmovups	%ymm0, 272(%rsp)
	vbroadcastss	4161536(%r15), %ymm0
	vmovups	%ymm0, 240(%rsp)
	vbroadcastss	4165632(%r15), %ymm0
	vmovups	%ymm0, 208(%rsp)
	vbroadcastss	4169728(%r15), %ymm0
	vmovups	%ymm0, 176(%rsp)
	vbroadcastss	4173824(%r15), %ymm0
	vmovups	%ymm0, 144(%rsp)
	leaq	32800(%rax), %rcx
	movq	%rax, %rdx
	addq	$32832, %rdx
	xorl	%esi, %esi
.LBB3_16:
	movq	%rsi, %rdi
	shlq	$10, %rdi
	leaq	4177920(%rdi), %r8
	addq	$4128768, %rdi
	movq	%rsi, %r9
	shlq	$15, %r9
	movq	%rdx, %r10
	movq	%rcx, %r11
	xorl	%r12d, %r12d
.LBB3_17:
	movq	%r12, %rbp
	shlq	$6, %rbp
	leaq	(%r8,%rbp), %r13
	addq	%rdi, %rbp
	movq	%r12, %rbx
	shlq	$11, %rbx
	addq	%r9, %rbx
	shlq	$5, %rbx
	vmovups	(%rax,%rbx), %ymm11
	vmovups	32768(%rax,%rbx), %ymm14
	vmovaps	%ymm11, %ymm1
	vmovups	496(%rsp), %ymm0
	vxorps	%xmm13, %xmm13, %xmm13
	vfmadd213ps	%ymm13, %ymm0, %ymm1
	vmovaps	%ymm14, %ymm2
	vfmadd213ps	%ymm13, %ymm0, %ymm2
	vmovaps	%ymm11, %ymm3
	vmovups	464(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm3
	vmovaps	%ymm14, %ymm4
	vfmadd213ps	%ymm13, %ymm0, %ymm4
	vmovaps	%ymm11, %ymm5
	vmovups	432(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm5
	vmovaps	%ymm14, %ymm6
	vfmadd213ps	%ymm13, %ymm0, %ymm6
	vmovaps	%ymm11, %ymm7
	vmovups	400(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm7
	vmovaps	%ymm14, %ymm8
	vfmadd213ps	%ymm13, %ymm0, %ymm8
	vmovaps	%ymm11, %ymm9
	vmovups	368(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm9
	vmovaps	%ymm14, %ymm10
	vfmadd213ps	%ymm13, %ymm0, %ymm10
	vmovups	%ymm11, 16(%rsp)
	vmovups	336(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm11
	vmovaps	%ymm14, %ymm12
	vfmadd213ps	%ymm13, %ymm0, %ymm12
	movq	$-4092, %rbx
.LBB3_18:
	vbroadcastss	4132864(%r15,%rbx), %ymm0
	vmovups	-32(%r11,%rbx,8), %ymm13
	vfmadd231ps	%ymm13, %ymm0, %ymm1
	vmovups	32736(%r11,%rbx,8), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm2
	vbroadcastss	4136960(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm13, %ymm0, %ymm3
	vfmadd231ps	%ymm0, %ymm15, %ymm4
	vbroadcastss	4141056(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm13, %ymm0, %ymm5
	vfmadd231ps	%ymm0, %ymm15, %ymm6
	vbroadcastss	4145152(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm13, %ymm0, %ymm7
	vfmadd231ps	%ymm0, %ymm15, %ymm8
	vbroadcastss	4149248(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm13, %ymm0, %ymm9
	vfmadd231ps	%ymm0, %ymm15, %ymm10
	vbroadcastss	4153344(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm13, %ymm0, %ymm11
	vfmadd231ps	%ymm15, %ymm0, %ymm12
	addq	$4, %rbx
	jne	.LBB3_18
	vmovaps	%ymm1, (%r14,%rbp)
	vmovaps	%ymm2, 32(%r14,%rbp)
	vmovaps	%ymm3, 4096(%r14,%rbp)
	vmovaps	%ymm4, 4128(%r14,%rbp)
	vmovaps	%ymm5, 8192(%r14,%rbp)
	vmovaps	%ymm6, 8224(%r14,%rbp)
	vmovaps	%ymm7, 12288(%r14,%rbp)
	vmovaps	%ymm8, 12320(%r14,%rbp)
	vmovaps	%ymm9, 16384(%r14,%rbp)
	vmovaps	%ymm10, 16416(%r14,%rbp)
	vmovaps	%ymm11, 20480(%r14,%rbp)
	vmovaps	%ymm12, 20512(%r14,%rbp)
	vmovups	16(%rsp), %ymm11
	vmovaps	%ymm11, %ymm1
	vmovups	304(%rsp), %ymm0
	vxorps	%xmm13, %xmm13, %xmm13
	vfmadd213ps	%ymm13, %ymm0, %ymm1
	vmovaps	%ymm14, %ymm2
	vfmadd213ps	%ymm13, %ymm0, %ymm2
	vmovaps	%ymm11, %ymm3
	vmovups	272(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm3
	vmovaps	%ymm14, %ymm4
	vfmadd213ps	%ymm13, %ymm0, %ymm4
	vmovaps	%ymm11, %ymm5
	vmovups	240(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm5
	vmovaps	%ymm14, %ymm6
	vfmadd213ps	%ymm13, %ymm0, %ymm6
	vmovaps	%ymm11, %ymm7
	vmovups	208(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm7
	vmovaps	%ymm14, %ymm8
	vfmadd213ps	%ymm13, %ymm0, %ymm8
	vmovaps	%ymm11, %ymm9
	vmovups	176(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm9
	vmovaps	%ymm14, %ymm10
	vfmadd213ps	%ymm13, %ymm0, %ymm10
	vmovups	144(%rsp), %ymm0
	vfmadd213ps	%ymm13, %ymm0, %ymm11
	vmovaps	%ymm14, %ymm12
	vfmadd213ps	%ymm13, %ymm0, %ymm12
	movq	$-4092, %rbx
.LBB3_20:
	vbroadcastss	4157440(%r15,%rbx), %ymm15
	vmovups	-32(%r11,%rbx,8), %ymm0
	vfmadd231ps	%ymm0, %ymm15, %ymm1
	vmovups	32736(%r11,%rbx,8), %ymm13
	vfmadd231ps	%ymm15, %ymm13, %ymm2
	vbroadcastss	4161536(%r15,%rbx), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm3
	vfmadd231ps	%ymm15, %ymm13, %ymm4
	vbroadcastss	4165632(%r15,%rbx), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm5
	vfmadd231ps	%ymm15, %ymm13, %ymm6
	vbroadcastss	4169728(%r15,%rbx), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm7
	vfmadd231ps	%ymm15, %ymm13, %ymm8
	vbroadcastss	4173824(%r15,%rbx), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm9
	vfmadd231ps	%ymm15, %ymm13, %ymm10
	vbroadcastss	4177920(%r15,%rbx), %ymm15
	vfmadd231ps	%ymm0, %ymm15, %ymm11
	vfmadd231ps	%ymm13, %ymm15, %ymm12
	addq	$4, %rbx
	jne	.LBB3_20
	vmovaps	%ymm1, 24576(%r14,%rbp)
	vmovaps	%ymm2, 24608(%r14,%rbp)
	vmovaps	%ymm3, 28672(%r14,%rbp)
	vmovaps	%ymm4, 28704(%r14,%rbp)
	vmovaps	%ymm5, 32768(%r14,%rbp)
	vmovaps	%ymm6, 32800(%r14,%rbp)
	vmovaps	%ymm7, 36864(%r14,%rbp)
	vmovaps	%ymm8, 36896(%r14,%rbp)
	vmovaps	%ymm9, 40960(%r14,%rbp)
	vmovaps	%ymm10, 40992(%r14,%rbp)
	vmovaps	%ymm11, 45056(%r14,%rbp)
	vmovaps	%ymm12, 45088(%r14,%rbp)
	vmovups	16(%rsp), %ymm9
	vmovaps	%ymm9, %ymm1
	vmovups	112(%rsp), %ymm0
	vxorps	%xmm7, %xmm7, %xmm7
	vfmadd213ps	%ymm7, %ymm0, %ymm1
	vmovaps	%ymm14, %ymm2
	vfmadd213ps	%ymm7, %ymm0, %ymm2
	vmovaps	%ymm9, %ymm3
	vmovups	80(%rsp), %ymm0
	vfmadd213ps	%ymm7, %ymm0, %ymm3
	vmovaps	%ymm14, %ymm4
	vfmadd213ps	%ymm7, %ymm0, %ymm4
	vmovaps	%ymm9, %ymm5
	vmovups	48(%rsp), %ymm0
	vfmadd213ps	%ymm7, %ymm0, %ymm5
	vmovaps	%ymm14, %ymm6
	vfmadd213ps	%ymm7, %ymm0, %ymm6
	vmovups	528(%rsp), %ymm0
	vfmadd213ps	%ymm7, %ymm0, %ymm9
	vfmadd213ps	%ymm7, %ymm0, %ymm14
	movq	$-4088, %rbx
.LBB3_22:
	vbroadcastss	4182012(%r15,%rbx), %ymm0
	vmovups	-96(%r10,%rbx,8), %ymm7
	vfmadd231ps	%ymm7, %ymm0, %ymm1
	vmovups	32672(%r10,%rbx,8), %ymm8
	vfmadd231ps	%ymm0, %ymm8, %ymm2
	vbroadcastss	4186108(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm7, %ymm0, %ymm3
	vfmadd231ps	%ymm0, %ymm8, %ymm4
	vbroadcastss	4190204(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm7, %ymm0, %ymm5
	vfmadd231ps	%ymm0, %ymm8, %ymm6
	vbroadcastss	4194300(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm7, %ymm0, %ymm9
	vfmadd231ps	%ymm8, %ymm0, %ymm14
	testq	%rbx, %rbx
	je	.LBB3_23
	vbroadcastss	4182016(%r15,%rbx), %ymm0
	vmovups	-64(%r10,%rbx,8), %ymm7
	vfmadd231ps	%ymm7, %ymm0, %ymm1
	vmovups	32704(%r10,%rbx,8), %ymm8
	vfmadd231ps	%ymm0, %ymm8, %ymm2
	vbroadcastss	4186112(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm7, %ymm0, %ymm3
	vfmadd231ps	%ymm0, %ymm8, %ymm4
	vbroadcastss	4190208(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm7, %ymm0, %ymm5
	vfmadd231ps	%ymm0, %ymm8, %ymm6
	vbroadcastss	4194304(%r15,%rbx), %ymm0
	vfmadd231ps	%ymm7, %ymm0, %ymm9
	vfmadd231ps	%ymm8, %ymm0, %ymm14
	addq	$8, %rbx
	jmp	.LBB3_22
.LBB3_23:
	vmovaps	%ymm1, (%r14,%r13)
	vmovaps	%ymm2, 32(%r14,%r13)
	vmovaps	%ymm3, 4096(%r14,%r13)
	vmovaps	%ymm4, 4128(%r14,%r13)
	vmovaps	%ymm5, 8192(%r14,%r13)
	vmovaps	%ymm6, 8224(%r14,%r13)
	vmovaps	%ymm9, 12288(%r14,%r13)
	vmovaps	%ymm14, 12320(%r14,%r13)
	incq	%r12
	addq	$65536, %r11
	addq	$65536, %r10
	cmpq	$16, %r12
	jne	.LBB3_17
	incq	%rsi
	addq	$1048576, %rcx
	addq	$1048576, %rdx
	cmpq	$4, %rsi
	jne	.LBB3_16
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rcx
	movl	$1, %edi
	movl	12(%rsp), %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rcx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
.LBB3_26:
	movl	%ecx, %eax
	addq	$568, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
