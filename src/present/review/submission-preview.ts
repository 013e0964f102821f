import { facetWord } from '#present/lists/facet-choice.ts'
import type { Faced } from '#present/face.ts'
import { slugify } from '#core/slug.ts'
import { nameResolver } from '#core/stack.ts'
import type { Topic } from '#core/topics.ts'

/** How a submission will look as a listing, made from unchecked input. */
export interface SubmissionPreview extends Faced {
  name: string
  description: string
  /** Kind and audience, as in a row of a product list. */
  about: string
  /** Names of the tools, with custom ones last. */
  tools: string[]
}

/** The preview of the fields of the form; undefined without a name. */
export function submissionPreview(
  typed: URLSearchParams,
  { tools, topics }: { tools: readonly { slug: string; name: string }[]; topics: readonly Topic[] },
): SubmissionPreview | undefined {
  const text = (field: string) => (typed.get(field) ?? '').trim()
  const name = text('name')
  if (name === '') return undefined
  const lines = (field: string) =>
    text(field)
      .split(/\r?\n/)
      .flatMap((line) => line.trim() || [])
  const chosen = new Set(typed.getAll('tool_slugs'))
  const audience = typed.getAll('audience_tags').flatMap((tag) => facetWord('for', tag) ?? [])
  const kind = facetWord('kind', text('qualification_type'))
  return {
    slug: slugify(name),
    name,
    topics: lines('topics').flatMap((line) => nameResolver(topics)(line)?.slug ?? []),
    description: text('description'),
    about: [kind, audience.join(', ')].filter(Boolean).join(' · '),
    tools: [
      ...tools.filter(({ slug }) => chosen.has(slug)).map((tool) => tool.name),
      ...lines('custom_tools'),
    ],
  }
}
