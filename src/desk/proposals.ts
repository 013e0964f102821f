import { fieldLabel } from '#present/review/submission-form.ts'
import type { Db } from '#db/connection/connect.ts'
import { readWhole } from '#db/queries/decisions.ts'
import { type OpenProposal, listOpenProposals } from '#db/queries/proposals.ts'
import { type Correction, changesOf } from '#editorial/correct.ts'
import type { Command } from './session.ts'
import { done } from './tell.ts'
import { age, linesOf, onOneLine } from '#authoring/terminal-text.ts'

export const proposals: Command = {
  about: 'the changes that owners of public listings ask for, the oldest first',
  run: async (session) => {
    const { backend, now } = session
    const open = await listOpenProposals(backend.db)
    const compared = await Promise.all(open.map((proposal) => compare(backend.db, proposal)))
    const lines = compared.flatMap(({ slug, name, created_at, changes, message }) => [
      `${slug}  ${onOneLine(name)}, ${age(created_at, now())} old`,
      ...changes.flatMap((change) => [
        `  ${fieldLabel(change.field)} (${change.field})`,
        ...changedValues(change).map((line) => `    ${line}`),
      ]),
      ...linesOf(message ?? '').map((line) => `  its owner says: ${onOneLine(line)}`),
    ])
    return done(session, { proposals: compared }, lines.join('\n') || 'No proposal waits.')
  },
}

/** The old and the new value of a field, a line for each. */
export const changedValues = ({ from, to }: Correction) => [
  `- ${onOneLine(JSON.stringify(from))}`,
  `+ ${onOneLine(JSON.stringify(to))}`,
]

/** A proposal compared with the current values of its listing, which may have changed meanwhile. */
async function compare(db: Db, { product_id, changes, ...proposal }: OpenProposal) {
  return { ...proposal, changes: changesOf(await readWhole(db, product_id), changes) }
}

/** The open proposal of a listing, if any. */
export async function findProposal(db: Db, slug: string) {
  const open = (await listOpenProposals(db)).find((proposal) => proposal.slug === slug)
  return open && compare(db, open)
}
