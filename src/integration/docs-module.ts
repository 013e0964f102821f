// The module `virtual:docs`: the titles of content/docs, for functions. They have no other file of
// the build than the catalogue, and the whole texts would be 150 kB of code.
import { readFile, readdir } from 'node:fs/promises'
import { load } from 'js-yaml'

/** What stands above the text of a page. content-files checks it before each build. */
interface Head {
  title: string
  description: string
  order: number
}

export function docsModule(folder: URL) {
  const id = '\0virtual:docs'
  return {
    name: 'proofstack-docs',
    resolveId: (source: string) => (`\0${source}` === id ? id : undefined),
    load: async (loaded: string) =>
      loaded === id ? `export const guides = ${JSON.stringify(await guides(folder))}` : undefined,
  }
}

async function guides(folder: URL): Promise<Record<string, string>[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'))
  const heads = await Promise.all(
    files.map(async (file) => {
      const [, head = ''] = (await readFile(new URL(file, folder), 'utf8')).split(/^---$/m)
      return { slug: file.replace(/\.md$/, ''), ...(load(head) as Head) }
    }),
  )
  return heads
    .sort((a, b) => a.order - b.order)
    .map(({ slug, title, description }) => ({ slug, title, description }))
}
