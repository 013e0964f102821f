import type { z } from 'zod'
import type { ErrorKind } from './errors.ts'
import type { LimitBucket } from './limits.ts'

/**
 * How an answer may be cached. `no-store` also goes to every error and every answer that depends on
 * an e-mail.
 */
export const cachePolicies = {
  /** Spec, GET /tools: "Cached with 5 minute revalidation." */
  revalidated: 'public, max-age=300, must-revalidate',
  /**
   * Spec, GET /lookup: "Cached at the edge for 5 minutes." A deployment empties the edge, so an
   * approval shows at once.
   */
  edge: 'public, max-age=0, s-maxage=300',
  /** Decision, Reads: dynamic answers are checked again each time, by their ETag. */
  dynamic: 'public, max-age=0, must-revalidate',
  never: 'no-store',
} as const satisfies Record<string, string>

/** What every operation that a function answers may fail with. */
export const commonErrors = [
  'method_not_allowed',
  'rate_limited',
  'internal',
  'restricted',
  'unavailable',
] as const satisfies readonly ErrorKind[]

export type CachePolicy = keyof typeof cachePolicies
type Method = 'GET' | 'POST' | 'PUT'

/**
 * One thing that the API does. Routes, validation, documents, MCP tools and the tests' checks are
 * read off this value.
 */
export interface Operation {
  /** A verb phrase, the name of the MCP tool too. */
  id: string
  method: Method
  /** Relative to the API root; parameters in braces. */
  path: `/${string}`
  summary: string
  description: string
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  body?: z.ZodType
  /** How long its body may be, where that is more than any other's. */
  bodyBytes?: number
  /** Whether it changes nothing although it has a body: a question too long for an address. */
  isQuestion?: true
  /**
   * Status → body. The answer is parsed with it, so nothing undeclared leaves. `brief` is its part
   * that `detail=brief` leaves, for an operation whose handler gives it whole.
   */
  responses: Record<number, { description: string; schema: z.ZodType; brief?: z.ZodType }>
  errors: readonly ErrorKind[]
  cache: CachePolicy
  /** Which rate limit counts a call. A file has none. */
  bucket: LimitBucket
  /** Whether it is a tool of the MCP server, too. */
  isTool: boolean
  /** What the tool takes where REST has no query: its answer there is a file. */
  toolQuery?: z.ZodObject
  /** How many entries the tool returns when nobody says. Decision, MCP: fewer than REST. */
  toolLimit?: number
  /**
   * What a model that has the tool needs beyond the description: when to use it, and what to do
   * next.
   */
  guidance?: string
  /**
   * Decision, Revision: "the contract's endpoints stay without credentials"; what is the owner's
   * alone asks for the token of a manage link, as `Authorization: Bearer <token>`.
   */
  credentials?: 'manage_token'
  /** Whether REST answers it by a file of the build, without a function. */
  isStatic: boolean
  /**
   * Whether the last build answers when the database is away. Decision, Degraded: such an answer
   * carries `X-Served-From: snapshot`.
   */
  hasSnapshot?: true
  /**
   * One request that succeeds on the starter listings. Documents show it with its answer, which
   * src/exports/examples records.
   */
  example: { params?: Values; query?: Values; body?: Record<string, unknown> }
}

type Values = Record<string, string | number>

/** Keeps the exact types of an operation, for its handler, and holds its example to its schemas. */
export function operation<const O extends Operation>(value: O & { example: Example<O> }): O {
  return value
}

type Example<O extends Operation> = {
  [P in 'params' | 'query' | 'body']?: O[P] extends z.ZodType ? z.input<O[P]> : never
}

type Part<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a handler receives: every part parsed. */
export interface Input<O extends Operation> {
  params: Part<O['params']>
  query: Part<O extends { toolQuery: infer Q } ? Q : O['query']>
  headers: Part<O['headers']>
  body: Part<O['body']>
}

/** What a client receives: the body of any declared status, parsed. */
export type Output<O extends Operation> = {
  [S in keyof O['responses'] & number]: z.output<O['responses'][S]['schema']>
}[keyof O['responses'] & number]

/**
 * What a handler may answer: a declared status with its body, before the output schema strips it.
 */
export type Answer<O extends Operation> = {
  [S in keyof O['responses'] & number]: { status: S; body: z.input<O['responses'][S]['schema']> }
}[keyof O['responses'] & number]
