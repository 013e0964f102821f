// The registry below /ard, by the specification of agentic resource discovery (ARD) v0.9: what
// agents can connect to, as entries with our facts. Its operations are none of the API: other
// registries and finders know their shape.
import { z } from 'zod'
import { limits } from './limits.ts'
import { type Operation, bodyErrors, commonErrors, operation, response } from './operation.ts'
import { text } from './resources/fields.ts'

const { ard } = limits

/** An entry, as manifests and answers have it. It has either a `url` or `data`. */
export const ArdEntry = z.object({
  identifier: z.string(),
  displayName: z.string(),
  type: z.string(),
  url: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  capabilities: z.array(z.string()).optional(),
  representativeQueries: z.array(z.string()).optional(),
  version: z.string().optional(),
  updatedAt: z.string().optional(),
  metadata: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type ArdEntry = z.infer<typeof ArdEntry>

/** The first parts of the paths that filters and facets may name. */
const named = new Set<string>(['publisher', ...Object.keys(ArdEntry.shape)])
const Field = text(ard.value).refine((path) => named.has(path.split('.', 1)[0]!), {
  error: `names no field of an entry: it begins with ${[...named].join(', ')}`,
})
const Value = text(ard.value)
const ArdQuery = z.object({
  text: text(limits.recommend.task).optional(),
  filter: z
    .record(Field, z.union([Value, z.array(Value).max(ard.values)]))
    .refine((filter) => Object.keys(filter).length <= ard.fields, {
      error: `has more than ${ard.fields} fields`,
    })
    .default({}),
})
export type ArdQuery = z.infer<typeof ArdQuery>

const pages = (usual: number) => ({
  pageSize: z.int().min(1).max(ard.page).default(usual),
  pageToken: z
    .string()
    .regex(/^\d{1,6}$/, { error: 'is not the pageToken of an answer' })
    .default('0'),
})

const common = {
  description: 'A part of the registry.',
  errors: ['invalid_request', ...bodyErrors, ...commonErrors],
  bucket: 'search_reads',
} as const satisfies Partial<Operation>

export const searchArd = operation({
  ...common,
  id: 'ard_search',
  method: 'POST',
  path: '/search',
  summary: 'Search what agents can connect to',
  body: z.object({
    query: ArdQuery.required({ text: true }),
    federation: z.enum(['auto', 'referrals', 'none']).default('auto'),
    ...pages(10),
  }),
  isQuestion: true,
  cache: 'never',
  responses: {
    200: response('The entries, best first. The score is relevance, and says nothing of trust.', {
      results: z.array(ArdEntry.extend({ score: z.int().min(0).max(100), source: z.string() })),
      referrals: z.array(ArdEntry).optional(),
      pageToken: z.string().optional(),
    }),
  },
  example: { body: { query: { text: 'browser automation' } } },
})

export const exploreArd = operation({
  ...common,
  id: 'ard_explore',
  method: 'POST',
  path: '/explore',
  summary: 'Count what agents can connect to',
  body: z.object({
    query: ArdQuery.default({ filter: {} }),
    resultType: z.object({
      facets: z
        .array(
          z.object({
            field: Field,
            limit: z.int().min(1).max(ard.page).default(20),
            minCount: z.int().min(1).default(1),
          }),
        )
        .max(ard.fields),
    }),
  }),
  isQuestion: true,
  cache: 'never',
  responses: {
    200: response('The values of each field, the most frequent first.', {
      resultType: z.literal('facets'),
      facets: z.record(
        z.string(),
        z.object({
          buckets: z.array(z.object({ value: z.string(), count: z.int() })),
          otherCount: z.int(),
        }),
      ),
    }),
  },
  example: { body: { resultType: { facets: [{ field: 'type' }] } } },
})

export const listArd = operation({
  ...common,
  id: 'ard_agents',
  method: 'GET',
  path: '/agents',
  summary: 'List what agents can connect to',
  query: z.object({
    ...pages(20),
    orderBy: z.enum(['displayName', 'updatedAt DESC']).default('displayName'),
    filter: z
      .never({ error: 'is not supported here; send it as an object to POST /ard/search' })
      .optional(),
  }),
  cache: 'dynamic',
  responses: {
    200: response('A page of the entries.', {
      items: z.array(ArdEntry),
      total: z.int(),
      pageToken: z.string().optional(),
    }),
  },
  example: { query: { pageSize: 2 } },
})
