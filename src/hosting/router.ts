import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import { routeCondition } from './route-condition.ts'
import { Config, Rule } from './route.ts'

interface CompiledRoute extends Rule {
  pattern: RegExp
  applies: (headers: IncomingHttpHeaders, query: URLSearchParams) => boolean
}

/** What answers a request: a file of the build or one of its functions, by the build's own name. */
export interface Target {
  kind: 'file' | 'function'
  name: string
}

export interface Routed {
  headers: Record<string, string>
  status: number | undefined
  target: Target | undefined
}

/**
 * Compiles config.json into a function from request to answer. `find` says what the build has at an
 * address.
 */
export function router(config: unknown, find: (address: string) => Target | undefined) {
  const { main, filesystem } = compiled(config)

  return (
    method: string,
    pathname: string,
    sent: IncomingHttpHeaders,
    query = new URLSearchParams(),
  ): Routed => {
    const routed: Routed = { headers: {}, status: undefined, target: undefined }
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

function compiled(config: unknown): { main: CompiledRoute[]; filesystem: CompiledRoute[] } {
  const parsed = Config.safeParse(config, { reportInput: true })
  if (!parsed.success) throw new UnknownRoute(config, parsed.error.issues)
  const at = parsed.data.routes.findIndex((route) => 'handle' in route)
  const rules = parsed.data.routes.map((route) => ('handle' in route ? undefined : route))
  const end = at < 0 ? rules.length : at
  if (rules.slice(end + 1).includes(undefined))
    throw new Error('config.json has the phase "filesystem" twice.')
  return {
    main: rules.slice(0, end).flatMap((rule) => (rule ? [compile(rule)] : [])),
    filesystem: rules.slice(end).flatMap((rule) => (rule ? [compile(rule)] : [])),
  }
}

function compile(rule: Rule): CompiledRoute {
  for (const text of [rule.dest, ...Object.values(rule.headers ?? {})])
    if (/\$[A-Za-z_]/.test(text ?? ''))
      throw new Error(
        `config.json has a named capture in ${JSON.stringify(text)}; our reading of the platform knows $1 to $9 alone.`,
      )
  return { ...rule, pattern: new RegExp(rule.src), applies: routeCondition(rule.has) }
}

/** Says which part of config.json our reading of the platform does not know. */
class UnknownRoute extends Error {
  constructor(config: unknown, issues: readonly z.core.$ZodIssue[]) {
    const issue = issues[0]
    const place = issue?.path.join('.') || 'the file'
    const [, index] = issue?.path ?? []
    const routes = (config as { routes?: unknown } | null)?.routes
    const route = Array.isArray(routes) ? routes[Number(index)] : undefined
    super(
      `config.json has something in ${place} that our reading of the platform does not know: ${unknownPart(route, issue)}.`,
    )
    this.name = 'UnknownRoute'
  }
}

function unknownPart(route: unknown, issue: z.core.$ZodIssue | undefined): string {
  if (typeof route !== 'object' || route === null) return issue?.message ?? 'its shape'
  if ('handle' in route) return `the phase ${JSON.stringify(route.handle)}`
  const keys = Object.keys(route).filter((key) => !(key in Rule.shape))
  if (keys.length > 0) return `the key ${keys.map((key) => JSON.stringify(key)).join(', ')}`
  return JSON.stringify(route)
}
