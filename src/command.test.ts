import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const url = JSON.stringify(path.join(import.meta.dirname, 'command.ts'))

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

const root = path.dirname(import.meta.dirname)
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const people = ['start', 'build', 'serve', 'migrate', 'doctor', 'detect', 'editor', 'backup']

it.each([...people, 'restore-backup'])('npm run %s finds again what it compiled before', (name) => {
  const [node, ...words] = scripts[name]!.split(' ')
  expect(node).toBe('node')
  const options = words.slice(
    0,
    words.findIndex((word) => word.endsWith('.ts')),
  )
  const script = 'console.log(require("node:module").getCompileCacheDir())'
  const finished = spawnSync(process.execPath, [...options, '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(finished.stdout).toContain(path.join('node_modules', '.cache', 'compiled'))
})
