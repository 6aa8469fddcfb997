# gemm/sgemm_cpu:narrow_tails:pack_b
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: panels of 8 columns, row after row
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	pushq	%rax
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
.LBB3_15:
	addq	$8, %rsp
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
	jmp	.LBB3_15
.LBB3_3:
	movq	%rax, %r13
	leaq	224(%r14), %rax
	addq	$28672, %rbp
	xorl	%ecx, %ecx
.LBB3_4:
	movq	%rbp, %rdx
	xorl	%esi, %esi
.LBB3_5:
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
	jne	.LBB3_5
	incq	%rcx
	addq	$32768, %rax
	addq	$32, %rbp
	cmpq	$128, %rcx
	jne	.LBB3_4
	movq	%r14, %rax
	addq	$96, %rax
	leaq	12(%r12), %rcx
	xorl	%edx, %edx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_8:
	movq	%rdx, %rsi
	shlq	$12, %rsi
	vmovss	(%r12,%rsi), %xmm1
	addq	%r13, %rsi
	xorl	%edi, %edi
	xorl	%r8d, %r8d
	movq	%r14, %r9
.LBB3_9:
	movq	%rdi, %r10
	andq	$-8192, %r10
	movl	%r8d, %r11d
	andl	$7, %r11d
	leaq	(,%r11,4), %rbp
	leaq	(,%r10,4), %r10
	addq	%rbp, %r10
	addq	%rax, %r10
	movl	%r8d, %ebp
	shll	$10, %ebp
	andl	$1040384, %ebp
	orl	%r11d, %ebp
	vmovss	(%r9,%rbp,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	xorl	%r11d, %r11d
.LBB3_10:
	vmovss	-8(%rcx,%r11), %xmm3
	vfmadd132ss	-64(%r10,%r11,8), %xmm2, %xmm3
	vmovss	-4(%rcx,%r11), %xmm2
	vfmadd231ss	-32(%r10,%r11,8), %xmm2, %xmm3
	vmovss	(%rcx,%r11), %xmm2
	vfmadd132ss	(%r10,%r11,8), %xmm3, %xmm2
	addq	$12, %r11
	cmpq	$4092, %r11
	jne	.LBB3_10
	vmovss	%xmm2, (%rsi,%r8,4)
	incq	%r8
	addq	$1024, %rdi
	cmpq	$1024, %r8
	jne	.LBB3_9
	incq	%rdx
	addq	$4096, %rcx
	cmpq	$1024, %rdx
	jne	.LBB3_8
	movl	$4194304, %edx
	movq	%r15, %rdi
	movq	%r13, %rsi
	vzeroupper
	callq	memcpy@PLT
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %r15
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r13, %rdx
	callq	*(%r15)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_15
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r14, %rdx
	callq	*(%r15)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_15
