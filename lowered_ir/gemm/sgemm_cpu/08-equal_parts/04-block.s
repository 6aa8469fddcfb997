# gemm/sgemm_cpu:equal_parts:block
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: a panel of B stays in cache for 43 panels of A
# target: llvm x86-64-v3

.LCPI3_0:
	.long	0
	.long	2
	.long	1
	.long	3
.LCPI3_1:
	.long	2
	.long	1
	.long	3
	.long	3
.LCPI3_2:
	.long	0
	.long	2
	.long	2
	.long	3
.LCPI3_8:
	.long	4
	.long	6
	.long	5
	.long	7
.LCPI3_9:
	.long	6
	.long	0
	.long	7
	.long	0
.LCPI3_10:
	.long	0
	.long	6
	.long	0
	.long	7
.LCPI3_7:
	.zero	4
	.long	0
	.long	1
	.long	2
	.long	7
	.zero	4
	.long	4
	.long	5
.LCPI3_4:
	.long	6
	.long	4
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$104, %rsp
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
	addq	$104, %rsp
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
	movl	$4202496, %edx
	movl	$1, %edi
	movl	%r15d, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	je	.LBB3_3
	movq	%rax, %r12
	movl	$4202496, %edx
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
	movq	%r12, %rdi
	addq	$24576, %rdi
	leaq	20480(%rbp), %rcx
	xorl	%edx, %edx
	vbroadcastf128	.LCPI3_0(%rip), %ymm0
	vmovups	%ymm0, 64(%rsp)
	vbroadcastf128	.LCPI3_1(%rip), %ymm1
	vbroadcastf128	.LCPI3_2(%rip), %ymm2
	vmovddup	.LCPI3_4(%rip), %xmm4
	movq	%r12, %rsi
.LBB3_11:
	movq	%rdi, %rax
	movq	$-4096, %rdi
	movq	%rsi, %r8
