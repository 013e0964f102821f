import { attempt } from '#core/attempt.ts'

/** Returns a function that finds the handler for a path. Patterns without parameters come first. */
export function handlerAt(names: readonly string[]) {
  const exact = new Set(names.filter((name) => !name.includes('[')))
  const patterns = names.filter((name) => !exact.has(name)).map(compiled)

  return (
    pathname: string,
  ): { name: string; params: Record<string, string | undefined> } | undefined => {
    if (exact.has(pathname)) return { name: pathname, params: {} }
    for (const { name, expression, params } of patterns) {
      const match = expression.exec(pathname)
      if (!match) continue
      const values = params.map((param, at) => [param, decoded(match[at + 1]!)])
      return { name, params: Object.fromEntries(values) as Record<string, string> }
    }
    return undefined
  }
}

// Compiles a path pattern, such as /api/v1/products/[slug]: [slug] matches one segment of the path, [...path] the rest of it.
function compiled(name: string) {
  const params: string[] = []
  const source = name
    .split(/(\[[^\]]+\])/)
    .map((part) => {
      const [, rest, param] = /^\[(\.\.\.)?(\w+)\]$/.exec(part) ?? []
      if (param === undefined) return part.replace(/[.*+?^${}()|\\]/g, '\\$&')
      params.push(param)
      return rest ? '(.*)' : '([^/]+)'
    })
    .join('')
  return { name, expression: new RegExp(`^${source}$`), params }
}

// Invalid UTF-8, such as %FF, is not decoded. The handler then answers that nothing has this name.
const decoded = (text: string) => attempt(() => decodeURIComponent(text)) ?? text
