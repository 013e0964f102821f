import { hash } from 'node:crypto'
import type { LimitState } from '#contract/limits.ts'
import type { Answer, CachePolicy, Input, Operation } from '#contract/operation.ts'
import type { ExtraCheck } from './parse-input.ts'
import type { Service } from './service.ts'

/** Metadata of an answer; each handler has its own form for it, such as HTTP headers. */
interface Facts {
  /** Replaces the operation's policy: an answer to a request with an e-mail is private. */
  cache?: CachePolicy | undefined
  /** Decision 33, Degraded: the catalogue answered without knowing recent changes. */
  servedFrom?: 'snapshot' | undefined
  /** The stored answer to a repeated Idempotency-Key. */
  isReplay?: boolean | undefined
}

/**
 * An answer made of JSON that the catalogue stores. The schema checked it when it was written, so it
 * is not parsed again; a test parses all of it.
 */
interface TrustedBytes {
  status: 200
  /** Text or UTF-8. */
  json: string | Uint8Array<ArrayBuffer>
  /** Changes whenever the JSON does. */
  tag: string
}

/** The origin of a call. */
export interface Caller {
  /** The handler's name in the log, without the query, which may contain an e-mail. */
  handler: string
  address: string
  /** False for a person at a form of the site. */
  isAgent: boolean
}

/** Answers one operation. `unknownFields` are names in the body that the operation does not have. */
export type Handler<O extends Operation> = (
  call: Input<O> & Caller & { unknownFields: readonly string[] },
  service: Service,
) => Promise<Facts & (Answer<O> | TrustedBytes)> | (Facts & (Answer<O> | TrustedBytes))

/** An operation with the code that answers it. */
export interface Handling<O extends Operation = Operation> {
  operation: O
  answer: Handler<O>
  extraCheck?: ExtraCheck | undefined
}

/** Joins an operation of the contract to its code. */
export function handling<O extends Operation>(
  operation: O,
  answer: Handler<O>,
  extraCheck?: ExtraCheck,
): Handling<O> {
  return { operation, answer, extraCheck }
}

/** The result of `invoke`: a checked body, or trusted bytes. */
export interface Reply<B = unknown> extends Facts {
  status: number
  cache: CachePolicy
  /** The rate limit that counted the call, if any. */
  limit?: LimitState | undefined
  content: { value: B } | Pick<TrustedBytes, 'json' | 'tag'>
}

/** The answer as a value, for MCP and pages. */
export function valueOf<B>({ content }: Reply<B>): B {
  if ('value' in content) return content.value
  const { json } = content
  // The bytes were written by the schema that B is the output of.
  return JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString()) as B
}

/** A tag that changes whenever one of the parts does. */
export function tagOf(...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 27)
}
