import { expect, it } from 'vitest'
import { rebuildQueue } from './rebuild-queue.ts'

/** A queue of builds that last until the test ends them. */
function queueOfManualBuilds() {
  const running: (() => void)[] = []
  const counts = { begun: 0, mostAtOnce: 0 }
  const build = async () => {
    counts.begun++
    counts.mostAtOnce = Math.max(counts.mostAtOnce, running.length + 1)
    await new Promise<void>((resolve) => running.push(resolve))
  }
  const finish = async () => {
    running.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue: rebuildQueue(build), finish, counts }
}

it('exactly one build follows several requests during a build', async () => {
  const { queue, finish, counts } = queueOfManualBuilds()
  queue.ask()
  expect([queue.ask(), queue.ask(), queue.ask()]).toEqual(['queued', 'queued', 'queued'])
  expect(counts.begun).toBe(1)
  await finish()
  expect(counts.begun).toBe(2)
  await finish()
  await queue.idle()
  expect(counts).toEqual({ begun: 2, mostAtOnce: 1 })
})

it('a request during the further build leads to one more, which reads later data', async () => {
  const { queue, finish, counts } = queueOfManualBuilds()
  queue.ask()
  queue.ask()
  await finish()
  expect(queue.ask()).toBe('queued')
  await finish()
  expect(counts.begun).toBe(3)
  await finish()
  await queue.idle()
  expect(counts).toEqual({ begun: 3, mostAtOnce: 1 })
})

it('a request starts a build at once, the first one and one after a build', async () => {
  const { queue, finish, counts } = queueOfManualBuilds()
  for (const begun of [1, 2]) {
    expect(queue.ask()).toBe('started')
    expect(counts.begun).toBe(begun)
    await finish()
    await queue.idle()
  }
})

it('is idle before the first request and after the last requested build', async () => {
  const { queue, finish } = queueOfManualBuilds()
  await queue.idle()
  queue.ask()
  queue.ask()
  let isIdle = false
  const idle = queue.idle().then(() => (isIdle = true))
  await finish()
  expect(isIdle).toBe(false)
  await finish()
  await idle
  expect(isIdle).toBe(true)
})
