import type { Published } from '#catalog/questions.ts'

/**
 * What an answer from the catalogue says of itself when nobody could ask what is new (decision,
 * Degraded).
 */
export function servedFrom({ isStale }: Pick<Published, 'isStale'>): 'snapshot' | undefined {
  return isStale ? 'snapshot' : undefined
}
