// What a server.json, the format of the registry of MCP servers, shows: packages and addresses.
import { isFactValue } from '#contract/resources/facts.ts'
import { attempt } from '#core/attempt.ts'
import { imageUrl, packageUrl } from '#core/package-url.ts'
import { type Table, tableOf, tablesOf } from '#proof/manifests/tables.ts'
import type { Shown } from './file-facts.ts'

/** The packages that start a server, and the address of a remote one. */
export function serverFacts(text: string): Shown[] {
  const { $schema, packages, remotes } = tableOf(attempt(() => JSON.parse(text)))
  if (!String($schema).includes('modelcontextprotocol.io/schemas/')) return []
  const lines = text.split('\n')
  const shown = (fact: Shown['fact'], value: unknown, named = value): Shown[] => {
    const line = lines.findIndex((each) => each.includes(`"${named}"`)) + 1
    return typeof value === 'string' && isFactValue(fact, value) && line > 0
      ? [{ fact, value, line }]
      : []
  }
  return [
    ...tablesOf(packages).flatMap((one) => {
      const found = shown('package', urlOf(one), one['identifier'])
      return found.length > 0 ? [...found, ...shown('start', 'mcp_server', one['identifier'])] : []
    }),
    ...tablesOf(remotes).flatMap(({ url }) => shown('connect', url)),
  ]
}

function urlOf({ identifier: name, registryType, registry_type }: Table): string | undefined {
  if (typeof name !== 'string') return undefined
  // The names of earlier versions of the format have underscores.
  const registry = registryType ?? registry_type
  if (registry === 'oci') return imageUrl(name)
  return registry === 'npm' || registry === 'pypi' ? packageUrl(registry, name) : undefined
}
