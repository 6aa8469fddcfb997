# gemv/qgemv_cpu:int4_parallel:rfactor
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: each lane scales its own accumulator: they are added up at the end of the row
# target: llvm cascadelake

.LCPI3_0:
	.long	15
.LCPI3_1:
	.zero	4
	.long	0
	.long	1
	.long	2
	.long	7
	.zero	4
	.long	12
	.long	13
.LCPI3_2:
	.quad	0
	.quad	1
	.quad	2
	.quad	3
	.quad	4
	.quad	5
	.quad	6
	.quad	7
.LCPI3_3:
	.quad	8
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$40, %rsp
	movq	%r9, %r13
	movq	%r8, %rbp
	movq	%rcx, %r14
	movq	%rdx, %rbx
	movq	%rsi, %r15
	movl	%edi, %r12d
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$134217728, %edx
	movl	$1, %edi
	movl	%r12d, %esi
	xorl	%ecx, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movq	%rax, %rcx
	movl	$-1, %eax
	testq	%rcx, %rcx
	jne	.LBB3_2
.LBB3_1:
	addq	$40, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_2:
	movq	%r13, 32(%rsp)
	movq	%rcx, 24(%rsp)
	movl	$8192, %edx
	movl	$1, %edi
	movl	%r12d, 12(%rsp)
	movl	%r12d, %esi
	xorl	%ecx, %ecx
	movl	$32, %r8d
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	callq	*(%rax)
	testq	%rax, %rax
	jne	.LBB3_4
.LBB3_3:
	movl	$-1, %eax
	jmp	.LBB3_1
.LBB3_4:
	movq	%rax, %r13
	movl	$1048576, %edx
	movl	$1, %edi
	movl	12(%rsp), %esi
	movl	$2, %ecx
	movl	$32, %r8d
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	callq	*(%rax)
	movq	%rax, 16(%rsp)
	testq	%rax, %rax
	je	.LBB3_3
	movl	$65536, %edx
	movl	$1, %edi
	movl	12(%rsp), %esi
	movl	$2, %ecx
	movl	$32, %r8d
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	callq	*(%rax)
	testq	%rax, %rax
	je	.LBB3_3
	addq	$32, %r15
	movq	24(%rsp), %rcx
	addq	$32, %rcx
	xorl	%edx, %edx
	vpbroadcastd	.LCPI3_0(%rip), %ymm0
.LBB3_9:
	xorl	%esi, %esi
