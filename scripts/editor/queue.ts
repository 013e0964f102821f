import { listQueue } from '../../src/db/review-queue.ts'
import type { Command } from './arguments.ts'
import { onOneLine } from './show.ts'

export const queue: Command = {
  about: 'the pending listings, in the order of review',
  words: [],
  options: [],
  run: async ({ door, print }) => {
    const listings = await listQueue(door.db)
    const lines = listings.map(({ slug, name, domain, qualification_type: type, created_at }) =>
      [
        created_at.toISOString().slice(0, 16).replace('T', ' '),
        slug.padEnd(28),
        onOneLine(name),
        `(${domain})`,
        type ?? '',
      ].join('  '),
    )
    print(
      { listings },
      lines.length > 0 ? `${lines.join('\n')}\n${lines.length} pending.` : 'Nothing is pending.',
    )
    return 0
  },
}
