import { wantsMarkdownPattern } from '#core/wanted-type.ts'
import type { Rule } from '#hosting/route.ts'

/**
 * Folders in which every page has a Markdown version. Each is covered by one pattern, because the
 * number of its pages grows.
 */
const families = ['product', 'stack']

/**
 * Routes that serve the Markdown version of a page at the URL of the page, to clients that prefer
 * Markdown. `files` are the static files of the build.
 */
export function markdownRoutes(files: readonly string[], site: string): Rule[] {
  const named = files
    // The Markdown files of skills, below .well-known, have no HTML page; 404.md is no page itself.
    .filter((file) => /^(?!(?:index|404)\.md$|\.well-known\/).+\.md$/.test(file))
    .filter((file) => !families.some((family) => file.startsWith(`${family}/`)))
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
  if (named.length === 0)
    throw new Error('the build has no Markdown versions; it writes its files elsewhere')
  const pages = [...named, ...families.map((family) => `${family}/[^/.]+`)].join('|')
  const has: Rule['has'] = [{ type: 'header', key: 'accept', value: wantsMarkdownPattern }]
  return [
    withHeaders(`^/(?:${pages})?$`, { vary: 'Accept' }),
    // These two routes continue, so that later routes set the headers of the Markdown file.
    { src: '^/$', has, dest: '/index.md', continue: true },
    { src: `^/(${pages})$`, has, dest: '/$1.md', continue: true },
    withHeaders('^/.+\\.md$', anyOrigin),
    // For search engines the HTML page is the canonical version.
    withHeaders(`^/(${pages})\\.md$`, { link: `<${site}/$1>; rel="canonical"` }),
    withHeaders('^/index\\.md$', { link: `<${site}/>; rel="canonical"` }),
  ]
}

/** Headers that let a browser page on any origin read a file, and ask again with its ETag. */
export const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag',
}

/** A route that adds headers to all paths that match a pattern. */
export function withHeaders(src: string, headers: Record<string, string>): Rule {
  return { src, headers, continue: true }
}
