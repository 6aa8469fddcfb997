# gemm/sgemm_cpu:narrow_tails:init
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
	pushq	%rax
	movq	%rcx, %r14
	movq	%rdx, %r12
	movq	%rsi, %r15
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movl	$-1, %ecx
	testq	%rax, %rax
	je	.LBB3_42
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
	leaq	20480(%r15), %rdx
	xorl	%r9d, %r9d
.LBB3_6:
	imulq	$1032192, %r9, %r10
	leaq	32768(%rax), %r11
	xorl	%r12d, %r12d
.LBB3_7:
	movq	%r12, %r13
	shlq	$6, %r13
	addq	%r10, %r13
	movq	%rdx, %rbp
	xorl	%ecx, %ecx
.LBB3_8:
	leaq	(%rcx,%rcx,2), %rsi
	shlq	$13, %rsi
	addq	%r13, %rsi
	vxorps	%xmm0, %xmm0, %xmm0
	movq	$-4096, %rdi
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm10, %xmm10, %xmm10
	vxorps	%xmm11, %xmm11, %xmm11
.LBB3_9:
	vbroadcastss	-16384(%rbp,%rdi), %ymm12
	vmovups	(%r11,%rdi,8), %ymm13
	vfmadd231ps	%ymm13, %ymm12, %ymm0
	vmovups	32768(%r11,%rdi,8), %ymm14
	vfmadd231ps	%ymm12, %ymm14, %ymm1
	vbroadcastss	-12288(%rbp,%rdi), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm2
	vfmadd231ps	%ymm12, %ymm14, %ymm3
	vbroadcastss	-8192(%rbp,%rdi), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm4
	vfmadd231ps	%ymm12, %ymm14, %ymm5
	vbroadcastss	-4096(%rbp,%rdi), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm6
	vfmadd231ps	%ymm12, %ymm14, %ymm7
	vbroadcastss	(%rbp,%rdi), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm8
	vfmadd231ps	%ymm12, %ymm14, %ymm9
	vbroadcastss	4096(%rbp,%rdi), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm10
	vfmadd231ps	%ymm14, %ymm12, %ymm11
	addq	$4, %rdi
	jne	.LBB3_9
	vmovaps	%ymm0, (%r14,%rsi)
	vmovaps	%ymm1, 32(%r14,%rsi)
	vmovaps	%ymm2, 4096(%r14,%rsi)
	vmovaps	%ymm3, 4128(%r14,%rsi)
	vmovaps	%ymm4, 8192(%r14,%rsi)
	vmovaps	%ymm5, 8224(%r14,%rsi)
	vmovaps	%ymm6, 12288(%r14,%rsi)
	vmovaps	%ymm7, 12320(%r14,%rsi)
	vmovaps	%ymm8, 16384(%r14,%rsi)
	vmovaps	%ymm9, 16416(%r14,%rsi)
	vmovaps	%ymm10, 20480(%r14,%rsi)
	vmovaps	%ymm11, 20512(%r14,%rsi)
	incq	%rcx
	addq	$24576, %rbp
	cmpq	$42, %rcx
	jne	.LBB3_8
	incq	%r12
	addq	$65536, %r11
	cmpq	$16, %r12
	jne	.LBB3_7
	movq	%r10, %r11
	orq	$1024, %r11
	leaq	1081344(%rax), %r12
	xorl	%r13d, %r13d
.LBB3_13:
	movq	%r13, %rbp
	shlq	$6, %rbp
	addq	%r11, %rbp
	movq	%rdx, %rcx
	xorl	%esi, %esi
.LBB3_14:
	leaq	(%rsi,%rsi,2), %rdi
	shlq	$13, %rdi
	addq	%rbp, %rdi
	vxorps	%xmm0, %xmm0, %xmm0
	movq	$-4096, %r8
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm10, %xmm10, %xmm10
	vxorps	%xmm11, %xmm11, %xmm11