.LBB3_10:
	vmovdqa	(%rbx,%rsi,2), %ymm1
	vmovdqa	64(%rbx,%rsi,2), %ymm2
	vpmovdb	%ymm1, %xmm3
	vpsrld	$8, %ymm1, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$16, %ymm1, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vmovdqa	-32(%r15,%rsi), %ymm6
	vpmovdb	%ymm6, %xmm7
	vpsrld	$8, %ymm6, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$16, %ymm6, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsrld	$24, %ymm6, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpmovsxbd	%xmm3, %ymm3
	vpmovzxbd	%xmm7, %ymm7
	vpand	%ymm0, %ymm7, %ymm10
	vpmaddwd	%ymm3, %ymm10, %ymm3
	vpmovsxbd	%xmm4, %ymm4
	vpmovzxbd	%xmm8, %ymm8
	vpand	%ymm0, %ymm8, %ymm10
	vpmaddwd	%ymm4, %ymm10, %ymm4
	vpaddd	%ymm3, %ymm4, %ymm3
	vpmovsxbd	%xmm5, %ymm4
	vpmovzxbd	%xmm9, %ymm5
	vpand	%ymm0, %ymm5, %ymm9
	vpmaddwd	%ymm4, %ymm9, %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	vpmovsxbd	%xmm1, %ymm1
	vpmovzxbd	%xmm6, %ymm4
	vpand	%ymm0, %ymm4, %ymm6
	vpmaddwd	%ymm1, %ymm6, %ymm1
	vpaddd	%ymm1, %ymm3, %ymm1
	vpmovdb	%ymm2, %xmm3
	vpsrld	$8, %ymm2, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$16, %ymm2, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsrld	$24, %ymm2, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpmovsxbd	%xmm3, %ymm3
	vpsrld	$4, %ymm7, %ymm7
	vpmaddwd	%ymm3, %ymm7, %ymm3
	vpaddd	%ymm3, %ymm1, %ymm1
	vpmovsxbd	%xmm6, %ymm3
	vpsrld	$4, %ymm8, %ymm6
	vpmaddwd	%ymm3, %ymm6, %ymm3
	vpaddd	%ymm3, %ymm1, %ymm1
	vpmovsxbd	%xmm9, %ymm3
	vpsrld	$4, %ymm5, %ymm5
	vpmaddwd	%ymm3, %ymm5, %ymm3
	vpaddd	%ymm3, %ymm1, %ymm1
	vpmovsxbd	%xmm2, %ymm2
	vpsrld	$4, %ymm4, %ymm3
	vpmaddwd	%ymm2, %ymm3, %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vmovdqu	%ymm1, -32(%rcx,%rsi)
	vmovdqa	32(%rbx,%rsi,2), %ymm1
	vmovdqa	96(%rbx,%rsi,2), %ymm2
	vpmovdb	%ymm1, %xmm3
	vpsrld	$8, %ymm1, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$16, %ymm1, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpmovsxbd	%xmm3, %ymm3
	vmovdqa	(%r15,%rsi), %ymm6
	vpmovdb	%ymm6, %xmm7
	vpsrld	$8, %ymm6, %ymm8
	vpmovdb	%ymm8, %xmm8
	vpsrld	$16, %ymm6, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsrld	$24, %ymm6, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpmovzxbd	%xmm7, %ymm7
	vpand	%ymm0, %ymm7, %ymm10
	vpmaddwd	%ymm3, %ymm10, %ymm3
	vpmovsxbd	%xmm4, %ymm4
	vpmovzxbd	%xmm8, %ymm8
	vpand	%ymm0, %ymm8, %ymm10
	vpmaddwd	%ymm4, %ymm10, %ymm4
	vpaddd	%ymm3, %ymm4, %ymm3
	vpmovsxbd	%xmm5, %ymm4
	vpmovzxbd	%xmm9, %ymm5
	vpand	%ymm0, %ymm5, %ymm9
	vpmaddwd	%ymm4, %ymm9, %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	vpmovsxbd	%xmm1, %ymm1
	vpmovzxbd	%xmm6, %ymm4
	vpand	%ymm0, %ymm4, %ymm6
	vpmaddwd	%ymm1, %ymm6, %ymm1
	vpmovdb	%ymm2, %xmm6
	vpsrld	$8, %ymm2, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpsrld	$16, %ymm2, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpaddd	%ymm1, %ymm3, %ymm1
	vpsrld	$24, %ymm2, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpmovsxbd	%xmm6, %ymm3
	vpsrld	$4, %ymm7, %ymm6
	vpmaddwd	%ymm3, %ymm6, %ymm3
	vpaddd	%ymm3, %ymm1, %ymm1
	vpmovsxbd	%xmm9, %ymm3
	vpsrld	$4, %ymm8, %ymm6
	vpmaddwd	%ymm3, %ymm6, %ymm3
	vpaddd	%ymm3, %ymm1, %ymm1
	vpmovsxbd	%xmm10, %ymm3
	vpsrld	$4, %ymm5, %ymm5
	vpmaddwd	%ymm3, %ymm5, %ymm3
	vpaddd	%ymm3, %ymm1, %ymm1
	vpmovsxbd	%xmm2, %ymm2
	vpsrld	$4, %ymm4, %ymm3
	vpmaddwd	%ymm2, %ymm3, %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vmovdqu	%ymm1, (%rcx,%rsi)
	addq	$64, %rsi
	cmpq	$8192, %rsi
	jne	.LBB3_10
	incq	%rdx
	addq	$8192, %r15
	addq	$8192, %rcx
	cmpq	$16384, %rdx
	jne	.LBB3_9
	xorl	%ecx, %ecx
.LBB3_13:
	vmovdqa	(%rbx,%rcx,2), %ymm0
	vmovdqa	64(%rbx,%rcx,2), %ymm1
	vpmovdb	%ymm0, %xmm2
	vpsrld	$8, %ymm0, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm0, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovsxbd	%xmm2, %ymm2
	vpmovsxbd	%xmm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpmovsxbd	%xmm0, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vpmovdb	%ymm1, %xmm3
	vpsrld	$8, %ymm1, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$16, %ymm1, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpaddd	%ymm0, %ymm2, %ymm0
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpmovsxbd	%xmm3, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm5, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpaddd	%ymm2, %ymm0, %ymm0
	vpmovsxbd	%xmm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vmovdqu	%ymm0, (%r13,%rcx)
	vmovdqa	32(%rbx,%rcx,2), %ymm0
	vmovdqa	96(%rbx,%rcx,2), %ymm1
	vpmovdb	%ymm0, %xmm2
	vpsrld	$8, %ymm0, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm0, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovsxbd	%xmm2, %ymm2
	vpmovsxbd	%xmm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpmovsxbd	%xmm0, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vpmovdb	%ymm1, %xmm2
	vpsrld	$8, %ymm1, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm1, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpmovsxbd	%xmm2, %ymm2
	vpmovsxbd	%xmm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpaddd	%ymm2, %ymm0, %ymm0
	vpmovsxbd	%xmm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vmovdqu	%ymm0, 32(%r13,%rcx)
	addq	$64, %rcx
	cmpq	$8192, %rcx
	jne	.LBB3_13
	movq	24(%rsp), %rcx
	addq	$96, %rcx
	leaq	4(%r14), %rdx
	xorl	%esi, %esi
	vmovdqa	.LCPI3_1(%rip), %ymm0
	vpxor	%xmm1, %xmm1, %xmm1
