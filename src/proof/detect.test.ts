import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { type Project, detect } from './detect.ts'

const tools = [
  {
    slug: 'nextjs',
    category: 'frontend-ui',
    ...noPackages,
    packages: ['pkg:npm/next'],
  },
  {
    slug: 'playwright',
    category: 'browser-web',
    ...noPackages,
    packages: ['pkg:npm/%40playwright/test'],
  },
  {
    slug: 'fly-io',
    category: 'hosting-infra',
    ...noPackages,
    packages: ['pkg:github/acme/fly'],
    marker_files: ['fly.toml'],
  },
  {
    slug: 'postgresql',
    category: 'backend-db',
    ...noPackages,
    packages: ['pkg:npm/pg', 'pkg:pypi/psycopg'],
    images: ['pkg:docker/postgres'],
  },
]

const found = (project: Project) => {
  const { tools: detected, unknown, unreadable } = detect(tools, project)
  expect(unreadable).toEqual([])
  const shown = detected.map(({ tool, evidence }) => [
    tool.slug,
    ...evidence.map(({ package: name, source }) => `${name} ${source}`),
  ])
  return { tools: shown, unknown: unknown.map(({ name, reason }) => `${name} ${reason}`) }
}

describe('detect', () => {
  it('says which version of the tool itself is asked for, and whether that line is supported', () => {
    const source = 'https://next.example'
    const line = { line: '14', released: null, ends: '2025-10-26', source, read: '2026-01-01' }
    const known = [
      { ...tools[0]!, main: ['pkg:npm/next'], cycles: [line] },
      { ...tools[3]!, main: ['pkg:docker/postgres'] },
    ]
    const content = '{"dependencies":{"next":"^14.1.0","pg":"^8"}}'
    const { tools: detected } = detect(known, { manifests: [{ path: 'package.json', content }] })
    expect(detected).toMatchObject([
      {
        requirement: { raw: '^14.1.0', kind: 'range', major: 14 },
        support: { state: 'ended', ends: '2025-10-26', source },
      },
      { requirement: null, support: null },
    ])
    const split = [
      { path: 'package.json', content: content.replace('^14.1.0', 'catalog:') },
      { path: 'pnpm-workspace.yaml', content: 'catalog: {next: ^14.1.0}' },
    ]
    const { tools: same, unknown } = detect(known, { manifests: split })
    expect({ same, unknown }).toEqual({ same: detected, unknown: [] })
  })

  it('reads package URLs, with or without a version', () => {
    expect(found({ purls: ['pkg:npm/next@16', 'pkg:npm/left-pad@1'] })).toEqual({
      tools: [['nextjs', 'pkg:npm/next purls']],
      unknown: ['pkg:npm/left-pad no_tool'],
    })
  })

  it('reads manifests, with the line of each name, in the order of the directory', () => {
    const manifests = [
      { path: 'api/requirements.txt', content: 'psycopg[binary]\nleft' },
      { path: 'docker-compose.yml', content: 'services:\n  db:\n    image: postgres:18\n' },
      { path: 'web/package.json', content: '{"dependencies":{"next":"16"}}' },
      { path: 'fly.toml', content: '' },
    ]
    expect(found({ manifests })).toEqual({
      tools: [
        ['nextjs', 'pkg:npm/next web/package.json:1'],
        ['fly-io', 'fly.toml fly.toml:1'],
        [
          'postgresql',
          'pkg:pypi/psycopg api/requirements.txt:1',
          'pkg:docker/postgres docker-compose.yml:3',
        ],
      ],
      unknown: ['pkg:pypi/left no_tool'],
    })
  })

  it('ignores tests, development dependencies, examples and lock files', () => {
    const manifests = [
      { path: 'package.json', content: '{"devDependencies":{"@playwright/test":"1"}}' },
      { path: 'examples/a/package.json', content: '{"dependencies":{"next":"16"}}' },
      { path: 'package-lock.json', content: '{"dependencies":{"pg":"8"}}' },
      { path: 'notes.txt', content: 'pg' },
    ]
    expect(found({ manifests })).toEqual({
      tools: [],
      unknown: ['package-lock.json lock_file', 'notes.txt not_read'],
    })
  })

  it('knows a repository without a name by its address, and reports an unknown one', () => {
    const content = `git+https://github.com/Acme/Fly.git@main
-e git+ssh://git@github.com/acme/left
git+https://token@git.acme.test:8443/team/deep/own.git@feature/x`
    expect(found({ manifests: [{ path: 'requirements.txt', content }] })).toEqual({
      tools: [['fly-io', 'pkg:github/acme/fly requirements.txt:1']],
      unknown: ['pkg:github/acme/left no_tool', 'pkg:generic/own no_tool'],
    })
  })

  it('reads the graph of an SBOM, and lists its packages as unknown without a graph', () => {
    const sbom = {
      bomFormat: 'CycloneDX',
      metadata: { component: { 'bom-ref': 'me' } },
      components: ['next', 'pg'].map((name) => ({ 'bom-ref': name, purl: `pkg:npm/${name}@1` })),
      dependencies: [
        { ref: 'me', dependsOn: ['next'] },
        { ref: 'next', dependsOn: ['pg'] },
      ],
    }
    expect(found({ sbom })).toEqual({ tools: [['nextjs', 'pkg:npm/next sbom']], unknown: [] })
    expect(found({ sbom: { ...sbom, dependencies: [] } })).toEqual({
      tools: [],
      unknown: ['pkg:npm/next no_graph', 'pkg:npm/pg no_graph'],
    })
  })

  it('judges paths of Windows as others, and absolute paths below their common folder', () => {
    const content = '{"dependencies":{"next":"16"}}'
    const sources = (...paths: string[]) =>
      detect(tools, { manifests: paths.map((path) => ({ path, content })) }).tools.flatMap(
        ({ evidence }) => evidence.map(({ source }) => source),
      )
    expect(sources('web\\package.json', 'tests\\package.json')).toEqual(['web\\package.json:1'])
    expect(sources('C:\\docs\\package.json')).toEqual(['C:\\docs\\package.json:1'])
    expect(sources('/docs/a/package.json', '/docs/a/tests/package.json')).toEqual([
      '/docs/a/package.json:1',
    ])
  })

  it('names each part that cannot be read, with the reason, and reads the others', () => {
    const project = {
      purls: ['pkg:npm/next', 'next'],
      manifests: [{ path: 'package.json', content: '{' }],
      sbom: {},
    }
    const found = detect(tools, project)
    expect(found.tools.map(({ tool: { slug } }) => slug)).toEqual(['nextjs'])
    expect(found.unreadable).toEqual([
      { path: 'purls.1', message: expect.stringContaining('no package URL') as string },
      { path: 'sbom', message: expect.stringContaining('CycloneDX') as string },
    ])
    expect(found.unknown).toEqual([
      { name: 'next', reason: 'malformed' },
      { name: 'package.json', reason: 'broken', detail: expect.stringMatching(/JSON/) as string },
      { name: 'sbom', reason: 'broken', detail: expect.stringMatching(/CycloneDX/) as string },
    ])
  })
})
