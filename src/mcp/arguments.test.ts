import { describe, expect, it } from 'vitest'
import { operations } from '#contract/index.ts'
import { readArguments } from './arguments.ts'

describe('arguments', () => {
  it('go to the part of the request that declares them', () => {
    expect(
      readArguments(operations.get_product, { slug: 'n8n', email: 'a@b.example' }),
    ).toMatchObject({
      params: { slug: 'n8n' },
      query: { email: 'a@b.example' },
    })
    expect(
      readArguments(operations.submit_product, { name: 'A', dry_run: true, idempotency_key: 'k' }),
    ).toMatchObject({
      query: { dry_run: 'true' },
      headers: { 'idempotency-key': 'k' },
      body: { name: 'A' },
    })
  })

  it.each([
    [{ is_agent: true }, { is_agent: 'true' }],
    [{ is_agent: false }, {}],
    [{ is_agent: 'true' }, { is_agent: 'true' }],
    [{ is_agent: '' }, {}],
    [{ tool: '["nextjs","react"]' }, { tool: 'nextjs,react' }],
    [{ tool: '[nextjs' }, { tool: '[nextjs' }],
    [{ category: null, tool: '' }, {}],
    [
      { limit: '5', offset: '-1' },
      { limit: 5, offset: -1 },
    ],
    [
      { limit: 'five', offset: '1.5' },
      { limit: 'five', offset: '1.5' },
    ],
    [{ tool: ['nextjs', 'react'] }, { tool: 'nextjs,react' }],
    [{ tool: 2024 }, { tool: '2024' }],
  ])('%j are the query %j', (given, query) => {
    // Decisions, MCP: list_products returns 6 when nobody says.
    expect(readArguments(operations.list_products, given).query).toEqual({ limit: 6, ...query })
  })

  it('are read where lists and objects are sent as JSON texts', () => {
    const read = (purls: unknown, sbom: unknown) =>
      readArguments(operations.detect_stack, { purls, sbom }).body
    expect(read('["pkg:npm/next"]', ' {"a": [1]}')).toEqual({
      purls: ['pkg:npm/next'],
      sbom: { a: [1] },
    })
    expect(read('[', 'a')).toEqual({ purls: '[', sbom: 'a' })
    const sent = readArguments(operations.submit_product, { name: '["a"]', topics: '["b"]' })
    expect(sent.body).toEqual({ name: '["a"]', topics: ['b'] })
  })

  it('an empty since is kept: without it, everything would be sent again', () => {
    expect(readArguments(operations.list_changelog, { since: '' }).query).toMatchObject({
      since: '',
    })
  })

  it('that are unknown are a problem with the way out', () => {
    expect(readArguments(operations.list_products, { limti: 3 }).problems).toEqual([
      { path: 'limti', message: expect.stringContaining('did you mean limit?') },
    ])
    expect(readArguments(operations.list_products, { toolz: 'x' }).problems).toEqual([
      { path: 'toolz', message: expect.stringContaining('did you mean tool?') },
    ])
  })

  it('called __proto__ are refused like any other, not dropped', () => {
    for (const operation of [operations.list_products, operations.submit_product]) {
      const given = JSON.parse('{"__proto__": {"limit": 1}}') as Record<string, unknown>
      expect(readArguments(operation, given).problems).toMatchObject([{ path: '__proto__' }])
    }
  })

  it('that are unknown and many are one problem, and short', () => {
    const given = Object.fromEntries(
      Array.from({ length: 4000 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1]),
    )
    const { problems } = readArguments(operations.list_products, given)
    expect(problems).toHaveLength(1)
    expect(JSON.stringify(problems).length).toBeLessThan(500)
  })

  it.each(['dryRun', 'dry-run', 'DRY_RUN', 'idempotencyKey', 'dry_runs'])(
    '%s in a submission is refused: who meant a dry run must not submit',
    (name) => {
      expect(
        readArguments(operations.submit_product, { name: 'A', [name]: true }).problems,
      ).toMatchObject([{ path: name }])
    },
  )

  it('an empty dry_run stays, to be refused', () => {
    expect(readArguments(operations.submit_product, { dry_run: '' }).query).toEqual({
      dry_run: '',
    })
  })

  it('that are unknown in a submission go along, for its answer to say that they were ignored', () => {
    const { body, problems } = readArguments(operations.submit_product, {
      name: 'A',
      submission_tier: 'paid_fast_track',
    })
    expect(problems).toEqual([])
    expect(body).toEqual({ name: 'A', submission_tier: 'paid_fast_track' })
  })
})
