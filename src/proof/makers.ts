import { folderOf, isBeside } from './folders.ts'
import type { Found, Proof } from './prove.ts'

/** The settings without which a tool builds no page: else it is installed for tests of another. */
const settings: Readonly<Record<string, RegExp>> = {
  vite: /(?:^|\/)(?:[\w-]+\.)?vite(?:\.[\w-]+)*\.config(?:\.[\w-]+)*\.[cm]?[jt]s$/,
}

/** The types of what a runtime offers, which tests need as well as programs. */
const types: Readonly<Record<string, readonly string[]>> = {
  bun: ['pkg:npm/%40types/bun', 'pkg:npm/bun-types'],
  nodejs: ['pkg:npm/%40types/node'],
}

/** What speaks against what builds or runs a product, by what the repository does with it. */
export function makerDoubt(
  tool: string,
  required: readonly Proof[],
  { byTool, paths }: Pick<Found, 'byTool' | 'paths'>,
): 'types' | undefined {
  const setting = settings[tool]
  const isSet = (path: string) =>
    setting!.test(path) && folderOf(path) !== 'aside' && !isBeside(path)
  if (setting && !paths.some(isSet)) return 'types'
  const isTyped = required.every((proof) => types[tool]?.includes(proof.package))
  if (!isTyped) return undefined
  // Node.js needs no word of its own, but where another runtime stands in for it.
  return tool !== 'nodejs' || byTool.get('bun')?.some(isOfRoot) ? 'types' : undefined
}

function isOfRoot({ path, package: named }: Proof): boolean {
  return !path.includes('/') && named.startsWith('file:')
}
