import { describe, expect, it } from 'vitest'
import { contentOnce } from '#testing/content.ts'
import { operations } from '#contract/index.ts'
import { jsonSchema } from '#contract/json-schema.ts'
import { limits } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { stackTerms } from '#contract/operations/recommend-products.ts'
import { redacted } from '#contract/redacted.ts'
import { cleanText } from '#contract/text.ts'
import { cursorTimestamp } from '#present/lists/change.ts'
import { domainName } from '#core/domain-name.ts'
import { readChoice } from '#present/lists/facet-choice.ts'
import { licenceTerms } from '#core/licence.ts'
import { slugIn } from '#core/listing-name.ts'
import { lookAlikesAmong } from '#core/look-alikes.ts'
import { keyed, matchNames } from '#core/name-match.ts'
import { noToolFound, nothingFits, unknownTools, unknownValue } from '#present/notes.ts'
import { isPackageKey } from '#core/package-url.ts'
import { searchWords } from '#core/search-key.ts'
import { freeSlug, wantedSlug } from '#core/slug.ts'
import { resolveStack } from '#core/stack.ts'
import { submissionPreview } from '#present/review/submission-preview.ts'
import { submissionWarnings } from '#core/submission-warnings.ts'
import { suspicions } from '#core/suspicious-text.ts'
import { normalizeTask } from '#core/use-case.ts'
import { webAddress } from '#core/web-address.ts'
import { recommend } from '#search/recommend.ts'
import { search, suggestions } from '#search/search.ts'
import { toolDocument } from '#catalog/search-documents.ts'
import { indexOf } from '#testing/search-index.ts'
import { growthBeyondLinear } from '#testing/growth.ts'
import { hostileUnits, rowOf } from '#testing/hostile-units.ts'
import { parseInput } from './parse-input.ts'

const content = await contentOnce()
const tools = content.tools.map(({ slug, value }) => ({ ...value, slug }))
const { useCases, codeHosts, topics } = content
const names = tools.map(({ slug }) => slug)
/** What the catalogue knows of a tool beside its file. */
const asked = { id: '', icon: null, product_count: 0, created_at: new Date(0) }

const begins = ['', 'https://a@a.example/']

/** The rows of hostile texts whose reading grows beyond linear. */
function slowRows(read: (text: string) => unknown, most: number): unknown[] {
  return hostileUnits.flatMap((unit) =>
    begins.flatMap((begin) => {
      const growth = growthBeyondLinear(rowOf(unit, begin, '!\u3042'), read, most)
      return growth === undefined ? [] : [{ begin, unit, growth }]
    }),
  )
}

/** What refuses a text has read it, too. */
function tried(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

const parts = ['params', 'query', 'headers', 'body'] as const

/** Each field of an operation that takes text, or a list of texts. */
const all = Object.values<Operation>(operations).flatMap((operation) =>
  parts.flatMap((part) => {
    const schema = operation[part]
    const { properties = {} } = schema ? jsonSchema(schema, 'input') : {}
    return Object.entries(properties).map(([name, field]) => ({
      title: `${operation.id} ${part}.${name}`,
      operation,
      part,
      name,
      isList: typeof field === 'object' && field.type === 'array',
      rules: `${part} ${name} ${JSON.stringify(field)}`,
    }))
  }),
)
/** Operations share fields: those with the same rules are measured once. */
const fields = [...new Map(all.map((field) => [field.rules, field])).values()]

/** Growth shows in a quarter of the longest text that reaches an operation, in an address or a body. */
const most = limits.body_bytes / 4

// A busy machine may need a retry: work that is really more than linear fails each time.
describe('a text of a stranger takes a time that grows with its length', { retry: 2 }, () => {
  it.each(fields)('until it is taken or refused as $title', ({ operation, part, name, isList }) => {
    const { body, ...example } = operation.example
    const sent = { params: {}, headers: {}, body, ...example }
    const read = (text: string) =>
      tried(() =>
        parseInput(operation, {
          ...sent,
          [part]: { ...sent[part], [name]: isList ? [text] : text },
        }),
      )
    expect(slowRows(read, most)).toEqual([])
  })

  // As long as an address may be, and longer than the contract lets any of them be.
  it.each<[string, (text: string) => unknown]>([
    ['a text that is kept', cleanText],
    ['a term of a stack', (text) => resolveStack(stackTerms(text), tools)],
    ['a filter', (text) => readChoice(new URLSearchParams({ tool: text, use: text, for: text }))],
    ['an unknown filter', (text) => unknownValue('task', text, names)],
    ['an unknown tool', (text) => unknownTools([text], tools)],
    [
      'words that find no tool',
      (text) => noToolFound(text, 'backend-db', { elsewhere: [], near: [] }),
    ],
    ['the name of a tool', (text) => matchNames(text, tools.slice(0, 10).map(keyed), 4)],
    ['a task', (text) => [normalizeTask(text, useCases), nothingFits(text, [])]],
    ['words of a question', (text) => searchWords(text)],
    ['a licence', licenceTerms],
    ['a website', (text) => domainName(text, codeHosts)],
    ['a website as people type it', webAddress],
    ['a listing as people name it', slugIn],
    ['a cursor', cursorTimestamp],
    ['a name', (text) => freeSlug(wantedSlug(text, 'a.example'), new Set(['a']))],
    ['a package URL', isPackageKey],
    ['an error for the log', redacted],
    [
      'a form',
      (text) =>
        submissionPreview(new URLSearchParams({ name: text, url: text, topics: text }), {
          tools,
          topics,
        }),
    ],
    [
      'an unknown field',
      (text) =>
        submissionWarnings({ ...operations.submit_product.example.body, tool_slugs: [] }, [text]),
    ],
  ])('as %s', (_, read) => {
    expect(slowRows(read, 16 * 1024)).toEqual([])
  })

  it('as a question, which has at most 500 characters', () => {
    const index = indexOf(tools.map((tool) => toolDocument({ ...asked, ...tool }, content)))
    const read = (text: string) => [
      search(index, text, { limit: 20 }),
      suggestions(index, text, { limit: 3 }),
      recommend(index, { task: text, stack: [], useCase: null, limit: 10 }),
    ]
    expect(slowRows(read, limits.recommend.task)).toEqual([])
  })

  // An editor's desk reads them: the longest field has 500 characters, and an address 2,048.
  it.each(['name', 'description', 'url'])('as the field %s on the desk', (field) => {
    const read = (text: string) => suspicions(field, text)
    expect(slowRows(read, field === 'url' ? limits.url : limits.workflow_summary)).toEqual([])
  })

  it('as a name that is compared with others', () => {
    const read = (text: string) => {
      const one = { name: text, domain: 'a.example', slug: 'a', description: text }
      return lookAlikesAmong([{ ...one, slug: 'b', status: 'approved' }])(one)
    }
    expect(slowRows(read, limits.description)).toEqual([])
  })
})
