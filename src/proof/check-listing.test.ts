import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { checkListing } from './check-listing.ts'
import type { KnownTool } from './tool-index.ts'

const tool = (slug: string, category: string, names: Partial<KnownTool> = {}): KnownTool => ({
  slug,
  category,
  ...noPackages,
  packages: [`pkg:pypi/${slug}`],
  ...names,
})
const client = (slug: string, category: string) =>
  tool(slug, category, { packages: [], client_packages: [`pkg:pypi/${slug}`] })

const databases = ['psycopg', 'redis', 'pymongo', 'neo4j', 'sqlalchemy', 'fastapi']
const providers = ['openai', 'anthropic', 'groq', 'cohere', 'mistral']
const tools = [
  ...databases.map((slug) => tool(slug, 'backend-db')),
  ...providers.map((slug) => client(slug, 'models-providers')),
  client('modal', 'hosting-infra'),
  client('slack', 'channels-integrations'),
  tool('docker', 'hosting-infra', { packages: [], marker_files: ['compose.yaml'] }),
  tool('numpy', 'documents-data'),
]

const check = (texts: Record<string, string>, slug = 'acme') =>
  checkListing(
    tools,
    { slug, tools: ['redis'] },
    { files: Object.entries(texts).map(([path, text]) => ({ path, text })) },
  )

const doubtsIn = (...given: Parameters<typeof check>) =>
  Object.fromEntries(check(...given).suggestions.map(({ proof, doubt }) => [proof.tool, doubt]))

it('gives the listed tools in their order, each with its strongest proof or not found', () => {
  const files = [
    { path: 'Cargo.toml', text: '[' },
    { path: 'requirements.txt', text: 'redis' },
  ]
  const listing = { slug: 'acme', tools: ['numpy', 'redis'] }
  const { tools: proved, broken } = checkListing(tools, listing, { files })
  expect(proved).toEqual([
    { slug: 'numpy', state: 'not_found', proof: undefined },
    {
      slug: 'redis',
      state: 'proved',
      proof: {
        tool: 'redis',
        level: 'required',
        path: 'requirements.txt',
        line: 1,
        package: 'pkg:pypi/redis',
        requirement: null,
        kind: 'required',
      },
    },
  ])
  expect(broken).toMatchObject([{ path: 'Cargo.toml' }])
})

it('suggests required tools that are not listed first, and the doubted ones after them', () => {
  const texts = {
    'plugins/x/requirements.txt': 'modal',
    'docker-compose.yml': 'image: postgres',
    'requirements.txt': 'redis\npsycopg',
  }
  const { suggestions } = check(texts)
  expect(suggestions.map(({ proof, doubt }) => [proof.tool, doubt])).toEqual([
    ['psycopg', undefined],
    ['modal', 'level'],
    ['docker', 'level'],
  ])
})

describe('a tool is doubted', () => {
  it('as `product` when it is the product, or the repository publishes its package', () => {
    expect(doubtsIn({ 'requirements.txt': 'numpy' }, 'numpy')).toEqual({ numpy: 'product' })
    const texts = { 'pyproject.toml': '[project]\nname = "numpy"', 'web/requirements.txt': 'numpy' }
    expect(doubtsIn(texts)).toEqual({ numpy: 'product' })
  })

  it('as `level` when only images and requirements files name what a manifest has as an extra', () => {
    const texts = {
      'app/pyproject.toml': '[project.optional-dependencies]\napi = ["numpy"]',
      'app/requirements.txt': 'numpy',
      'docker/Dockerfile': 'FROM python\nRUN pip install numpy',
    }
    expect(doubtsIn(texts)).toEqual({ numpy: 'level' })
    expect(doubtsIn({ ...texts, 'server/requirements.txt': 'numpy' })).toEqual({ numpy: undefined })
  })

  it('as `beside` when only folders beside the product name it', () => {
    const texts = {
      'skills/requirements.txt': 'numpy',
      'app/deploy/backup/requirements.txt': 'groq',
      'mcp-servers/a/requirements.txt': 'openai',
    }
    expect(doubtsIn(texts)).toEqual({ numpy: 'beside', groq: 'beside', openai: 'level' })
    const { suggestions } = check({ ...texts, 'services/api/requirements.txt': 'numpy' })
    expect(suggestions[0]).toMatchObject({
      proof: { tool: 'numpy', path: 'services/api/requirements.txt' },
      doubt: undefined,
    })
  })

  it('as `many` when each of its manifests names five tools of its category', () => {
    const texts = { 'requirements.txt': 'psycopg\npymongo\nneo4j\nsqlalchemy\nfastapi\nnumpy' }
    expect(Object.values(doubtsIn(texts))).toEqual([undefined, ...Array<string>(5).fill('many')])
    expect(doubtsIn({ ...texts, 'core/requirements.txt': 'neo4j' })).toMatchObject({
      neo4j: undefined,
    })
    const four = { 'requirements.txt': 'psycopg\npymongo\nneo4j\nsqlalchemy' }
    expect(Object.values(doubtsIn(four))).toEqual(Array(4).fill(undefined))
  })

  it('as `many` when one manifest names clients of three providers, wherever else it is named', () => {
    const two = { 'requirements.txt': 'openai\nanthropic' }
    expect(doubtsIn(two)).toEqual({ openai: undefined, anthropic: undefined })
    const three = { 'requirements.txt': 'openai\nanthropic\ngroq', 'core/requirements.txt': 'groq' }
    expect(doubtsIn(three)).toEqual({ openai: 'many', anthropic: 'many', groq: 'many' })
  })

  it('as `reached` when only a client names a host or a channel', () => {
    expect(doubtsIn({ 'requirements.txt': 'modal\nslack' })).toEqual({
      modal: 'reached',
      slack: 'reached',
    })
  })
})
