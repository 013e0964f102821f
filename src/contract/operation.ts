import { z } from 'zod'
import type { ErrorKind } from './errors.ts'
import type { LimitBucket } from './limits.ts'

/** Values of Cache-Control. Errors, and answers that depend on an e-mail, are always `no-store`. */
export const cachePolicies = {
  /** Spec, GET /tools: "Cached with 5 minute revalidation." */
  revalidated: 'public, max-age=300, must-revalidate',
  /** Spec, GET /lookup: "Cached at the edge for 5 minutes." A deployment empties this cache. */
  edge: 'public, max-age=0, s-maxage=300',
  /** Decisions, Caching: kept at the edge for two seconds, so that a decision is seen in five. */
  dynamic: 'public, max-age=0, s-maxage=2, must-revalidate',
  never: 'no-store',
} as const satisfies Record<string, string>

/** Errors that every operation with a JSON body may return. */
export const bodyErrors = [
  'body_too_large',
  'unsupported_media_type',
  'unsupported_encoding',
] as const satisfies readonly ErrorKind[]

/** Errors that every operation may return, unless its answer is a file of the build. */
export const commonErrors = [
  'method_not_allowed',
  'rate_limited',
  'internal',
  'restricted',
  'unavailable',
] as const satisfies readonly ErrorKind[]

/** What operations have in common that read the catalogue, and are tools of the MCP server. */
export const catalogueRead = {
  method: 'GET',
  cache: 'dynamic',
  bucket: 'catalogue_reads',
  isTool: true,
} as const

/** What operations have in common that a file of the build answers. */
export const fileAnswer = {
  method: 'GET',
  errors: ['method_not_allowed', 'internal', 'unavailable'],
  cache: 'revalidated',
  bucket: 'catalogue_reads',
  isStatic: true,
  example: {},
} as const

export type CachePolicy = keyof typeof cachePolicies
type Method = 'GET' | 'POST' | 'PUT'

/** An operation of the API. Routes, validation, documents, MCP tools and tests derive from it. */
export interface Operation {
  /** A verb phrase such as `list_tools`; also the name of the MCP tool. */
  id: string
  method: Method
  /** The path below the API root, with parameters in braces. */
  path: `/${string}`
  summary: string
  description: string
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  body?: z.ZodType
  /** The most bytes of the body, if more are allowed than for other operations. */
  bodyBytes?: number
  /** A sentence about the way out if the body is larger. */
  tooLargeHint?: string
  /** Set for a POST that only reads: its input is too long for a query string. */
  isQuestion?: true
  /**
   * Responses by HTTP status. Answers are parsed with `schema`, so that undeclared fields are
   * dropped. An operation with `detail` also has the two forms of the answer: `brief`, which may
   * cut down what the handler returns, and `full`.
   */
  responses: Record<
    number,
    { description: string; schema: z.ZodType; brief?: z.ZodType; full?: z.ZodType }
  >
  errors: readonly ErrorKind[]
  cache: CachePolicy
  /** The rate limit that counts calls of the operation. */
  bucket: LimitBucket
  /** Whether the operation is also a tool of the MCP server. */
  isTool?: true
  /**
   * The arguments of the MCP tool, if `query` has none of them because REST answers with a file.
   */
  toolQuery?: z.ZodObject
  /** The default `limit` of the MCP tool. Decisions, MCP: fewer than REST. */
  toolLimit?: number
  /** Added to the description of the MCP tool, for models: when to use it, and what to do next. */
  guidance?: string
  /**
   * Requires `Authorization: Bearer <token>` with the token of a manage link. Decisions,
   * Manage link.
   */
  credentials?: 'manage_token'
  /** Whether REST answers with a file of the build, without running a function. */
  isStatic?: true
  /**
   * Whether it is answered from the last build while the database is unreachable. Decisions,
   * Degraded.
   */
  hasSnapshot?: true
  /**
   * A request that succeeds with the initial listings of content/; src/exports/examples.json records
   * its answer.
   */
  example: { params?: Values; query?: Values; body?: Record<string, unknown> }
}

type Values = Record<string, string | number>

/** Returns an operation unchanged: keeps its exact types, and checks the types of its example. */
export function operation<const O extends Operation>(value: O & { example: Example<O> }): O {
  return value
}

/** A response whose body is an object. */
export function response<const S extends z.core.$ZodLooseShape>(description: string, shape: S) {
  return { description, schema: z.object(shape) }
}

type Example<O extends Operation> = {
  [P in 'params' | 'query' | 'body']?: O[P] extends z.ZodType ? z.input<O[P]> : never
}

type Part<S> = S extends z.ZodType ? z.output<S> : undefined

/** The parsed request that a handler receives. */
export interface Input<O extends Operation> {
  params: Part<O['params']>
  query: Part<O extends { toolQuery: infer Q } ? Q : O['query']>
  headers: Part<O['headers']>
  body: Part<O['body']>
}

/** The parsed body that a client receives, with any of the declared statuses. */
export type Output<O extends Operation> = {
  [S in keyof O['responses'] & number]: z.output<O['responses'][S]['schema']>
}[keyof O['responses'] & number]

/** The answer of a handler: a declared status and its body, before `schema` parses the body. */
export type Answer<O extends Operation> = {
  [S in keyof O['responses'] & number]: { status: S; body: z.input<O['responses'][S]['schema']> }
}[keyof O['responses'] & number]
