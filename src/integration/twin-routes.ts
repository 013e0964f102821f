import type { Route } from './output-config.ts'

/**
 * Folders in which every page has a twin. They grow with the directory, so their pages are not
 * named one by one.
 */
const families = ['product', 'stack']

/**
 * An Accept header that names text/markdown at full quality, as agents send it. No browser names
 * it. A client that likes Markdown less than something else gets HTML. There is no lookahead in it,
 * and it is anchored: the platform says only that it is a regular expression.
 */
const wantsMarkdown = '^(?:.*[, ])?text/markdown *(?:; *q=1(?:\\.0*)? *)?(?:,.*)?$'

/**
 * Serves the Markdown twin of a page at the address of the page to those who ask for it. `files`
 * are the static files of the build.
 */
export function twinRoutes(files: readonly string[], site: string): Route[] {
  const named = files
    .filter(
      (file) => file.endsWith('.md') && !families.some((family) => file.startsWith(`${family}/`)),
    )
    .map((file) => file.slice(0, -'.md'.length))
    .filter((page) => page !== 'index')
    .sort()
  if (named.length === 0)
    throw new Error('the build has no Markdown twins; it writes its files elsewhere')
  const pages = [...named, ...families.map((family) => `${family}/[^/.]+`)].join('|')
  const has: Route['has'] = [{ type: 'header', key: 'accept', value: wantsMarkdown }]
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
