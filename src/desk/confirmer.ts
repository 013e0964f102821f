import { createInterface } from 'node:readline/promises'
import type { Values } from '#authoring/options.ts'

/** Asks a question on the terminal. Only "y" or "yes" confirms; the end of the input does not. */
async function confirm(sentence: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)))
  const answer = await Promise.race([lines.question(`${sentence} [y/N] `), closed])
  lines.close()
  if (answer === undefined && !process.stdin.isTTY)
    console.error('\nThere is no terminal to ask on. Add --yes to do it without asking.')
  return /^y(?:es)?$/i.test(answer?.trim() ?? '')
}

/** Asks on the terminal. With --yes it asks nothing, and warns of another editor beforehand. */
export function confirmer({ yes }: Values) {
  return async (question: string, _?: string, warning?: string): Promise<boolean> => {
    if (!yes) return confirm(question)
    if (warning) console.error(`Warning: ${warning}`)
    return true
  }
}
