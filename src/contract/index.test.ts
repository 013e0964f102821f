import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errors } from './errors.ts'
import { operations } from './index.ts'
import { type JsonSchema, jsonSchema, resolved } from './json-schema.ts'
import type { Operation } from './operation.ts'

const all = Object.entries<Operation>(operations).map(([key, operation]) => ({ ...operation, key }))

const verbs = [
  'update',
  'browse',
  'check',
  'claim',
  'compare',
  'detect',
  'get',
  'list',
  'lookup',
  'prove',
  'recommend',
  'report',
  'search',
  'submit',
]

/**
 * Every field in a JSON schema that has no description: neither its own nor that of the named type
 * it refers to.
 */
function undescribed(schema: JsonSchema): string[] {
  const missing: string[] = []
  JSON.stringify(schema, (_, node: JsonSchema | null) => {
    for (const [name, field] of Object.entries((node?.properties ?? {}) as Fields))
      if (!field.description && !resolved(schema, field).description) missing.push(name)
    return node
  })
  return missing
}
type Fields = Record<string, JsonSchema>

describe('the operations', () => {
  it.each(all)('$id is filed under its own id', ({ id, key }) => {
    expect(key).toBe(id)
  })

  it.each(all)('$id is a verb phrase in lower case', ({ id }) => {
    expect(id).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(verbs).toContain(id.split('_')[0])
  })

  it('have ids of their own', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it('have addresses of their own: no method and path twice, whatever the parameter is called', () => {
    const addresses = all.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(all)('$id declares every parameter of its path, and no other', ({ path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {})).toEqual(inPath)
  })

  it.each(all)('$id has a summary and a description in sentences', ({ summary, description }) => {
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    expect(description).toMatch(/^[A-Z].*\.$/)
  })

  it.each(all)('$id has a body exactly when it writes', ({ id, method, body }) => {
    // The address of a check says all that there is to say.
    expect(body !== undefined).toBe(method !== 'GET' && id !== 'check_claim')
  })

  it.each(all)('$id answers with success in every status it declares', ({ responses }) => {
    const statuses = Object.keys(responses).map(Number)
    expect(statuses.length).toBeGreaterThan(0)
    for (const status of statuses) expect([200, 201, 202]).toContain(status)
  })

  it.each(all)(
    '$id declares the errors that any operation can have, each once and from the table',
    ({ errors: kinds }) => {
      expect(kinds).toEqual(expect.arrayContaining(['method_not_allowed', 'internal']))
      expect(new Set(kinds).size).toBe(kinds.length)
      for (const kind of kinds) expect(errors).toHaveProperty(kind)
    },
  )

  it.each(all)('$id describes every field it takes', ({ params, query, headers, body }) => {
    const missing = [params, query, headers, body].flatMap((schema) =>
      schema ? undescribed(jsonSchema(schema, 'input')) : [],
    )
    expect(missing).toEqual([])
  })

  it.each(all)('$id describes every field it answers with, and every answer', ({ responses }) => {
    for (const { description, schema } of Object.values(responses)) {
      expect(description).not.toBe('')
      expect(undescribed(jsonSchema(schema, 'output'))).toEqual([])
    }
  })

  it('finds a field without a description when there is one', () => {
    const Named = z
      .object({ bare: z.string() })
      .meta({ id: 'NamedForThisTest', description: 'A named type.' })
    const schema = z.object({
      named: Named,
      list: z.array(z.object({ also: z.string() })).describe('A list.'),
    })
    expect(undescribed(z.toJSONSchema(schema)).sort()).toEqual(['also', 'bare'])
  })
})

describe('the promised bounds', () => {
  it.each([
    { operation: 'list_products', part: 'limit', minimum: 1, maximum: 48, default: 24 },
    { operation: 'list_products', part: 'offset', minimum: 0, default: 0 },
    { operation: 'list_products', part: 'sort', enum: ['newest', 'popular'], default: 'newest' },
    { operation: 'list_products', part: 'task', default: 'all' },
    {
      operation: 'list_products',
      part: 'audience',
      enum: ['for-developers', 'for-founders', 'b2b', 'consumer', 'all'],
    },
    { operation: 'list_products', part: 'is_agent', const: 'true' },
  ])('$operation states those of $part', ({ operation, part, ...bounds }) => {
    const { query } = all.find(({ id }) => id === operation)!
    expect(z.toJSONSchema(query!, { io: 'input' }).properties?.[part]).toMatchObject(bounds)
  })
})
