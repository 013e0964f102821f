// What the directory knows of a tool, for the line below the heading of its page.
import { plural } from '#core/plural.ts'
import type { ToolPackages } from '#core/tool-packages.ts'
import type { KeyFact } from './key-facts.ts'
import { packageCommand } from './package-command.ts'

interface KnownTool extends ToolPackages {
  homepage: string
  product_count: number
  /** Of its own listing, if it has one whose licence is known. */
  licence: string | null
}

/** Registries whose packages are added to a project by the command that installs them. */
const registries: Readonly<Record<string, { label: string; page: (name: string) => string }>> = {
  npm: { label: 'Add with npm', page: (name) => `https://www.npmjs.com/package/${name}` },
  pypi: { label: 'Add with pip', page: (name) => `https://pypi.org/project/${name}/` },
}

/** How many use it, its homepage and licence, and the commands that add it to a project. */
export function toolFacts(tool: KnownTool): KeyFact[] {
  const { product_count: count } = tool
  const facts: KeyFact[] = [
    { label: 'Used by', values: [{ text: plural(count, 'product'), href: '#products' }] },
    {
      label: 'Homepage',
      values: [{ text: new URL(tool.homepage).host.replace(/^www\./, ''), href: tool.homepage }],
    },
    { label: 'Licence', values: tool.licence ? [{ text: tool.licence }] : [] },
    ...commandsOf(tool.packages),
  ]
  return facts.filter(({ values }) => values.length > 0)
}

// The first package of each registry: those of a file begin with the main one. Packages of types
// alone add no tool.
function commandsOf(packages: readonly string[]): KeyFact[] {
  const ofTypes = /^pkg:npm\/(?:%40|@)types\//
  return Object.entries(registries).flatMap(([registry, { label, page }]) => {
    const first = packages.find(
      (each) => each.startsWith(`pkg:${registry}/`) && !ofTypes.test(each),
    )
    const text = first && packageCommand(first)
    if (!text) return []
    return [{ label, values: [{ text, href: page(text.split(' ').at(-1)!), isCommand: true }] }]
  })
}
