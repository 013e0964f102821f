import { expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { operations } from '#contract/index.ts'
import { callIn, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

const detect = (body: unknown) => callIn(service, 'detect_stack', '/detect', { body })

it('names the tools of the directory in what was sent, and stores nothing', async () => {
  const before = await service.db.selectFrom('tools').selectAll().execute()
  const { status, body, headers } = await detect(operations.detect_stack.example.body)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body['tools']).toEqual(
    expect.arrayContaining([
      {
        slug: 'nextjs',
        name: 'Next.js',
        category: 'frontend-ui',
        evidence: [{ package: 'pkg:npm/next', source: 'package.json:1' }],
      },
      {
        slug: 'postgresql',
        name: 'PostgreSQL',
        category: 'backend-db',
        evidence: [{ package: 'pkg:docker/postgres', source: 'compose.yaml:3' }],
      },
    ]),
  )
  expect(body).toMatchObject({
    unknown: ['pkg:npm/left-pad'],
    unknown_reasons: [{ name: 'pkg:npm/left-pad', reason: 'no_tool' }],
    truncated: false,
  })
  expect(await service.db.selectFrom('tools').selectAll().execute()).toEqual(before)
})

it('answers without the database', async () => {
  const away = { ...service, db: undefined as never }
  const { status, body } = await callIn(away, 'detect_stack', '/detect', {
    body: { purls: ['pkg:pypi/fastapi@1'] },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ tools: [{ slug: 'fastapi' }], unknown: [] })
})

it('cuts a long list of unknown names, and says so', async () => {
  const purls = Array.from(
    { length: limits.detect.unknown + 1 },
    (_, index) => `pkg:npm/nobody-${index}`,
  )
  const { body } = await detect({ purls })
  expect(body['unknown']).toHaveLength(limits.detect.unknown)
  expect(body['unknown_reasons']).toHaveLength(limits.detect.unknown)
  expect(body['truncated']).toBe(true)
})

it.each([
  [{}, /manifests or purls or sbom is needed/],
  [{ purls: ['next'] }, /purls\.0 is no package URL/],
  [{ manifests: [{ path: 'package.json' }] }, /manifests\.0\.content is required/],
  [{ sbom: { a: 1 } }, /sbom is neither a CycloneDX nor an SPDX/],
  [{ sbom: 'text' }, /sbom must be a JSON object: A CycloneDX or SPDX 2 document, but was "text"/],
])('%j is refused with the field and the way out', async (body, sentence) => {
  const { status, body: answer } = await detect(body)
  expect(status).toBe(400)
  expect(answer).toMatchObject({
    error_code: 'VALIDATION_ERROR',
    error: expect.stringMatching(sentence) as string,
  })
})

it('a part that cannot be read is unknown with its reason, and the others count', async () => {
  const { status, body } = await detect({
    purls: ['next', 'pkg:npm/next'],
    manifests: [
      { path: 'tests/package.json', content: '' },
      { path: 'Dockerfile', content: 'FROM $BASE\n' },
    ],
    sbom: {},
  })
  expect([status, (body['tools'] as { slug: string }[])[0]?.slug]).toEqual([200, 'nextjs'])
  expect(body['unknown_reasons']).toEqual([
    { name: 'next', reason: 'malformed' },
    { name: 'tests/package.json', reason: 'broken', detail: expect.stringMatching(/JSON/) },
    { name: 'Dockerfile:1', reason: 'variable' },
    { name: 'sbom', reason: 'broken', detail: expect.stringMatching(/CycloneDX/) },
  ])
})

it('gives the reason of each unknown name, in the same order', async () => {
  const manifests = ['uv.lock', 'notes.txt'].map((path) => ({ path, content: '' }))
  const components = [{ 'bom-ref': 'a', purl: 'pkg:npm/next@16' }]
  const { body } = await detect({
    purls: ['pkg:npm/nobody'],
    manifests,
    sbom: { bomFormat: 'CycloneDX', components },
  })
  expect(body['unknown_reasons']).toEqual([
    { name: 'uv.lock', reason: 'lock_file' },
    { name: 'notes.txt', reason: 'not_read' },
    { name: 'pkg:npm/next', reason: 'no_graph' },
    { name: 'pkg:npm/nobody', reason: 'no_tool' },
  ])
  expect(body['unknown']).toEqual(['uv.lock', 'notes.txt', 'pkg:npm/next', 'pkg:npm/nobody'])
})

it('knows the tool of a repository that is installed by its address', async () => {
  const content = 'git+https://github.com/openai/whisper.git@main'
  const { body } = await detect({ manifests: [{ path: 'requirements.txt', content }] })
  expect(body).toMatchObject({
    tools: [
      { slug: 'python' },
      { slug: 'whisper', evidence: [{ package: 'pkg:github/openai/whisper' }] },
    ],
    unknown: [],
  })
})

it('takes 256 KiB and no more', async () => {
  const content = 'x'.repeat(limits.detect.body_bytes - 100)
  expect((await detect({ manifests: [{ path: 'a.txt', content }] })).status).toBe(200)
  const more = await detect({ manifests: [{ path: 'a.txt', content: `${content}${content}` }] })
  expect(more).toMatchObject({
    status: 413,
    body: { error_code: 'VALIDATION_ERROR', error: expect.stringContaining('/docs/cli') },
  })
})