.LBB3_12:
	vmovaps	-16384(%rcx,%rdi), %ymm7
	vmovaps	-12288(%rcx,%rdi), %ymm9
	vmovaps	-8192(%rcx,%rdi), %ymm11
	vmovaps	-4096(%rcx,%rdi), %ymm12
	vmovaps	(%rcx,%rdi), %ymm10
	vmovaps	4096(%rcx,%rdi), %ymm8
	vmovaps	-8192(%rcx,%rdi), %xmm15
	vmovaps	-4096(%rcx,%rdi), %xmm3
	vshufps	$0, %xmm15, %xmm3, %xmm13
	vshufps	$36, %xmm13, %xmm13, %xmm13
	vmovaps	-12288(%rcx,%rdi), %xmm14
	vmovaps	-16384(%rcx,%rdi), %xmm5
	vunpcklps	%xmm14, %xmm5, %xmm6
	vpermpd	$100, %ymm6, %ymm6
	vblendps	$12, %ymm13, %ymm6, %ymm6
	vbroadcastsd	(%rcx,%rdi), %ymm13
	vblendps	$48, %ymm13, %ymm6, %ymm6
	vbroadcastss	4096(%rcx,%rdi), %ymm13
	vblendps	$32, %ymm13, %ymm6, %ymm13
	vunpckhps	%xmm14, %xmm5, %xmm5
	vinsertf128	$1, %xmm5, %ymm0, %ymm6
	vshufps	$153, %xmm3, %xmm15, %xmm14
	vmovups	64(%rsp), %ymm0
	vpermps	%ymm14, %ymm0, %ymm14
	vblendps	$48, %ymm6, %ymm14, %ymm6
	vbroadcastss	4(%rcx,%rdi), %xmm14
	vblendps	$12, %ymm14, %ymm6, %ymm6
	vbroadcastss	4100(%rcx,%rdi), %ymm14
	vblendps	$8, %ymm14, %ymm6, %ymm14
	vshufps	$51, %xmm15, %xmm3, %xmm3
	vshufps	$226, %xmm3, %xmm3, %xmm3
	vinsertf128	$1, %xmm3, %ymm5, %ymm3
	vpermps	%ymm10, %ymm1, %ymm5
	vblendps	$195, %ymm5, %ymm3, %ymm3
	vpermps	%ymm8, %ymm2, %ymm5
	vblendps	$130, %ymm5, %ymm3, %ymm3
	vunpcklps	%ymm12, %ymm11, %ymm5
	vpermpd	$170, %ymm5, %ymm5
	vunpcklps	%ymm9, %ymm7, %ymm6
	vpermpd	$230, %ymm6, %ymm6
	vblendps	$12, %ymm5, %ymm6, %ymm5
	vblendps	$48, %ymm10, %ymm5, %ymm5
	vbroadcastss	4112(%rcx,%rdi), %ymm6
	vblendps	$32, %ymm6, %ymm5, %ymm5
	vunpckhps	%ymm9, %ymm7, %ymm6
	vshufps	$153, %ymm12, %ymm11, %ymm15
	vbroadcastf128	.LCPI3_8(%rip), %ymm0
	vpermps	%ymm15, %ymm0, %ymm15
	vblendps	$48, %ymm6, %ymm15, %ymm6
	vbroadcastss	20(%rcx,%rdi), %xmm15
	vblendps	$12, %ymm15, %ymm6, %ymm6
	vbroadcastss	4116(%rcx,%rdi), %ymm15
	vblendps	$8, %ymm15, %ymm6, %ymm6
	vshufps	$51, %ymm11, %ymm12, %ymm11
	vshufps	$51, %ymm7, %ymm9, %ymm7
	vpermps	%ymm7, %ymm4, %ymm7
	vshufps	$226, %ymm7, %ymm11, %ymm7
	vbroadcastf128	.LCPI3_9(%rip), %ymm0
	vpermps	%ymm10, %ymm0, %ymm9
	vblendps	$195, %ymm9, %ymm7, %ymm7
	vbroadcastf128	.LCPI3_10(%rip), %ymm0
	vpermps	%ymm8, %ymm0, %ymm8
	vblendps	$130, %ymm8, %ymm7, %ymm7
	vmovups	%ymm7, 160(%r8)
	vmovups	%ymm6, 128(%r8)
	vmovups	%ymm5, 96(%r8)
	vmovups	%ymm3, 64(%r8)
	vmovups	%ymm14, 32(%r8)
	vmovups	%ymm13, (%r8)
	addq	$192, %r8
	addq	$32, %rdi
	jne	.LBB3_12
	incq	%rdx
	leaq	24576(%rax), %rdi
	addq	$24576, %rsi
	addq	$24576, %rcx
	cmpq	$170, %rdx
	jne	.LBB3_11
	xorl	%ecx, %ecx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_15:
	movl	%ecx, %edx
	andl	$-1044484, %edx
	vmovss	4186124(%rbp,%rdx,4), %xmm1
	vinsertps	$28, 4190220(%rbp,%rdx,4), %xmm1, %xmm1
	vmovss	4177920(%rbp,%rdx,4), %xmm2
	vmovss	4177924(%rbp,%rdx,4), %xmm3
	vmovss	4177928(%rbp,%rdx,4), %xmm4
	vmovss	4177932(%rbp,%rdx,4), %xmm5
	vinsertps	$28, 4182028(%rbp,%rdx,4), %xmm5, %xmm5
	vmovlhps	%xmm5, %xmm0, %xmm5
	vinsertf128	$1, %xmm1, %ymm5, %ymm1
	vinsertps	$16, 4182016(%rbp,%rdx,4), %xmm2, %xmm2
	vinsertps	$32, 4186112(%rbp,%rdx,4), %xmm2, %xmm2
	vinsertps	$48, 4190208(%rbp,%rdx,4), %xmm2, %xmm2
	vinsertps	$28, 4182020(%rbp,%rdx,4), %xmm3, %xmm3
	vmovlhps	%xmm3, %xmm0, %xmm3
	vmovss	4186116(%rbp,%rdx,4), %xmm5
	vinsertps	$28, 4190212(%rbp,%rdx,4), %xmm5, %xmm5
	vinsertps	$16, 4182024(%rbp,%rdx,4), %xmm4, %xmm4
	vinsertps	$32, 4186120(%rbp,%rdx,4), %xmm4, %xmm4
	vinsertps	$48, 4190216(%rbp,%rdx,4), %xmm4, %xmm4
	vmovups	%xmm4, 48(%rax)
	vmovups	%xmm5, 32(%rax)
	vmovups	%xmm3, 16(%rax)
	vmovups	%xmm2, (%rax)
	vmovups	%ymm1, 64(%rax)
	addq	$4, %rcx
	addq	$96, %rax
	cmpq	$1024, %rcx
	jne	.LBB3_15
	movq	(%rsp), %rax
	movq	%rax, %rcx
	addq	$96, %rcx
	movq	%rcx, 40(%rsp)
	xorl	%ecx, %ecx
	vmovaps	.LCPI3_7(%rip), %ymm0
	vxorps	%xmm1, %xmm1, %xmm1
	movq	%r12, 64(%rsp)
.LBB3_17:
	imulq	$43, %rcx, %rdi
	movq	%rcx, 32(%rsp)
	imulq	$264192, %rcx, %r8
	movq	40(%rsp), %r11
	xorl	%r14d, %r14d
.LBB3_18:
	movq	%r14, %rcx
	shlq	$8, %rcx
	movq	%rcx, 56(%rsp)
	movq	%r14, 16(%rsp)
	shlq	$18, %r14
	movq	%r11, 24(%rsp)
	xorl	%edx, %edx
.LBB3_19:
	movq	%rdx, %rcx
	shlq	$4, %rcx
	addq	56(%rsp), %rcx
	movq	%rdx, %r9
	shlq	$14, %r9
	addq	%r14, %r9
	movq	64(%rsp), %rsi
	xorl	%r15d, %r15d
