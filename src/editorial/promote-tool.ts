import { searchKey } from '#core/search-key.ts'
import { takeChangeTimestamp } from '#db/queries/changelog.ts'
import type { Db } from '#db/connection/connect.ts'
import { customToolsOf, exchangeTools, listCustomTools } from '#db/queries/custom-tools.ts'
import { setListing } from '#db/queries/decisions.ts'
import { findNamedTools } from '#db/queries/tools.ts'
import { type Request, decide } from './decide.ts'

/** The listings whose custom tools include this one in any spelling: "Next.js" equals "next js". */
export async function findNamings(db: Db, name: string) {
  const key = searchKey(name)
  const all = await listCustomTools(db)
  return key === '' ? [] : all.filter((one) => searchKey(one.name) === key)
}

/** Replaces a custom tool of a listing by a tool of the directory, which is shown publicly. */
export function promoteTool(
  db: Db,
  promotion: Request & { name: string; tool: { id: string; slug: string } },
) {
  const { name, tool, ...request } = promotion
  return decide(db, 'promote-tool', request, async (trx, { id, slug }, row) => {
    const key = searchKey(name)
    const names = (await customToolsOf(trx, id)).filter((one) => searchKey(one) === key)
    if (names.length === 0) return { outcome: 'not_named', slug }
    // The changelog lock puts all public changes into one order.
    const moment = row.to === 'approved' ? await takeChangeTimestamp(trx) : null
    await exchangeTools(trx, id, { names, tool_id: tool.id })
    // Decisions, Corrections by editors: the page shows the date of a correction of tools.
    if (moment) await setListing(trx, id, { corrected_at: moment })
    return { detail: { names, tool: tool.slug } }
  })
}

/**
 * Replaces a custom tool by a tool of the directory in every listing that has it. Each listing gets
 * its own decision, so that a refusal does not stop the others. Undefined if the directory has no
 * such tool.
 */
export async function promoteEverywhere(
  db: Db,
  { name, tool, actor }: { name: string; tool: string; actor: string },
) {
  const [known] = await findNamedTools(db, [tool], [])
  if (!known) return undefined
  const outcomes: Awaited<ReturnType<typeof promoteTool>>[] = []
  const slugs = new Set((await findNamings(db, name)).map(({ slug }) => slug))
  for (const slug of slugs) outcomes.push(await promoteTool(db, { slug, name, tool: known, actor }))
  return outcomes
}
