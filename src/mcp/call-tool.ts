import { fifoCache } from '#core/fifo-cache.ts'
import { operations } from '#contract/index.ts'
import type { LimitState } from '#contract/limits.ts'
import { attempt } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { readArguments } from './arguments.ts'
import { failureJson, resultJson } from './tool-result.ts'
import type { ToolId } from './tools.ts'

/** The number of cached results, of about 10 kB each. */
const mostKept = 500

/**
 * Calls a tool and returns a `ToolResult` as JSON in UTF-8. `onCounted` receives the state of the
 * rate limit that counted the call.
 */
export type ToolCaller = (
  id: ToolId,
  given: Record<string, unknown>,
  address: string,
  onCounted?: (limit: LimitState | undefined) => void,
) => Promise<Buffer<ArrayBuffer>>

/**
 * Runs the operation of a tool with the checks and limits of its REST endpoint. If an answer has a
 * tag, its result is cached by the tag: to parse the answer's JSON takes longer than to find it.
 */
export function toolCaller(service: Service): ToolCaller {
  const kept = fifoCache<string, Buffer<ArrayBuffer>>(mostKept)
  return async (id, given, address, onCounted = () => {}) => {
    const read = () => readArguments(operations[id], given)
    const call = { handler: `MCP tool ${id}`, address, isAgent: true, read }
    const outcome = await attempt(id, call, service)
    onCounted((outcome.reply ?? outcome.error).limit)
    if (outcome.error) return Buffer.from(failureJson(outcome.error))
    const { content, cache, servedFrom } = outcome.reply
    // Decisions, Degraded: answers from an older catalogue say so. REST has a header for it
    // (`X-Served-From`), a tool's result has this sentence.
    const note = servedFrom ? 'The database is away: this is as of the last build.\n' : ''
    const context = { given, to: service.urls, catalog: await service.catalog.current() }
    const make = () => Buffer.from(resultJson(operations[id], outcome.value, note, context))
    // Private answers, which contain e-mail addresses, are not cached.
    return 'tag' in content && cache !== 'never'
      ? kept([id, JSON.stringify(given), note, content.tag].join('\n'), make)
      : make()
  }
}
