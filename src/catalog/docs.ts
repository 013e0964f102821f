import docs from 'virtual:docs'

/** A page of the documentation, from content/docs. */
export interface DocPage {
  /** `index` for /docs itself. */
  slug: string
  title: string
  description: string
  markdown: string
}

/**
 * The pages of the documentation in their order. `{{site}}` in a text becomes the address of this
 * site, so that samples can be copied.
 */
export function docPages(site: string): DocPage[] {
  return docs.map(({ slug, title, description, markdown }) => ({
    slug,
    title,
    description,
    markdown: markdown.replaceAll('{{site}}', site),
  }))
}
