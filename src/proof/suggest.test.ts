import { expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { checkListing } from './check-listing.ts'
import { findTools } from './prove.ts'
import { type Surroundings, suggest } from './suggest.ts'

const tools = [
  { slug: 'flask', category: 'backend-db', packages: ['pkg:pypi/flask'] },
  { slug: 'sentry', category: 'observability-evals', packages: ['pkg:pypi/sentry-sdk'] },
  { slug: 'prometheus', category: 'observability-evals', packages: ['pkg:pypi/prometheus-client'] },
].map((tool) => ({ ...noPackages, ...tool }))
const listing = { slug: 'acme', tools: ['redis'] }

const files = (texts: Record<string, string>) =>
  Object.entries(texts).map(([path, text]) => ({ path, text }))

/** The doubts about the tools that these files name. */
function doubtsIn(texts: Record<string, string>, surroundings?: Surroundings) {
  const found = findTools(tools, files(texts))
  const suggestions = suggest(tools, listing, found, undefined, surroundings)
  return Object.fromEntries(suggestions.map(({ proof, doubt }) => [proof.tool, doubt]))
}

it('doubts what watches a product, which a key turns on, and no standard for it', () => {
  const texts = { 'requirements.txt': 'sentry-sdk\nprometheus-client' }
  expect(doubtsIn(texts)).toEqual({ sentry: 'key', prometheus: undefined })
})

it('doubts what images and lists alone need where the manifest beside has it as an extra', () => {
  const texts = {
    'app/pyproject.toml': '[project.optional-dependencies]\napi = ["flask"]',
    'app/requirements.txt': 'flask',
    'docker/Dockerfile': 'FROM python\nRUN pip install flask',
  }
  expect(doubtsIn(texts)).toMatchObject({ flask: 'level' })
  expect(doubtsIn({ ...texts, 'server/requirements.txt': 'flask' })).toMatchObject({
    flask: undefined,
  })
})

it('takes a package that the repository itself is for the product', () => {
  const own = new Set(['pkg:pypi/flask'])
  expect(doubtsIn({ 'server/requirements.txt': 'flask' }, { own })).toEqual({ flask: 'product' })
})

it('doubts what only manifests that stand apart name', async () => {
  const texts = { 'usecases/stocks/requirements.txt': 'flask' }
  const checked = async (more: Record<string, string>, ...naming: string[]) => {
    const grep = async (_: string, among?: readonly string[]) =>
      among ? naming : ['src/a.py', 'web/b.py']
    const read = { files: files({ ...texts, ...more }) }
    return (await checkListing(tools, listing, read, grep)).suggestions[0]?.doubt
  }
  expect(await checked({})).toBe('beside')
  expect(await checked({}, 'Makefile')).toBeUndefined()
  expect(await checked({ 'requirements.txt': 'flask' })).toBeUndefined()
})
