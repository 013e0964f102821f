import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { isLocalSite, isLoopbackToItself, isOwnOrigin } from './own-origin.ts'

const at = (site: string, mcpOrigins: string[] = []) => ({
  urls: addresses(site),
  settings: { mcpOrigins, mailDeadlineMs: 0 },
})

it('the origin of SITE_URL and those that the operator lists are the site’s own', () => {
  const service = at('https://directory.example', ['https://chat.example'])
  for (const origin of ['https://directory.example', 'https://chat.example'])
    expect(isOwnOrigin(origin, service)).toBe(true)
  for (const origin of [
    'https://directory.example.evil.example',
    'http://directory.example',
    'https://directory.example:8443',
    'https://evil.example',
    'null',
    '',
  ])
    expect(isOwnOrigin(origin, service)).toBe(false)
})

it.each([
  ['http://localhost:4321', true],
  ['http://127.0.0.1:4830', true],
  ['http://[::1]:4321', true],
  ['https://directory.example', false],
  ['http://127.0.0.1.evil.example', false],
])('%s is a site of this machine alone: %s', (site, isLocal) => {
  expect(isLocalSite(at(site))).toBe(isLocal)
})

describe('a page of this machine', () => {
  it.each([
    ['http://127.0.0.1:4321', '127.0.0.1:4321'],
    ['http://localhost:4321', '127.0.0.1:4321'],
    ['http://127.0.0.1:4321', 'localhost:4321'],
    ['http://[::1]:4321', 'localhost:4321'],
    ['http://127.1.2.3', '127.1.2.3'],
  ])('%s may ask %s', (origin, host) => {
    expect(isLoopbackToItself(origin, host)).toBe(true)
  })

  it.each([
    // DNS rebinding: the browser believes to talk to the stranger's name.
    ['http://evil.example:4321', 'evil.example:4321'],
    ['http://127.0.0.1.evil.example:4321', '127.0.0.1.evil.example:4321'],
    ['http://127.0.0.1:4321', 'evil.example:4321'],
    // What else runs on this machine.
    ['http://localhost:3000', 'localhost:4321'],
    ['https://localhost:4321', 'localhost:4321'],
    ['http://192.168.1.5:4321', '192.168.1.5:4321'],
    ['null', 'localhost:4321'],
    ['http://localhost:4321', null],
  ])('%s may not ask %s', (origin, host) => {
    expect(isLoopbackToItself(origin, host)).toBe(false)
  })
})
