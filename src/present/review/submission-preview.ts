import { facetWord } from '#present/lists/facet-choice.ts'
import { slugify } from '#core/slug.ts'
import { nameResolver } from '#core/stack.ts'
import type { Topic } from '#core/topics.ts'
import { linesOf } from './submission-form.ts'

/** How a submission will look, made from unchecked input of the form; undefined without a name. */
export function submissionPreview(
  typed: URLSearchParams,
  { tools, topics }: { tools: readonly { slug: string; name: string }[]; topics: readonly Topic[] },
) {
  const text = (field: string) => (typed.get(field) ?? '').trim()
  const name = text('name')
  if (name === '') return undefined
  const lines = (field: string) => linesOf(text(field))
  const chosen = new Set(typed.getAll('tool_slugs'))
  const audience = typed.getAll('audience_tags').flatMap((tag) => facetWord('for', tag) ?? [])
  const kind = facetWord('kind', text('qualification_type'))
  return {
    slug: slugify(name),
    name,
    topics: lines('topics').flatMap((line) => nameResolver(topics)(line)?.slug ?? []),
    description: text('description'),
    /** Kind and audience, as in a row of a product list. */
    about: [kind, audience.join(', ')].filter(Boolean).join(' · '),
    /** Names of the tools, with custom ones last. */
    tools: [
      ...tools.filter(({ slug }) => chosen.has(slug)).map((tool) => tool.name),
      ...lines('custom_tools'),
    ],
  }
}
export type SubmissionPreview = NonNullable<ReturnType<typeof submissionPreview>>
