import { wantsMarkdownPattern } from '#exports/wants-markdown.ts'
import type { Rule } from '#hosting/route.ts'

/** Folders in which every page has a Markdown version. One pattern covers each, since they grow. */
const families = ['product', 'stack']

/**
 * Routes that serve the Markdown version of a page at the address of the page, to clients that prefer it.
 * `files` are the static files of the build.
 */
export function markdownRoutes(files: readonly string[], site: string): Rule[] {
  const named = files
    // Skills have no page.
    .filter((file) => /^(?!index\.md$|\.well-known\/).+\.md$/.test(file))
    .filter((file) => !families.some((family) => file.startsWith(`${family}/`)))
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
  if (named.length === 0)
    throw new Error('the build has no Markdown versions; it writes its files elsewhere')
  const pages = [...named, ...families.map((family) => `${family}/[^/.]+`)].join('|')
  const has: Rule['has'] = [{ type: 'header', key: 'accept', value: wantsMarkdownPattern }]
  return [
    withHeaders(`^/(?:${pages})?$`, { vary: 'Accept' }),
    // Both continue, so that the routes below set the headers of Markdown.
    { src: '^/$', has, dest: '/index.md', continue: true },
    { src: `^/(${pages})$`, has, dest: '/$1.md', continue: true },
    withHeaders('^/.+\\.md$', { 'access-control-allow-origin': '*' }),
    // The page is the canonical version for search engines.
    withHeaders(`^/(${pages})\\.md$`, { link: `<${site}/$1>; rel="canonical"` }),
    withHeaders('^/index\\.md$', { link: `<${site}/>; rel="canonical"` }),
  ]
}

/** A rule that adds headers to all addresses of a pattern. */
export function withHeaders(src: string, headers: Record<string, string>): Rule {
  return { src, headers, continue: true }
}
