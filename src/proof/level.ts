import type { ProofLevel } from '#contract/resources/proof.ts'
import { folderOf } from './folders.ts'
import type { DependencyKind } from './manifests/finding.ts'

/** Kinds that prove a use, each at its strongest. What is not here proves none. */
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

/** A page is built by what its developers install, and a language is what they write. */
const builtByDevelopers: readonly string[] = ['languages-runtimes', 'frontend-ui']

/** The files by which a product is deployed say nothing of what it is made of. */
const deployers: readonly string[] = ['hosting-infra']

/**
 * How strongly a file says that a product uses a tool; undefined where it does not say so: what
 * others need, what only developers use, and what belongs to an example.
 */
export function proofLevel(
  kind: DependencyKind,
  path: string,
  { category }: { category: string },
): ProofLevel | undefined {
  const folder = folderOf(path)
  const isBuilder = kind === 'dev' && builtByDevelopers.includes(category)
  const level = isBuilder ? 'required' : levels[kind]
  if (level === undefined || folder === 'aside') return undefined
  if (kind === 'marker' && deployers.includes(category)) return 'deployment'
  if (/(?:^|\/)values[^/]*\.ya?ml$/.test(path)) return 'deployment'
  const isPart = level === 'required' || level === 'optional' || level === 'host'
  return isPart && folder === 'plugin' ? 'plugin_folder' : level
}
