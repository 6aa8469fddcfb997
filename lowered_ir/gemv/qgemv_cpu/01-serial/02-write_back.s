# gemv/qgemv_cpu:serial:write_back
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: scaled while the sum is in a register
# target: llvm cascadelake

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	movq	%r8, -8(%rsp)
	movq	%rdx, -16(%rsp)
	movsbl	(%rsi), %eax
	movl	%eax, -28(%rsp)
	vmovd	%eax, %xmm1
	vpxor	%xmm0, %xmm0, %xmm0
	movl	$57, %eax
	vpxor	%xmm2, %xmm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
.LBB3_1:
	vpmovsxbd	-56(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	-48(%rsi,%rax), %ymm4
	vpmovsxbd	-40(%rsi,%rax), %ymm5
	vpaddd	%ymm4, %ymm0, %ymm0
	vpaddd	%ymm5, %ymm2, %ymm2
	vpmovsxbd	-32(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	cmpq	$16377, %rax
	je	.LBB3_3
	vpmovsxbd	-24(%rsi,%rax), %ymm4
	vpmovsxbd	-16(%rsi,%rax), %ymm5
	vpmovsxbd	-8(%rsi,%rax), %ymm6
	vpmovsxbd	(%rsi,%rax), %ymm7
	vpaddd	%ymm4, %ymm1, %ymm1
	vpaddd	%ymm5, %ymm0, %ymm0
	vpaddd	%ymm6, %ymm2, %ymm2
	vpaddd	%ymm7, %ymm3, %ymm3
	addq	$64, %rax
	jmp	.LBB3_1
.LBB3_3:
	vpaddd	%ymm1, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%ymm1, %ymm0, %ymm1
	vpxor	%xmm0, %xmm0, %xmm0
	vpblendd	$1, %xmm1, %xmm0, %xmm1
	vpmovsxbd	16353(%rsi), %ymm4
	vpmovsxbd	16361(%rsi), %ymm3
	vpaddd	%ymm3, %ymm4, %ymm2
	vpmovsxbd	16369(%rsi), %ymm5
	vpaddd	%ymm5, %ymm2, %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vextracti128	$1, %ymm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vpshufd	$238, %xmm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vpsrlq	$32, %xmm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vmovd	%xmm1, %eax
	movsbl	16377(%rsi), %edx
	movsbl	16378(%rsi), %r8d
	movq	%rdx, -24(%rsp)
	movq	%r8, %r10
	leal	(%rdx,%r8), %r11d
	movsbl	16379(%rsi), %ebx
	addl	%ebx, %r11d
	movsbl	16380(%rsi), %ebp
	addl	%ebp, %r11d
	movsbl	16381(%rsi), %r14d
	addl	%r14d, %r11d
	movsbl	16382(%rsi), %r15d
	addl	%r15d, %r11d
	movsbl	16383(%rsi), %r12d
	addl	%r12d, %r11d
	addl	%eax, %r11d
	shll	$7, %r11d
	vmovss	(%rcx), %xmm1
	xorl	%eax, %eax
	vpmovdw	%ymm5, %xmm2
	vpmovdw	%ymm3, %xmm3
	vpmovdw	%ymm4, %xmm4
	movq	%rdi, %r13
.LBB3_4:
	movq	%rax, %rcx
	shlq	$14, %rcx
	movzbl	(%rdi,%rcx), %r8d
	imull	-28(%rsp), %r8d
	vmovd	%r8d, %xmm5
	vpxor	%xmm6, %xmm6, %xmm6
	movl	$25, %r8d
	vpxor	%xmm7, %xmm7, %xmm7
	vpxor	%xmm8, %xmm8, %xmm8
.LBB3_5:
	vpmovsxbd	-24(%rsi,%r8), %ymm9
	vpmovsxbd	-16(%rsi,%r8), %ymm10
	vpmovsxbd	-8(%rsi,%r8), %ymm11
	vpmovsxbd	(%rsi,%r8), %ymm12
	vpmovzxbd	-24(%r13,%r8), %ymm13
	vpdpwssd	%ymm9, %ymm13, %ymm5
	vpmovzxbd	-16(%r13,%r8), %ymm9
	vpdpwssd	%ymm10, %ymm9, %ymm6
	vpmovzxbd	-8(%r13,%r8), %ymm9
	vpdpwssd	%ymm11, %ymm9, %ymm7
	vpmovzxbd	(%r13,%r8), %ymm9
	vpdpwssd	%ymm12, %ymm9, %ymm8
	addq	$32, %r8
	cmpq	$16377, %r8
	jne	.LBB3_5
	movzbl	16377(%rdi,%rcx), %r8d
	imull	-24(%rsp), %r8d
	movzbl	16378(%rdi,%rcx), %edx
	imull	%r10d, %edx
	addl	%r8d, %edx
	movzbl	16379(%rdi,%rcx), %r8d
	imull	%ebx, %r8d
	addl	%edx, %r8d
	movzbl	16380(%rdi,%rcx), %edx
	imull	%ebp, %edx
	addl	%r8d, %edx
	movzbl	16381(%rdi,%rcx), %r9d
	imull	%r14d, %r9d
	addl	%edx, %r9d
	movzbl	16382(%rdi,%rcx), %r8d
	imull	%r15d, %r8d
	addl	%r9d, %r8d
	vpmovzxbw	16369(%rdi,%rcx), %xmm9
	vpmaddwd	%xmm2, %xmm9, %xmm9
	vpmovzxbw	16361(%rdi,%rcx), %xmm10
	vpmaddwd	%xmm3, %xmm10, %xmm10
	vpmovzxbw	16353(%rdi,%rcx), %xmm11
	vpmaddwd	%xmm4, %xmm11, %xmm11
	vpaddd	%ymm5, %ymm6, %ymm5
	vpaddd	%ymm7, %ymm8, %ymm6
	vpaddd	%ymm5, %ymm6, %ymm5
	vextracti128	$1, %ymm5, %xmm6
	vpaddd	%xmm6, %xmm5, %xmm5
	vpshufd	$238, %xmm5, %xmm6
	vpaddd	%xmm6, %xmm5, %xmm5
	vpsrlq	$32, %xmm5, %xmm6
	vpaddd	%xmm6, %xmm5, %xmm5
	vpblendd	$1, %xmm5, %xmm0, %xmm5
	vpaddd	%xmm5, %xmm11, %xmm5
	vpaddd	%xmm5, %xmm10, %xmm5
	vpaddd	%xmm5, %xmm9, %xmm5
	vpshufd	$238, %xmm5, %xmm6
	vpaddd	%xmm6, %xmm5, %xmm5
	vpsrlq	$32, %xmm5, %xmm6
	vpaddd	%xmm6, %xmm5, %xmm5
	movzbl	16383(%rdi,%rcx), %ecx
	imull	%r12d, %ecx
	addl	%r8d, %ecx
	vmovd	%xmm5, %edx
	addl	%edx, %ecx
	subl	%r11d, %ecx
	vcvtsi2ss	%ecx, %xmm15, %xmm5
	movq	-16(%rsp), %rcx
	vmulss	(%rcx,%rax,4), %xmm1, %xmm6
	vmulss	%xmm5, %xmm6, %xmm5
	movq	-8(%rsp), %rcx
	vmovss	%xmm5, (%rcx,%rax,4)
	incq	%rax
	addq	$16384, %r13
	cmpq	$16384, %rax
	jne	.LBB3_4
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
