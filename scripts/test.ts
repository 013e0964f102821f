import { spawn } from 'node:child_process'
import path from 'node:path'
import { run } from './run.ts'

const root = path.dirname(import.meta.dirname)

/**
 * The tests in two runs at once. Those of the one served site share its database, so they come one
 * after another, and beside them a core would be idle: the others fill it.
 */
const runs = {
  served: ['served'],
  others: ['unit', 'db', 'own'],
} as const satisfies Record<string, readonly string[]>

// What the shorter one prints is shown whole when it ends, so that the two do not mix.
await run(async () => {
  const codes = await Promise.all(Object.keys(runs).map((name) => test(name as keyof typeof runs)))
  return codes.every((code) => code === 0) ? 0 : 1
})

function test(name: keyof typeof runs): Promise<number> {
  const report = process.env['TEST_REPORT']
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const projects = runs[name].flatMap((project) => ['--project', project])
  const config = ['--config', 'src/testing/vitest.config.ts']
  const child = spawn(process.execPath, [vitest, 'run', ...config, ...projects], {
    cwd: root,
    env: { ...process.env, ...(report ? { TEST_REPORT: `${report}.${name}` } : {}) },
    stdio: [
      'ignore',
      name === 'served' ? 'pipe' : 'inherit',
      name === 'served' ? 'pipe' : 'inherit',
    ],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (printed += String(data)))
  return new Promise((resolve) =>
    child.once('close', (code) => {
      if (printed) console.log(printed)
      resolve(code ?? 1)
    }),
  )
}
