import { describe, expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { fieldsFromQualificationOnward } from '#contract/resources/product.ts'
import { addresses } from '#core/addresses.ts'
import { lightweightSchema } from './lightweight-schema.ts'
import { openapi } from './openapi.ts'

const to = addresses('https://directory.example')
const document = openapi(to)
const text = JSON.stringify(document)

interface Described {
  operationId: string
  responses: Record<string, unknown>
}

describe('the OpenAPI document', () => {
  it('is 3.1.0 of version 1.0.0 with the API root as its only server', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: 'https://directory.example/api/v1' }],
    })
  })

  it.each(Object.values(operations) as Operation[])(
    'states $method $path with every answer and error that the contract declares',
    (operation) => {
      const described = document.paths[operation.path]![operation.method.toLowerCase()] as Described
      const statuses = [
        ...Object.keys(operation.responses),
        ...(operation.cache === 'never' ? [] : ['304']),
        ...operation.errors.map((kind) => String(errors[kind].status)),
      ]
      expect(described.operationId).toBe(operation.id)
      expect(Object.keys(described.responses).sort()).toEqual([...new Set(statuses)].sort())
    },
  )

  it('has the target of every reference, and no definition inside an operation', () => {
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(Object.keys(document.components.schemas)).toContain(name)
    expect(text).not.toContain('$defs')
  })

  it.each(['ProductListItem', 'ProductDetail'])(
    'describes the fields from qualification_type onward in %s and requires none of them',
    (name) => {
      const { properties, required } = document.components.schemas[name] as {
        properties: object
        required: string[]
      }
      expect(Object.keys(properties)).toEqual(
        expect.arrayContaining([...fieldsFromQualificationOnward]),
      )
      expect(
        required.filter((field) =>
          (fieldsFromQualificationOnward as readonly string[]).includes(field),
        ),
      ).toEqual([])
      expect(required).toContain('is_agent_product')
    },
  )
})

it('the lightweight schema names each endpoint by method and path, and how to poll', () => {
  const schema = lightweightSchema(to)
  expect(schema).toMatchObject({
    format: 'reviewed-directory-lightweight-schema/v1',
    version: '1',
    base_url: to.api,
    openapi_url: `${to.api}/openapi`,
    docs_url: to.docs,
    polling: {
      recommended_interval_seconds: 300,
      review_status_template: `${to.api}/products/{slug}?email={email}`,
    },
  })
  expect(Object.keys(schema.endpoints).sort()).toEqual(
    Object.values(operations)
      .map(({ method, path }) => `${method} /api/v1${path}`)
      .sort(),
  )
  expect(schema.endpoints['GET /api/v1/products']).toMatchObject({
    query: { limit: { type: 'integer', minimum: 1, maximum: 48, default: 24, required: false } },
  })
  expect(schema.endpoints['POST /api/v1/submit']).toMatchObject({
    body: { name: { type: 'string', maxLength: 80, required: true } },
  })
})

it('no schema has the name that generators give to the answer or the parameters of an operation', () => {
  const called = Object.keys(operations).flatMap((id) => {
    const name = id.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
    return ['', 'Result', 'Response', 'Responses', 'Params', 'Body', 'Data', 'Error', 'Errors'].map(
      (ending) => name + ending,
    )
  })
  const types = Object.keys(document.components.schemas)
  expect(types.filter((type) => called.includes(type))).toEqual([])
})

it('both documents are answers of described operations, and match their schemas', () => {
  const paths = JSON.parse(text) as { paths: object }
  expect(paths.paths).toHaveProperty(['/schema', 'get', 'operationId'], 'get_schema')
  expect(paths.paths).toHaveProperty(['/openapi', 'get', 'operationId'], 'get_openapi')
  const answers = [
    [operations.get_schema, lightweightSchema(to)],
    [operations.get_openapi, document],
  ] as const
  for (const [{ id, responses }, answer] of answers) {
    // As served: without undefined fields.
    const served = JSON.parse(JSON.stringify(answer)) as object
    expect({ id, parsed: responses[200].schema.parse(served) }).toEqual({ id, parsed: served })
  }
})

it('every operation declares a 503 with Retry-After, static files too', () => {
  for (const operation of Object.values(operations) as Operation[]) {
    const { responses } = document.paths[operation.path]![
      operation.method.toLowerCase()
    ] as Described
    expect(responses['503']).toHaveProperty(['headers', 'Retry-After', 'schema', 'minimum'], 1)
  }
})

it('the lightweight schema gives the type of every field of an answer, two levels down', () => {
  const { endpoints } = lightweightSchema(to)
  expect(endpoints['GET /api/v1/compare']).toMatchObject({
    responses: {
      200: {
        fields: {
          slugs: { type: 'array' },
          // Whole, and with `detail=brief`.
          comparison: {
            anyOf: [
              {
                type: 'object',
                fields: {
                  summary: { type: 'array', items: { type: 'string' } },
                  shared_tools: { items: { fields: { product_count: { type: 'integer' } } } },
                },
              },
              { type: 'object' },
            ],
          },
        },
      },
    },
  })
  const shapes = JSON.stringify(endpoints)
  expect(shapes).not.toContain('$ref')
  // Models read it as a whole. 57,000 characters today; each field of a product takes about 400.
  expect(shapes.length).toBeLessThan(60_000)
})
