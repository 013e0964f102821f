import type { Finding } from './finding.ts'
import { jsonLeaves } from './json-leaves.ts'
import { withoutSpans } from './spans.ts'

/** Reads schema.prisma: the database provider of its data source. */
export function readPrismaSchema(text: string): Finding[] {
  const plain = withoutSpans(text, /\/[/*]/g, ([mark]) => (mark === '/*' ? '*/' : '\n'))
  let block = ''
  return plain.split('\n').flatMap((line, index): Finding[] => {
    block = /^\s*(\w+)\s+\w+\s*\{/.exec(line)?.[1] ?? (/^\s*\}/.test(line) ? '' : block)
    const provider = /^\s*provider\s*=\s*"(\w+)"/.exec(line)?.[1]
    if (block !== 'datasource' || provider === undefined) return []
    return [{ package: `file:schema.prisma#provider=${provider}`, line: index + 1, kind: 'marker' }]
  })
}

/**
 * Reads components.json, which lists copied UI components. Its $schema tells shadcn/ui from the
 * ports of it to other frameworks.
 */
export function readComponentsJson(text: string): Finding[] {
  return jsonLeaves(text).flatMap(({ keys, value, line }): Finding[] => {
    const host = keys.join() === '$schema' ? URL.parse(String(value))?.host : undefined
    return host ? [{ package: `file:components.json#$schema=${host}`, line, kind: 'marker' }] : []
  })
}
