import { readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { writeDigests } from '#hosting/build-digests.ts'
import { copyOfBuilt } from '#testing/built-folder.ts'
import { type Service, removeFolder, request, startService } from '#testing/service.ts'

// These pages are removed from the build: the build of a larger directory would leave them out.
const leftOut = ['products/2', 'agents/research/2', 'stack/typescript/2', 'topics/coding-agents/2']
const files = new Map<string, string>()
let service: Service

beforeAll(async () => {
  const { dataDir, environment } = await copyOfBuilt(inject('built'))
  const [build = ''] = await readdir(path.join(dataDir, 'site'))
  const site = path.join(dataDir, 'site', build)
  for (const page of leftOut) {
    const folder = path.join(site, 'static', page)
    files.set(page, await readFile(path.join(folder, 'index.html'), 'utf8'))
    await rm(folder, { recursive: true })
  }
  // With the old digests the service would refuse the build as damaged.
  await writeDigests(site)
  service = await startService({ dataDir, environment })
})
afterAll(async () => {
  await service.stop()
  await removeFolder(service.dataDir)
})

const get = (address: string) => request(`${service.url}/${address}`)

describe('a list page that is not in the build', () => {
  it.each(leftOut)('/%s has the bytes of the built file', async (page) => {
    const answer = await get(page)
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(answer.bytes.toString()).toBe(files.get(page))
  })

  it('may be cached for two seconds', async () => {
    expect((await get(leftOut[0]!)).headers['cache-control']).toContain('s-maxage=2')
  })

  it.each([
    'products/999',
    'products/1',
    'products/02',
    'stack/nothing/2',
    'agents/research/x',
    // A value in the spelling of the API.
    'agents/browser_automation/2',
  ])('/%s is an unknown page: 404, not cached', async (page) => {
    const answer = await get(page)
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  })

  it('a POST is refused', async () => {
    const { status } = await request(`${service.url}/products/2`, { method: 'POST' })
    expect(status).toBe(405)
  })
})
