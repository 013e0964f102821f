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
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .filter((file) => !families.some((family) => file.startsWith(`${family}/`)))
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
  if (named.length === 0)
    throw new Error('the build has no Markdown versions; it writes its files elsewhere')
  const pages = [...named, ...families.map((family) => `${family}/[^/.]+`)].join('|')
  const has: Rule['has'] = [{ type: 'header', key: 'accept', value: wantsMarkdownPattern }]
  return [
    { src: `^/(?:${pages})?$`, headers: { vary: 'Accept' }, continue: true },
    // Both continue, so that the routes below set the headers of Markdown.
    { src: '^/$', has, dest: '/index.md', continue: true },
    { src: `^/(${pages})$`, has, dest: '/$1.md', continue: true },
    { src: '^/.+\\.md$', headers: { 'access-control-allow-origin': '*' }, continue: true },
    // The page is the canonical version for search engines.
    {
      src: `^/(${pages})\\.md$`,
      headers: { link: `<${site}/$1>; rel="canonical"` },
      continue: true,
    },
    { src: '^/index\\.md$', headers: { link: `<${site}/>; rel="canonical"` }, continue: true },
  ]
}
