import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startHttp } from './start-http.ts'

const folder = temporaryFolder()
const build = path.join(folder, 'build')
const files = {
  'config.json': JSON.stringify({ version: 3, routes: [{ src: '^/.*$', dest: '_render' }] }),
  'static/a.txt': 'a',
  'functions/_render.func/.vc-config.json': JSON.stringify({ handler: 'entry.mjs' }),
  'functions/_render.func/entry.mjs': `export default {
    fetch: async () => new Response(process.env.MARK + ' ' + process.pid),
  }`,
}
for (const [name, content] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(build, name)), { recursive: true })
  writeFileSync(path.join(build, name), content)
}

const onRebuild = vi.fn(() => 'queued' as const)
const options = { port: 0, host: '127.0.0.1', dataDir: folder, trustedProxy: undefined, onRebuild }
let http: Awaited<ReturnType<typeof startHttp>>

beforeEach(async () => {
  http = await startHttp(options)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await http.close()
})

/** The mark and the process of the build that answers. */
async function ask(): Promise<[mark: string, pid: number]> {
  const [mark = '', pid] = (await (await fetch(`http://127.0.0.1:${http.port}/`)).text()).split(' ')
  return [mark, Number(pid)]
}

it('a process that ends is reported once, and started again on its port with the current build', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await http.serve(build, { MARK: 'first' })
  await http.serve(build, { MARK: 'second' })
  await http.retire()
  const [mark, pid] = await ask()
  expect({ mark, isOther: pid !== process.pid }).toEqual({ mark: 'second', isOther: true })
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => ask().catch(() => []), { timeout: 20_000 }).toContain('second')
  expect((await ask())[1]).not.toBe(pid)
  expect(log.mock.calls).toEqual([
    ['The process of HTTP has ended (SIGKILL). It is started again.'],
  ])
  await http.serve(build, { MARK: 'third' })
  expect((await ask())[0]).toBe('third')
})

it('a build that cannot be loaded changes nothing', async () => {
  await http.serve(build, { MARK: 'first' })
  await expect(http.serve(path.join(folder, 'none'), {})).rejects.toThrow('ENOENT')
  expect((await ask())[0]).toBe('first')
})

it('signals of a terminal do not end it: its parent does, after the last answer', async () => {
  await http.serve(build, { MARK: 'first' })
  const [, pid] = await ask()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal)
  expect(await ask()).toEqual(['first', pid])
  await http.close()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

it('a port in use is refused with the sentence of the server', async () => {
  await expect(startHttp({ ...options, port: http.port })).rejects.toThrow(
    `Port ${http.port} is in use`,
  )
})

it('it ends when its parent is killed', async () => {
  const url = JSON.stringify(new URL('./start-http.ts', import.meta.url).href)
  const parent = path.join(folder, 'parent.mjs')
  writeFileSync(
    parent,
    `import { startHttp } from ${url}
    const { port } = await startHttp({ port: 0, host: '127.0.0.1', dataDir: ${JSON.stringify(folder)} })
    process.send(port)`,
  )
  const child = fork(parent)
  const [port] = (await once(child, 'message')) as [number]
  const answered = () => fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status)
  expect(await answered()).toBe(503)
  child.kill('SIGKILL')
  await expect.poll(() => answered().catch(() => 'gone')).toBe('gone')
})