.LBB3_15:
	vbroadcastss	-16384(%rcx,%r8), %ymm12
	vmovups	(%r12,%r8,8), %ymm13
	vfmadd231ps	%ymm13, %ymm12, %ymm0
	vmovups	32768(%r12,%r8,8), %ymm14
	vfmadd231ps	%ymm12, %ymm14, %ymm1
	vbroadcastss	-12288(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm2
	vfmadd231ps	%ymm12, %ymm14, %ymm3
	vbroadcastss	-8192(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm4
	vfmadd231ps	%ymm12, %ymm14, %ymm5
	vbroadcastss	-4096(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm6
	vfmadd231ps	%ymm12, %ymm14, %ymm7
	vbroadcastss	(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm8
	vfmadd231ps	%ymm12, %ymm14, %ymm9
	vbroadcastss	4096(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm10
	vfmadd231ps	%ymm14, %ymm12, %ymm11
	addq	$4, %r8
	jne	.LBB3_15
	vmovaps	%ymm0, (%r14,%rdi)
	vmovaps	%ymm1, 32(%r14,%rdi)
	vmovaps	%ymm2, 4096(%r14,%rdi)
	vmovaps	%ymm3, 4128(%r14,%rdi)
	vmovaps	%ymm4, 8192(%r14,%rdi)
	vmovaps	%ymm5, 8224(%r14,%rdi)
	vmovaps	%ymm6, 12288(%r14,%rdi)
	vmovaps	%ymm7, 12320(%r14,%rdi)
	vmovaps	%ymm8, 16384(%r14,%rdi)
	vmovaps	%ymm9, 16416(%r14,%rdi)
	vmovaps	%ymm10, 20480(%r14,%rdi)
	vmovaps	%ymm11, 20512(%r14,%rdi)
	incq	%rsi
	addq	$24576, %rcx
	cmpq	$42, %rsi
	jne	.LBB3_14
	incq	%r13
	addq	$65536, %r12
	cmpq	$16, %r13
	jne	.LBB3_13
	movq	%r10, %r11
	orq	$2048, %r11
	leaq	2129920(%rax), %r12
	xorl	%r13d, %r13d
.LBB3_19:
	movq	%r13, %rbp
	shlq	$6, %rbp
	addq	%r11, %rbp
	movq	%rdx, %rcx
	xorl	%esi, %esi
.LBB3_20:
	leaq	(%rsi,%rsi,2), %rdi
	shlq	$13, %rdi
	addq	%rbp, %rdi
	vxorps	%xmm0, %xmm0, %xmm0
	movq	$-4096, %r8
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm10, %xmm10, %xmm10
	vxorps	%xmm11, %xmm11, %xmm11
.LBB3_21:
	vbroadcastss	-16384(%rcx,%r8), %ymm12
	vmovups	(%r12,%r8,8), %ymm13
	vfmadd231ps	%ymm13, %ymm12, %ymm0
	vmovups	32768(%r12,%r8,8), %ymm14
	vfmadd231ps	%ymm12, %ymm14, %ymm1
	vbroadcastss	-12288(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm2
	vfmadd231ps	%ymm12, %ymm14, %ymm3
	vbroadcastss	-8192(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm4
	vfmadd231ps	%ymm12, %ymm14, %ymm5
	vbroadcastss	-4096(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm6
	vfmadd231ps	%ymm12, %ymm14, %ymm7
	vbroadcastss	(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm8
	vfmadd231ps	%ymm12, %ymm14, %ymm9
	vbroadcastss	4096(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm10
	vfmadd231ps	%ymm14, %ymm12, %ymm11
	addq	$4, %r8
	jne	.LBB3_21
	vmovaps	%ymm0, (%r14,%rdi)
	vmovaps	%ymm1, 32(%r14,%rdi)
	vmovaps	%ymm2, 4096(%r14,%rdi)
	vmovaps	%ymm3, 4128(%r14,%rdi)
	vmovaps	%ymm4, 8192(%r14,%rdi)
	vmovaps	%ymm5, 8224(%r14,%rdi)
	vmovaps	%ymm6, 12288(%r14,%rdi)
	vmovaps	%ymm7, 12320(%r14,%rdi)
	vmovaps	%ymm8, 16384(%r14,%rdi)
	vmovaps	%ymm9, 16416(%r14,%rdi)
	vmovaps	%ymm10, 20480(%r14,%rdi)
	vmovaps	%ymm11, 20512(%r14,%rdi)
	incq	%rsi
	addq	$24576, %rcx
	cmpq	$42, %rsi
	jne	.LBB3_20
	incq	%r13
	addq	$65536, %r12
	cmpq	$16, %r13
	jne	.LBB3_19
	orq	$3072, %r10
	leaq	3178496(%rax), %r11
	xorl	%r12d, %r12d
.LBB3_25:
	movq	%r12, %r13
	shlq	$6, %r13
	addq	%r10, %r13
	movq	%rdx, %rcx
	xorl	%esi, %esi
.LBB3_26:
	leaq	(%rsi,%rsi,2), %rdi
	shlq	$13, %rdi
	addq	%r13, %rdi
	vxorps	%xmm0, %xmm0, %xmm0
	movq	$-4096, %r8
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm10, %xmm10, %xmm10
	vxorps	%xmm11, %xmm11, %xmm11
.LBB3_27:
	vbroadcastss	-16384(%rcx,%r8), %ymm12
	vmovups	(%r11,%r8,8), %ymm13
	vfmadd231ps	%ymm13, %ymm12, %ymm0
	vmovups	32768(%r11,%r8,8), %ymm14
	vfmadd231ps	%ymm12, %ymm14, %ymm1
	vbroadcastss	-12288(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm2
	vfmadd231ps	%ymm12, %ymm14, %ymm3
	vbroadcastss	-8192(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm4
	vfmadd231ps	%ymm12, %ymm14, %ymm5
	vbroadcastss	-4096(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm6
	vfmadd231ps	%ymm12, %ymm14, %ymm7
	vbroadcastss	(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm8
	vfmadd231ps	%ymm12, %ymm14, %ymm9
	vbroadcastss	4096(%rcx,%r8), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm10
	vfmadd231ps	%ymm14, %ymm12, %ymm11
	addq	$4, %r8
	jne	.LBB3_27
	vmovaps	%ymm0, (%r14,%rdi)
	vmovaps	%ymm1, 32(%r14,%rdi)
	vmovaps	%ymm2, 4096(%r14,%rdi)
	vmovaps	%ymm3, 4128(%r14,%rdi)
	vmovaps	%ymm4, 8192(%r14,%rdi)
	vmovaps	%ymm5, 8224(%r14,%rdi)
	vmovaps	%ymm6, 12288(%r14,%rdi)
	vmovaps	%ymm7, 12320(%r14,%rdi)
	vmovaps	%ymm8, 16384(%r14,%rdi)
	vmovaps	%ymm9, 16416(%r14,%rdi)
	vmovaps	%ymm10, 20480(%r14,%rdi)
	vmovaps	%ymm11, 20512(%r14,%rdi)
	incq	%rsi
	addq	$24576, %rcx
	cmpq	$42, %rsi
	jne	.LBB3_26
	incq	%r12
	addq	$65536, %r11
	cmpq	$16, %r12
	jne	.LBB3_25
	incq	%r9
	addq	$1032192, %rdx
	cmpq	$4, %r9
	jne	.LBB3_6
	leaq	32768(%rax), %rcx
	movq	%rax, %rdx
	addq	$32800, %rdx
	xorl	%esi, %esi
.LBB3_32:
	movq	%rsi, %rdi
	shlq	$10, %rdi
	leaq	4177920(%rdi), %r8
	addq	$4128768, %rdi
	movq	%rdx, %r9
	movq	%rcx, %r10
	xorl	%r11d, %r11d
.LBB3_33:
	movq	%r11, %r13
	shlq	$6, %r13
	leaq	(%r8,%r13), %r12
	addq	%rdi, %r13
	vxorps	%xmm0, %xmm0, %xmm0
	movq	$-4096, %rbp
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm10, %xmm10, %xmm10
	vxorps	%xmm11, %xmm11, %xmm11
.LBB3_34:
	vbroadcastss	4132864(%r15,%rbp), %ymm12
	vmovups	(%r10,%rbp,8), %ymm13
	vfmadd231ps	%ymm13, %ymm12, %ymm0
	vmovups	32768(%r10,%rbp,8), %ymm14
	vfmadd231ps	%ymm12, %ymm14, %ymm1
	vbroadcastss	4136960(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm2
	vfmadd231ps	%ymm12, %ymm14, %ymm3
	vbroadcastss	4141056(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm4
	vfmadd231ps	%ymm12, %ymm14, %ymm5
	vbroadcastss	4145152(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm6
	vfmadd231ps	%ymm12, %ymm14, %ymm7
	vbroadcastss	4149248(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm8
	vfmadd231ps	%ymm12, %ymm14, %ymm9
	vbroadcastss	4153344(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm10
	vfmadd231ps	%ymm14, %ymm12, %ymm11
	addq	$4, %rbp
	jne	.LBB3_34
	vmovaps	%ymm0, (%r14,%r13)
	vmovaps	%ymm1, 32(%r14,%r13)
	vmovaps	%ymm2, 4096(%r14,%r13)
	vmovaps	%ymm3, 4128(%r14,%r13)
	vmovaps	%ymm4, 8192(%r14,%r13)
	vmovaps	%ymm5, 8224(%r14,%r13)
	vmovaps	%ymm6, 12288(%r14,%r13)
	vmovaps	%ymm7, 12320(%r14,%r13)
	vmovaps	%ymm8, 16384(%r14,%r13)
	vmovaps	%ymm9, 16416(%r14,%r13)
	vmovaps	%ymm10, 20480(%r14,%r13)
	vmovaps	%ymm11, 20512(%r14,%r13)
	vxorps	%xmm0, %xmm0, %xmm0
	movq	$-4096, %rbp
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm10, %xmm10, %xmm10
	vxorps	%xmm11, %xmm11, %xmm11
.LBB3_36:
	vbroadcastss	4157440(%r15,%rbp), %ymm12
	vmovups	(%r10,%rbp,8), %ymm13
	vfmadd231ps	%ymm13, %ymm12, %ymm0
	vmovups	32768(%r10,%rbp,8), %ymm14
	vfmadd231ps	%ymm12, %ymm14, %ymm1
	vbroadcastss	4161536(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm2
	vfmadd231ps	%ymm12, %ymm14, %ymm3
	vbroadcastss	4165632(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm4
	vfmadd231ps	%ymm12, %ymm14, %ymm5
	vbroadcastss	4169728(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm6
	vfmadd231ps	%ymm12, %ymm14, %ymm7
	vbroadcastss	4173824(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm8
	vfmadd231ps	%ymm12, %ymm14, %ymm9
	vbroadcastss	4177920(%r15,%rbp), %ymm12
	vfmadd231ps	%ymm13, %ymm12, %ymm10
	vfmadd231ps	%ymm14, %ymm12, %ymm11
	addq	$4, %rbp
	jne	.LBB3_36
	vmovaps	%ymm0, 24576(%r14,%r13)
	vmovaps	%ymm1, 24608(%r14,%r13)
	vmovaps	%ymm2, 28672(%r14,%r13)
	vmovaps	%ymm3, 28704(%r14,%r13)
	vmovaps	%ymm4, 32768(%r14,%r13)
	vmovaps	%ymm5, 32800(%r14,%r13)
	vmovaps	%ymm6, 36864(%r14,%r13)
	vmovaps	%ymm7, 36896(%r14,%r13)
	vmovaps	%ymm8, 40960(%r14,%r13)
	vmovaps	%ymm9, 40992(%r14,%r13)
	vmovaps	%ymm10, 45056(%r14,%r13)
	vmovaps	%ymm11, 45088(%r14,%r13)
	vxorps	%xmm0, %xmm0, %xmm0
	movq	$-4096, %r13
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
.LBB3_38:
	vbroadcastss	4182016(%r15,%r13), %ymm9
	vmovups	-32(%r9,%r13,8), %ymm10
	vmovups	(%r9,%r13,8), %ymm8
	vfmadd231ps	%ymm10, %ymm9, %ymm0
	vmovups	32736(%r9,%r13,8), %ymm11
	vfmadd231ps	%ymm9, %ymm11, %ymm1
	vbroadcastss	4186112(%r15,%r13), %ymm9
	vfmadd231ps	%ymm10, %ymm9, %ymm2
	vfmadd231ps	%ymm9, %ymm11, %ymm3
	vbroadcastss	4190208(%r15,%r13), %ymm9
	vfmadd231ps	%ymm10, %ymm9, %ymm4
	vfmadd231ps	%ymm9, %ymm11, %ymm5
	vbroadcastss	4194304(%r15,%r13), %ymm9
	vfmadd231ps	%ymm10, %ymm9, %ymm6
	vfmadd231ps	%ymm11, %ymm9, %ymm7
	vbroadcastss	4182020(%r15,%r13), %ymm9
	vfmadd231ps	%ymm8, %ymm9, %ymm0
	vmovups	32768(%r9,%r13,8), %ymm10
	vfmadd231ps	%ymm9, %ymm10, %ymm1
	vbroadcastss	4186116(%r15,%r13), %ymm9
	vfmadd231ps	%ymm8, %ymm9, %ymm2
	vfmadd231ps	%ymm9, %ymm10, %ymm3
	vbroadcastss	4190212(%r15,%r13), %ymm9
	vfmadd231ps	%ymm8, %ymm9, %ymm4
	vfmadd231ps	%ymm9, %ymm10, %ymm5
	vbroadcastss	4194308(%r15,%r13), %ymm9
	vfmadd231ps	%ymm8, %ymm9, %ymm6
	vfmadd231ps	%ymm10, %ymm9, %ymm7
	addq	$8, %r13
	jne	.LBB3_38
	vmovaps	%ymm0, (%r14,%r12)
	vmovaps	%ymm1, 32(%r14,%r12)
	vmovaps	%ymm2, 4096(%r14,%r12)
	vmovaps	%ymm3, 4128(%r14,%r12)
	vmovaps	%ymm4, 8192(%r14,%r12)
	vmovaps	%ymm5, 8224(%r14,%r12)
	vmovaps	%ymm6, 12288(%r14,%r12)
	vmovaps	%ymm7, 12320(%r14,%r12)
	incq	%r11
	addq	$65536, %r10
	addq	$65536, %r9
	cmpq	$16, %r11
	jne	.LBB3_33
	incq	%rsi
	addq	$1048576, %rcx
	addq	$1048576, %rdx
	cmpq	$4, %rsi
	jne	.LBB3_32
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rcx
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rcx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
.LBB3_42:
	movl	%ecx, %eax
	addq	$8, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
