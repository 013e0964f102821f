import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

/**
 * Runs a program to its end, in the checkout unless `cwd` names another folder. Its output goes to
 * the terminal if it `isShown`; otherwise it is returned.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; shell?: boolean; isShown?: boolean } = {},
): Promise<{ code: number; printed: string }> {
  const { isShown = false, ...rest } = options
  const output = isShown ? 'inherit' : 'pipe'
  const child = spawn(program, args, { cwd: root, ...rest, stdio: ['ignore', output, output] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (printed += String(data)))
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code: code ?? 1, printed })),
  )
}
