import { attempt } from '#core/attempt.ts'

/** Returns a function that finds the handler for a path. Patterns without parameters come first. */
export function handlerAt(names: readonly string[]) {
  const exact = new Set(names.filter((name) => !name.includes('[')))
  const patterns = names
    .filter((name) => !exact.has(name))
    .map((name) => ({ name, expression: expressionOf(name) }))

  return (
    pathname: string,
  ): { name: string; params: Record<string, string | undefined> } | undefined => {
    if (exact.has(pathname)) return { name: pathname, params: {} }
    for (const { name, expression } of patterns) {
      const { groups } = expression.exec(pathname) ?? {}
      if (!groups) continue
      const values = Object.entries(groups).map(([param, value]) => [param, decoded(value)])
      return { name, params: Object.fromEntries(values) as Record<string, string> }
    }
    return undefined
  }
}

// The expression of a path pattern, such as /api/v1/products/[slug]: [slug] matches one segment of
// the path, [...path] the rest of it.
function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(
    /\[(\.\.\.)?(\w+)\]|[.*+?^${}()|\\]/g,
    (sign, rest?: string, param?: string) =>
      param ? `(?<${param}>${rest ? '.*' : '[^/]+'})` : `\\${sign}`,
  )
  return new RegExp(`^${source}$`)
}

// Invalid UTF-8, such as %FF, is not decoded. The handler then answers that nothing has this name.
const decoded = (text: string) => attempt(() => decodeURIComponent(text)) ?? text
