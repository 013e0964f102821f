import { createInterface } from 'node:readline/promises'

/** Asks on the terminal; anything but yes is no. */
export async function confirm(sentence: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<undefined>((resolve) =>
    terminal.once('close', () => resolve(undefined)),
  )
  const answer = await Promise.race([terminal.question(`${sentence} [y/N] `), closed])
  terminal.close()
  if (answer === undefined && !process.stdin.isTTY)
    console.error('\nThere is no terminal to ask on. Add --yes to do it without asking.')
  return /^y(?:es)?$/i.test(answer?.trim() ?? '')
}
