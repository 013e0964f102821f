import * as fc from 'fast-check'
import type { ApiDocument } from '../../src/testing/described.ts'
import { describedBy } from '../../src/testing/described.ts'
import { freshAddress, request } from '../../src/testing/service.ts'
import { type MadeUp, madeUpRequests } from './made-up-requests.ts'

export interface Fuzzed {
  /** How often each operation answered with each status. */
  answered: Record<string, Record<string, number>>
  /** Answers that the document does not describe, and all of 500 and above. */
  wrong: { request: MadeUp; status: number; problems: string[] }[]
}

/**
 * Sends made-up requests to every operation of a service and holds each answer against the document
 * that it serves. The same seed makes the same requests.
 */
export async function fuzz(
  api: string,
  { requests, seed }: { requests: number; seed: number },
): Promise<Fuzzed> {
  const document = (await request(`${api}/openapi`)).json() as ApiDocument
  const problemsOf = describedBy(document)
  const fuzzed: Fuzzed = { answered: {}, wrong: [] }
  // Made as they are sent: so many bodies at once would be the heap of this process.
  const made = fc.sample(fc.infiniteStream(fc.noBias(madeUpRequests(document))), {
    seed,
    numRuns: 1,
  })[0]!
  let sent = 0
  const sendAll = async () => {
    while (sent < requests) {
      sent++
      const next = made.next().value as MadeUp
      const answer = await request(`${api}${next.path}`, { ...next, from: freshAddress() })
      const counts = (fuzzed.answered[`${next.method} ${next.operation}`] ??= {})
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
      const problems = problemsOf(next.method, next.operation, answer)
      if (answer.status >= 500) problems.push(`it is a ${answer.status}`)
      if (problems.length > 0) fuzzed.wrong.push({ request: next, status: answer.status, problems })
    }
  }
  await Promise.all(Array.from({ length: 8 }, sendAll))
  return fuzzed
}
