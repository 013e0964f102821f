import type { ListingForReview } from '../../src/db/review-queue.ts'
import type { Session } from './session.ts'

/** What is found out about a listing beside what its owner says: a label, and lines of text. */
export type Findings = Readonly<Record<string, readonly string[]>>

/**
 * Who finds what. Each is asked when a listing is shown; one that fails says so in its place and
 * holds up nothing.
 */
type Finder = (
  session: Pick<Session, 'door' | 'now'>,
  listing: ListingForReview,
) => Promise<string[]>

const finders: Readonly<Record<string, Finder>> = {}

/** Asks all of them at once. */
export async function findOut(
  session: Pick<Session, 'door' | 'now'>,
  listing: ListingForReview,
  asked: Readonly<Record<string, Finder>> = finders,
): Promise<Findings> {
  const found = Object.entries(asked).map(async ([label, finder]) => {
    const lines = await finder(session, listing).catch((error: unknown) => [
      `not known: ${error instanceof Error ? error.message : String(error)}`,
    ])
    return [label, lines] as const
  })
  return Object.fromEntries((await Promise.all(found)).filter(([, lines]) => lines.length > 0))
}
