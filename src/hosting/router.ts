import type { IncomingHttpHeaders } from 'node:http'
import { Config, type Rule } from './route.ts'

type CompiledRoute = ReturnType<typeof compile>

/** The file or function of a build that answers a request. */
export interface Target {
  kind: 'file' | 'function'
  name: string
}

/** Makes config.json a function that routes a request. `find` returns what is at a path. */
export function router(config: unknown, find: (address: string) => Target | undefined) {
  const { main, filesystem } = compiled(config)

  return (
    method: string,
    pathname: string,
    sent: IncomingHttpHeaders,
    query = new URLSearchParams(),
  ) => {
    const routed: { headers: Record<string, string>; status?: number; target?: Target } = {
      headers: {},
    }
    let address = pathname
    const run = (routes: readonly CompiledRoute[]): boolean => {
      for (const route of routes) {
        if (route.methods && !route.methods.includes(method)) continue
        const match = route.pattern.exec(address)
        if (!match || !route.applies(sent, query)) continue
        const filled = (text: string) =>
          text.replace(/\$(\d)/g, (_, index: string) => match[Number(index)] ?? '')
        for (const [name, value] of Object.entries(route.headers ?? {}))
          routed.headers[name.toLowerCase()] = filled(value)
        if (route.status !== undefined) routed.status = route.status
        if (route.dest !== undefined)
          address = `/${filled(route.dest).split('?')[0]!.replace(/^\//, '')}`
        if (route.continue) continue
        if (route.dest !== undefined) routed.target = find(address)
        return true
      }
      return false
    }
    if (run(main) && (routed.target || routed.status !== undefined)) return routed
    routed.target ??= find(address)
    if (!routed.target) run(filesystem)
    return routed
  }
}

function compiled(config: unknown) {
  const parsed = Config.safeParse(config, { reportInput: true })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue!.path.join('.') || 'the file'
    const part = issue!.code === 'invalid_union' ? JSON.stringify(issue!.input) : issue!.message
    throw new Error(
      `config.json has something in ${place} that our reading of the platform does not know: ${part}.`,
    )
  }
  const phases: CompiledRoute[][] = [[]]
  for (const route of parsed.data.routes)
    if ('handle' in route) phases.push([])
    else phases.at(-1)!.push(compile(route))
  const [main = [], filesystem = [], ...more] = phases
  if (more.length > 0) throw new Error('config.json has the phase "filesystem" twice.')
  return { main, filesystem }
}

function compile(rule: Rule) {
  for (const text of [rule.dest, ...Object.values(rule.headers ?? {})])
    if (/\$[A-Za-z_]/.test(text ?? ''))
      throw new Error(
        `config.json has a named capture in ${JSON.stringify(text)}; our reading of the platform knows $1 to $9 only.`,
      )
  const conditions = (rule.has ?? []).map(({ type, key, value }) => {
    const pattern = value === undefined ? /^/ : new RegExp(`^(?:${value})$`)
    return { type, key, pattern }
  })
  return {
    ...rule,
    pattern: new RegExp(rule.src),
    /** Whether a request meets all conditions of the route. */
    applies: (headers: IncomingHttpHeaders, query: URLSearchParams) =>
      conditions.every(({ type, key, pattern }) => {
        const sent = type === 'query' ? (query.get(key) ?? undefined) : headers[key.toLowerCase()]
        return sent !== undefined && pattern.test(Array.isArray(sent) ? sent.join(', ') : sent)
      }),
  }
}
