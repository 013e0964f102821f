import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { checkListing } from './check-listing.ts'
import { findTools } from './prove.ts'
import type { KnownTool } from './tool-index.ts'

const tool = (slug: string, category: string, more: Partial<KnownTool>): KnownTool => ({
  slug,
  category,
  ...noPackages,
  ...more,
})

const tools: KnownTool[] = [
  tool('nextjs', 'frontend-ui', { packages: ['pkg:npm/next'] }),
  tool('typescript', 'languages-runtimes', {
    packages: ['pkg:npm/typescript'],
    marker_files: ['tsconfig.json'],
  }),
  tool('javascript', 'languages-runtimes', { marker_files: ['package.json!tsconfig.json'] }),
  tool('docker', 'hosting-infra', { marker_files: ['Dockerfile', 'compose.yaml'] }),
  tool('terraform', 'hosting-infra', { marker_files: ['*.tf'] }),
  tool('postgresql', 'backend-db', {
    packages: ['pkg:pypi/psycopg', 'pkg:npm/pg'],
    images: ['pkg:docker/postgres'],
  }),
  tool('redis', 'backend-db', {
    packages: ['pkg:pypi/redis', 'pkg:golang/github.com/redis/go-redis'],
    images: ['pkg:docker/redis'],
  }),
  tool('aws', 'hosting-infra', { packages: ['pkg:golang/github.com/aws/aws-sdk-go-v2'] }),
  tool('amazon-s3', 'hosting-infra', {
    packages: ['pkg:golang/github.com/aws/aws-sdk-go-v2/service/s3'],
  }),
  ...['fastapi', 'sqlalchemy', 'pymongo', 'neo4j'].map((slug) =>
    tool(slug, 'backend-db', { packages: [`pkg:pypi/${slug}`] }),
  ),
  tool('langchain', 'agent-frameworks', { packages: ['pkg:pypi/langchain-openai'] }),
  tool('modal', 'hosting-infra', { client_packages: ['pkg:pypi/modal'] }),
  tool('slack', 'channels-integrations', { client_packages: ['pkg:pypi/slack-sdk'] }),
  tool('numpy', 'documents-data', { packages: ['pkg:pypi/numpy'] }),
  tool('ffmpeg', 'voice-media', { packages: ['pkg:deb/debian/ffmpeg'] }),
  ...['openai', 'anthropic', 'groq', 'cohere', 'mistral'].map((slug) =>
    tool(slug, 'models-providers', {
      client_packages: [
        `pkg:pypi/${slug}`,
        ...(slug === 'openai' ? ['pkg:pypi/langchain-openai'] : []),
      ],
    }),
  ),
]

const files = (texts: Record<string, string | undefined>) =>
  Object.entries(texts).map(([path, text]) => ({ path, text }))

/** The strongest proof of each tool, as `level path:line`. */
function strongest(texts: Record<string, string | undefined>) {
  const { byTool } = findTools(tools, files(texts))
  return Object.fromEntries(
    [...byTool].map(([slug, [proof]]) => [
      slug,
      `${proof!.level} ${[proof!.path, proof!.line ?? []].flat().join(':')}`,
    ]),
  )
}

