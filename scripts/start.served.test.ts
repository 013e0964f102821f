import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { submission, validSubmission } from '#testing/api.ts'
import { eventually } from '#testing/editor.ts'
import {
  type Service,
  freshAddress,
  removeFolder,
  request,
  runScript,
  startService,
} from '#testing/service.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map(removeFolder)))

async function dataFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-start-'))
  folders.push(folder)
  return folder
}

function submit(service: Service) {
  const { path: address, ...options } = submission(validSubmission())
  return request(`${service.url}/api/v1${address}`, { ...options, from: freshAddress() })
}

it('a second start on the same data folder, or on a port in use, is refused with a sentence', async () => {
  const service = await startService({ dataDir: await dataFolder() })
  const second = await runScript('start.ts', [], {
    dataDir: service.dataDir,
    environment: { PORT: '0' },
  })
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`is in use by process ${service.child.pid}`)
  const { port } = new URL(service.url)
  const samePort = await runScript('start.ts', [], {
    dataDir: await dataFolder(),
    environment: { PORT: port },
  })
  expect(samePort.code).toBe(1)
  expect(samePort.stderr).toContain(`Port ${port} is in use`)
  // And the first one is none the worse.
  expect((await submit(service)).status).toBe(201)

  // What is shown while it builds: what, how many, how long.
  expect(service.printed()).toMatch(
    /Published \d+ starter listings[\s\S]*Building[\s\S]*Built \d+ pages in \d+\.\d s/,
  )
  expect(await service.stop('SIGINT')).toBe(0)
  const again = await runScript('editor.ts', ['queue', '--json'], { dataDir: service.dataDir })
  expect(JSON.parse(again.stdout)).toMatchObject({ listings: [{}] })
})

it('after kill -9 in the middle of submissions every acknowledged one is there, and the next start works', async () => {
  const dataDir = await dataFolder()
  const acknowledged: string[] = []
  for (let round = 0; round < 2; round++) {
    const service = await startService({ dataDir })
    let isKilled = false
    const submitting = Array.from({ length: 4 }, async () => {
      while (!isKilled) {
        const answer = await submit(service).catch(() => undefined)
        if (answer?.status === 201)
          acknowledged.push(submitProduct.responses[201].schema.parse(answer.json()).slug)
      }
    })
    const before = acknowledged.length
    await eventually(
      async () => acknowledged.length,
      (count) => count >= before + 30,
    )
    await service.stop('SIGKILL')
    isKilled = true
    await Promise.all(submitting)
  }
  const queue = await runScript('editor.ts', ['queue', '--json'], { dataDir })
  const slugs = (JSON.parse(queue.stdout) as { listings: { slug: string }[] }).listings.map(
    ({ slug }) => slug,
  )
  expect(acknowledged.length).toBeGreaterThanOrEqual(60)
  expect(slugs).toEqual(expect.arrayContaining(acknowledged))
})

it('a rebuild drops no request, and approvals during a build are picked up by one further build', async () => {
  const service = await startService({ dataDir: await dataFolder() })
  const slugs: string[] = []
  for (let count = 0; count < 3; count++)
    slugs.push(submitProduct.responses[201].schema.parse((await submit(service)).json()).slug)
  const statuses = new Set<string>()
  let isDone = false
  const visitors = [
    '/',
    '/api/v1/tools',
    '/api/v1/products?limit=3',
    '/api/v1/products/n8n',
    '/product/n8n',
  ].map(async (address) => {
    while (!isDone) {
      statuses.add(
        String(
          (
            await request(`${service.url}${address}`).catch((error: Error) => ({
              status: `${address} ${error.message}`,
            }))
          ).status,
        ),
      )
      // Enough to fall into every moment of the swap, and little enough to leave the builds a
      // machine to run on.
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
  // At once: on a busy machine three approvals one after the other take longer than a build, and
  // would rightly get three.
  const approvals = await Promise.all(
    slugs.map((slug) =>
      runScript('editor.ts', ['approve', slug, '--yes', '--json'], { dataDir: service.dataDir }),
    ),
  )
  for (const { code, stdout } of approvals)
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, rebuild: 'asked' })
  const pages = () =>
    Promise.all(slugs.map(async (slug) => (await request(`${service.url}/product/${slug}`)).status))
  await eventually(pages, (all) => all.every((status) => status === 200))
  await eventually(
    async () => service.printed(),
    (printed) => printed.endsWith('The new build is public.\n'),
  )
  isDone = true
  await Promise.all(visitors)
  expect([...statuses]).toEqual(['200'])
  // The first approval starts a build; the others come while it runs and share the second.
  expect(service.printed().match(/The new build is public/g)).toHaveLength(2)
  expect(await service.stop()).toBe(0)
})

it('a mistake in the settings is one sentence each, before anything is opened', async () => {
  const { code, stderr } = await runScript('start.ts', [], {
    dataDir: await dataFolder(),
    environment: { PORT: 'many', SERVICE_SECRET: 'short', SITE_URL: 'example' },
  })
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    'The settings cannot be used:',
    'SITE_URL must be an http or https URL.',
    'PORT must be a number from 0 to 65535.',
    'SERVICE_SECRET must have at least 32 characters; `openssl rand -hex 32` makes one.',
  ])
})

it('the rebuild hook answers only at its secret address', async () => {
  const { url } = inject('served')
  for (const address of ['/hooks/rebuild', '/hooks/rebuild/', '/hooks/rebuild/guess']) {
    expect((await request(`${url}${address}`, { method: 'POST' })).status).not.toBe(202)
  }
})

it('a stale lock of a process that is gone does not keep the next one out', async () => {
  const dataDir = await dataFolder()
  await writeFile(path.join(dataDir, 'owner.pid'), '999999999')
  const { code, stdout } = await runScript('editor.ts', ['queue'], { dataDir })
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Nothing is pending.\n' })
})
