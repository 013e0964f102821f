import { wantsMarkdownPattern } from '#exports/wants-markdown.ts'
import type { Rule } from '#hosting/route.ts'

/**
 * Folders in which every page has a Markdown version. They grow with the directory, so their pages are not
 * named one by one.
 */
const families = ['product', 'stack']

/**
 * Serves the Markdown version of a page at the address of the page to those who ask for it. `files`
 * are the static files of the build.
 */
export function markdownRoutes(files: readonly string[], site: string): Rule[] {
  const named = files
    .filter(
      (file) => file.endsWith('.md') && !families.some((family) => file.startsWith(`${family}/`)),
    )
    .map((file) => file.slice(0, -'.md'.length))
    .filter((page) => page !== 'index')
    .sort()
  if (named.length === 0)
    throw new Error('the build has no Markdown versions; it writes its files elsewhere')
  const pages = [...named, ...families.map((family) => `${family}/[^/.]+`)].join('|')
  const has: Rule['has'] = [{ type: 'header', key: 'accept', value: wantsMarkdownPattern }]
  return [
    { src: `^/(?:${pages})?$`, headers: { vary: 'Accept' }, continue: true },
    // Both go on, so that the headers of Markdown are set whichever way it was asked for.
    { src: '^/$', has, dest: '/index.md', continue: true },
    { src: `^/(${pages})$`, has, dest: '/$1.md', continue: true },
    { src: '^/.+\\.md$', headers: { 'access-control-allow-origin': '*' }, continue: true },
    // For search engines the page is the original.
    {
      src: `^/(${pages})\\.md$`,
      headers: { link: `<${site}/$1>; rel="canonical"` },
      continue: true,
    },
    { src: '^/index\\.md$', headers: { link: `<${site}/>; rel="canonical"` }, continue: true },
  ]
}
