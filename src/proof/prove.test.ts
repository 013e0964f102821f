import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { findTools, prove } from './prove.ts'
import { suggest } from './suggest.ts'
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
    [...byTool].map(([slug, [proof]]) => [slug, `${proof!.level} ${proof!.path}:${proof!.line}`]),
  )
}

describe('a proof', () => {
  it('has a level, and the strongest one counts', () => {
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
      docker: 'deployment docker-compose.yml:1',
      terraform: 'deployment infra/main.tf:1',
    })
  })

  it('of a package that joins a framework to a tool is weaker, and is none of the framework', () => {
    expect(strongest({ 'requirements.txt': 'langchain-openai' })).toEqual({
      langchain: 'required requirements.txt:1',
      openai: 'optional requirements.txt:1',
    })
    // The maker's own SDK says more, wherever it stands.
    const both = { 'a/b/requirements.txt': 'openai', 'requirements.txt': 'langchain-openai' }
    expect(strongest(both)).toMatchObject({ openai: 'required a/b/requirements.txt:1' })
  })

  it('in a file that Setuptools reads an extra from is optional', () => {
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

  it('of two that are as strong, the one nearer to the root is given', () => {
    expect(strongest({ 'a/b/requirements.txt': 'redis', 'a/requirements.txt': '\nredis' })).toEqual(
      {
        redis: 'required a/requirements.txt:2',
      },
    )
  })

  it('is not found in examples and tests, and weaker in a folder of plugins', () => {
    expect(strongest({ 'examples/x/requirements.txt': 'redis', 'tests/Pipfile': '' })).toEqual({})
    expect(strongest({ 'demo_light/requirements.txt': 'redis' })).toEqual({})
    // What a build has made, or what runs one; further in, `build` may be a part of the product.
    expect(strongest({ 'package/dist/requirements.txt': 'redis' })).toEqual({})
    expect(strongest({ 'build/requirements.txt': 'redis' })).toEqual({})
    expect(strongest({ 'features/build/requirements.txt': 'redis' })).toEqual({
      redis: 'required features/build/requirements.txt:1',
    })
    expect(strongest({ 'integrations/x/requirements.txt': 'redis' })).toEqual({
      redis: 'plugin_folder integrations/x/requirements.txt:1',
    })
    // The extension of a browser is the product itself.
    expect(strongest({ 'extension/requirements.txt': 'redis' })).toEqual({
      redis: 'required extension/requirements.txt:1',
    })
  })

  it('is what developers install only for what a product is written with', () => {
    const text = '{"devDependencies": {\n"next": "16",\n"typescript": "6",\n"pg": "8"}}'
    expect(strongest({ 'package.json': text, 'tsconfig.json': undefined })).toEqual({
      nextjs: 'required package.json:2',
      typescript: 'required package.json:3',
    })
  })

  it('may be a file without another beside it', () => {
    expect(strongest({ 'web/package.json': '{}', 'tsconfig.json': undefined })).toEqual({
      javascript: 'required web/package.json:1',
      typescript: 'required tsconfig.json:1',
    })
    expect(strongest({ 'web/package.json': '{}', 'web/tsconfig.json': '{}' })).toEqual({
      typescript: 'required web/tsconfig.json:1',
    })
  })

  it('of Go is the nearest module above, whatever its version', () => {
    const text =
      'require (\n\tgithub.com/aws/aws-sdk-go-v2/service/s3 v1\n\tgithub.com/aws/aws-sdk-go-v2/service/sqs v1\n\tgithub.com/redis/go-redis/v9 v9\n)'
    expect(strongest({ 'go.mod': text })).toEqual({
      'amazon-s3': 'required go.mod:2',
      aws: 'required go.mod:3',
      redis: 'required go.mod:4',
    })
  })

  it('of a chart is a deployment, by the name of the tool or of its image', () => {
    const text = 'dependencies:\n  - name: postgresql\n  - name: postgres\n  - name: redis\n'
    expect(strongest({ 'Chart.yaml': text })).toEqual({
      postgresql: 'deployment Chart.yaml:2',
      redis: 'deployment Chart.yaml:4',
    })
  })

  it('is not a package of the same name elsewhere', () => {
    expect(
      strongest({ 'package.json': '{"dependencies":{"modal":"1"}}', 'tsconfig.json': '' }),
    ).toEqual({
      typescript: 'required tsconfig.json:1',
    })
  })

  it('is not in a lock file', () => {
    expect(
      strongest({ 'uv.lock': 'name = "redis"', 'go.sum': 'github.com/redis/go-redis/v9 v9' }),
    ).toEqual({})
  })
})

