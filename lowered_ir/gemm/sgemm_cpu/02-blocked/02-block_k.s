# gemm/sgemm_cpu:blocked:block_k
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: blocks of 16 KB: those of A and B fit in the L1 cache, with the rows of C
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	movq	%rdx, -8(%rsp)
	addq	$12288, %rsi
	movq	%rsi, -16(%rsp)
	addq	$12, %rdi
	xorl	%ecx, %ecx
.LBB3_1:
	movq	%rcx, -24(%rsp)
	shlq	$16, %rcx
	movq	-16(%rsp), %r8
	xorl	%r9d, %r9d
.LBB3_2:
	movq	%r9, %r10
	shlq	$8, %r10
	addq	-8(%rsp), %r10
	movq	%rdi, %r11
	movq	%r8, -32(%rsp)
	xorl	%r14d, %r14d
.LBB3_3:
	movq	%r11, %r15
	xorl	%r12d, %r12d
	jmp	.LBB3_4
.LBB3_10:
	incq	%r12
	addq	$4096, %r15
	cmpq	$64, %r12
	je	.LBB3_11
.LBB3_4:
	movq	%r12, %rax
	shlq	$10, %rax
	addq	%rcx, %rax
	leaq	(%r10,%rax,4), %r13
	movq	%r8, %rbx
	xorl	%eax, %eax
	jmp	.LBB3_5
.LBB3_9:
	vmovss	%xmm0, (%r13,%rax,4)
	incq	%rax
	addq	$4, %rbx
	cmpq	$64, %rax
	je	.LBB3_10
.LBB3_5:
	vmovss	(%r13,%rax,4), %xmm0
	movq	%rbx, %rbp
	xorl	%edx, %edx
.LBB3_6:
	vxorps	%xmm1, %xmm1, %xmm1
	movl	%edx, %esi
	orl	%r14d, %esi
	jne	.LBB3_7
.LBB3_8:
	vmovss	-12(%r15,%rdx,4), %xmm0
	vmovss	-8(%r15,%rdx,4), %xmm2
	vfmadd132ss	-12288(%rbp), %xmm1, %xmm0
	vfmadd231ss	-8192(%rbp), %xmm2, %xmm0
	vmovss	-4(%r15,%rdx,4), %xmm1
	vfmadd132ss	-4096(%rbp), %xmm0, %xmm1
	vmovss	(%r15,%rdx,4), %xmm0
	vfmadd132ss	(%rbp), %xmm1, %xmm0
	addq	$4, %rdx
	addq	$16384, %rbp
	cmpq	$64, %rdx
	jne	.LBB3_6
	jmp	.LBB3_9
.LBB3_7:
	vmovaps	%xmm0, %xmm1
	jmp	.LBB3_8
.LBB3_11:
	incq	%r14
	addq	$262144, %r8
	addq	$256, %r11
	cmpq	$16, %r14
	jne	.LBB3_3
	incq	%r9
	movq	-32(%rsp), %r8
	addq	$256, %r8
	cmpq	$16, %r9
	jne	.LBB3_2
	movq	-24(%rsp), %rcx
	incq	%rcx
	addq	$262144, %rdi
	cmpq	$16, %rcx
	jne	.LBB3_1
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
