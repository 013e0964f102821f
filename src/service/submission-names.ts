import type { CatalogTool } from '#catalog/tables.ts'
import { ApiError, type ErrorDetail } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { SubmissionBody } from '#contract/operations/submit-product.ts'
import { cut } from '#contract/text.ts'
import { didYouMean } from '#core/nearest-names.ts'
import { nameResolver } from '#core/stack.ts'
import type { Topic } from '#core/topics.ts'
import type { Db } from '#db/connection/connect.ts'
import { findReferrer } from '#db/queries/products.ts'
import { findNamedTools } from '#db/queries/tools.ts'
import { mostReported, reported } from './problems.ts'

type Names = Pick<SubmissionBody, 'tool_slugs' | 'tool_ids' | 'referral_code'>

/**
 * Finds the tools that a submission lists, in its order and each once, and the listing that
 * referred it. If names are unknown, throws one error for all of them, with suggestions from
 * `tools`.
 */
export async function resolveNames(
  db: Db,
  { tool_slugs: slugs = [], tool_ids: ids = [], referral_code }: Names,
  tools: readonly CatalogTool[],
): Promise<{ toolIds: string[]; toolSlugs: string[]; referrer: string | null }> {
  const named = await findNamedTools(db, slugs, ids)
  const bySlug = new Map(named.map(({ id, slug }) => [slug, id]))
  const byId = new Map(named.map(({ id, slug }) => [id, slug]))
  const referrer =
    referral_code === undefined ? null : await findReferrer(db, referral_code.toLowerCase())
  const unknown = {
    slugs: slugs.filter((slug) => !bySlug.has(slug)),
    ids: ids.filter((id) => !byId.has(id)),
    isReferrer: referrer === undefined,
  }
  if (unknown.slugs.length > 0 || unknown.ids.length > 0 || unknown.isReferrer)
    throw unknownNames(unknown, tools)
  const toolIds = [...new Set([...slugs.map((slug) => bySlug.get(slug)!), ...ids])]
  const toolSlugs = toolIds.map((id) => byId.get(id)!)
  return { toolIds, toolSlugs, referrer: referrer ?? null }
}

/** Problems of topics that are neither a slug nor a name in content/topics.yaml. */
export function checkTopics(body: unknown, topics: readonly Topic[]): ErrorDetail[] {
  const given = (body as { topics?: unknown } | null | undefined)?.topics
  const named = Array.isArray(given) ? given.slice(0, limits.topics) : []
  const slugs = topics.map(({ slug }) => slug)
  return named
    .filter((one) => typeof one === 'string' && !nameResolver(topics)(one))
    .map((one: string) => ({
      path: 'topics',
      message: `names ${JSON.stringify(cut(one, limits.slug))}, which is no topic${didYouMean(one, slugs)}`,
    }))
}

/** The slugs of topics that `checkTopics` has accepted, each once. */
export function topicSlugs(named: readonly string[], topics: readonly Topic[]): string[] {
  return [...new Set(named.flatMap((one) => nameResolver(topics)(one)?.slug ?? []))]
}

function unknownNames(
  unknown: { slugs: string[]; ids: string[]; isReferrer: boolean },
  tools: readonly CatalogTool[],
): ApiError {
  const namesTools = unknown.slugs.length + unknown.ids.length > 0
  const problems: ErrorDetail[] = [
    // Suggestions take time to find, so only the problems that are reported get one.
    ...unknown.slugs.map((slug, index) => ({
      path: 'tool_slugs',
      message: `names ${JSON.stringify(cut(slug, limits.slug))}, which the directory does not have${index < mostReported ? suggestion(slug, tools) : ''}`,
    })),
    ...unknown.ids.map((id) => ({
      path: 'tool_ids',
      message: `names ${id}, which the directory does not have`,
    })),
    ...(unknown.isReferrer
      ? [{ path: 'referral_code', message: 'is not the code of a listing' }]
      : []),
  ]
  const { message, details } = reported(problems)
  const way = namesTools ? ' `list_tools`, which is GET /tools, names the tools there are.' : ''
  const kind = unknown.slugs.length > 0 ? 'unknown_tools' : 'invalid_request'
  return new ApiError(kind, `${message}${way}`, { details })
}

// Suggests a tool for an unknown slug, also by a tool's name or a typo: for "PostgreSQL" and
// "postgresq" it is `postgresql`.
function suggestion(slug: string, tools: readonly CatalogTool[]): string {
  const meant = nameResolver(tools)(slug)?.slug
  if (meant !== undefined) return ` (did you mean ${meant}?)`
  return didYouMean(
    slug,
    tools.map((tool) => tool.slug),
  )
}
