import type { ProofLevel } from '#contract/resources/proof.ts'
import { folderOf } from './folders.ts'
import type { DependencyKind } from './manifests/finding.ts'

/**
 * The level that each kind of dependency proves at most. Kinds that are missing here prove nothing.
 */
const levels: Partial<Record<DependencyKind, ProofLevel>> = {
  required: 'required',
  optional: 'optional',
  peer: 'optional',
  build: 'optional',
  image: 'image',
  system: 'system_package',
  chart: 'deployment',
  marker: 'required',
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
  const level = isBuilder ? 'required' : levels[kind]
  if (level === undefined || folder === 'aside') return undefined
  // A configuration file such as `vercel.json` shows where a product runs, not what it is made of.
  if (kind === 'marker' && category === 'hosting-infra') return 'deployment'
  if (/(?:^|\/)values[^/]*\.ya?ml$/.test(path)) return 'deployment'
  const isPart = level === 'required' || level === 'optional' || level === 'host'
  return isPart && folder === 'plugin' ? 'plugin_folder' : level
}