it('prove gives the tools of a listing in its order, each proved or not found', () => {
  const found = findTools(tools, files({ 'requirements.txt': 'redis' }))
  expect(prove(['nextjs', 'redis'], found)).toEqual([
    { slug: 'nextjs', state: 'not_found', proof: undefined },
    {
      slug: 'redis',
      state: 'proved',
      proof: {
        tool: 'redis',
        level: 'required',
        path: 'requirements.txt',
        line: 1,
        package: 'pkg:pypi/redis',
      },
    },
  ])
})

it('a manifest that cannot be read is said, and the others are read', () => {
  const found = findTools(tools, files({ 'Cargo.toml': '[', 'requirements.txt': 'redis' }))
  expect(found.broken).toEqual([{ path: 'Cargo.toml', reason: expect.any(String) as string }])
  expect([...found.byTool.keys()]).toEqual(['redis'])
})

describe('suggest', () => {
  const listing = { slug: 'acme', tools: ['redis'] }
  const doubtsIn = (texts: Record<string, string>, more?: Parameters<typeof suggest>[3]) =>
    suggest(tools, listing, findTools(tools, files(texts)), more).map(({ proof, doubt }) => [
      proof.tool,
      doubt,
    ])

  it('names what is required and not listed, and doubts the rest', () => {
    const texts = {
      'requirements.txt': 'redis\npsycopg',
      'plugins/x/requirements.txt': 'modal',
      'docker-compose.yml': 'image: postgres',
    }
    expect(doubtsIn(texts)).toEqual([
      ['postgresql', undefined],
      ['modal', 'level'],
      ['docker', 'level'],
    ])
  })

  it('doubts many of one kind in one manifest, as connectors are', () => {
    const texts = { 'requirements.txt': 'openai\nanthropic\ngroq\ncohere\nmistral\npsycopg' }
    expect(doubtsIn(texts)).toEqual([
      ['postgresql', undefined],
      ...['openai', 'anthropic', 'groq', 'cohere', 'mistral'].map((slug) => [slug, 'many']),
    ])
  })

  it('does not doubt one of many that another manifest names alone, or that is imported widely', () => {
    const texts = {
      'requirements.txt': 'psycopg\nfastapi\nsqlalchemy\npymongo\nneo4j',
    }
    expect(doubtsIn(texts).map(([, doubt]) => doubt)).toEqual(Array(5).fill('many'))
    expect(doubtsIn({ ...texts, 'core/requirements.txt': 'neo4j' })).toContainEqual([
      'neo4j',
      undefined,
    ])
    const importers = ['src/a.py', 'src/b.py', 'src/jobs/c.py', 'tests/d.py']
    expect(doubtsIn(texts, () => importers)).toContainEqual(['sqlalchemy', undefined])
    const named = ['src/sqlalchemy/a.py', 'src/b.py', 'src/jobs/c.py', 'tests/d.py']
    expect(doubtsIn(texts, () => named)).toContainEqual(['sqlalchemy', 'many'])
  })

  it('doubts a provider of models that one manifest names among many, wherever else it stands', () => {
    const texts = {
      'requirements.txt': 'openai\nanthropic\ngroq',
      'core/requirements.txt': 'groq',
    }
    const importers = ['src/a.py', 'src/b.py', 'src/c.py']
    expect(doubtsIn(texts, () => importers)).toContainEqual(['groq', 'many'])
  })

  it('doubts three of one kind already when a manifest names their clients, and not their parts', () => {
    const clients = { 'requirements.txt': 'openai\nanthropic' }
    expect(doubtsIn(clients).map(([, doubt]) => doubt)).toEqual(['kind', 'kind'])
    const more = { 'requirements.txt': 'openai\nanthropic\ngroq' }
    expect(doubtsIn(more).map(([, doubt]) => doubt)).toEqual(['many', 'many', 'many'])
    const parts = {
      'go.mod':
        'module a\nrequire (\n\tgithub.com/aws/aws-sdk-go-v2/service/s3 v1.0.0\n\tgithub.com/aws/aws-sdk-go-v2/config v1.0.0\n)',
      'main.tf': '',
    }
    expect(doubtsIn(parts)).toContainEqual(['aws', undefined])
  })

  it('doubts a client of a place to host or of a channel, which tells what a product reaches', () => {
    expect(doubtsIn({ 'requirements.txt': 'modal' })).toEqual([['modal', 'reached']])
    const importers = ['src/a.py', 'src/b.py', 'src/jobs/c.py', 'src/jobs/d.py', 'web/e.py']
    const slack = doubtsIn({ 'requirements.txt': 'slack-sdk' }, () => importers)
    expect(slack).toEqual([['slack', 'reached']])
  })

  it('doubts what one file of the product imports, or none, where somebody looked', () => {
    const texts = { 'requirements.txt': 'numpy' }
    const found = (...importers: string[]) => doubtsIn(texts, () => importers)
    expect(found()).toEqual([['numpy', 'rare']])
    expect(found('src/run.py', 'tests/test_run.py')).toEqual([['numpy', 'rare']])
    expect(found('src/run.py', 'src/ask.py')).toEqual([['numpy', undefined]])
    expect(doubtsIn(texts)).toEqual([['numpy', undefined]])
  })

  it('asks nothing of imports while nothing is listed, for one file may be the heart', () => {
    const found = findTools(tools, files({ 'requirements.txt': 'groq' }))
    const [first] = suggest(tools, { slug: 'acme', tools: [] }, found, () => [])
    expect(first?.doubt).toBeUndefined()
  })

  it('does not ask who imports a protocol, a language, or what a page is made with', () => {
    const known = [
      tool('python', 'languages-runtimes', { packages: ['pkg:pypi/python'] }),
      tool('react', 'frontend-ui', { packages: ['pkg:npm/react'] }),
      tool('model-context-protocol', 'agent-frameworks', { packages: ['pkg:pypi/mcp'] }),
    ]
    const texts = {
      'requirements.txt': 'python\nmcp',
      'package.json': '{"dependencies":{"react":"19"}}',
    }
    const suggestions = suggest(known, listing, findTools(known, files(texts)), () => [])
    expect(suggestions.map(({ doubt }) => doubt)).toEqual([undefined, undefined, undefined])
  })

  it('doubts a language in which less than a twentieth of the code is written', () => {
    const known = [
      {
        slug: 'javascript',
        category: 'languages-runtimes',
        ...noPackages,
        marker_files: ['package.json'],
      },
    ]
    const doubtWith = (others: number) => {
      const code = Array.from({ length: others }, (_, place) => `src/${place}.py`)
      // Code that lies aside counts for no language.
      const paths = ['web/package.json', 'web/run.js', 'examples/run.js', ...code]
      const found = findTools(known, files(Object.fromEntries(paths.map((path) => [path, '{}']))))
      return suggest(known, { slug: 'acme', tools: [] }, found)[0]?.doubt
    }
    expect(doubtWith(19)).toBeUndefined()
    expect(doubtWith(20)).toBe('rare')
  })

  it('doubts a runtime of JavaScript, and what its pages are made with, where hardly any is written', () => {
    const known = [
      tool('nodejs', 'languages-runtimes', { packages: ['pkg:npm/%40types/node'] }),
      tool('vite', 'frontend-ui', { packages: ['pkg:npm/vite'] }),
      tool('gradio', 'frontend-ui', { packages: ['pkg:pypi/gradio'] }),
    ]
    const doubtsWith = (scripts: readonly string[]) => {
      const code = Array.from({ length: 40 }, (_, place) => `src/${place}.py`)
      const texts = {
        'requirements.txt': 'gradio',
        'game/package.json': '{"dependencies":{"@types/node":"24","vite":"8"}}',
        ...Object.fromEntries([...code, ...scripts].map((path) => [path, ''])),
      }
      const suggestions = suggest(known, listing, findTools(known, files(texts)))
      return Object.fromEntries(suggestions.map(({ proof, doubt }) => [proof.tool, doubt]))
    }
    // What sets up the tools of developers is no code of the product.
    const few = ['game/index.js', 'game/vite.config.ts', '.eslintrc.js', 'game/x.config.mjs']
    expect(doubtsWith(few)).toEqual({ nodejs: 'rare', vite: 'rare', gradio: undefined })
    const more = ['game/vite.config.ts', 'game/a.tsx', 'game/b.vue', 'game/c.js']
    expect(doubtsWith(more)).toEqual({ nodejs: undefined, vite: undefined, gradio: undefined })
  })

  it('doubts what only manifests beside the product name, and gives one of its own where it has it', () => {
    const texts = {
      'skills/requirements.txt': 'numpy',
      'app/deploy/backup/requirements.txt': 'groq',
    }
    expect(doubtsIn(texts)).toEqual([
      ['numpy', 'beside'],
      ['groq', 'beside'],
    ])
    const more = { ...texts, 'services/api/requirements.txt': 'numpy' }
    const found = findTools(tools, files(more))
    expect(suggest(tools, listing, found)).toMatchObject([
      { proof: { tool: 'numpy', path: 'services/api/requirements.txt' }, doubt: undefined },
      { proof: { tool: 'groq' }, doubt: 'beside' },
    ])
  })

  it('doubts what the listing names as what the product works with, and what one of its servers needs', () => {
    const texts = { 'requirements.txt': 'psycopg', 'mcp-servers/a/requirements.txt': 'groq' }
    const found = findTools(tools, files(texts))
    expect(suggest(tools, { ...listing, related: ['postgresql'] }, found)).toMatchObject([
      { proof: { tool: 'postgresql' }, doubt: 'related' },
      { proof: { tool: 'groq' }, doubt: 'level' },
    ])
  })

  it('doubts a provider of models, and JavaScript beside TypeScript, which were seldom right', () => {
    const importers = ['src/a.py', 'src/b.py', 'src/c.py', 'web/d.py', 'web/e.py']
    expect(doubtsIn({ 'requirements.txt': 'groq' }, () => importers)).toEqual([['groq', 'kind']])
    const script = { 'web/package.json': '{}', 'web/run.js': '' }
    expect(doubtsIn(script)).toEqual([['javascript', undefined]])
    expect(doubtsIn({ ...script, 'api/tsconfig.json': '{}' })).toContainEqual([
      'javascript',
      'kind',
    ])
  })

  it('doubts a framework that most manifests leave to those who use the library', () => {
    const library = '{"peerDependencies":{"next":"16"},"devDependencies":{"next":"16"}}'
    const product = '{"dependencies":{"next":"16"}}'
    const one = { 'packages/a/package.json': library, 'packages/a/page.tsx': '' }
    expect(doubtsIn(one)).toContainEqual(['nextjs', 'peer'])
    expect(doubtsIn({ ...one, 'web/package.json': product })).toContainEqual(['nextjs', undefined])
  })

  it('doubts what an adapter of its name imports, and the product itself', () => {
    const importers = {
      adapted: ['src/vendors/numpy.py'],
      used: ['src/run.py', 'src/ask.py', 'src/tools/numpy.py'],
    }
    const texts = { 'requirements.txt': 'numpy' }
    expect(doubtsIn(texts, () => importers.adapted)).toEqual([['numpy', 'adapter']])
    expect(doubtsIn(texts, () => importers.used)).toEqual([['numpy', undefined]])
    const found = findTools(tools, files({ 'requirements.txt': 'groq' }))
    expect(suggest(tools, { slug: 'groq', tools: [] }, found)).toMatchObject([{ doubt: 'product' }])
  })
})
