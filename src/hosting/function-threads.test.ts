import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiErrorBody } from '#contract/errors.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type FunctionThreads, type ThreadOptions, startFunction } from './function-threads.ts'

const source = `
import { appendFileSync } from 'node:fs'
import { getEnvironmentData, threadId } from 'node:worker_threads'
export default {
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/hang') for (;;);
    if (pathname === '/backtrack') /^(?:a+)+$/.test('a'.repeat(60) + '!')
    if (pathname === '/never') return new Promise(() => {})
    if (pathname === '/ends') process.exit(1)
    if (pathname === '/slow') await new Promise((resolve) => setTimeout(resolve, 30))
    if (pathname === '/write') appendFileSync(process.env.WRITTEN, await request.text() + ' ')
    if (pathname === '/log') {
      console.log('of the request')
      setTimeout(() => console.log('%s the answer', 'after'), 20)
    }
    if (pathname === '/shared') {
      const counts = getEnvironmentData('proofstack:read-counts')
      const before = Atomics.add(new Int32Array(counts), 0, 1)
      return new Response(getEnvironmentData('proofstack:threads') + ' ' + before)
    }
    return new Response(String(threadId))
  },
}`

// Threads start slowly on a busy machine.
const soon = { timeout: 20_000 }

let folder: string
let written: string
let threads: FunctionThreads

beforeEach(async () => {
  folder = temporaryFolder()
  written = path.join(folder, 'written')
  await writeFile(path.join(folder, '.vc-config.json'), JSON.stringify({ handler: 'entry.mjs' }))
  await writeFile(path.join(folder, 'entry.mjs'), source)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await threads.close()
})

async function start(options: ThreadOptions = {}) {
  threads = startFunction(folder, { WRITTEN: written }, { threads: 2, beatMs: 100, ...options })
  await threads.ready()
}

/** A hanging thread is ended after 20 beats: half a second, which a busy machine seldom holds a thread. */
const endsSoon = { beatMs: 25 }

async function ask(address: string, method = 'GET', sent: string | null = null) {
  const { status, body } = await threads.call(method, `http://x${address}`, '', sent)
  return { status, text: Buffer.from(body).toString() }
}

const many = <T>(count: number, one: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => one(n))

/** The threads that answer many requests at once. */
async function answering(): Promise<string[]> {
  const answers = await Promise.all(many(20, () => ask('/slow')))
  return [...new Set(answers.map(({ text }) => text))].toSorted()
}

it.each([
  ['GET', '/hang'],
  ['POST', '/hang'],
  ['GET', '/backtrack'],
  ['POST', '/backtrack'],
])(
  '%s %s is a 504 of the contract, no other request fails, and the thread is replaced',
  async (method, address) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await start(endsSoon)
    const before = await answering()
    const reads = many(25, () => ask('/slow'))
    const hanging = ask(address, method)
    reads.push(...many(25, () => ask('/slow')))
    for (const { status } of await Promise.all(reads)) expect(status).toBe(200)
    const { status, text } = await hanging
    expect(status).toBe(504)
    expect(ApiErrorBody.parse(JSON.parse(text)).error_code).toBe('INTERNAL_ERROR')
    await expect.poll(answering, soon).toHaveLength(2)
    expect(await answering()).not.toEqual(before)
    expect(log).toHaveBeenCalledWith('a function thread hangs; it is ended and replaced')
  },
)

it('requests to two hanging threads are answered after their replacement, and each write is carried out once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await start(endsSoon)
  const hanging = many(2, () => ask('/hang', 'POST'))
  const writes = many(30, (n) => ask('/write', 'POST', String(n)))
  for (const { status } of await Promise.all(writes)) expect(status).toBe(200)
  for (const { status } of await Promise.all(hanging)) expect(status).toBe(504)
  const each = (await readFile(written, 'utf8')).trim().split(' ').map(Number)
  expect(each.toSorted((a, b) => a - b)).toEqual(many(30, (n) => n))
})

it('reads beside more hanging requests than threads do not wait for all of them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await start(endsSoon)
  const ended: string[] = []
  const hanging = many(6, () => ask('/hang', 'POST').then(() => ended.push('hang')))
  const reads = many(20, () => ask('/').then(({ status }) => ended.push(String(status))))
  await Promise.all(reads)
  expect(ended.filter((what) => what === '200')).toHaveLength(20)
  expect(ended.filter((what) => what === 'hang').length).toBeLessThan(6)
  await Promise.all(hanging)
})

it('a thread that only waits is not ended: the request is a 504', async () => {
  await start({ threads: 1, maxMs: 300 })
  const { text } = await ask('/')
  expect((await ask('/never')).status).toBe(504)
  await expect.poll(async () => (await ask('/')).text, soon).toBe(text)
})

it('a thread that ends is replaced: begun requests are a 500, others are answered', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await start()
  const ending = many(2, () => ask('/ends', 'POST'))
  const reads = many(20, () => ask('/'))
  for (const { status } of await Promise.all(reads)) expect(status).toBe(200)
  for (const { status } of await Promise.all(ending)) expect(status).toBe(500)
})

it('a function that cannot be loaded fails its requests, and the next request loads it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await writeFile(path.join(folder, 'entry.mjs'), 'throw new Error("not today")')
  await expect(start()).rejects.toThrow('not today')
  expect((await ask('/')).status).toBe(500)
  // Renamed: a thread that starts just now must not read an incomplete file.
  await writeFile(path.join(folder, 'whole.mjs'), source)
  await rename(path.join(folder, 'whole.mjs'), path.join(folder, 'entry.mjs'))
  await expect.poll(async () => (await ask('/')).status, soon).toBe(200)
})

it('lines that a function logs are written once, those after its answer too', async () => {
  await start()
  let printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  await ask('/log')
  await expect.poll(() => printed, soon).toContain('after the answer\n')
  expect(printed).toBe('of the request\nafter the answer\n')
})

it('threads know their number, and count in the same memory', async () => {
  await start()
  const answers = await Promise.all(many(20, () => ask('/shared')))
  const counted = answers.map(({ text }) => text.split(' ').map(Number))
  expect(counted.map(([count]) => count)).toEqual(many(20, () => 2))
  const places = counted.map(([, before]) => before!).toSorted((a, b) => a - b)
  expect(places).toEqual(many(20, (n) => places[0]! + n))
})
