import { type SpawnOptions, spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

/**
 * Runs a program and waits for its end. It runs in the checkout, or in the folder `cwd`. With
 * `isShown` its output goes to the terminal; otherwise the output is returned. `priority` is that of
 * `os.setPriority`, for it and all that it starts.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions & { isShown?: boolean; priority?: number | undefined } = {},
): Promise<{ code: number; printed: string }> {
  const { isShown = false, priority, ...rest } = options
  const output = isShown ? 'inherit' : 'pipe'
  const child = spawn(program, args, { cwd: root, ...rest, stdio: ['ignore', output, output] })
  if (priority !== undefined && child.pid) os.setPriority(child.pid, priority)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (printed += String(data)))
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code: code ?? 1, printed })),
  )
}

/** Runs a check, and prints whether it passed, with its time, and its output if `isWanted`. */
export async function runCheck(
  name: string,
  ending: ReturnType<typeof runProgram>,
  isWanted: (code: number) => boolean,
): Promise<number> {
  const began = performance.now()
  const { code, printed } = await ending
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}  (${seconds} s)`)
  if (isWanted(code)) console.log(printed)
  return code
}
