import { searchKey } from '#core/search-key.ts'
import { takeChangeTimestamp } from '#db/changelog.ts'
import type { Db } from '#db/connect.ts'
import { customToolsOf, exchangeTools, listCustomTools } from '#db/custom-tools.ts'
import { setListing } from '#db/decisions.ts'
import { findNamedTools } from '#db/tools.ts'
import { type Decided, type Refusal, type Request, decide } from './decide.ts'

/** A listing that names a tool in words of its own. */
export interface Naming {
  slug: string
  status: string
  /** As its owner wrote it. */
  name: string
}

/** Which listings name this tool, however they write it: "Next.js" is "next js". */
export async function findNamings(db: Db, name: string): Promise<Naming[]> {
  const key = searchKey(name)
  const all = await listCustomTools(db)
  return key === '' ? [] : all.filter((one) => searchKey(one.name) === key)
}

type NotNamed = { outcome: 'not_named'; slug: string }

export type PromoteOutcome = Decided | Refusal | NotNamed

/**
 * Puts a tool of the directory in the place of what an owner wrote. Decision, Reads, Fields:
 * "`custom_tools` are never public until an editor promotes them".
 */
export function promoteTool(
  db: Db,
  promotion: Request & { name: string; tool: { id: string; slug: string } },
): Promise<PromoteOutcome> {
  const { name, tool, ...request } = promotion
  return decide<'promote-tool', NotNamed>(
    db,
    'promote-tool',
    request,
    async (trx, { id, slug }, row) => {
      const key = searchKey(name)
      const names = (await customToolsOf(trx, id)).filter((one) => searchKey(one) === key)
      if (names.length === 0) return { outcome: 'not_named', slug }
      // What readers see is written under the lock of the changelog, in one order for everybody.
      const moment = row.to === 'approved' ? await takeChangeTimestamp(trx) : null
      await exchangeTools(trx, id, { names, tool_id: tool.id })
      // Decision, Corrections: what readers rely on (tools) "is shown on the page".
      if (moment) await setListing(trx, id, { corrected_at: moment })
      return { detail: { names, tool: tool.slug } }
    },
  )
}

/**
 * The same in every listing that names it. Each is a decision of its own, so that one that somebody
 * else decides on meanwhile is told and does not hold up the others. Undefined when the directory
 * has no such tool.
 */
export async function promoteEverywhere(
  db: Db,
  { name, tool, actor }: { name: string; tool: string; actor: string },
): Promise<PromoteOutcome[] | undefined> {
  const [known] = await findNamedTools(db, [tool], [])
  if (!known) return undefined
  const outcomes: PromoteOutcome[] = []
  const slugs = new Set((await findNamings(db, name)).map(({ slug }) => slug))
  for (const slug of slugs) outcomes.push(await promoteTool(db, { slug, name, tool: known, actor }))
  return outcomes
}
