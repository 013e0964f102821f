import { spawn } from 'node:child_process'
import path from 'node:path'
import { chooseBuilt, makeBuilt } from '#testing/built-folder.ts'
import { removeFolder } from '#testing/service.ts'
import { run } from '#command.ts'
import { vitest } from './vitest.ts'

// The checks first, and beside them the one build from which every service of the tests starts. Then
// the tests in two runs at once: those of the one served site share its database, so they come one
// after another, and beside them a core would be idle.
await run(async () => {
  // .ci/run keeps it, for the tests on real servers.
  const kept = process.env['TEST_BUILT_KEPT']
  const built = await chooseBuilt(kept)
  try {
    const [checked] = await Promise.all([check(), makeBuilt(built)])
    if (checked !== 0) return checked
    const environment = { TEST_BUILT: JSON.stringify(built) }
    const codes = await Promise.all([
      vitest('served', ['served', 'rebuilt'], { environment, isShownAtEnd: true }),
      vitest('others', ['unit', 'db', 'own'], { environment }),
    ])
    return codes.every((code) => code === 0) ? 0 : 1
  } finally {
    if (!kept) await removeFolder(built.base)
  }
})

function check(): Promise<number> {
  const script = path.join(import.meta.dirname, 'check.ts')
  const child = spawn(process.execPath, [script], { stdio: 'inherit' })
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}
