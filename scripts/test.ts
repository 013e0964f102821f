import path from 'node:path'
import { chooseBuilt, makeBuilt } from '#testing/built-folder.ts'
import { removeFolder } from '#testing/service.ts'
import { run } from '#command.ts'
import { runProgram } from './run-program.ts'
import { vitest } from './vitest.ts'

// First runs the checks, and at the same time builds the site that the tests serve. Then runs the
// tests in two processes: tests of the served site share its database and run one after another, so
// a core is free for the other tests.
await run(async () => {
  // .ci/run sets this to keep the built site for a later run of the tests on real servers.
  const kept = process.env['TEST_BUILT_KEPT']
  const built = await chooseBuilt(kept)
  try {
    const script = path.join(import.meta.dirname, 'check.ts')
    const checking = runProgram(process.execPath, [script], { isShown: true })
    const [{ code }] = await Promise.all([checking, makeBuilt(built)])
    if (code !== 0) return code
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
