# gemm/sgemm_cpu:register_tile:pack_b
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: panels of 16 columns, row after row: every byte of a line is used
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
	movq	%rdx, %r13
	movq	%rsi, %rbp
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %r12
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	movq	%rax, %r14
	movl	$-1, %eax
	testq	%r14, %r14
	jne	.LBB3_2
.LBB3_1:
	addq	$24, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_2:
	movq	%r14, 8(%rsp)
	movl	$4202496, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	testq	%rax, %rax
	jne	.LBB3_4
.LBB3_3:
	movl	$-1, %eax
	jmp	.LBB3_1
.LBB3_4:
	movq	%rax, %r14
	movl	$4202496, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	movq	%rax, 16(%rsp)
	testq	%rax, %rax
	je	.LBB3_3
	movq	8(%rsp), %rax
	addq	$448, %rax
	addq	$28672, %r13
	xorl	%ecx, %ecx
.LBB3_7:
	movq	%r13, %rdx
	xorl	%esi, %esi
.LBB3_8:
	vmovaps	-28672(%rdx), %ymm0
	vmovaps	-28640(%rdx), %ymm1
	vmovups	%ymm1, -416(%rax,%rsi)
	vmovups	%ymm0, -448(%rax,%rsi)
	vmovaps	-24576(%rdx), %ymm0
	vmovaps	-24544(%rdx), %ymm1
	vmovups	%ymm1, -352(%rax,%rsi)
	vmovups	%ymm0, -384(%rax,%rsi)
	vmovaps	-20480(%rdx), %ymm0
	vmovaps	-20448(%rdx), %ymm1
	vmovups	%ymm1, -288(%rax,%rsi)
	vmovups	%ymm0, -320(%rax,%rsi)
	vmovaps	-16384(%rdx), %ymm0
	vmovaps	-16352(%rdx), %ymm1
	vmovups	%ymm1, -224(%rax,%rsi)
	vmovups	%ymm0, -256(%rax,%rsi)
	vmovaps	-12288(%rdx), %ymm0
	vmovaps	-12256(%rdx), %ymm1
	vmovups	%ymm1, -160(%rax,%rsi)
	vmovups	%ymm0, -192(%rax,%rsi)
	vmovaps	-8192(%rdx), %ymm0
	vmovaps	-8160(%rdx), %ymm1
	vmovups	%ymm1, -96(%rax,%rsi)
	vmovups	%ymm0, -128(%rax,%rsi)
	vmovaps	-4096(%rdx), %ymm0
	vmovaps	-4064(%rdx), %ymm1
	vmovups	%ymm1, -32(%rax,%rsi)
	vmovups	%ymm0, -64(%rax,%rsi)
	vmovaps	(%rdx), %ymm0
	vmovaps	32(%rdx), %ymm1
	vmovups	%ymm1, 32(%rax,%rsi)
	vmovups	%ymm0, (%rax,%rsi)
	addq	$512, %rsi
	addq	$32768, %rdx
	cmpq	$65536, %rsi
	jne	.LBB3_8
	incq	%rcx
	addq	$65536, %rax
	addq	$64, %r13
	cmpq	$64, %rcx
	jne	.LBB3_7
	addq	$8192, %rbp
	movl	$2, %r12d
	xorl	%r13d, %r13d
	jmp	.LBB3_13
.LBB3_11:
	movq	%rbp, %rsi
	addq	%r13, %rsi
	movl	$4096, %edx
	callq	memcpy@PLT
.LBB3_12:
	movq	%r12, %rax
	addq	$3, %rax
	addq	$12288, %r13
	movq	%rax, %r12
	cmpq	$1028, %rax
	je	.LBB3_21
.LBB3_13:
	leal	-2(%r12), %eax
	leaq	(%r14,%r13), %rdi
	testl	$-1024, %eax
	je	.LBB3_15
	movl	$4096, %edx
	xorl	%esi, %esi
	vzeroupper
	callq	memset@PLT
	jmp	.LBB3_16
.LBB3_15:
	leaq	-8192(,%r13), %rsi
	addq	%rbp, %rsi
	movl	$4096, %edx
	vzeroupper
	callq	memcpy@PLT
.LBB3_16:
	leal	-1(%r12), %eax
	leaq	(%r14,%r13), %rdi
	addq	$4096, %rdi
	testl	$-1024, %eax
	je	.LBB3_18
	movl	$4096, %edx
	xorl	%esi, %esi
	callq	memset@PLT
	jmp	.LBB3_19
.LBB3_18:
	leaq	-4096(,%r13), %rsi
	addq	%rbp, %rsi
	movl	$4096, %edx
	callq	memcpy@PLT
.LBB3_19:
	leaq	(%r14,%r13), %rdi
	addq	$8192, %rdi
	testl	$-1024, %r12d
	je	.LBB3_11
	movl	$4096, %edx
	xorl	%esi, %esi
	callq	memset@PLT
	jmp	.LBB3_12
.LBB3_21:
	movq	8(%rsp), %rax
	addq	$192, %rax
	movq	%r14, %rcx
	addq	$12, %rcx
	xorl	%edx, %edx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_22:
	movq	%rdx, %rsi
	shlq	$12, %rsi
	vmovss	(%r14,%rsi), %xmm1
	addq	16(%rsp), %rsi
	xorl	%edi, %edi
	xorl	%r8d, %r8d
.LBB3_23:
	movq	%rdi, %r9
	andq	$-16384, %r9
	movl	%r8d, %r10d
	andl	$15, %r10d
	leaq	(,%r10,4), %r11
	leaq	(%r11,%r9,4), %r9
	addq	%rax, %r9
	movl	%r8d, %r11d
	shll	$10, %r11d
	andl	$1032192, %r11d
	orl	%r10d, %r11d
	movq	8(%rsp), %r10
	vmovss	(%r10,%r11,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	xorl	%r10d, %r10d
.LBB3_24:
	vmovss	-8(%rcx,%r10,4), %xmm3
	vmovss	-4(%rcx,%r10,4), %xmm4
	vfmadd132ss	-128(%r9), %xmm2, %xmm3
	vfmadd231ss	-64(%r9), %xmm4, %xmm3
	vmovss	(%rcx,%r10,4), %xmm2
	vfmadd132ss	(%r9), %xmm3, %xmm2
	addq	$3, %r10
	addq	$192, %r9
	cmpq	$1023, %r10
	jne	.LBB3_24
	vmovss	%xmm2, (%rsi,%r8,4)
	incq	%r8
	addq	$1024, %rdi
	cmpq	$1024, %r8
	jne	.LBB3_23
	incq	%rdx
	addq	$4096, %rcx
	cmpq	$1026, %rdx
	jne	.LBB3_22
	movl	$4194304, %edx
	movq	%r15, %rdi
	movq	16(%rsp), %r12
	movq	%r12, %rsi
	callq	memcpy@PLT
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %r15
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r12, %rdx
	callq	*(%r15)
	testl	%eax, %eax
	jne	.LBB3_3
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r14, %rdx
	callq	*(%r15)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_1
	movl	$1, %edi
	movl	%ebx, %esi
	movq	8(%rsp), %rdx
	callq	*(%r15)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_1
