// What the directory knows of a tool, for the head of its page.
import type { ToolPackages } from '#core/tool-packages.ts'
import type { ShownMove } from '#present/lists/move-words.ts'
import { type QuarterShare, pointsWords, yearChange } from '#present/lists/trend-words.ts'
import { shortMonth } from '#present/words.ts'
import type { KeyFact } from './key-facts.ts'
import { packageCommand } from './package-command.ts'

interface KnownTool {
  product_count: number
  /** How many listings there are. */
  total: number
  /** Of its own listing, if it has one whose licence is known. */
  licence: string | null
  /** Its use by quarter; empty if too few products use it. */
  shares: readonly QuarterShare[]
  /** Who added and who dropped it, the newest move first. */
  moves: readonly { id: string; verb: string; moves: readonly ShownMove[] }[]
}

/** Registries whose packages are added to a project by a command, with the page of a package. */
const registries: Readonly<Record<string, (name: string) => string>> = {
  npm: (name) => `https://www.npmjs.com/package/${name}`,
  pypi: (name) => `https://pypi.org/project/${name}/`,
}

/** How many use it, how that changed, and who added and dropped it last. */
export function toolFacts({ product_count, total, licence, shares, moves }: KnownTool): KeyFact[] {
  const [now, points] = [shares.at(-1), yearChange(shares)]
  const facts: { label: string; text: string | null | undefined; href?: string }[] = [
    { label: 'Products with it', text: `${product_count} of ${total}`, href: '#products' },
    { label: 'Share of stacks', text: now && `${now.percent} %`, href: '#share' },
    {
      label: 'Change in a year',
      text: points === undefined ? points : `${pointsWords(points)} points`,
    },
    ...moves.map(({ id, verb, moves: [last, ...others] }) => ({
      label: `${verb} by ${others.length + 1}, last`,
      text: last && `${last.product.name}, ${shortMonth(last.month)}`,
      href: `#${id}`,
    })),
    { label: 'Licence', text: licence },
  ]
  return facts.flatMap(({ label, text, href }) =>
    text ? [{ label, values: [{ text, ...(href && { href }) }] }] : [],
  )
}

/**
 * The commands that add a tool to a project: the first package of each registry, since those of a
 * file begin with the main one. Packages of types alone add no tool.
 */
export function commandsOf({ packages }: Pick<ToolPackages, 'packages'>) {
  const ofTypes = /^pkg:npm\/(?:%40|@)types\//
  return Object.entries(registries).flatMap(([registry, page]) => {
    const first = packages.find(
      (each) => each.startsWith(`pkg:${registry}/`) && !ofTypes.test(each),
    )
    const text = first && packageCommand(first)
    if (!text) return []
    return [{ text, href: page(text.split(' ').at(-1)!) }]
  })
}
