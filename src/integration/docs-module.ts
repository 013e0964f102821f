// The module `virtual:docs`: the titles of content/docs, for functions. They have no other file of
// the build than the catalogue, and the whole texts would be 150 kB of code.
import { readDocs } from '#content-files/load.ts'

export function docsModule(root: string) {
  const id = '\0virtual:docs'
  return {
    name: 'proofstack-docs',
    resolveId: (source: string) => (`\0${source}` === id ? id : undefined),
    load: async (loaded: string) =>
      loaded === id ? `export const guides = ${JSON.stringify(await guides(root))}` : undefined,
  }
}

async function guides(root: string) {
  const docs = await readDocs(root)
  return docs.map(({ slug, value: { title, description } }) => ({ slug, title, description }))
}
