import type { ProofLevel } from '#contract/resources/proof.ts'
import { folderOf } from './folders.ts'
import type { DependencyKind } from './manifests/finding.ts'

/** The level that each kind of dependency proves at most. Kinds that are missing prove nothing. */
const levels: Partial<Record<DependencyKind, ProofLevel>> = {
  required: 'required',
  optional: 'optional',
  // Whoever installs the product installs it, too. Peers that may be missing are `optional`.
  peer: 'required',
  frozen: 'optional',
  build: 'optional',
  image: 'image',
  system: 'system_package',
  chart: 'deployment',
  marker: 'required',
  file: 'file',
  host: 'host',
}

/**
 * For tools of these categories a development dependency is a real use: products are written in
 * languages and built with front-end frameworks.
 */
const builtByDevelopers: readonly string[] = ['languages-runtimes', 'frontend-ui']

/** The level at which a file proves the use of a tool; undefined if it proves nothing. */
export function proofLevel(
  kind: DependencyKind,
  path: string,
  { category }: { category: string },
): ProofLevel | undefined {
  const folder = folderOf(path)
  const isBuilder = kind === 'dev' && builtByDevelopers.includes(category)
  const level = isBuilder ? 'development' : levels[kind]
  if (level === undefined || folder === 'aside') return undefined
  // A configuration file such as `vercel.json` shows where a product runs, not what it is made of.
  if ((kind === 'marker' || kind === 'file') && category === 'hosting-infra') return 'deployment'
  if (/(?:^|\/)values[^/]*\.ya?ml$/.test(path)) return 'deployment'
  const isOutside = level === 'image' || level === 'system_package' || level === 'deployment'
  return folder === 'plugin' && !isOutside ? 'plugin_folder' : level
}

/** Whether a proof of this level shows that the product itself is built with the tool. */
export function isDirect(level: ProofLevel): boolean {
  return level === 'required' || level === 'development' || level === 'file'
}
