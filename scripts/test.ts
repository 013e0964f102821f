import { spawn } from 'node:child_process'
import path from 'node:path'
import { type Built, chooseBuilt, makeBuilt } from '../src/testing/built-folder.ts'
import { removeFolder } from '../src/testing/service.ts'
import { run } from './run.ts'

const root = path.dirname(import.meta.dirname)

/**
 * The tests in two runs at once. Those of the one served site share its database, so they come one
 * after another, and beside them a core would be idle: the others fill it.
 */
const runs = {
  served: ['served', 'rebuilt'],
  others: ['unit', 'db', 'own'],
} as const satisfies Record<string, readonly string[]>

// The checks first, and beside them the one build from which every service of the tests starts. What
// the shorter run prints is shown whole when it ends, so that the two do not mix.
await run(async () => {
  // .ci/run keeps it, for the tests on real servers.
  const kept = process.env['TEST_BUILT_KEPT']
  const built = await chooseBuilt(kept)
  try {
    const [checked] = await Promise.all([check(), makeBuilt(built)])
    if (checked !== 0) return checked
    const names = Object.keys(runs) as (keyof typeof runs)[]
    const codes = await Promise.all(names.map((name) => test(name, built)))
    return codes.every((code) => code === 0) ? 0 : 1
  } finally {
    if (!kept) await removeFolder(built.base)
  }
})

function check(): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/check.ts')], { stdio: 'inherit' })
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}

function test(name: keyof typeof runs, built: Built): Promise<number> {
  const report = process.env['TEST_REPORT']
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const projects = runs[name].flatMap((project) => ['--project', project])
  const config = ['--config', 'src/testing/vitest.config.ts']
  const child = spawn(process.execPath, [vitest, 'run', ...config, ...projects], {
    cwd: root,
    env: {
      ...process.env,
      TEST_BUILT: JSON.stringify(built),
      ...(report ? { TEST_REPORT: `${report}.${name}` } : {}),
    },
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
