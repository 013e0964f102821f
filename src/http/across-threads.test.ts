import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { acrossThreads } from './across-threads.ts'

const file = JSON.stringify(new URL('./across-threads.ts', import.meta.url).href)
const channel = 'across threads, a test'

/** A thread that answers with its name. */
async function threadNamed(name: string) {
  const code = `import(${file}).then(({ acrossThreads }) => {
    acrossThreads(${JSON.stringify(channel)}, async () => '${name}', { threads: () => 1, waitMs: 1 })
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', () => parentPort.close())
    parentPort.postMessage('ready')
  })`
  const thread = new Worker(code, { eval: true })
  await once(thread, 'message')
  return thread
}

it('a thread has its own answer and those of the others, and waits for none that is gone', async () => {
  const [first, second] = await Promise.all([threadNamed('first'), threadNamed('second')])
  const ask = (threads: number, waitMs: number) =>
    acrossThreads(channel, async () => 'own', { threads: () => threads, waitMs })()
  const answers = await ask(3, 60_000)
  expect(answers[0]).toBe('own')
  expect(answers.toSorted()).toEqual(expect.arrayContaining(['first', 'own', 'second']))
  second.postMessage('end')
  await once(second, 'exit')
  expect(await ask(3, 300)).toEqual(expect.not.arrayContaining(['second']))
  // A single thread has no other to ask.
  expect(await ask(1, 60_000)).toEqual(['own'])
  first.postMessage('end')
  await once(first, 'exit')
})
