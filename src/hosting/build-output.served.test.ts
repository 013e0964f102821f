import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { normalizeRoutes } from '@vercel/routing-utils'
import { expect, inject, it } from 'vitest'
import { Config, type Route } from './route.ts'

it('config.json of the build is what the platform itself takes', async () => {
  const builds = path.join(inject('served').dataDir, 'site')
  const [folder = ''] = await readdir(builds)
  const config: unknown = JSON.parse(
    await readFile(path.join(builds, folder, 'config.json'), 'utf8'),
  )
  const routes: Route[] = Config.parse(config).routes
  expect(routes.length).toBeGreaterThan(20)
  expect(
    normalizeRoutes(
      // Its type says that what may be absent is never undefined.
      routes as Parameters<typeof normalizeRoutes>[0],
    ).error,
  ).toBeNull()
})
