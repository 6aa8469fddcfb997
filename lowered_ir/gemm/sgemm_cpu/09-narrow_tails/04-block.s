# gemm/sgemm_cpu:narrow_tails:block
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: tiles at the edges get loops of their own, with constant bounds
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
	subq	$88, %rsp
	movq	%rcx, 80(%rsp)
	movq	%rdx, %r15
	movq	%rsi, %r12
	movl	%edi, %ebp
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rbx
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	movl	$-1, (%rsp)
	testq	%rax, %rax
	je	.LBB3_28
	movq	%rax, %r14
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	je	.LBB3_28
	movq	%rax, %r13
	leaq	224(%r14), %rax
	addq	$28672, %r15
	xorl	%ecx, %ecx
.LBB3_3:
	movq	%r15, %rdx
	xorl	%esi, %esi
.LBB3_4:
	vmovaps	-28672(%rdx), %ymm0
	vmovups	%ymm0, -224(%rax,%rsi)
	vmovaps	-24576(%rdx), %ymm0
	vmovups	%ymm0, -192(%rax,%rsi)
	vmovaps	-20480(%rdx), %ymm0
	vmovups	%ymm0, -160(%rax,%rsi)
	vmovaps	-16384(%rdx), %ymm0
	vmovups	%ymm0, -128(%rax,%rsi)
	vmovaps	-12288(%rdx), %ymm0
	vmovups	%ymm0, -96(%rax,%rsi)
	vmovaps	-8192(%rdx), %ymm0
	vmovups	%ymm0, -64(%rax,%rsi)
	vmovaps	-4096(%rdx), %ymm0
	vmovups	%ymm0, -32(%rax,%rsi)
	vmovaps	(%rdx), %ymm0
	vmovups	%ymm0, (%rax,%rsi)
	addq	$256, %rsi
	addq	$32768, %rdx
	cmpq	$32768, %rsi
	jne	.LBB3_4
	incq	%rcx
	addq	$32768, %rax
	addq	$32, %r15
	cmpq	$128, %rcx
	jne	.LBB3_3
	leaq	20484(%r12), %rax
	movq	%rax, 8(%rsp)
	xorl	%eax, %eax
	vmovaps	.LCPI3_0(%rip), %ymm0
	vxorps	%xmm1, %xmm1, %xmm1
.LBB3_7:
	movl	%ebp, 4(%rsp)
	movq	%rax, 32(%rsp)
	imulq	$258048, %rax, %rax
	movq	%rax, 64(%rsp)
	leaq	32800(%r14), %rax
	xorl	%ecx, %ecx
.LBB3_8:
	movq	%rcx, %rdx
	shlq	$8, %rdx
	movq	%rdx, 48(%rsp)
	movq	%rcx, 16(%rsp)
	shlq	$18, %rcx
	movq	%rcx, 40(%rsp)
	movq	%rax, 24(%rsp)
	movq	%rax, %r11
	xorl	%ebx, %ebx
.LBB3_9:
	movq	%rbx, %r15
	shlq	$4, %r15
	addq	48(%rsp), %r15
	movq	%rbx, 56(%rsp)
	shlq	$14, %rbx
	addq	40(%rsp), %rbx
	movq	8(%rsp), %rax
	xorl	%edi, %edi
.LBB3_10:
	leaq	(%rdi,%rdi,2), %rsi
	shlq	$11, %rsi
	addq	64(%rsp), %rsi
	vmovsd	24(%r14,%rbx,4), %xmm2
	vbroadcastf128	4(%r14,%rbx,4), %ymm3
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vblendps	$48, %ymm2, %ymm3, %ymm2
	vpermilps	%ymm0, %ymm2, %ymm2
	vmovss	(%r14,%rbx,4), %xmm3
	vblendps	$1, %ymm3, %ymm2, %ymm2
	vbroadcastss	20(%r14,%rbx,4), %ymm3
	vblendps	$32, %ymm3, %ymm2, %ymm3
	vmovups	32768(%r14,%rbx,4), %ymm2
	leaq	(%r15,%rsi), %rdx
	vbroadcastss	(%r12,%rsi,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rdx,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rdx,4)
	leaq	1024(%r15,%rsi), %r8
	vbroadcastss	4096(%r12,%rsi,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%r8,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%r8,4)
	leaq	2048(%r15,%rsi), %rbp
	vbroadcastss	8192(%r12,%rsi,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rbp,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rbp,4)
	leaq	3072(%r15,%rsi), %r9
	vbroadcastss	12288(%r12,%rsi,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%r9,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%r9,4)
	leaq	4096(%r15,%rsi), %r10
	vbroadcastss	16384(%r12,%rsi,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%r10,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%r10,4)
	leaq	5120(%r15,%rsi), %rcx
	vbroadcastss	20480(%r12,%rsi,4), %ymm4
	vfmadd213ps	%ymm1, %ymm4, %ymm3
	vmovups	%ymm3, (%r13,%rcx,4)
	vfmadd213ps	%ymm1, %ymm4, %ymm2
	vmovups	%ymm2, 32(%r13,%rcx,4)
	movq	$-4092, %rsi
