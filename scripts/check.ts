import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { run } from '#command.ts'

const root = path.dirname(import.meta.dirname)

// Every `check:…` of package.json at once: each leaves a core idle for a good part of its time. What
// a check prints is shown whole when it ends, so that two do not mix.
await run(async () => {
  const text = await readFile(path.join(root, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }
  const names = Object.keys(scripts).filter((name) => name.startsWith('check:'))
  const codes = await Promise.all(names.map(check))
  return codes.every((code) => code === 0) ? 0 : 1
})

function check(name: string): Promise<number> {
  const began = performance.now()
  const npm = spawn('npm', ['run', '--silent', name], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm is a command file on Windows, which only a shell can start.
    shell: process.platform === 'win32',
  })
  let printed = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (data) => (printed += String(data)))
  return new Promise((resolve) =>
    npm.once('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}  (${seconds} s)\n${printed}`)
      resolve(code ?? 1)
    }),
  )
}
