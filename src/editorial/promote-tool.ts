import { searchKey } from '#core/search-key.ts'
import { takeChangeTimestamp } from '#db/changelog.ts'
import type { Db } from '#db/connect.ts'
import { customToolsOf, exchangeTools, listCustomTools } from '#db/custom-tools.ts'
import { setListing } from '#db/decisions.ts'
import { findNamedTools } from '#db/tools.ts'
import { type Decided, type Refusal, type Request, decide } from './decide.ts'

/** A listing that names a tool outside the directory. */
export interface Naming {
  slug: string
  status: string
  /** The tool's name in the owner's spelling. */
  name: string
}

/** The listings that name this tool in any spelling: "Next.js" is "next js". */
export async function findNamings(db: Db, name: string): Promise<Naming[]> {
  const key = searchKey(name)
  const all = await listCustomTools(db)
  return key === '' ? [] : all.filter((one) => searchKey(one.name) === key)
}

type NotNamed = { outcome: 'not_named'; slug: string }

export type PromoteOutcome = Decided | Refusal | NotNamed

/** Replaces an owner's custom tool by a tool of the directory, which makes it public. */
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
      // Public changes are written under the lock of the changelog, so that their order is total.
      const moment = row.to === 'approved' ? await takeChangeTimestamp(trx) : null
      await exchangeTools(trx, id, { names, tool_id: tool.id })
      // Decision 33, Corrections: the page shows the date of a correction of tools.
      if (moment) await setListing(trx, id, { corrected_at: moment })
      return { detail: { names, tool: tool.slug } }
    },
  )
}

/**
 * Promotes a tool in every listing that names it, by a decision for each listing, so that a refusal
 * does not stop the others. Undefined when the directory has no such tool.
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
