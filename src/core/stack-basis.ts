import type { StackBasis } from '#contract/enums.ts'

/**
 * Whether a stack is that of the code of the product. Decisions, Basis of a stack: "only shares,
 * rankings and trends count own code and self-hosted editions alone".
 */
export function isOfCode({ stack_basis }: { stack_basis: StackBasis }): boolean {
  return stack_basis === 'own_code' || stack_basis === 'self_hosted_edition'
}
