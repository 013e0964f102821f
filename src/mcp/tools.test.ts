import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { tools } from './tools.ts'

// `strictRequired` is off: some schemas require fields that they do not describe.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
})
addFormats.default(ajv)
const named = (name: string) => tools.find((tool) => tool.name === name)!

it('the tools are the operations of the contract, in its order', () => {
  const isTool = Object.values<Operation>(operations).filter((one) => one.isTool)
  expect(tools.map(({ name }) => name)).toEqual(isTool.map(({ id }) => id))
})

it('only submitting is no reading', () => {
  expect(
    tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name),
  ).toEqual(['submit_product'])
})

describe.each(tools.map((tool) => [tool.name, tool] as const))(
  'the tool %s',
  (_, { inputSchema, outputSchema, description, title }) => {
    it('takes an object of described arguments and no others', () => {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      for (const [name, field] of Object.entries(
        inputSchema['properties'] as Record<string, { description?: string }>,
      ))
        expect(`${name}: ${field.description ?? ''}`.length).toBeGreaterThan(name.length + 10)
      expect(() => ajv.compile(inputSchema)).not.toThrow()
    })

    it('says when to use it and what it answers, failures included', () => {
      expect(title.length).toBeGreaterThan(5)
      expect(description.length).toBeGreaterThan(80)
      const isAnswer = ajv.compile(outputSchema)
      expect(isAnswer({ error_code: 'VALIDATION_ERROR', message: 'No.' })).toBe(true)
      expect(isAnswer({ error_code: 'RATE_LIMITED', message: 'No.', retry_after_seconds: 3 })).toBe(
        true,
      )
      expect(isAnswer({ error_code: 'OOPS', message: 'No.' })).toBe(false)
      expect(isAnswer({})).toBe(false)
    })
  },
)

it('the arguments are named as in REST, with switches as booleans', () => {
  const names = (tool: string) => Object.keys(named(tool).inputSchema['properties'] as object)
  expect(names('get_product')).toEqual(['slug', 'email'])
  expect(names('list_products')).toEqual([
    'task',
    'offset',
    'limit',
    'sort',
    'category',
    'audience',
    'tool',
    'topic',
    'is_agent',
    'use_case',
    'kind',
    'claim',
    'proof',
    'interface',
    'support',
    'tools',
    'any_tools',
    'licence',
    'hosting',
    'lifecycle',
    'activity',
    'works_with',
    'not_tools',
    'detail',
  ])
  expect(names('submit_product')).toEqual(
    expect.arrayContaining([
      'name',
      'url',
      'description',
      'email',
      'tool_slugs',
      'dry_run',
      'idempotency_key',
    ]),
  )
  // Hosts refuse `anyOf` in an input schema, so the rule that joins three fields stands in words.
  expect(named('submit_product').inputSchema['properties']).toMatchObject({
    tool_slugs: { description: expect.stringMatching(/At least one .*tool_ids.*custom_tools/) },
  })
  expect(named('submit_product').inputSchema['required']).toEqual([
    'name',
    'url',
    'description',
    'email',
  ])
  expect(named('list_products').inputSchema['properties']).toMatchObject({
    is_agent: { type: 'boolean' },
  })
  expect(named('submit_product').inputSchema['properties']).toMatchObject({
    dry_run: { type: 'boolean' },
  })
})

it('everything that a client loads first is at most 24,000 characters', () => {
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(24_000)
})
