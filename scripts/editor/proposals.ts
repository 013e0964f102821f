import { fieldLabel } from '../../src/core/submission-form.ts'
import { readWhole } from '../../src/db/decisions.ts'
import { listOpenProposals } from '../../src/db/proposals.ts'
import { changesOf } from '../../src/editorial/correct.ts'
import type { Command } from './arguments.ts'
import { age, onOneLine } from './terminal-text.ts'

export const proposals: Command = {
  about: 'the changes that owners of public listings ask for, the oldest first',
  options: [],
  run: async ({ door, now, print }) => {
    const open = await listOpenProposals(door.db)
    const told = await Promise.all(
      open.map(async ({ product_id, slug, name, changes, created_at }) => ({
        slug,
        name,
        created_at,
        // As it would change what stands there now, which may be what the owner wants already.
        changes: changesOf(await readWhole(door.db, product_id), changes),
      })),
    )
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
