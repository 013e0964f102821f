import { mcp } from '#contract/mcp.ts'

/** The first part of the address of each page that a function answers, and of operators' routes. */
const named = new Set(
  'agents badge compare confirm-owner detect for kinds licence mail-off manage product products proof recommend search stack status submit tasks topics view'.split(
    ' ',
  ),
)
const operators = new Set(['cron', 'health', 'metrics', 'ready'])

/**
 * The handler of a path, from a closed set: paths of strangers must not become labels without end.
 */
export function handlerOf(path: string): string {
  if (path === mcp.path) return 'mcp'
  const [, first = '', second = ''] = path.split('/')
  if (first === 'api') return operators.has(second) ? second : 'rest'
  return named.has(first) ? first : 'other'
}
