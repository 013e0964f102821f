import { createInterface } from 'node:readline/promises'

/** Asks for a line of text; undefined when the input ends. */
export async function askLine(
  prompt: string,
  options: { output: NodeJS.WritableStream; terminal?: false },
): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, ...options })
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)))
  const answer = await Promise.race([lines.question(prompt), closed])
  lines.close()
  return answer
}

/** Asks a question on the terminal. Only "y" or "yes" confirms. */
export async function confirm(sentence: string): Promise<boolean> {
  const answer = await askLine(`${sentence} [y/N] `, { output: process.stderr })
  if (answer === undefined && !process.stdin.isTTY)
    console.error('\nThere is no terminal to ask on. Add --yes to do it without asking.')
  return /^y(?:es)?$/i.test(answer?.trim() ?? '')
}
