// The command that installs or runs a package, from its package URL.
import { packageName } from '#core/package-url.ts'

/** The commands by registry; `version` follows the name. */
const registries: Readonly<Record<string, { install: string; run?: string; version?: string }>> = {
  pypi: { install: 'pip install', run: 'uvx' },
  npm: { install: 'npm install', run: 'npx' },
  docker: { install: 'docker run' },
  cargo: { install: 'cargo install' },
  golang: { install: 'go install', version: '@latest' },
}

/**
 * The command that installs a package, or runs it if `isRun`; undefined for other registries and
 * names of other form.
 */
export function packageCommand(packageUrl: string, isRun = false): string | undefined {
  const { type, name } = packageName(packageUrl) ?? { type: '', name: '' }
  // Readers paste the command into a shell, so the name has no other characters than registries allow.
  if (!/^@?[a-z\d][\w./-]*$/i.test(name) || !Object.hasOwn(registries, type)) return undefined
  const { install, run = install, version = '' } = registries[type]!
  return `${isRun ? run : install} ${name}${version}`
}
