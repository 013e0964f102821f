// What is said of tools whose maker no longer supports the line that a manifest asks for.
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Requirement, Support } from '#contract/resources/proof.ts'
import { plural } from '#core/plural.ts'
import { shortDay } from '#present/words.ts'

interface Asking {
  slug: string
  name: string
  requirement: Requirement | null
  support: Support | null
}

/**
 * The version that a requirement asks for, in short: "14" of `^14.1.0`, "3.10" of `3.10.13-slim`.
 * Null where only the whole expression says it.
 */
export function versionAsked({ raw, major }: Pick<Requirement, 'raw' | 'major'>): string | null {
  if (major === null || /[<|]| - /.test(raw)) return null
  const isMajor = major > 0 && /^(?:\^|~[=>]\s*\d+\.\d+$)/.test(raw)
  return isMajor ? `${major}` : (/\d+(?:\.\d+)?/.exec(raw)?.[0] ?? null)
}

/** The tools past their end: "Next.js 14", "ended on 26 Oct 2025", and where its maker says so. */
export function pastEnd(tools: readonly Asking[]) {
  return tools.flatMap(({ slug, name, requirement, support }) => {
    if (support?.state !== 'ended' || !requirement) return []
    const asked = `${name} ${versionAsked(requirement) ?? requirement.raw}`
    return [{ slug, asked, ended: supportWords(support), ...support }]
  })
}

export type PastEnd = ReturnType<typeof pastEnd>[number]

/** The tools of a product that are past their end. */
export function pastEndOf({ proof, tools }: Pick<ProductDetail, 'proof' | 'tools'>) {
  const names = new Map(tools.map(({ slug, name }) => [slug, name]))
  const proved = proof?.tools.filter(({ state }) => state === 'proved') ?? []
  return pastEnd(proved.map((tool) => ({ ...tool, name: names.get(tool.slug) ?? tool.slug })))
}

/** "ended on 26 Oct 2025", "until 30 Apr 2028"; where no day is known, "has ended" or "supported". */
export function supportWords({ state, ends }: Pick<Support, 'state' | 'ends'>): string {
  if (state === 'ended') return ends === null ? 'has ended' : `ended on ${shortDay(ends)}`
  return ends === null ? 'supported' : `until ${shortDay(ends)}`
}

/** "3 of your 14 tools are past their end". */
export function pastEndHeading(ended: number, all: number): string {
  return `${ended} of your ${plural(all, 'tool')} ${ended === 1 ? 'is past its end' : 'are past their end'}`
}

/** The heading and each tool in lines for a terminal; none if no tool is past its end. */
export function pastEndLines(tools: readonly Asking[]): string[] {
  const ended = pastEnd(tools).map((one) => `  ${one.asked} ${one.ended}, see ${one.source}`)
  return ended.length > 0 ? [`${pastEndHeading(ended.length, tools.length)}:`, ...ended] : []
}