describe('a proof', () => {
  it('has the strongest level of all lines that name the tool', () => {
    const found = strongest({
      'docker-compose.yml': 'services:\n  db:\n    image: postgres:16\n',
      'api/pyproject.toml':
        '[project]\ndependencies = [\n  "psycopg",\n]\noptional-dependencies.x = ["redis"]\n',
      Dockerfile: 'FROM python\nRUN apt-get install ffmpeg\n',
      'infra/main.tf': undefined,
    })
    expect(found).toEqual({
      postgresql: 'required api/pyproject.toml:3',
      redis: 'optional api/pyproject.toml:5',
      ffmpeg: 'system_package Dockerfile:2',
      docker: 'deployment docker-compose.yml',
      terraform: 'deployment infra/main.tf',
    })
  })

  it('by a connector is `required` for the framework and `optional` for the other tool', () => {
    expect(strongest({ 'requirements.txt': 'langchain-openai' })).toEqual({
      langchain: 'required requirements.txt:1',
      openai: 'optional requirements.txt:1',
    })
    // The SDK of the maker is a stronger proof, also in a deeper folder.
    const both = {
      'a/b/requirements.txt': 'openai',
      'requirements.txt': 'langchain-openai',
    }
    expect(strongest(both)).toMatchObject({ openai: 'required a/b/requirements.txt:1' })
  })

  it('in a requirements file that Setuptools reads an extra from is `optional`', () => {
    const pyproject =
      '[tool.setuptools.dynamic]\ndependencies = { file = "all.txt" }\n' +
      '[tool.setuptools.dynamic.optional-dependencies]\nx = { file = ["requirements/x-requirements.txt"] }\n'
    const found = strongest({
      'py/pyproject.toml': pyproject,
      'py/requirements/x-requirements.in': 'redis',
      'requirements/x-requirements.txt': 'psycopg',
    })
    expect(found).toEqual({
      redis: 'optional py/requirements/x-requirements.in:1',
      postgresql: 'required requirements/x-requirements.txt:1',
    })
  })

  it('is none in a package.json that builds a site of docs, and one where a script of it does', () => {
    const site = (script: string, name: string) =>
      `{"scripts": {"${script}": "CI=1 docusaurus build x"}, "dependencies": {"${name}": "1"}}`
    const both = {
      'package.json': site('build', 'next'),
      'site/package.json': site('build', 'next'),
      'site/tsconfig.json': undefined,
      'api/package.json': site('docs', 'pg'),
    }
    expect(strongest(both)).toEqual({
      postgresql: 'required api/package.json:1',
      javascript: 'file api/package.json',
    })
  })

  it('of a package that is published comes before one of a private helper', () => {
    const found = (path: string, more: string) => {
      const needs = `{"private": true, ${more}"dependencies": {"next": "1"}}`
      const published = '{"peerDependencies": {"next": "1"}}'
      return strongest({ [path]: needs, 'packages/a/b/package.json': published })['nextjs']
    }
    expect(found('api-surface/package.json', '')).toBe('required packages/a/b/package.json:1')
    // The root and applications are private because nobody installs them as packages.
    const started = '"scripts": {"dev": "next"}, '
    expect(found('package.json', '')).toBe('required package.json:1')
    expect(found('web/package.json', started)).toBe('required web/package.json:1')
  })

  it('nearer to the root comes first among proofs of one level', () => {
    expect(strongest({ 'a/b/requirements.txt': 'redis', 'a/requirements.txt': '\nredis' })).toEqual(
      {
        redis: 'required a/requirements.txt:2',
      },
    )
  })

  it('is not found in examples, tests and build output, and is weaker in folders of plugins', () => {
    expect(strongest({ 'examples/x/requirements.txt': 'redis', 'tests/Pipfile': '' })).toEqual({})
    expect(strongest({ 'demo_light/requirements.txt': 'redis' })).toEqual({})
    // Only at the root is `build` a folder of output.
    expect(strongest({ 'package/dist/requirements.txt': 'redis' })).toEqual({})
    expect(strongest({ 'build/requirements.txt': 'redis' })).toEqual({})
    expect(strongest({ 'features/build/requirements.txt': 'redis' })).toEqual({
      redis: 'required features/build/requirements.txt:1',
    })
    expect(strongest({ 'integrations/x/requirements.txt': 'redis' })).toEqual({
      redis: 'plugin_folder integrations/x/requirements.txt:1',
    })
    // A browser extension is the product itself.
    expect(strongest({ 'extension/requirements.txt': 'redis' })).toEqual({
      redis: 'required extension/requirements.txt:1',
    })
  })

  it('is a development dependency only for languages and page frameworks', () => {
    const text = '{"devDependencies": {\n"next": "16",\n"typescript": "6",\n"pg": "8"}}'
    expect(strongest({ 'package.json': text, 'tsconfig.json': undefined })).toEqual({
      nextjs: 'development package.json:2',
      typescript: 'development package.json:3',
    })
  })

  it('may be a file without another file in its folder', () => {
    expect(strongest({ 'web/package.json': '{}', 'tsconfig.json': undefined })).toEqual({
      javascript: 'file web/package.json',
      typescript: 'file tsconfig.json',
    })
    expect(strongest({ 'web/package.json': '{}', 'web/tsconfig.json': '{}' })).toEqual({
      typescript: 'file web/tsconfig.json',
    })
  })

  it('by a Go module belongs to the nearest known module above it, in any version', () => {
    const text =
      'require (\n\tgithub.com/aws/aws-sdk-go-v2/service/s3 v1\n\tgithub.com/aws/aws-sdk-go-v2/service/sqs v1\n\tgithub.com/redis/go-redis/v9 v9\n)'
    expect(strongest({ 'go.mod': text })).toEqual({
      'amazon-s3': 'required go.mod:2',
      aws: 'required go.mod:3',
      redis: 'required go.mod:4',
    })
  })

  it('by a chart is a deployment, by the slug or the image of the tool', () => {
    const text = 'dependencies:\n  - name: postgresql\n  - name: postgres\n  - name: redis\n'
    expect(strongest({ 'Chart.yaml': text })).toEqual({
      postgresql: 'deployment Chart.yaml:2',
      redis: 'deployment Chart.yaml:4',
    })
  })

  it('is not a package with the same name in another registry', () => {
    expect(
      strongest({ 'package.json': '{"dependencies":{"modal":"1"}}', 'tsconfig.json': '' }),
    ).toEqual({
      typescript: 'file tsconfig.json',
    })
  })

  it('is never in a lock file', () => {
    expect(
      strongest({ 'uv.lock': 'name = "redis"', 'go.sum': 'github.com/redis/go-redis/v9 v9' }),
    ).toEqual({})
  })
})