.LBB3_11:
	vmovups	32736(%r11,%rsi,8), %ymm2
	vmovups	-32(%r11,%rsi,8), %ymm3
	vbroadcastss	-16388(%rax,%rsi), %ymm4
	vmovups	(%r13,%rdx,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rdx,4)
	vfmadd213ps	32(%r13,%rdx,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rdx,4)
	vbroadcastss	-12292(%rax,%rsi), %ymm4
	vmovups	(%r13,%r8,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%r8,4)
	vfmadd213ps	32(%r13,%r8,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%r8,4)
	vbroadcastss	-8196(%rax,%rsi), %ymm4
	vmovups	(%r13,%rbp,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rbp,4)
	vfmadd213ps	32(%r13,%rbp,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rbp,4)
	vbroadcastss	-4100(%rax,%rsi), %ymm4
	vmovups	(%r13,%r9,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%r9,4)
	vfmadd213ps	32(%r13,%r9,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%r9,4)
	vbroadcastss	-4(%rax,%rsi), %ymm4
	vmovups	(%r13,%r10,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%r10,4)
	vfmadd213ps	32(%r13,%r10,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%r10,4)
	vbroadcastss	4092(%rax,%rsi), %ymm4
	vfmadd213ps	(%r13,%rcx,4), %ymm4, %ymm3
	vmovups	%ymm3, (%r13,%rcx,4)
	vfmadd213ps	32(%r13,%rcx,4), %ymm4, %ymm2
	vmovups	%ymm2, 32(%r13,%rcx,4)
	addq	$4, %rsi
	jne	.LBB3_11
	incq	%rdi
	addq	$24576, %rax
	cmpq	$42, %rdi
	jne	.LBB3_10
	movq	56(%rsp), %rbx
	incq	%rbx
	addq	$65536, %r11
	cmpq	$16, %rbx
	jne	.LBB3_9
	movq	16(%rsp), %rcx
	incq	%rcx
	movq	24(%rsp), %rax
	addq	$1048576, %rax
	cmpq	$4, %rcx
	jne	.LBB3_8
	movq	32(%rsp), %rax
	incq	%rax
	addq	$1032192, 8(%rsp)
	cmpq	$4, %rax
	movl	4(%rsp), %ebp
	jne	.LBB3_7
	movq	%r14, %r11
	addq	$32800, %r11
	xorl	%eax, %eax
	vxorps	%xmm1, %xmm1, %xmm1
	movq	%r14, %rcx
.LBB3_17:
	movq	%rax, %rdx
	shlq	$8, %rdx
	movq	%rax, %rsi
	shlq	$18, %rsi
	movq	%rsi, 32(%rsp)
	leaq	1032192(%rdx), %rsi
	movq	%rsi, 24(%rsp)
	addq	$1044480, %rdx
	movq	%rdx, 40(%rsp)
	movq	%rcx, %rdx
	movq	%r11, 56(%rsp)
	xorl	%r9d, %r9d
.LBB3_18:
	movq	%rdx, 16(%rsp)
	movq	%rcx, 48(%rsp)
	movq	%rax, 8(%rsp)
	movq	%r9, %r15
	shlq	$4, %r15
	movq	%r9, 72(%rsp)
	shlq	$14, %r9
	addq	32(%rsp), %r9
	movq	24(%rsp), %rax
	addq	%r15, %rax
	movq	%rax, 64(%rsp)
	movb	$1, %r8b
	xorl	%eax, %eax
