import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { detect } from './detect.ts'
import { readManifest } from './manifests/read-manifest.ts'
import { readSbom } from './manifests/sbom.ts'
import { type FileRead, namesAlone, withPlaces } from './names-alone.ts'

const tool = (slug: string, category: string, packages: Partial<typeof noPackages>) => ({
  slug,
  category,
  ...noPackages,
  ...packages,
})
const tools = [
  tool('nextjs', 'frontend-ui', { packages: ['pkg:npm/next'] }),
  tool('typescript', 'languages-runtimes', { packages: ['pkg:npm/typescript'] }),
  tool('nodejs', 'languages-runtimes', { marker_files: ['package.json#engines.node'] }),
  tool('bun', 'languages-runtimes', {
    marker_files: ['package.json#packageManager=bun', 'bun.lock'],
  }),
  tool('playwright', 'browser-web', { packages: ['pkg:npm/%40playwright/test'] }),
  tool('fly-io', 'hosting-infra', { marker_files: ['fly.toml'] }),
  tool('prisma', 'backend-db', { marker_files: ['schema.prisma'] }),
  tool('postgresql', 'backend-db', {
    packages: ['pkg:npm/pg', 'pkg:pypi/psycopg'],
    images: ['pkg:docker/postgres'],
    marker_files: ['schema.prisma#provider=postgresql'],
  }),
  tool('shadcn', 'frontend-ui', { marker_files: ['components.json#$schema=ui.shadcn.com'] }),
  tool('docker', 'hosting-infra', { marker_files: ['Dockerfile', 'compose.yaml'] }),
  tool('fastapi', 'backend-db', { packages: ['pkg:pypi/fastapi'] }),
  tool('redis', 'backend-db', { packages: ['pkg:golang/github.com/redis/go-redis'] }),
  tool('tokio', 'languages-runtimes', { packages: ['pkg:cargo/tokio'] }),
]

const secret = 'swordfish'
const files = [
  {
    path: 'web/package.json',
    content: `{
  "name": "${secret}", "description": "${secret}",
  "engines": { "node": ">=20" }, "packageManager": "bun@1.3.0",
  "scripts": { "start": "TOKEN=${secret} next" },
  "dependencies": { "next": "16.0.0", "left-pad": "https://${secret}@host.example/x.tgz" },
  "devDependencies": { "typescript": "6", "@playwright/test": "1", "oxlint": "1" }
}`,
  },
  { path: 'examples/bot/requirements.txt', content: 'psycopg' },
  {
    path: 'api/requirements.txt',
    content: `--index-url https://u:${secret}@i.example\nfastapi\nnumpy  # via langchain\ngit+https://${secret}@git.${secret}.example/team/lib.git@v1\n`,
  },
  { path: 'go.mod', content: `module ${secret}\nrequire github.com/redis/go-redis/v9 v9.0.0\n` },
  { path: 'Cargo.toml', content: `[package]\nname="${secret}"\n[dependencies]\ntokio = "1"` },
  {
    path: 'docker-compose.yml',
    content: `services:\n  db:\n    image: postgres:18\n    environment:\n      PASSWORD: ${secret}\n`,
  },
  { path: 'Dockerfile', content: `FROM node:24\nENV KEY=${secret}\n` },
  { path: 'fly.toml', content: `app = "${secret}"` },
  {
    path: 'db/main.prisma',
    content: `datasource x {\n  provider = "postgresql"\n  url = "postgres://${secret}"\n}`,
  },
  { path: 'components.json', content: '{"$schema":"https://ui.shadcn.com/schema.json"}' },
  { path: 'bun.lock', content: secret },
]

const read = ({ path, content }: (typeof files)[number]): FileRead => ({
  path,
  manifest: readManifest(path, content),
})

describe('names alone', () => {
  const names = namesAlone(files.map(read))
  const answer = detect(tools, names.body)

  it('give the same tools and lines as the whole files', () => {
    const whole = detect(tools, { manifests: files })
    const shown = ({ tool: { slug, category }, evidence }: (typeof whole.tools)[number]) => ({
      slug,
      category,
      evidence,
    })
    const bySource = (one: ReturnType<typeof shown>) => ({
      ...one,
      evidence: one.evidence.toSorted((a, b) => (a.source < b.source ? -1 : 1)),
    })
    expect(answer.unreadable).toEqual([])
    expect(withPlaces(answer.tools.map(shown), names).map(bySource)).toEqual(
      whole.tools.map(shown).map(bySource),
    )
    expect(whole.tools.map(({ tool: one }) => one.slug)).toEqual([
      'nextjs',
      'typescript',
      'nodejs',
      'bun',
      'fly-io',
      'prisma',
      'postgresql',
      'shadcn',
      'docker',
      'fastapi',
      'redis',
      'tokio',
    ])
    const unknown = [...answer.unknown, ...names.unknown]
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(unknown.sort(byName)).toEqual(whole.unknown.toSorted(byName))
  })

  it('contain no folders, versions or other text of the files', () => {
    const sent = JSON.stringify(names.body)
    expect(sent).not.toContain(secret)
    expect(sent).not.toMatch(/web\/|api\/|examples|>=20|1\.3\.0|16|numpy/)
    expect(names.body.manifests!.find(({ path }) => path === 'package.json')!.content).toBe(
      '{"engines":{"node":""},"packageManager":"bun"}',
    )
  })
})

it('the direct dependencies of an SBOM are sent; without a graph nothing is sent', () => {
  const components = ['next', 'react'].map((name) => ({
    'bom-ref': name,
    purl: `pkg:npm/${name}@1`,
  }))
  const bom = {
    bomFormat: 'CycloneDX',
    metadata: { component: { 'bom-ref': 'me' } },
    components,
    dependencies: [{ ref: 'me', dependsOn: ['next'] }],
  }
  const graphed = namesAlone([{ path: 'bom.json', sbom: readSbom(bom)! }])
  expect(graphed.body).toEqual({ purls: ['pkg:npm/next'] })
  const found = detect(tools, graphed.body).tools.map(({ tool: { slug, category }, evidence }) => ({
    slug,
    category,
    evidence,
  }))
  expect(withPlaces(found, graphed)).toEqual([
    {
      slug: 'nextjs',
      category: 'frontend-ui',
      evidence: [{ package: 'pkg:npm/next', source: 'bom.json' }],
    },
  ])
  const flat = namesAlone([{ path: 'bom.json', sbom: readSbom({ ...bom, dependencies: [] })! }])
  expect(flat.body).toEqual({})
  expect(flat.unknown).toEqual([
    { name: 'pkg:npm/next', reason: 'no_graph' },
    { name: 'pkg:npm/react', reason: 'no_graph' },
  ])
})

it('a file that cannot be read is listed with the reason and not sent', () => {
  const manifest = readManifest('package.json', '{"dependencies":')
  const { body, unknown } = namesAlone([{ path: 'package.json', manifest }])
  expect(body).toEqual({})
  const detail = expect.stringContaining('JSON') as string
  expect(unknown).toEqual([{ name: 'package.json', reason: 'broken', detail }])
})
