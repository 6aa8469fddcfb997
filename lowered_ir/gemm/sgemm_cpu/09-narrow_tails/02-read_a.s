# gemm/sgemm_cpu:narrow_tails:read_a
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: A in place: 6 cache lines of its rows serve 16 k
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$24, %rsp
	movq	%rcx, %r15
	movq	%rdx, %rbp
	movq	%rsi, %r12
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %r13
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r13)
	movq	%rax, %r14
	movl	$-1, %eax
	testq	%r14, %r14
	jne	.LBB3_1
.LBB3_13:
	addq	$24, %rsp
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
	callq	*(%r13)
	testq	%rax, %rax
	jne	.LBB3_3
	movl	$-1, %eax
	jmp	.LBB3_13
.LBB3_3:
	movq	%rax, %r13
	movl	$4194304, %edx
	movq	%r14, %rdi
	movq	%r14, (%rsp)
	movq	%rbp, %rsi
	callq	memcpy@PLT
	movq	(%rsp), %rdx
	leaq	12288(%rdx), %rax
	movq	%rax, 16(%rsp)
	leaq	12(%r12), %rcx
	movq	%rdx, %rax
	addq	$12292, %rax
	movq	%rax, 8(%rsp)
	xorl	%esi, %esi
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_4:
	movq	%rsi, %rdi
	shlq	$12, %rdi
	vmovss	(%r12,%rdi), %xmm1
	addq	%r13, %rdi
	movq	8(%rsp), %r8
	movq	16(%rsp), %r9
	xorl	%r10d, %r10d
	movq	%r14, %r11
.LBB3_5:
	vmovss	(%r11,%r10,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	movq	%r9, %rbp
	xorl	%eax, %eax
.LBB3_6:
	vmovss	-8(%rcx,%rax,4), %xmm3
	vmovss	-4(%rcx,%rax,4), %xmm4
	vfmadd132ss	-8192(%rbp), %xmm2, %xmm3
	vfmadd231ss	-4096(%rbp), %xmm4, %xmm3
	vmovss	(%rcx,%rax,4), %xmm2
	vfmadd132ss	(%rbp), %xmm3, %xmm2
	addq	$3, %rax
	addq	$12288, %rbp
	cmpq	$1023, %rax
	jne	.LBB3_6
	vmovss	%xmm2, (%rdi,%r10,4)
	movq	%r10, %rbp
	orq	$1, %rbp
	vmovss	4(%r11,%r10,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	movq	%r8, %rax
	xorl	%edx, %edx
.LBB3_8:
	vmovss	-8(%rcx,%rdx,4), %xmm3
	vmovss	-4(%rcx,%rdx,4), %xmm4
	vfmadd132ss	-8192(%rax), %xmm2, %xmm3
	vfmadd231ss	-4096(%rax), %xmm4, %xmm3
	vmovss	(%rcx,%rdx,4), %xmm2
	vfmadd132ss	(%rax), %xmm3, %xmm2
	addq	$3, %rdx
	addq	$12288, %rax
	cmpq	$1023, %rdx
	jne	.LBB3_8
	vmovss	%xmm2, (%rdi,%rbp,4)
	addq	$2, %r10
	addq	$8, %r9
	addq	$8, %r8
	cmpq	$1024, %r10
	jne	.LBB3_5
	incq	%rsi
	addq	$4096, %rcx
	cmpq	$1024, %rsi
	jne	.LBB3_4
	movl	$4194304, %edx
	movq	%r15, %rdi
	movq	%r13, %rsi
	callq	memcpy@PLT
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %r15
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r13, %rdx
	callq	*(%r15)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_13
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r14, %rdx
	callq	*(%r15)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_13