.LBB3_19:
	vmovsd	24(%r14,%r9,4), %xmm2
	vbroadcastf128	4(%r14,%r9,4), %ymm3
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vblendps	$48, %ymm2, %ymm3, %ymm2
	vpermilps	%ymm0, %ymm2, %ymm2
	vmovss	(%r14,%r9,4), %xmm3
	vblendps	$1, %ymm3, %ymm2, %ymm2
	vbroadcastss	20(%r14,%r9,4), %ymm3
	vblendps	$32, %ymm3, %ymm2, %ymm3
	vmovups	32768(%r14,%r9,4), %ymm2
	movq	64(%rsp), %r10
	leaq	(%rax,%r10), %rdi
	vbroadcastss	4128768(%r12,%rax,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rdi,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rdi,4)
	leaq	1024(%rax,%r10), %rsi
	vbroadcastss	4132864(%r12,%rax,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rsi,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rsi,4)
	leaq	2048(%rax,%r10), %rcx
	vbroadcastss	4136960(%r12,%rax,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rcx,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rcx,4)
	leaq	3072(%rax,%r10), %rdx
	vbroadcastss	4141056(%r12,%rax,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rdx,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rdx,4)
	leaq	4096(%rax,%r10), %rbx
	vbroadcastss	4145152(%r12,%rax,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rbx,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rbx,4)
	leaq	5120(%rax,%r10), %r10
	vbroadcastss	4149248(%r12,%rax,4), %ymm4
	vfmadd213ps	%ymm1, %ymm4, %ymm3
	vmovups	%ymm3, (%r13,%r10,4)
	vfmadd213ps	%ymm1, %ymm4, %ymm2
	vmovups	%ymm2, 32(%r13,%r10,4)
	leaq	4149252(%r12), %rbp
	leaq	(,%rax,4), %rax
	addq	%rbp, %rax
	movq	$-4092, %rbp
.LBB3_20:
	vmovups	32736(%r11,%rbp,8), %ymm2
	vmovups	-32(%r11,%rbp,8), %ymm3
	vbroadcastss	-16388(%rax,%rbp), %ymm4
	vmovups	(%r13,%rdi,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rdi,4)
	vfmadd213ps	32(%r13,%rdi,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rdi,4)
	vbroadcastss	-12292(%rax,%rbp), %ymm4
	vmovups	(%r13,%rsi,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rsi,4)
	vfmadd213ps	32(%r13,%rsi,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rsi,4)
	vbroadcastss	-8196(%rax,%rbp), %ymm4
	vmovups	(%r13,%rcx,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rcx,4)
	vfmadd213ps	32(%r13,%rcx,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rcx,4)
	vbroadcastss	-4100(%rax,%rbp), %ymm4
	vmovups	(%r13,%rdx,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rdx,4)
	vfmadd213ps	32(%r13,%rdx,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rdx,4)
	vbroadcastss	-4(%rax,%rbp), %ymm4
	vmovups	(%r13,%rbx,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rbx,4)
	vfmadd213ps	32(%r13,%rbx,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rbx,4)
	vbroadcastss	4092(%rax,%rbp), %ymm4
	vfmadd213ps	(%r13,%r10,4), %ymm4, %ymm3
	vmovups	%ymm3, (%r13,%r10,4)
	vfmadd213ps	32(%r13,%r10,4), %ymm4, %ymm2
	vmovups	%ymm2, 32(%r13,%r10,4)
	addq	$4, %rbp
	jne	.LBB3_20
	movl	$6144, %eax
	testb	$1, %r8b
	movl	$0, %r8d
	jne	.LBB3_19
	addq	40(%rsp), %r15
	xorl	%r8d, %r8d
	movl	4(%rsp), %ebp
	movq	8(%rsp), %rax
	movq	48(%rsp), %rcx
	movq	16(%rsp), %rdx
.LBB3_23:
	testq	%r8, %r8
	jne	.LBB3_24
	vmovsd	24(%r14,%r9,4), %xmm2
	vbroadcastss	4177920(%r12), %ymm3
	vbroadcastf128	4(%r14,%r9,4), %ymm4
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vblendps	$48, %ymm2, %ymm4, %ymm2
	vpermilps	%ymm0, %ymm2, %ymm2
	vmovss	(%rdx,%r8,8), %xmm4
	vblendps	$1, %ymm4, %ymm2, %ymm2
	vbroadcastss	20(%r14,%r9,4), %ymm4
	vblendps	$32, %ymm4, %ymm2, %ymm2
	vfmadd213ps	%ymm1, %ymm3, %ymm2
	vmovups	%ymm2, (%r13,%r15,4)
	vfmadd132ps	32768(%r14,%r9,4), %ymm1, %ymm3
	vmovups	%ymm3, 32(%r13,%r15,4)
	vmovsd	24(%r14,%r9,4), %xmm2
	vbroadcastss	4182016(%r12), %ymm3
	vbroadcastf128	4(%r14,%r9,4), %ymm4
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vblendps	$48, %ymm2, %ymm4, %ymm2
	vpermilps	%ymm0, %ymm2, %ymm2
	vmovss	(%rdx,%r8,8), %xmm4
	vblendps	$1, %ymm4, %ymm2, %ymm2
	vbroadcastss	20(%r14,%r9,4), %ymm4
	vblendps	$32, %ymm4, %ymm2, %ymm2
	vfmadd213ps	%ymm1, %ymm3, %ymm2
	vmovups	%ymm2, 4096(%r13,%r15,4)
	vfmadd132ps	32768(%r14,%r9,4), %ymm1, %ymm3
	vmovups	%ymm3, 4128(%r13,%r15,4)
	vmovsd	24(%r14,%r9,4), %xmm2
	vbroadcastss	4186112(%r12), %ymm3
	vbroadcastf128	4(%r14,%r9,4), %ymm4
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vblendps	$48, %ymm2, %ymm4, %ymm2
	vpermilps	%ymm0, %ymm2, %ymm2
	vmovss	(%rdx,%r8,8), %xmm4
	vblendps	$1, %ymm4, %ymm2, %ymm2
	vbroadcastss	20(%r14,%r9,4), %ymm4
	vblendps	$32, %ymm4, %ymm2, %ymm2
	vfmadd213ps	%ymm1, %ymm3, %ymm2
	vmovups	%ymm2, 8192(%r13,%r15,4)
	vfmadd132ps	32768(%r14,%r9,4), %ymm1, %ymm3
	vmovups	%ymm3, 8224(%r13,%r15,4)
	vmovsd	24(%r14,%r9,4), %xmm2
	vbroadcastss	4190208(%r12), %ymm3
	vbroadcastf128	4(%r14,%r9,4), %ymm4
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vblendps	$48, %ymm2, %ymm4, %ymm2
	vpermilps	%ymm0, %ymm2, %ymm2
	vmovss	(%rdx,%r8,8), %xmm4
	vblendps	$1, %ymm4, %ymm2, %ymm2
	vbroadcastss	20(%r14,%r9,4), %ymm4
	vblendps	$32, %ymm4, %ymm2, %ymm2
	vfmadd213ps	%ymm1, %ymm3, %ymm2
	vmovups	%ymm2, 12288(%r13,%r15,4)
	vfmadd132ps	32768(%r14,%r9,4), %ymm1, %ymm3
	vmovups	%ymm3, 12320(%r13,%r15,4)
	addq	$4, %r8
	cmpq	$4096, %r8
	jne	.LBB3_23
	jmp	.LBB3_31
