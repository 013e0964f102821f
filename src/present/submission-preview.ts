import { facetWord } from './facet-choice.ts'
import { slugify } from '#core/slug.ts'
import { webAddress } from '#core/web-address.ts'

/** How a submission will look as a listing, made from unchecked input. */
export interface SubmissionPreview {
  slug: string
  name: string
  host: string | undefined
  description: string
  /** Kind and audience, as in a row of a product list. */
  about: string
  /** Names of the tools, with custom ones last. */
  tools: string[]
}

/** The preview of the fields of the form; undefined without a name. */
export function submissionPreview(
  typed: URLSearchParams,
  tools: readonly { slug: string; name: string }[],
): SubmissionPreview | undefined {
  const text = (field: string) => (typed.get(field) ?? '').trim()
  const name = text('name')
  if (name === '') return undefined
  const chosen = new Set(typed.getAll('tool_slugs'))
  const audience = typed.getAll('audience_tags').flatMap((tag) => facetWord('for', tag) ?? [])
  const kind = facetWord('kind', text('qualification_type'))
  return {
    slug: slugify(name),
    name,
    host: URL.parse(webAddress(text('url')))?.host.replace(/^www\./, ''),
    description: text('description'),
    about: [kind, audience.join(', ')].filter(Boolean).join(' · '),
    tools: [
      ...tools.filter(({ slug }) => chosen.has(slug)).map((tool) => tool.name),
      ...text('custom_tools')
        .split(/\r?\n/)
        .flatMap((line) => line.trim() || []),
    ],
  }
}
