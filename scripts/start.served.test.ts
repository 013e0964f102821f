import { spawn } from 'node:child_process'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ApiErrorBody } from '#contract/errors.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { type EmbeddedDatabase, openEmbedded } from '#db/embedded/open.ts'
import { submission, validSubmission } from '#testing/api.ts'
import { copyOfBuilt, linkFolder } from '#testing/built-folder.ts'
import { eventually } from '#testing/editor.ts'
import {
  type Service,
  freshAddress,
  removeFolder,
  request,
  runScript,
  startService,
} from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const folders: string[] = []
afterAll(async () => {
  await first.stop()
  await Promise.all(folders.map(removeFolder))
})

/** A data folder with a database and a build. */
async function builtFolder() {
  const copy = await copyOfBuilt(inject('built'))
  folders.push(copy.dataDir)
  return copy
}

function submit(service: Service) {
  const { path: address, ...options } = submission(validSubmission())
  return request(`${service.url}/api/v1${address}`, { ...options, from: freshAddress() })
}

/** Starts in a folder with a current build. */
async function startBuilt(environment: Record<string, string> = {}) {
  const copy = await builtFolder()
  return startService({ ...copy, environment: { ...copy.environment, ...environment } })
}

// An unreachable hook: no build is made, so that visible changes need none.
let first: Service
beforeAll(async () => {
  first = await startBuilt({ REBUILD_HOOK_URL: 'http://127.0.0.1:9/dead' })
})

it('a first start prints the number of pages and the time of the build; the next one on the same data builds nothing', async () => {
  const { printed } = await builtFolder()
  expect(printed).toMatch(
    /Published \d+ starter listings[\s\S]*Building[\s\S]*\d+ pages …[\s\S]*Built \d+ pages in \d+\.\d s[\s\S]*Ready: /,
  )
  await eventually(
    async () => first.printed(),
    (text) => text.includes('Ready: '),
  )
  expect(first.printed()).toMatch(/Serving the last build[\s\S]*Nothing has changed since/)
  expect(first.printed()).not.toContain('Building')
})

it('a second start on the same data folder, or on a port in use, is refused with a sentence', async () => {
  const { dataDir } = first
  const second = await runScript('start.ts', [], { dataDir, environment: { PORT: '0' } })
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`is in use by process ${first.child.pid}`)
  const { hostname, port } = new URL(first.url)
  const samePort = await runScript('start.ts', [], {
    dataDir: (await builtFolder()).dataDir,
    environment: { HOST: hostname, PORT: port },
  })
  expect(samePort.code).toBe(1)
  expect(samePort.stderr).toContain(`Port ${port} is in use`)
  // The first one still works.
  expect((await submit(first)).status).toBe(201)
})

it('an approval, an edit and a withdrawal are public at once, without a build: API, page, Markdown and badge', async () => {
  const { slug } = submitProduct.responses[201].schema.parse((await submit(first)).json())
  const addresses = [
    `/api/v1/products/${slug}`,
    `/api/v1/products?limit=5`,
    `/api/v1/search?q=${slug}`,
    `/product/${slug}`,
    `/product/${slug}.md`,
    `/badge/${slug}.svg`,
  ]
  const shown = () =>
    Promise.all(
      addresses.map(async (address) => {
        const { status, text } = await request(`${first.url}${address}`, { from: freshAddress() })
        return { status, text }
      }),
    )
  const decide = async (...args: string[]) => {
    const { dataDir } = first
    const environment = { REBUILD_HOOK_URL: 'http://127.0.0.1:9/dead' }
    const { code } = await runScript('editor.ts', [...args, '--yes'], { dataDir, environment })
    expect(code).toBe(0)
  }
  const before = await shown()
  expect(before.map(({ status }) => status)).toEqual([404, 200, 200, 404, 404, 404])

  await decide('approve', slug)
  await eventually(shown, (all) =>
    all.every(
      ({ status, text }) => status === 200 && (text.includes(slug) || text.includes('<svg')),
    ),
  )
  await decide('edit', slug, 'name=Renamed while nothing builds')
  await eventually(shown, (all) =>
    all.slice(0, 5).every(({ text }) => text.includes('Renamed while nothing builds')),
  )
  await decide('withdraw', slug, '--reason', 'Its owner asked for it.')
  await eventually(
    shown,
    (all) =>
      all.map(({ status }) => status).join() === '404,200,200,404,404,404' &&
      all.every(({ text }) => !text.includes('Renamed while')),
  )
  expect(first.printed()).not.toContain('Building')
})

it('the rebuild hook answers only at its secret address', async () => {
  const { url } = first
  for (const address of ['/hooks/rebuild', '/hooks/rebuild/', '/hooks/rebuild/guess']) {
    expect((await request(`${url}${address}`, { method: 'POST' })).status).not.toBe(202)
  }
})

