import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { detectStack } from '#contract/operations/detect-stack.ts'
import { listProducts } from '#contract/operations/list-products.ts'
import { lookupUrls } from '#contract/operations/lookup-urls.ts'
import { SubmissionBody } from '#contract/operations/submit-product.ts'
import { problemsOf, reported } from './problems.ts'

function problems(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value, { reportInput: true })
  return error ? problemsOf(error, schema) : []
}

describe('a problem', () => {
  const query = listProducts.query

  it.each([
    [{ limit: -1 }, 'limit', 'must be a whole number from 1 to 48, but was -1'],
    [{ limit: 1e21 }, 'limit', 'must be a whole number from 1 to 48, but was 1e+21'],
    [{ limit: [5] }, 'limit', 'must be a whole number from 1 to 48, but was a list'],
    [{ limit: null }, 'limit', 'must be a whole number from 1 to 48, but was null'],
    [{ offset: 'x' }, 'offset', 'must be a whole number of at least 0, but was "x"'],
    [{ tool: 5 }, 'tool', 'must be text, but was 5'],
    [{ category: { a: 1 } }, 'category', 'must be text, but was an object'],
    [{ category: false }, 'category', 'must be text, but was false'],
  ])('of %j names the field, what is accepted and what was sent', (sent, path, message) => {
    expect(problems(query, sent)).toEqual([{ path, message }])
  })

  it('says how much is missing', () => {
    const message = 'must hold at least 1 item'
    expect(problems(lookupUrls.body, { urls: [] })).toEqual([{ path: 'urls', message }])
    const manifests = [{ path: '', content: '' }]
    expect(problems(detectStack.body, { manifests })).toEqual([
      { path: 'manifests.0.path', message: 'must have at least 1 character' },
    ])
  })

  it('shows no more than the beginning of a long value', () => {
    const [problem] = problems(query, { sort: 'x'.repeat(1000) })
    expect(problem?.message).toMatch(/^must be one of newest, popular, but was "x{59}…$/)
  })

  const body = {
    name: 'A',
    url: 'https://a.example',
    description: 'b',
    email: 'a@b.co',
    tool_slugs: ['x'],
  }

  it.each<[title: string, field: string, value: unknown, path: string, message: string]>([
    ['a missing field', 'name', undefined, 'name', 'is required'],
    ['an empty field', 'name', '', 'name', 'is required'],
    ['an invisible field', 'name', '\u200b', 'name', 'is required'],
    ['a null field', 'name', null, 'name', 'is required'],
    ['a number for a text', 'name', 5, 'name', 'must be text, but was 5'],
    ['a text for a list', 'tool_ids', 'x', 'tool_ids', 'must be a list, but was "x"'],
    ['a long text', 'name', 'x'.repeat(81), 'name', 'has more than 80 characters'],
    [
      'a long list',
      'supporting_links',
      [1, 2, 3, 4, 5].map((number) => `https://a.example/${number}`),
      'supporting_links',
      'has more than 4 entries',
    ],
    ['an entry of a list', 'custom_tools', ['a', 5], 'custom_tools.1', 'must be text, but was 5'],
    ['a bad e-mail', 'email', 'a', 'email', 'is not an e-mail address'],
  ])('of %s says so', (_, field, value, path, message) => {
    expect(problems(SubmissionBody, { ...body, [field]: value })).toEqual([{ path, message }])
  })

  it.each<{ sent: unknown; message: string }>([
    { sent: [], message: 'must be a JSON object, but was a list' },
    { sent: 'x', message: 'must be a JSON object, but was "x"' },
    { sent: 5, message: 'must be a JSON object, but was 5' },
    { sent: true, message: 'must be a JSON object, but was true' },
    { sent: null, message: 'is required' },
  ])('of the whole body, sent as $sent, has no field', ({ sent, message }) => {
    expect(problems(SubmissionBody, sent)).toEqual([{ path: '', message }])
  })
})

describe('a sentence', () => {
  it.each([
    ['of one problem', [{ path: 'name', message: 'is required' }], 'name is required.'],
    ['of the whole', [{ path: '', message: 'is required' }], 'the body is required.'],
    [
      'of several counts them',
      [
        { path: 'name', message: 'is required' },
        { path: 'links.0', message: 'is bad' },
        { path: 'url', message: 'is empty' },
      ],
      'There are 3 problems: name is required; links.0 is bad; url is empty.',
    ],
  ])('%s reads well', (_, problems, text) => {
    expect(reported(problems)).toEqual({ message: text, details: problems })
  })
})

it('of thousands of problems the first fifty are reported, at once', () => {
  const sent = { name: 'Acme', tool_slugs: Array.from({ length: 30_000 }, () => 5) }
  const found = problems(SubmissionBody, sent).filter(({ path }) => path.startsWith('tool_slugs'))
  const { message, details } = reported(found)
  expect(message).toMatch(
    /^There are 30000 problems, of which these are the first 50: tool_slugs\.0 must be text/,
  )
  expect(details).toHaveLength(50)
  expect(message.length).toBeLessThan(4000)
})
