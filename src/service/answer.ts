import { hash } from 'node:crypto'
import type { LimitState } from '#contract/limits.ts'
import type { Answer, CachePolicy, Input, Operation } from '#contract/operation.ts'
import type { ExtraCheck } from './parse-input.ts'
import type { Service } from './service.ts'

/** What every answer may say of itself. How a handler tells it is the handler's matter. */
interface Facts {
  /** Where the operation does not decide it: an answer to a request with an e-mail is private. */
  cache?: CachePolicy | undefined
  /** Decision, Degraded: the catalogue answered for the database, or without knowing what is new. */
  servedFrom?: 'snapshot' | undefined
  /** The first answer to this Idempotency-Key, again. */
  isReplay?: boolean | undefined
}

/**
 * An answer that stands in the catalogue as the very JSON that a client gets. It was checked when it
 * was written, so nobody parses it again on the way out; a test parses all of it.
 */
interface TrustedBytes {
  status: 200
  /** As text, or as UTF-8 where it stands so already. */
  json: string | Uint8Array<ArrayBuffer>
  /** Changes whenever the JSON does. */
  tag: string
}

/** Who calls. */
export interface Caller {
  /** How a log names the handler. No query: it may hold an e-mail. */
  handler: string
  address: string
  /** False where a person sits in front of a form of the site. */
  isAgent: boolean
}

/** What was sent and is not part of the input. */
interface Unread {
  /** The fields of the body that the operation does not have. */
  unknownFields: readonly string[]
}

/** Answers one operation from what its handler parsed. */
export type Handler<O extends Operation> = (
  call: Input<O> & Caller & Unread,
  service: Service,
) => Promise<Facts & (Answer<O> | TrustedBytes)> | (Facts & (Answer<O> | TrustedBytes))

/** An operation with the code that answers it. */
export interface Handling<O extends Operation = Operation> {
  operation: O
  answer: Handler<O>
  extraCheck?: ExtraCheck | undefined
}

/** Joins an operation of the contract to what answers it. */
export function handling<O extends Operation>(
  operation: O,
  answer: Handler<O>,
  extraCheck?: ExtraCheck,
): Handling<O> {
  return { operation, answer, extraCheck }
}

/** What a handler receives: a checked body, or trusted bytes. */
export interface Reply<B = unknown> extends Facts {
  status: number
  cache: CachePolicy
  /** The rate limit that counted the call, where one did. */
  limit?: LimitState | undefined
  content: { value: B } | Pick<TrustedBytes, 'json' | 'tag'>
}

/** The answer as a value, for doors that read it: MCP and pages. */
export function valueOf<B>({ content }: Reply<B>): B {
  if ('value' in content) return content.value
  const { json } = content
  // The bytes were written by the schema that B is the output of.
  return JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString()) as B
}

/** The tag of an answer that is made of parts which have tags. */
export function tagOf(...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 27)
}
