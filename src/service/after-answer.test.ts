import { afterEach, expect, it } from 'vitest'
import { afterAnswer } from './after-answer.ts'

const context = Symbol.for('@vercel/request-context')
afterEach(() => void Reflect.deleteProperty(globalThis, context))

function recorder() {
  const logged: unknown[] = []
  const after = afterAnswer((message, error) => void logged.push([message, error]))
  return { logged, after }
}

it('the platform keeps the instance awake for the work, and knows of it before the answer goes', async () => {
  const awake: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void awake.push(work)
  Object.assign(globalThis, { [context]: { get: () => ({ waitUntil }) } })
  const work = Promise.withResolvers<void>()
  await recorder().after(work.promise)
  expect(awake).toHaveLength(1)
  work.resolve()
  await awake[0]
})

it('elsewhere the caller goes on at once', async () => {
  await recorder().after(new Promise(() => {}))
})

it.each([true, false])(
  'work that fails is logged and ends nothing; on a platform: %s',
  async (is) => {
    const awake: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => void awake.push(work)
    if (is) Object.assign(globalThis, { [context]: { get: () => ({ waitUntil }) } })
    const { logged, after } = recorder()
    const error = new Error('no')
    await after(Promise.reject(error))
    await Promise.all(awake)
    await new Promise((resolve) => setImmediate(resolve))
    expect(logged).toEqual([['work after an answer failed', error]])
  },
)