.LBB3_24:
	vmovups	(%rdx,%r8,8), %ymm2
	vbroadcastss	4177920(%r12,%r8), %ymm3
	vfmadd213ps	(%r13,%r15,4), %ymm3, %ymm2
	vmovups	%ymm2, (%r13,%r15,4)
	vmovups	32768(%rdx,%r8,8), %ymm2
	vfmadd213ps	32(%r13,%r15,4), %ymm3, %ymm2
	vmovups	%ymm2, 32(%r13,%r15,4)
	vmovups	(%rdx,%r8,8), %ymm2
	vbroadcastss	4182016(%r12,%r8), %ymm3
	vfmadd213ps	4096(%r13,%r15,4), %ymm3, %ymm2
	vmovups	%ymm2, 4096(%r13,%r15,4)
	vmovups	32768(%rdx,%r8,8), %ymm2
	vfmadd213ps	4128(%r13,%r15,4), %ymm3, %ymm2
	vmovups	%ymm2, 4128(%r13,%r15,4)
	vmovups	(%rdx,%r8,8), %ymm2
	vbroadcastss	4186112(%r12,%r8), %ymm3
	vfmadd213ps	8192(%r13,%r15,4), %ymm3, %ymm2
	vmovups	%ymm2, 8192(%r13,%r15,4)
	vmovups	32768(%rdx,%r8,8), %ymm2
	vfmadd213ps	8224(%r13,%r15,4), %ymm3, %ymm2
	vmovups	%ymm2, 8224(%r13,%r15,4)
	vmovups	(%rdx,%r8,8), %ymm2
	vbroadcastss	4190208(%r12,%r8), %ymm3
	vfmadd213ps	12288(%r13,%r15,4), %ymm3, %ymm2
	vmovups	%ymm2, 12288(%r13,%r15,4)
	vmovups	32768(%rdx,%r8,8), %ymm2
	vfmadd213ps	12320(%r13,%r15,4), %ymm3, %ymm2
	vmovups	%ymm2, 12320(%r13,%r15,4)
	addq	$4, %r8
	cmpq	$4096, %r8
	jne	.LBB3_23
.LBB3_31:
	movq	72(%rsp), %r9
	incq	%r9
	addq	$65536, %r11
	addq	$65536, %rdx
	cmpq	$16, %r9
	jne	.LBB3_18
	incq	%rax
	movq	56(%rsp), %r11
	addq	$1048576, %r11
	addq	$1048576, %rcx
	cmpq	$4, %rax
	jne	.LBB3_17
	movl	$4194304, %edx
	movq	80(%rsp), %rdi
	movq	%r13, %rsi
	vzeroupper
	callq	memcpy@PLT
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rbx
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%r13, %rdx
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_28
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%r14, %rdx
	callq	*(%rbx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
	movl	%ecx, (%rsp)
.LBB3_28:
	movl	(%rsp), %eax
	addq	$88, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