it('after kill -9 during submissions no acknowledged one is lost, and the next start works', async () => {
  const { dataDir, environment } = await builtFolder()
  const acknowledged: string[] = []
  for (let round = 0; round < 2; round++) {
    const service = await startService({ dataDir, environment })
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

/** Runs `npm start` in the checkout. `says` waits for a pattern in its output. */
function runStart(dataDir: string) {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn('npm', ['start'], {
    env: { PATH, HOME, TMPDIR, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (printed += String(data)))
  const says = async (pattern: RegExp) =>
    (await eventually(
      async () => pattern.exec(printed),
      (match) => match !== null,
    ))!
  return { child, says, printed: () => printed }
}

it('after a restart the last build is served while the next one is made; SIGTERM to npm frees port and data folder', async () => {
  const { dataDir } = await builtFolder()
  // Another port changes every address, so a build is needed.
  const started = runStart(dataDir)
  const [, last] = await started.says(/Serving the last build: (\S+)/)
  await started.says(/Building the pages/)
  const page = await request(`${last!.replace('localhost', '127.0.0.1')}/product/n8n`)
  expect(page.status).toBe(200)
  expect(started.printed()).not.toContain('Ready: ')
  const hook = await readFile(path.join(dataDir, 'rebuild-hook'), 'utf8')
  started.child.kill('SIGTERM')
  await eventually(
    async () => readdir(dataDir),
    (files) => !files.includes('owner.pid') && !files.includes('rebuild-hook'),
  )
  await expect(request(hook.trim(), { method: 'POST' })).rejects.toThrow('ECONNREFUSED')
})

/** Empties the catalogue of a build, as a new file: the copies of the build link the old one. */
async function emptyCatalogue(dataDir: string): Promise<string> {
  const [name = ''] = await readdir(path.join(dataDir, 'site'))
  const catalogue = 'functions/_render.func/.generated/catalog.sqlite'
  const file = path.join(dataDir, 'site', name, catalogue)
  await rm(file)
  await writeFile(file, '')
  return file
}

it('a damaged build is reported and made again; until then the API answers 503', async () => {
  const { dataDir } = await builtFolder()
  const file = await emptyCatalogue(dataDir)
  const started = runStart(dataDir)
  await started.says(/Building the pages/)
  expect(started.printed()).toContain(
    `The last build cannot be served: ${file} is not as it was built. It is built again.`,
  )
  expect(started.printed()).not.toContain('Nothing has changed')
  const hook = await readFile(path.join(dataDir, 'rebuild-hook'), 'utf8')
  const { origin } = new URL(hook)
  const answer = await request(`${origin}/api/v1/lookup?url=n8n.io`)
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  expect(ApiErrorBody.parse(answer.json()).error_code).toBe('INTERNAL_ERROR')
  started.child.kill('SIGTERM')
  await eventually(
    async () => readdir(dataDir),
    (files) => !files.includes('owner.pid'),
  )
})

it('each mistake in the settings is a sentence, before anything is opened', async () => {
  const { code, stderr } = await runScript('start.ts', [], {
    dataDir: temporaryFolder(),
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

it('the lock of a process that has ended is ignored', async () => {
  const { dataDir } = await builtFolder()
  await writeFile(path.join(dataDir, 'owner.pid'), '999999999')
  expect(await runScript('editor.ts', ['queue'], { dataDir })).toMatchObject({
    code: 0,
    stdout: `Nothing is pending.\nThe database is ${dataDir}.\n`,
  })
})

// With a database of this test as DATABASE_URL, and the build of the first service.
describe('`npm run serve`', () => {
  let dataDir: string
  let database: EmbeddedDatabase
  let environment: Record<string, string>

  beforeAll(async () => {
    dataDir = temporaryFolder()
    database = await openEmbedded(temporaryFolder())
    environment = { DATABASE_URL: database.url, SERVICE_SECRET: 'x'.repeat(32), PORT: '0' }
  })
  afterAll(() => database.close())

  const serve = () => runScript('start.ts', ['--built'], { dataDir, environment })
  const migrate = () => runScript('migrate.ts', [], { dataDir, environment })

  it('changes no database: it reports missing migrations, which `npm run migrate` applies', async () => {
    const refused = await serve()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(
      'The database of DATABASE_URL lacks every migration. Run: npm run migrate',
    )
    expect((await migrate()).stdout).toMatch(/^Applied 0049_baseline\.\n/)
    expect(await migrate()).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
  })

  it('serves a finished build, and makes none', async () => {
    linkFolder(path.join(first.dataDir, 'site'), path.join(dataDir, 'site'))
    const service = await startService({ dataDir, environment, args: ['--built'] })
    try {
      expect((await request(`${service.url}/`)).status).toBe(200)
      // The changelog is read from the database.
      const changes = await request(`${service.url}/api/v1/changelog`)
      expect(changes.status).toBe(200)
      expect(changes.json()).toMatchObject({ items: [] })
    } finally {
      expect(await service.stop()).toBe(0)
    }
    expect(service.printed()).not.toContain('Building the pages')
  })

  it('does not serve a build that was made for another address', async () => {
    const other = { ...environment, SITE_URL: 'https://directory.example' }
    const refused = await runScript('start.ts', ['--built'], { dataDir, environment: other })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /It was made for http:\/\/localhost:\d+, and this service is for https:\/\/directory\.example\. Run: npm run build/,
    )
  })

  it('does not serve a damaged build: it names the file and the command to run', async () => {
    const file = await emptyCatalogue(dataDir)
    const refused = await serve()
    expect(refused.code).toBe(1)
    expect(refused.stderr.trim()).toBe(
      `The last build cannot be served: ${file} is not as it was built. Run: npm run build, and then again: npm run serve`,
    )
  })
})

it('SIGINT ends the service: it exits with 0, and the data folder is free', async () => {
  expect(await first.stop('SIGINT')).toBe(0)
  expect(await readdir(first.dataDir)).not.toContain('owner.pid')
})
