import { hash } from 'node:crypto'
import type { LimitState } from '#contract/limits.ts'
import type { Answer, CachePolicy, Input, Operation } from '#contract/operation.ts'
import type { ExtraCheck } from './parse-input.ts'
import type { Service } from './service.ts'

/** Metadata of an answer. REST, MCP and pages each show it in their own form, such as headers. */
interface Facts {
  /** Replaces the cache policy of the operation: answers for an e-mail address are private. */
  cache?: CachePolicy | undefined
  /** `snapshot` if the catalogue answered without recent changes (Decisions, Degraded). */
  servedFrom?: 'snapshot' | undefined
  /** Whether this is the stored answer to a repeated Idempotency-Key. */
  isReplay?: boolean | undefined
}

/**
 * An answer whose JSON the catalogue stores. The schema checked the JSON when it was written, so it
 * is not parsed and checked again; a test parses all stored JSON.
 */
interface TrustedBytes {
  status: 200
  /** The JSON as a string, or as bytes in UTF-8. */
  json: string | Uint8Array<ArrayBuffer>
  /** A tag for caches, which changes whenever the JSON does. */
  tag: string
}

/** Where a call comes from. */
export interface Caller {
  /** The name of the handler in log lines. It has no query, which may contain an e-mail address. */
  handler: string
  address: string
  /** False if a person sent a form of the site. */
  isAgent: boolean
}

/** Answers one operation. `unknownFields` are the fields of the body that it ignores, by name. */
export type Handler<O extends Operation, S = Service> = (
  call: Input<O> & Omit<Caller, 'handler'> & { unknownFields: readonly string[] },
  service: S,
) => Promise<Facts & (Answer<O> | TrustedBytes)> | (Facts & (Answer<O> | TrustedBytes))

/** An operation with the code that answers it, and with checks that its schemas cannot make. */
export interface Handling<O extends Operation = Operation, S = Service> {
  operation: O
  answer: Handler<O, S>
  extraCheck?: ExtraCheck | undefined
}

/** Combines an operation of the contract with its code. */
export function handling<O extends Operation, S = Service>(
  operation: O,
  answer: Handler<O, S>,
  extraCheck?: ExtraCheck,
): Handling<O, S> {
  return { operation, answer, extraCheck }
}

/** The result of `invoke`: a value that the schema has checked, or JSON of the catalogue. */
export interface Reply<B = unknown> extends Facts {
  status: number
  cache: CachePolicy
  /** The rate limit that counted the call, if any. */
  limit?: LimitState | undefined
  content: { value: B } | Pick<TrustedBytes, 'json' | 'tag'>
}

/** The content of a reply as a value, for MCP and pages. */
export function valueOf<B>({ content }: Reply<B>): B {
  if ('value' in content) return content.value
  const { json } = content
  // The cast is safe: the JSON was written by the schema whose output type is B.
  return JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString()) as B
}

/** A tag for caches, which changes whenever one of the parts does. */
export function tagOf(...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 27)
}