it('a manifest that cannot be read is listed as broken, and the others are read', () => {
  const found = findTools(tools, files({ 'Cargo.toml': '[', 'requirements.txt': 'redis' }))
  expect(found.broken).toEqual([{ path: 'Cargo.toml', reason: expect.any(String) as string }])
  expect([...found.byTool.keys()]).toEqual(['redis'])
})

it('the package that is the tool comes before its plug-ins, types and commands of Dockerfiles', () => {
  const tailwind = tool('tailwind-css', 'frontend-ui', {
    packages: ['pkg:npm/tailwindcss', 'pkg:npm/%40tailwindcss/typography'],
    main: ['pkg:npm/tailwindcss'],
  })
  const node = tool('nodejs', 'languages-runtimes', {
    packages: ['pkg:npm/%40types/node'],
    images: ['pkg:docker/node'],
  })
  const next = tool('nextjs', 'frontend-ui', { packages: ['pkg:npm/next'], main: ['pkg:npm/next'] })
  const { byTool } = findTools(
    [tailwind, node, next],
    files({
      Dockerfile: 'FROM node:22\nRUN npm install -g next\n',
      'web/package.json': JSON.stringify({
        dependencies: { '@tailwindcss/typography': '1', next: '16' },
        devDependencies: { tailwindcss: '4', '@types/node': '22' },
      }),
    }),
  )
  const first = [...byTool.values()].map(([proof]) => `${proof!.package} in ${proof!.path}`)
  expect(first.toSorted()).toEqual([
    'pkg:docker/node in Dockerfile',
    'pkg:npm/next in web/package.json',
    'pkg:npm/tailwindcss in web/package.json',
  ])
})

it('a peer that must be there is required, and so is the connector of a tool that is listed', () => {
  const react = tool('react', 'frontend-ui', { packages: ['pkg:npm/react'] })
  const gemini = tool('google-gemini', 'models-providers', {
    client_packages: ['pkg:npm/%40ai-sdk/google'],
  })
  const packages = {
    dependencies: { '@ai-sdk/google': '3' },
    peerDependencies: { react: '19' },
  }
  const read = { files: files({ 'package.json': JSON.stringify(packages) }) }
  const listing = { slug: 'acme', tools: ['react', 'google-gemini'] }
  expect(
    checkListing([react, gemini], listing, read).tools.map(({ proof }) => proof!.level),
  ).toEqual(['required', 'required'])
  const unlisted = findTools([gemini], read.files).byTool.get('google-gemini')
  expect(unlisted?.map(({ level }) => level)).toEqual(['optional'])
})