.LBB3_15:
	movq	%rsi, %rdi
	shlq	$4, %rdi
	movq	%rsi, %r8
	shlq	$9, %r8
	movq	%rsi, %r9
	shlq	$6, %r9
	movq	%rsi, %r10
	vpslld	$3, (%r13), %ymm2
	shlq	$13, %r10
	movq	24(%rsp), %r11
	vmovq	24(%r11,%r10), %xmm3
	vbroadcasti128	4(%r11,%r10), %ymm4
	vinserti128	$1, %xmm3, %ymm0, %ymm3
	vpermt2d	%ymm3, %ymm0, %ymm4
	vmovd	(%r11,%r10), %xmm3
	vpblendd	$1, %ymm3, %ymm4, %ymm3
	vpbroadcastd	20(%r11,%r10), %ymm4
	vpblendd	$32, %ymm4, %ymm3, %ymm3
	vpsubd	%ymm2, %ymm3, %ymm2
	vcvtdq2ps	%ymm2, %ymm2
	vbroadcastss	(%r14,%r8), %ymm3
	vfmadd213ps	%ymm1, %ymm3, %ymm2
	movq	16(%rsp), %r8
	vmovups	%ymm2, (%r8,%r9)
	vpslld	$3, 32(%r13), %ymm2
	vmovdqu	32(%r11,%r10), %ymm4
	vpsubd	%ymm2, %ymm4, %ymm2
	vcvtdq2ps	%ymm2, %ymm2
	vfmadd213ps	%ymm1, %ymm3, %ymm2
	vmovups	%ymm2, 32(%r8,%r9)
	movq	%rdx, %r8
	xorl	%r9d, %r9d
.LBB3_16:
	vpslld	$3, 64(%r13,%r9), %ymm2
	vmovdqu	-32(%rcx,%r9), %ymm3
	vpsubd	%ymm2, %ymm3, %ymm2
	vcvtdq2ps	%ymm2, %ymm2
	vbroadcastss	(%r8), %ymm3
	movq	16(%rsp), %r11
	vfmadd213ps	(%r11,%rdi,4), %ymm3, %ymm2
	vmovups	%ymm2, (%r11,%rdi,4)
	vpslld	$3, 96(%r13,%r9), %ymm2
	vmovdqu	(%rcx,%r9), %ymm4
	vpsubd	%ymm2, %ymm4, %ymm2
	vcvtdq2ps	%ymm2, %ymm2
	vfmadd213ps	32(%r11,%rdi,4), %ymm3, %ymm2
	vmovups	%ymm2, 32(%r11,%rdi,4)
	addq	$64, %r9
	addq	$4, %r8
	cmpq	$8128, %r9
	jne	.LBB3_16
	incq	%rsi
	addq	$8192, %rcx
	addq	$512, %rdx
	cmpq	$16384, %rsi
	jne	.LBB3_15
	vmovdqa64	.LCPI3_2(%rip), %zmm0
	xorl	%ecx, %ecx
	vxorps	%xmm1, %xmm1, %xmm1
	vpbroadcastq	.LCPI3_3(%rip), %zmm2
	movq	16(%rsp), %rdx
