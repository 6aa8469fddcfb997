# gemm/sgemm_cpu:parallel:block
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: a panel of B stays in cache for 16 panels of A
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
	movq	%rcx, %r12
	movq	%rdx, %r14
	movq	%rsi, %rbp
	movl	%edi, %r15d
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rbx
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%r15d, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	movq	%rax, %rcx
	movl	$-1, %eax
	testq	%rcx, %rcx
	jne	.LBB3_2
.LBB3_1:
	addq	$56, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_2:
	movq	%r12, 48(%rsp)
	movq	%rcx, (%rsp)
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%r15d, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	je	.LBB3_3
	movq	%rax, %r12
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%r15d, 12(%rsp)
	movl	%r15d, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	je	.LBB3_3
	movq	%rax, %r13
	movq	(%rsp), %rax
	addq	$448, %rax
	addq	$28672, %r14
	xorl	%ecx, %ecx
.LBB3_7:
	movq	%r14, %rdx
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
	addq	$64, %r14
	cmpq	$64, %rcx
	jne	.LBB3_7
	addq	$12288, %rbp
	xorl	%eax, %eax
	movq	%r12, %rcx
.LBB3_11:
	xorl	%edx, %edx
.LBB3_12:
	vmovaps	-12288(%rbp,%rdx), %ymm0
	vmovaps	-8192(%rbp,%rdx), %ymm1
	vmovaps	-4096(%rbp,%rdx), %ymm2
	vmovaps	(%rbp,%rdx), %ymm3
	vmovaps	(%rbp,%rdx), %xmm4
	vmovaps	-4096(%rbp,%rdx), %xmm5
	vunpcklps	%xmm4, %xmm5, %xmm6
	vpermpd	$96, %ymm6, %ymm6
	vmovaps	-8192(%rbp,%rdx), %xmm7
	vmovaps	-12288(%rbp,%rdx), %xmm8
	vunpcklps	%xmm7, %xmm8, %xmm9
	vpermpd	$212, %ymm9, %ymm9
	vblendps	$204, %ymm6, %ymm9, %ymm6
	vunpckhps	%xmm4, %xmm5, %xmm4
	vpermpd	$96, %ymm4, %ymm4
	vunpckhps	%xmm7, %xmm8, %xmm5
	vpermpd	$212, %ymm5, %ymm5
	vblendps	$204, %ymm4, %ymm5, %ymm4
	vunpckhps	%ymm3, %ymm2, %ymm5
	vpermpd	$232, %ymm5, %ymm5
	vunpckhps	%ymm1, %ymm0, %ymm7
	vpermpd	$246, %ymm7, %ymm7
	vblendps	$204, %ymm5, %ymm7, %ymm5
	vunpcklps	%ymm3, %ymm2, %ymm2
	vpermpd	$232, %ymm2, %ymm2
	vunpcklps	%ymm1, %ymm0, %ymm0
	vpermpd	$246, %ymm0, %ymm0
	vblendps	$204, %ymm2, %ymm0, %ymm0
	vmovups	%ymm0, 64(%rcx,%rdx,4)
	vmovups	%ymm5, 96(%rcx,%rdx,4)
	vmovups	%ymm4, 32(%rcx,%rdx,4)
	vmovups	%ymm6, (%rcx,%rdx,4)
	addq	$32, %rdx
	cmpq	$4096, %rdx
	jne	.LBB3_12
	incq	%rax
	addq	$16384, %rcx
	addq	$16384, %rbp
	cmpq	$256, %rax
	jne	.LBB3_11
	movq	%r12, %r8
	addq	$28, %r8
	movq	(%rsp), %rcx
	movq	%rcx, %rax
	addq	$96, %rax
	movq	%rax, 40(%rsp)
	xorl	%edi, %edi
	vmovaps	.LCPI3_0(%rip), %ymm0
	vxorps	%xmm1, %xmm1, %xmm1
.LBB3_15:
	movq	%rdi, 32(%rsp)
	shlq	$16, %rdi
	movq	40(%rsp), %r14
	xorl	%r11d, %r11d
.LBB3_16:
	movq	%r11, %r10
	shlq	$6, %r10
	movq	%r11, 16(%rsp)
	shlq	$16, %r11
	movq	%r14, 24(%rsp)
	xorl	%esi, %esi
.LBB3_17:
	movq	%rsi, %rbp
	shlq	$4, %rbp
	addq	%r10, %rbp
	movq	%rsi, %rdx
	shlq	$14, %rdx
	addq	%r11, %rdx
	movq	%r8, %rax
	xorl	%r9d, %r9d
