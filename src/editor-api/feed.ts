import { generateAtomFeed } from 'feedsmith'
import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connect.ts'
import { listWork, workQueues } from '#db/waiting-work.ts'

/** The most entries of the feed. */
const most = 50

/** The Atom feed of what waits for editors. It has no address of a submitter. */
export async function workFeed(db: Db, to: Addresses): Promise<string> {
  const items = await listWork(db, most)
  const id = `${to.site}/api/editor/feed.atom`
  return generateAtomFeed({
    id,
    title: { value: 'What waits for the editors of Proofstack' },
    updated: items[0]?.since ?? new Date(0),
    authors: [{ name: 'Proofstack' }],
    links: [{ href: to.site, rel: 'alternate', type: 'text/html' }],
    entries: items.map(({ queue, slug, name, since }) => ({
      id: `${id}#${queue}/${slug}/${since.toISOString()}`,
      title: { value: `${workQueues[queue].label[0]}: ${name}` },
      updated: since,
      summary: { value: `npm run editor -- show ${slug}` },
      categories: [{ term: queue }],
    })),
  })
}
