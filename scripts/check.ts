import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { run } from '#command.ts'
import { runCheck, runProgram } from './run-program.ts'

const root = path.dirname(import.meta.dirname)

// Runs every `check:…` script of package.json at once, because each leaves a core idle part of the
// time. The output of a check is printed when it ends, so that outputs do not mix.
await run(async () => {
  const text = await readFile(path.join(root, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }
  const names = Object.keys(scripts).filter((name) => name.startsWith('check:'))
  // On Windows npm is a .cmd file, which only a shell can start.
  const shell = process.platform === 'win32'
  const checks = names.map((name) =>
    runCheck(name, runProgram('npm', ['run', '--silent', name], { shell }), () => true),
  )
  const codes = await Promise.all(checks)
  return codes.every((code) => code === 0) ? 0 : 1
})