.LBB3_18:
	movq	%r9, %rbx
	shlq	$12, %rbx
	addq	%rdi, %rbx
	leaq	(%rbx,%rbp), %r15
	vmovsd	24(%rcx,%rdx,4), %xmm2
	vbroadcastf128	4(%rcx,%rdx,4), %ymm3
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vblendps	$48, %ymm2, %ymm3, %ymm2
	vpermilps	%ymm0, %ymm2, %ymm2
	vmovss	(%rcx,%rdx,4), %xmm3
	vblendps	$1, %ymm3, %ymm2, %ymm2
	vbroadcastss	20(%rcx,%rdx,4), %ymm3
	vblendps	$32, %ymm3, %ymm2, %ymm2
	vmovups	32(%rcx,%rdx,4), %ymm3
	vbroadcastss	(%r12,%rbx,4), %ymm4
	vmovaps	%ymm2, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%r15,4)
	vfmadd213ps	%ymm1, %ymm3, %ymm4
	vmovups	%ymm4, 32(%r13,%r15,4)
	vbroadcastss	4(%r12,%rbx,4), %ymm4
	vmovaps	%ymm2, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, 4096(%r13,%r15,4)
	vfmadd213ps	%ymm1, %ymm3, %ymm4
	vmovups	%ymm4, 4128(%r13,%r15,4)
	vbroadcastss	8(%r12,%rbx,4), %ymm4
	vmovaps	%ymm2, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, 8192(%r13,%r15,4)
	vfmadd213ps	%ymm1, %ymm3, %ymm4
	vmovups	%ymm4, 8224(%r13,%r15,4)
	vbroadcastss	12(%r12,%rbx,4), %ymm4
	vfmadd213ps	%ymm1, %ymm4, %ymm2
	vmovups	%ymm2, 12288(%r13,%r15,4)
	vfmadd213ps	%ymm1, %ymm4, %ymm3
	vmovups	%ymm3, 12320(%r13,%r15,4)
	xorl	%ebx, %ebx
.LBB3_19:
	vmovups	-32(%r14,%rbx,4), %ymm2
	vmovups	(%r14,%rbx,4), %ymm3
	vbroadcastss	-12(%rax,%rbx), %ymm4
	vmovups	(%r13,%r15,4), %ymm5
	vfmadd231ps	%ymm2, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%r15,4)
	vfmadd213ps	32(%r13,%r15,4), %ymm3, %ymm4
	vmovups	%ymm4, 32(%r13,%r15,4)
	vbroadcastss	-8(%rax,%rbx), %ymm4
	vmovups	4096(%r13,%r15,4), %ymm5
	vfmadd231ps	%ymm2, %ymm4, %ymm5
	vmovups	%ymm5, 4096(%r13,%r15,4)
	vfmadd213ps	4128(%r13,%r15,4), %ymm3, %ymm4
	vmovups	%ymm4, 4128(%r13,%r15,4)
	vbroadcastss	-4(%rax,%rbx), %ymm4
	vmovups	8192(%r13,%r15,4), %ymm5
	vfmadd231ps	%ymm2, %ymm4, %ymm5
	vmovups	%ymm5, 8192(%r13,%r15,4)
	vfmadd213ps	8224(%r13,%r15,4), %ymm3, %ymm4
	vmovups	%ymm4, 8224(%r13,%r15,4)
	vbroadcastss	(%rax,%rbx), %ymm4
	vfmadd213ps	12288(%r13,%r15,4), %ymm4, %ymm2
	vmovups	%ymm2, 12288(%r13,%r15,4)
	vfmadd213ps	12320(%r13,%r15,4), %ymm4, %ymm3
	vmovups	%ymm3, 12320(%r13,%r15,4)
	addq	$16, %rbx
	cmpq	$16368, %rbx
	jne	.LBB3_19
	incq	%r9
	addq	$16384, %rax
	cmpq	$16, %r9
	jne	.LBB3_18
	incq	%rsi
	addq	$65536, %r14
	cmpq	$4, %rsi
	jne	.LBB3_17
	movq	16(%rsp), %r11
	incq	%r11
	movq	24(%rsp), %r14
	addq	$262144, %r14
	cmpq	$16, %r11
	jne	.LBB3_16
	movq	32(%rsp), %rdi
	incq	%rdi
	addq	$262144, %r8
	cmpq	$16, %rdi
	jne	.LBB3_15
	movl	$4194304, %edx
	movq	48(%rsp), %rdi
	movq	%r13, %rsi
	vzeroupper
	callq	memcpy@PLT
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rbx
	movl	$1, %edi
	movl	12(%rsp), %ebp
	movl	%ebp, %esi
	movq	%r13, %rdx
	callq	*(%rbx)
	testl	%eax, %eax
	je	.LBB3_26
.LBB3_3:
	movl	$-1, %eax
	jmp	.LBB3_1
.LBB3_26:
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%r12, %rdx
	callq	*(%rbx)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_1
	movl	$1, %edi
	movl	%ebp, %esi
	movq	(%rsp), %rdx
	callq	*(%rbx)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_1
