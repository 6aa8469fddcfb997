# gemm/sgemm_cpu:loop_permuted:permute_k
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: C is loaded and stored once per block of k; each row of B is reused
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	movq	%rdx, -32(%rsp)
	movq	%rsi, -48(%rsp)
	leaq	12288(%rdi), %rax
	xorl	%ecx, %ecx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_1:
	movq	%rcx, %rdx
	shlq	$16, %rdx
	movq	%rdx, -40(%rsp)
	movq	-48(%rsp), %rdx
	xorl	%esi, %esi
.LBB3_2:
	movq	%rcx, -64(%rsp)
	movq	%rsi, -80(%rsp)
	shlq	$6, %rsi
	movq	%rsi, -16(%rsp)
	movq	%rdx, -72(%rsp)
	movq	%rdx, -104(%rsp)
	movq	%rax, -56(%rsp)
	xorl	%r15d, %r15d
.LBB3_3:
	movq	%rax, -88(%rsp)
	movq	%rax, -96(%rsp)
	xorl	%edx, %edx
	jmp	.LBB3_4
.LBB3_13:
	movq	-24(%rsp), %rdx
	incq	%rdx
	addq	$16384, -96(%rsp)
	cmpq	$16, %rdx
	je	.LBB3_10
.LBB3_4:
	movq	%rdx, -24(%rsp)
	shlq	$12, %rdx
	movq	-40(%rsp), %r10
	leaq	(%rdx,%r10), %rbp
	movq	-32(%rsp), %r8
	leaq	(%r8,%rbp,4), %rax
	leaq	1024(%rdx,%r10), %rsi
	leaq	4096(%r8,%rbp,4), %r9
	leaq	2048(%rdx,%r10), %rcx
	leaq	8192(%r8,%rbp,4), %r14
	addq	%rdx, %r10
	addq	$3072, %r10
	leaq	(%r8,%rbp,4), %rbx
	addq	$12288, %rbx
	movq	-104(%rsp), %r8
	xorl	%r13d, %r13d
	jmp	.LBB3_5
.LBB3_12:
	incq	%r13
	movq	-8(%rsp), %r8
	addq	$64, %r8
	cmpq	$4, %r13
	je	.LBB3_13
.LBB3_5:
	movq	%r13, %rdx
	shlq	$4, %rdx
	orq	-16(%rsp), %rdx
	movq	%r8, -8(%rsp)
	xorl	%r12d, %r12d
.LBB3_6:
	movl	%r12d, %r11d
	orl	%r15d, %r11d
	vmovaps	(%r8), %ymm1
	vmovaps	32(%r8), %ymm2
	jne	.LBB3_7
	vbroadcastss	(%rdi,%rbp,4), %ymm3
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 32(%rax,%rdx,4)
	vmovaps	%ymm4, (%rax,%rdx,4)
	vbroadcastss	(%rdi,%rsi,4), %ymm3
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 32(%r9,%rdx,4)
	vmovaps	%ymm4, (%r9,%rdx,4)
	vbroadcastss	(%rdi,%rcx,4), %ymm3
	vmovaps	%ymm1, %ymm4
	vfmadd213ps	%ymm0, %ymm3, %ymm4
	vfmadd213ps	%ymm0, %ymm2, %ymm3
	vmovaps	%ymm3, 32(%r14,%rdx,4)
	vmovaps	%ymm4, (%r14,%rdx,4)
	vbroadcastss	(%rdi,%r10,4), %ymm3
	vfmadd213ps	%ymm0, %ymm3, %ymm1
	vfmadd213ps	%ymm0, %ymm3, %ymm2
	vmovaps	%ymm2, 32(%rbx,%rdx,4)
	vmovaps	%ymm1, (%rbx,%rdx,4)
.LBB3_15:
	incq	%r12
	addq	$4096, %r8
	cmpq	$64, %r12
	jne	.LBB3_6
	jmp	.LBB3_12
.LBB3_7:
	movq	-96(%rsp), %r11
	vbroadcastss	-12288(%r11,%r12,4), %ymm3
	vmovaps	(%rax,%rdx,4), %ymm4
	vfmadd231ps	%ymm1, %ymm3, %ymm4
	vfmadd213ps	32(%rax,%rdx,4), %ymm2, %ymm3
	vmovaps	%ymm3, 32(%rax,%rdx,4)
	vmovaps	%ymm4, (%rax,%rdx,4)
	vbroadcastss	-8192(%r11,%r12,4), %ymm3
	vmovaps	(%r9,%rdx,4), %ymm4
	vfmadd231ps	%ymm1, %ymm3, %ymm4
	vfmadd213ps	32(%r9,%rdx,4), %ymm2, %ymm3
	vmovaps	%ymm3, 32(%r9,%rdx,4)
	vmovaps	%ymm4, (%r9,%rdx,4)
	vbroadcastss	-4096(%r11,%r12,4), %ymm3
	vmovaps	32(%r14,%rdx,4), %ymm4
	vfmadd231ps	%ymm2, %ymm3, %ymm4
	vfmadd213ps	(%r14,%rdx,4), %ymm1, %ymm3
	vmovaps	%ymm3, (%r14,%rdx,4)
	vmovaps	%ymm4, 32(%r14,%rdx,4)
	vbroadcastss	(%r11,%r12,4), %ymm3
	vfmadd213ps	32(%rbx,%rdx,4), %ymm3, %ymm2
	vfmadd213ps	(%rbx,%rdx,4), %ymm3, %ymm1
	vmovaps	%ymm1, (%rbx,%rdx,4)
	vmovaps	%ymm2, 32(%rbx,%rdx,4)
	jmp	.LBB3_15
.LBB3_10:
	incq	%r15
	movq	-88(%rsp), %rax
	addq	$256, %rax
	addq	$262144, -104(%rsp)
	cmpq	$16, %r15
	jne	.LBB3_3
	movq	-80(%rsp), %rsi
	incq	%rsi
	movq	-72(%rsp), %rdx
	addq	$256, %rdx
	cmpq	$16, %rsi
	movq	-56(%rsp), %rax
	movq	-64(%rsp), %rcx
	jne	.LBB3_2
	incq	%rcx
	addq	$262144, %rax
	cmpq	$16, %rcx
	jne	.LBB3_1
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
