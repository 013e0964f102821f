import { cp, readFile, symlink } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBuild } from '#hosting/build-output.ts'
import type { Health } from '#service/health.ts'
import { freePort, request } from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startPostgres } from './postgres.ts'
import { runProgram } from './run-program.ts'

const root = path.resolve(import.meta.dirname, '..')
let postgres: Awaited<ReturnType<typeof startPostgres>>
let checkout: string

// The environment of a first build on Vercel: its own variables, and the three settings of the
// Deploy button.
let environment: Record<string, string>

beforeAll(async () => {
  postgres = await startPostgres()
  checkout = temporaryFolder()
  const skipped = new Set(['node_modules', '.git', '.vercel', '.generated', '.astro', '.data'])
  await cp(root, checkout, {
    recursive: true,
    filter: (file) => !skipped.has(path.relative(root, file).split(path.sep)[0]!),
  })
  await symlink(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'))
  environment = {
    VERCEL: '1',
    VERCEL_ENV: 'production',
    VERCEL_URL: 'proofstack-abc123.vercel.app',
    VERCEL_PROJECT_PRODUCTION_URL: 'proofstack.vercel.app',
    DATABASE_URL: postgres.url,
    SERVICE_SECRET: 's'.repeat(32),
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
  }
})
afterAll(async () => {
  await postgres.stop()
})

it('the first build succeeds with database, secret and mail; build, health and doctor name the missing settings', async () => {
  const build = await runInCheckout('build.ts')
  expect(build.printed).toMatch(/^Built \d+ pages in /m)
  expect(build.code).toBe(0)
  const missing = [
    'DATABASE_URL_UNPOOLED',
    'MAIL_FROM',
    'CRON_SECRET',
    'REBUILD_HOOK_URL',
    'KV_REST_API_URL',
    'KV_REST_API_TOKEN',
  ]
  const warnings = build.printed.matchAll(/^Warning: (\w+) is not set: /gm)
  expect([...warnings].map(([, name]) => name)).toEqual(missing)

  const output = path.join(checkout, '.vercel/output')
  expect(await readFile(path.join(output, 'static/index.html'), 'utf8')).toContain(
    'https://proofstack.vercel.app',
  )
  const site = openBuild(output, environment)
  const server = http.createServer((call, answer) => void site.handle(call, answer, '127.0.0.1'))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  try {
    const ask = (address: string) => request(`http://127.0.0.1:${port}${address}`)
    const health = (await ask('/api/health')).json() as Health
    expect(health).toMatchObject({ status: 'ok', database: 'answers', writes: 'accepted' })
    expect(health.warnings.map((sentence) => sentence.split(' ')[0])).toEqual(missing)
    expect(health.warnings.join('\n')).toContain('follow only with the next deploy')
    expect((await ask('/api/ready')).status).toBe(200)
    expect((await ask('/api/cron')).status).toBe(404)
    expect((await ask('/api/metrics')).status).toBe(404)
  } finally {
    server.close()
    await site.close()
  }

  const doctor = await runInCheckout('doctor.ts')
  expect(doctor.printed).toMatch(/^warning {2}REBUILD_HOOK_URL is not set: no decision/m)
  expect(doctor.printed).toMatch(/^warning {2}CRON_SECRET is not set: the cron is refused/m)
})

function runInCheckout(script: string) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, ...environment }
  return runProgram(process.execPath, [path.join('scripts', script)], { cwd: checkout, env })
}