.LBB3_20:
	leaq	(%r15,%rdi), %r10
	cmpq	$170, %r10
	ja	.LBB3_23
	leaq	(%r15,%r15,2), %r10
	shlq	$11, %r10
	addq	%r8, %r10
	leaq	(%r10,%rcx), %rbx
	vmovsd	24(%rax,%r9,4), %xmm2
	vbroadcastf128	4(%rax,%r9,4), %ymm3
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vblendps	$48, %ymm2, %ymm3, %ymm2
	vpermilps	%ymm0, %ymm2, %ymm2
	vmovss	(%rax,%r9,4), %xmm3
	vblendps	$1, %ymm3, %ymm2, %ymm2
	vbroadcastss	20(%rax,%r9,4), %ymm3
	vblendps	$32, %ymm3, %ymm2, %ymm3
	vmovups	32(%rax,%r9,4), %ymm2
	vbroadcastss	(%r12,%r10,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rbx,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rbx,4)
	vbroadcastss	4(%r12,%r10,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, 4096(%r13,%rbx,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 4128(%r13,%rbx,4)
	vbroadcastss	8(%r12,%r10,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, 8192(%r13,%rbx,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 8224(%r13,%rbx,4)
	vbroadcastss	12(%r12,%r10,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, 12288(%r13,%rbx,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 12320(%r13,%rbx,4)
	vbroadcastss	16(%r12,%r10,4), %ymm4
	vmovaps	%ymm3, %ymm5
	vfmadd213ps	%ymm1, %ymm4, %ymm5
	vmovups	%ymm5, 16384(%r13,%rbx,4)
	vfmadd213ps	%ymm1, %ymm2, %ymm4
	vmovups	%ymm4, 16416(%r13,%rbx,4)
	vbroadcastss	20(%r12,%r10,4), %ymm4
	vfmadd213ps	%ymm1, %ymm4, %ymm3
	vmovups	%ymm3, 20480(%r13,%rbx,4)
	vfmadd213ps	%ymm1, %ymm4, %ymm2
	vmovups	%ymm2, 20512(%r13,%rbx,4)
	movl	$44, %r10d
	movq	%r11, %rbp
.LBB3_22:
	vmovups	-32(%rbp), %ymm3
	vmovups	(%rbp), %ymm2
	vbroadcastss	-20(%rsi,%r10), %ymm4
	vmovups	(%r13,%rbx,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, (%r13,%rbx,4)
	vfmadd213ps	32(%r13,%rbx,4), %ymm2, %ymm4
	vmovups	%ymm4, 32(%r13,%rbx,4)
	vbroadcastss	-16(%rsi,%r10), %ymm4
	vmovups	4096(%r13,%rbx,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, 4096(%r13,%rbx,4)
	vfmadd213ps	4128(%r13,%rbx,4), %ymm2, %ymm4
	vmovups	%ymm4, 4128(%r13,%rbx,4)
	vbroadcastss	-12(%rsi,%r10), %ymm4
	vmovups	8192(%r13,%rbx,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, 8192(%r13,%rbx,4)
	vfmadd213ps	8224(%r13,%rbx,4), %ymm2, %ymm4
	vmovups	%ymm4, 8224(%r13,%rbx,4)
	vbroadcastss	-8(%rsi,%r10), %ymm4
	vmovups	12288(%r13,%rbx,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, 12288(%r13,%rbx,4)
	vfmadd213ps	12320(%r13,%rbx,4), %ymm2, %ymm4
	vmovups	%ymm4, 12320(%r13,%rbx,4)
	vbroadcastss	-4(%rsi,%r10), %ymm4
	vmovups	16384(%r13,%rbx,4), %ymm5
	vfmadd231ps	%ymm3, %ymm4, %ymm5
	vmovups	%ymm5, 16384(%r13,%rbx,4)
	vfmadd213ps	16416(%r13,%rbx,4), %ymm2, %ymm4
	vmovups	%ymm4, 16416(%r13,%rbx,4)
	vbroadcastss	(%rsi,%r10), %ymm4
	vfmadd213ps	20480(%r13,%rbx,4), %ymm4, %ymm3
	vmovups	%ymm3, 20480(%r13,%rbx,4)
	vfmadd213ps	20512(%r13,%rbx,4), %ymm4, %ymm2
	vmovups	%ymm2, 20512(%r13,%rbx,4)
	addq	$24, %r10
	addq	$64, %rbp
	cmpq	$24596, %r10
	jne	.LBB3_22
.LBB3_23:
	incq	%r15
	addq	$24576, %rsi
	cmpq	$43, %r15
	jne	.LBB3_20
	incq	%rdx
	addq	$65536, %r11
	cmpq	$16, %rdx
	jne	.LBB3_19
	movq	16(%rsp), %r14
	incq	%r14
	movq	24(%rsp), %r11
	addq	$1048576, %r11
	cmpq	$4, %r14
	jne	.LBB3_18
	movq	32(%rsp), %rcx
	incq	%rcx
	addq	$1056768, 64(%rsp)
	cmpq	$4, %rcx
	jne	.LBB3_17
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
	je	.LBB3_29
.LBB3_3:
	movl	$-1, %eax
	jmp	.LBB3_1
.LBB3_29:
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
