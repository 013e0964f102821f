import type { Finding } from './finding.ts'
import { jsonLeaves } from './json-leaves.ts'
import { braces, statementsOf } from './statements.ts'

/** Reads schema.prisma: the database provider of its data source. */
export function readPrismaSchema(text: string): Finding[] {
  const statements = statementsOf(text, braces, '', (_, [head]) => head?.text ?? '')
  return statements.flatMap(({ tokens: [key, , value], around }): Finding[] => {
    if (around !== 'datasource' || key?.text !== 'provider' || value?.kind !== 'string') return []
    const { text: name, line } = value
    if (!/^\w+$/.test(name)) return []
    return [{ package: `file:schema.prisma#provider=${name}`, line, kind: 'marker' }]
  })
}

/** Reads components.json of copied UI components. Its $schema tells shadcn/ui from its ports. */
export function readComponentsJson(text: string): Finding[] {
  return jsonLeaves(text).flatMap(({ keys, value, line }): Finding[] => {
    const host = keys.join() === '$schema' ? URL.parse(String(value))?.host : undefined
    return host ? [{ package: `file:components.json#$schema=${host}`, line, kind: 'marker' }] : []
  })
}