.LBB3_19:
	vpsllq	$4, %zmm0, %zmm4
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm5, %xmm5, %xmm5
	vpsllq	$6, %zmm0, %zmm3
	vgatherqps	(%rdx,%zmm4,4), %ymm5 {%k1}
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm4, %xmm4, %xmm4
	vgatherqps	4(%rdx,%zmm3), %ymm4 {%k1}
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm6, %xmm6, %xmm6
	vgatherqps	8(%rdx,%zmm3), %ymm6 {%k1}
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm7, %xmm7, %xmm7
	vgatherqps	12(%rdx,%zmm3), %ymm7 {%k1}
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm8, %xmm8, %xmm8
	vgatherqps	16(%rdx,%zmm3), %ymm8 {%k1}
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm9, %xmm9, %xmm9
	vgatherqps	20(%rdx,%zmm3), %ymm9 {%k1}
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm10, %xmm10, %xmm10
	kxnorb	%k0, %k0, %k2
	vgatherqps	24(%rdx,%zmm3), %ymm10 {%k1}
	vxorps	%xmm11, %xmm11, %xmm11
	vgatherqps	28(%rdx,%zmm3), %ymm11 {%k2}
	vaddps	%ymm1, %ymm5, %ymm5
	vaddps	%ymm5, %ymm4, %ymm4
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm5, %xmm5, %xmm5
	kxnorb	%k0, %k0, %k2
	vxorps	%xmm12, %xmm12, %xmm12
	vgatherqps	32(%rdx,%zmm3), %ymm5 {%k1}
	kxnorb	%k0, %k0, %k1
	vgatherqps	36(%rdx,%zmm3), %ymm12 {%k2}
	vxorps	%xmm13, %xmm13, %xmm13
	vgatherqps	40(%rdx,%zmm3), %ymm13 {%k1}
	vaddps	%ymm4, %ymm6, %ymm4
	vaddps	%ymm4, %ymm7, %ymm4
	vaddps	%ymm4, %ymm8, %ymm4
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm6, %xmm6, %xmm6
	kxnorb	%k0, %k0, %k2
	vxorps	%xmm7, %xmm7, %xmm7
	vgatherqps	44(%rdx,%zmm3), %ymm6 {%k1}
	kxnorb	%k0, %k0, %k1
	vgatherqps	48(%rdx,%zmm3), %ymm7 {%k2}
	vxorps	%xmm8, %xmm8, %xmm8
	vgatherqps	52(%rdx,%zmm3), %ymm8 {%k1}
	vaddps	%ymm4, %ymm9, %ymm4
	vaddps	%ymm4, %ymm10, %ymm4
	vaddps	%ymm4, %ymm11, %ymm4
	vaddps	%ymm4, %ymm5, %ymm4
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm5, %xmm5, %xmm5
	vgatherqps	56(%rdx,%zmm3), %ymm5 {%k1}
	vaddps	%ymm4, %ymm12, %ymm4
	vaddps	%ymm4, %ymm13, %ymm4
	vaddps	%ymm4, %ymm6, %ymm4
	vaddps	%ymm4, %ymm7, %ymm4
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm6, %xmm6, %xmm6
	vaddps	%ymm4, %ymm8, %ymm4
	vgatherqps	60(%rdx,%zmm3), %ymm6 {%k1}
	vaddps	%ymm4, %ymm5, %ymm3
	vaddps	%ymm3, %ymm6, %ymm3
	vmovups	%ymm3, (%rax,%rcx,4)
	addq	$8, %rcx
	vpaddq	%zmm2, %zmm0, %zmm0
	cmpq	$16384, %rcx
	jne	.LBB3_19
	vbroadcastss	(%rbp), %ymm0
	movl	$56, %ecx
	movq	32(%rsp), %rdx
.LBB3_21:
	vmulps	-224(%rax,%rcx,4), %ymm0, %ymm1
	vmulps	-192(%rax,%rcx,4), %ymm0, %ymm2
	vmulps	-160(%rax,%rcx,4), %ymm0, %ymm3
	vmulps	-128(%rax,%rcx,4), %ymm0, %ymm4
	vmovaps	%ymm1, -224(%rdx,%rcx,4)
	vmovaps	%ymm2, -192(%rdx,%rcx,4)
	vmovaps	%ymm3, -160(%rdx,%rcx,4)
	vmovaps	%ymm4, -128(%rdx,%rcx,4)
	vmulps	-96(%rax,%rcx,4), %ymm0, %ymm1
	vmulps	-64(%rax,%rcx,4), %ymm0, %ymm2
	vmulps	-32(%rax,%rcx,4), %ymm0, %ymm3
	vmulps	(%rax,%rcx,4), %ymm0, %ymm4
	vmovaps	%ymm1, -96(%rdx,%rcx,4)
	vmovaps	%ymm2, -64(%rdx,%rcx,4)
	vmovaps	%ymm3, -32(%rdx,%rcx,4)
	vmovaps	%ymm4, (%rdx,%rcx,4)
	addq	$64, %rcx
	cmpq	$16440, %rcx
	jne	.LBB3_21
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %r14
	movl	$1, %edi
	movl	12(%rsp), %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%r14)
	testl	%eax, %eax
	jne	.LBB3_3
	movl	$1, %edi
	movl	12(%rsp), %esi
	movq	16(%rsp), %rdx
	callq	*(%r14)
	testl	%eax, %eax
	jne	.LBB3_3
	movl	$1, %edi
	movl	12(%rsp), %esi
	movq	%r13, %rdx
	callq	*(%r14)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_1
	movl	$1, %edi
	movl	12(%rsp), %esi
	movq	24(%rsp), %rdx
	callq	*(%r14)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_1
