import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const url = JSON.stringify(path.join(import.meta.dirname, 'run.ts'))

/** Runs a command in a process of its own, which something keeps open. */
function runOpen(command: string) {
  const script = `
    import net from 'node:net'
    import { run } from ${url}
    net.createServer().listen(0)
    await run(async () => { ${command} }, { lingerMs: 50 })`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 60_000,
  })
}

it.each([
  ['console.log("done")', 0, { stdout: 'done\n' }],
  ['return 2', 2, {}],
  ['throw new Error("It is away.")', 1, { stderr: 'It is away.\n' }],
])('ends when %s is done, whatever is still open', (command, status, printed) => {
  expect(runOpen(command)).toMatchObject({ status, signal: null, ...printed })
})
