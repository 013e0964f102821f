import { fieldLabel } from '#present/submission-form.ts'
import type { Db } from '#db/connect.ts'
import { readWhole } from '#db/decisions.ts'
import { type OpenProposal, listOpenProposals } from '#db/proposals.ts'
import { type Correction, changesOf } from '#editorial/correct.ts'
import type { Command } from './arguments.ts'
import { age, onOneLine } from './terminal-text.ts'

export const proposals: Command = {
  about: 'the changes that owners of public listings ask for, the oldest first',
  options: [],
  run: async ({ backend, now, print }) => {
    const open = await listOpenProposals(backend.db)
    const told = await Promise.all(open.map((proposal) => asItStands(backend.db, proposal)))
    const lines = told.flatMap(({ slug, name, created_at, changes }) => [
      `${slug}  ${onOneLine(name)}, ${age(created_at, now())} old`,
      ...changes.flatMap(({ field, from, to }) => [
        `  ${fieldLabel(field)} (${field})`,
        `    - ${onOneLine(JSON.stringify(from))}`,
        `    + ${onOneLine(JSON.stringify(to))}`,
      ]),
    ])
    print({ proposals: told }, lines.length > 0 ? lines.join('\n') : 'No proposal waits.')
    return 0
  },
}

/** A proposal as it would change what stands there now, which may be what the owner wants already. */
async function asItStands(
  db: Db,
  { product_id, slug, name, changes, created_at }: OpenProposal,
): Promise<{ slug: string; name: string; created_at: Date; changes: Correction[] }> {
  const before = await readWhole(db, product_id)
  return { slug, name, created_at, changes: changesOf(before, changes) }
}

/** The proposal of one listing that waits, if there is one. */
export async function findProposal(db: Db, slug: string) {
  const open = (await listOpenProposals(db)).find((proposal) => proposal.slug === slug)
  return open && asItStands(db, open)
}
