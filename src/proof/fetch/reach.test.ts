import { describe, expect, it } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { localSite, never } from '#testing/local-site.ts'
import { createReach } from './reach.ts'

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

/** A machine with this resolver. */
function machine(lookup: (host: string) => Promise<string[]>) {
  const asked: string[] = []
  const fetch = (url: string, request = {}) => {
    asked.push(url)
    return guardedFetch(url, { ...request, site: 'test', startDeadline: never, lookup })
  }
  return { fetch, asked }
}

describe('a machine without a connection', () => {
  it.each(['EAI_AGAIN', 'ENOTFOUND', 'ECONNREFUSED', 'ENETUNREACH', 'ETIMEOUT'])(
    'is found by %s for the names of reliable sites',
    async (code) => {
      const { fetch, asked } = machine(failing(code))
      let now = 0
      const reach = createReach(fetch, () => new Date(now))
      expect(reach.isAway()).toBe(false)
      expect(await reach.findAway()).toBe(true)
      expect(reach.isAway()).toBe(true)
      expect(asked).toHaveLength(2)
      // The result holds for a minute.
      now = 59_999
      expect(await reach.findAway()).toBe(true)
      expect(asked).toHaveLength(2)
      now = 60_000
      expect(reach.isAway()).toBe(false)
      expect(await reach.findAway()).toBe(true)
      expect(asked).toHaveLength(4)
    },
  )
})

it('a machine that reaches one reliable site is not away', async () => {
  const site = await localSite((_request, response) => response.writeHead(403).end())
  const asked: string[] = []
  const reach = createReach(
    (url, request) => {
      asked.push(url)
      return asked.length === 1
        ? Promise.resolve({ kind: 'failed', reason: 'It is down.' })
        : site.fetch(`${site.origin}/`, request)
    },
    () => new Date(0),
  )
  expect(await reach.findAway()).toBe(false)
  expect(reach.isAway()).toBe(false)
})
