/**
 * A pattern, as `git grep -E` takes it, of a line that imports a package; undefined where the name of
 * a package does not tell that of its module.
 */
export function importPattern(purl: string): string | undefined {
  const [, type = '', path = ''] = /^pkg:([a-z]+)\/([^?]+)/.exec(purl) ?? []
  const name = decodeURIComponent(path)
  const plain = name.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&')
  if (type === 'npm') return `(from|require\\(|import\\(|import) *['"]${plain}(/[^'"]*)?['"]`
  if (type === 'pypi') return `^ *(import|from) +${plain.replaceAll('-', '_')}([. ]|$)`
  if (type === 'golang') return `"${plain}(/[^"]*)?"`
  return undefined
}
