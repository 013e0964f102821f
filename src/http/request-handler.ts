import { mcp } from '#contract/mcp.ts'

/** The first path segments of pages that have a function. */
const named = new Set(
  'agents ard badge claim compare confirm-owner detect editor embed for kinds licence mail-off manage product products proof recommend report search stack status submit suggest tasks topics view'.split(
    ' ',
  ),
)
const operators = new Set(['cron', 'health', 'metrics', 'ready'])

/** The handler of a path as a label of metrics, from a closed set of values. */
export function handlerOf(path: string): string {
  if (path === mcp.path) return 'mcp'
  const [, first = '', second = ''] = path.split('/')
  if (first === 'api') return operators.has(second) ? second : 'rest'
  return named.has(first) ? first : 'other'
}
