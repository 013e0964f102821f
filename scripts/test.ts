import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { run } from '#command.ts'
import { chooseBuilt, makeBuilt } from '#testing/built-folder.ts'
import { removeFolder } from '#testing/service.ts'
import { runProgram } from './run-program.ts'
import { calibrationSeconds, endedChildrenSeconds } from './processor-time.ts'
import { type Part, printParts, slowestFiles } from './test-table.ts'
import { vitest } from './vitest.ts'

// Runs the checks and all kinds of tests in three lanes, which fill two cores. Tests of the served
// site share its database and run one after another: they take longest, so they go before the rest.
const behind = { priority: 5 }
await run(async () => {
  // .ci/run sets these to keep the built site, and the results of the tests.
  const kept = process.env['TEST_BUILT_KEPT']
  const built = await chooseBuilt(kept)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-reports-'))
  process.env['TEST_REPORT'] ??= path.join(folder, 'report.json')
  const environment = { TEST_BUILT: JSON.stringify(built) }
  const parts: Part[] = []
  let ended = endedChildrenSeconds()
  const codes: number[] = []
  const part = async (name: Part['name'], does: () => Promise<number>) => {
    const began = performance.now()
    codes.push(await does())
    // Programs of the lanes end one by one, so what was added since the last one is of this one.
    const before = ended
    ended = endedChildrenSeconds()
    const processor = ended === undefined || before === undefined ? undefined : ended - before
    parts.push({ name, clock: (performance.now() - began) / 1000, processor })
  }
  const tests = (name: Part['name'], options: Parameters<typeof vitest>[2]) =>
    part(name, () => vitest(name, [name], { environment, ...options }))
  const script = path.join(import.meta.dirname, 'check.ts')
  const check = async () =>
    (await runProgram(process.execPath, [script], { ...behind, isShown: true })).code
  const later = { ...behind, isShownAtEnd: true }
  try {
    const building = part('build', () => makeBuilt(built).then(() => 0))
    await Promise.all([
      building.then(() => tests('served', { isShownAtEnd: true })),
      tests('unit', behind)
        .then(() => tests('db', behind))
        .then(() => part('checks', check)),
      // One after another, because both build in this checkout.
      building.then(() => tests('own', later)).then(() => tests('rebuilt', later)),
    ])
    const isWithinBudget = printParts(parts, calibrationSeconds())
    console.log(await slowestFiles(process.env['TEST_REPORT']))
    return codes.every((code) => code === 0) && isWithinBudget ? 0 : 1
  } finally {
    await removeFolder(folder)
    if (!kept) await removeFolder(built.base)
  }
})
