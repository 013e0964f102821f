import type { Listing, Published, TaskCandidate } from '#catalog/questions.ts'
import * as contract from '#contract/operations/recommend-products.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { cleanText } from '#contract/text.ts'
import { phrasesWith } from '#core/alike.ts'
import type { Addresses } from '#core/addresses.ts'
import { type AskedLicence, hasLicence, licenceInWords } from '#core/licence-in-words.ts'
import { mostNear, noneBuiltWith, nothingFits, toolsThatFit, unknownTools } from '#core/notes.ts'
import { onceFor } from '#core/once.ts'
import { ownWords } from '#core/own-words.ts'
import { productDetail } from '#core/present.ts'
import {
  type Candidate,
  type Ranked,
  fitWeights,
  nearMisses,
  type RankingQuestion,
  floorsOf,
  rank,
} from '#core/ranking.ts'
import { type MatchedWords, reasonsOf } from '#core/ranking-reasons.ts'
import { toolsForTask } from '#core/tools-for-task.ts'
import { topicsIn } from '#core/topics.ts'
import type { WordGroup } from '#core/word-groups.ts'
import { verifiedUseCase } from '#core/claim.ts'
import { resolveStack } from '#core/stack.ts'
import { normalizeTask } from '#core/use-case.ts'
import { listApprovedById } from '#db/products.ts'
import type { Candidate as RecommendationCandidate } from '#db/candidates.ts'
import type { Db } from '#db/connect.ts'
import { findRecommendationCandidates } from '#db/recommend.ts'
import type { GroupMatch } from '#db/word-groups.ts'
import { handling } from './answer.ts'
import { askDatabaseElse } from './degraded.ts'
import {
  documentsOf,
  isBuiltWith,
  likenessTo,
  withLikeness,
  readQuestion,
  unwantedTools,
} from './read-question.ts'
import { toolsOf } from './tools-of.ts'

/** GET /recommend */
export const recommendProducts = handling(
  contract.recommendProducts,
  async ({ query, door }, service) => {
    const { catalog, to } = service
    const published = await catalog.current()
    const task = cleanText(query.task ?? '')
    const stack = contract.stackTerms(query.stack)
    const { resolved, unresolved } = resolveStack(stack, published.tools)
    const useCase = task === '' ? null : normalizeTask(task, catalog.useCases)
    const licence = licenceInWords(task)
    const groups = readQuestion(licence?.rest || task, catalog, published)
    const unwanted = unwantedTools(groups, published)
    const asked = { hasTask: task !== '', floors: floorsOf(groups), useCase, stack: resolved }
    const likeness = likenessTo(groups, published)
    const best = (candidates: readonly Matching[]) =>
      rank(asked, withLikeness(candidates, likeness))
        .filter(({ candidate }) => !licence || hasLicence(licence, candidate) !== false)
        .filter(({ candidate: { slug } }) => !isBuiltWith(unwanted, slug, published))
        .slice(0, query.limit)
    const inCatalog = () => {
      const toolSlugs = resolved.map(({ slug }) => slug)
      return published.texts().forTask({ useCase, toolSlugs, groups }).map(fromListing)
    }

    const { found, servedFrom } = await askDatabaseElse<Ranked<Known>[]>(
      service,
      async (db) => {
        const toolIds = resolved.map(({ id }) => id)
        // Some of what comes may have another licence, or be built with what is not wanted.
        const wanted = query.limit * (licence || unwanted.size > 0 ? 3 : 1)
        const documents = documentsOf(published)
        const wish = { useCase, toolIds, groups, wanted, documents, fit: fitWeights }
        const rows = await findRecommendationCandidates(db, wish)
        const listed = await listedOf(db, rows, published, to)
        const known = rows.flatMap((row) => {
          const one = listed.get(row.id)
          return one ? [fromRow(row, one, published)] : []
        })
        return best(known)
      },
      () => best(inCatalog()),
    )
    const recommendations = present(found, asked, { groups, licence }, published)
    if (recommendations.length === 0 && !servedFrom)
      await service.foundNothing({ question: task, door })
    // What is near is asked of the catalogue: the database names what is above the floor.
    const near = () => nearMisses(withLikeness(inCatalog(), likeness)).slice(0, mostNear)
    const [first] = found
    const isWeak = asked.hasTask && first !== undefined && first.score <= fitsWell
    const otherStack = noneBuiltWith(resolved, found)
    const others = published.tools.filter((tool) => !resolved.includes(tool))
    const tools = toolsForTask(groups, others, { topics: published.topics, isWeak })
    const notes = [
      ...(recommendations.length === 0 ? [nothingFits(task || stack.join(', '), near())] : []),
      ...(otherStack ? [otherStack] : []),
      ...(tools.length > 0 ? [toolsThatFit(tools)] : []),
      ...(unresolved.length > 0 ? [unknownTools(unresolved, published.tools)] : []),
    ]
    const body = {
      query: {
        task: task === '' ? null : task,
        normalized_task: useCase,
        stack,
        resolved_tools: resolved.map(({ slug, name, category }) => ({ slug, name, category })),
        unresolved_stack_terms: unresolved,
      },
      recommendations,
      ...(notes.length > 0 && { note: notes.join(' ') }),
    }
    return { status: 200, body, servedFrom }
  },
)

/** Where the best product has no more than this, tools that are for the task are named, too. */
const fitsWell = 50

/** What a ranking looks at of a listing, whatever was asked, and the whole of it. */
interface Listed extends Signals {
  kind: 'product'
  id: string
  name: string
  description: string
  licence: string | null
  detail: () => ProductDetail
}

type Signals = Omit<Candidate, 'toolSlugs' | 'textMatch' | 'share' | 'alike'>

/** One that may answer, with where the groups of words stand in it. */
interface Known extends Candidate, Listed {
  matches: readonly GroupMatch[]
}

type Matching = Omit<Known, 'alike'>

/** Listings as the catalogue has them, and what entered after it was asked. */
async function listedOf(
  db: Db,
  rows: readonly { id: string; slug: string }[],
  published: Published,
  to: Addresses,
): Promise<Map<string, Listed>> {
  const found = rows.flatMap(({ slug }) => published.product(slug) ?? [])
  const listed = new Map(found.map((one) => [one.id, listedIn(one)]))
  const entered = rows.filter(({ id }) => !listed.has(id)).map(({ id }) => id)
  if (entered.length === 0) return listed
  const records = await listApprovedById(db, entered)
  const tools = await toolsOf(db, published, records)
  for (const record of records) {
    const detail = productDetail(record, tools, to)
    listed.set(
      record.id,
      listedAs(detail, () => detail),
    )
  }
  return listed
}

// Of fifty that are ranked ten are shown: the others are not read whole again for each question.
const listedIn = onceFor((listing: Listing) => {
  // Written by the contract's schema.
  const detail = () => JSON.parse(listing.detail()) as ProductDetail
  return listedAs(detail(), detail)
})

function listedAs(product: ProductDetail, detail: () => ProductDetail): Listed {
  const { id, slug, name, description, claim_review_status, badge_verified } = product
  const { is_featured, view_count, proof, trust, compatibility_matrix } = product
  return {
    kind: 'product',
    id,
    slug,
    name,
    description,
    claim_review_status,
    badge_verified,
    is_featured,
    view_count,
    licence: proof?.licence ?? null,
    agent_use_case: verifiedUseCase(product),
    source_quality: trust?.source_quality ?? 'manual_review_only',
    worksWith: new Set(compatibility_matrix.map(({ tool }) => tool.slug)),
    detail,
  }
}

function fromRow(
  row: RecommendationCandidate,
  listed: Listed,
  { toolsById }: Pick<Published, 'toolsById'>,
): Matching {
  return {
    ...listed,
    // The tools that were asked for are of the catalogue.
    toolSlugs: new Set(row.matched_tools.flatMap((id) => toolsById.get(id)?.slug ?? [])),
    textMatch: row.relevance,
    share: row.share,
    matches: row.groups,
  }
}

function fromListing({ listing, ...fit }: TaskCandidate): Matching {
  const toolSlugs = new Set(listing.tools().map(({ slug }) => slug))
  return { ...listedIn(listing), ...fit, toolSlugs }
}

// Of several topics the one that is said is named; of one that the database found by a stem, that one.
function matchedWords(
  { slug, name, description, matches }: Known,
  groups: readonly WordGroup[],
  { product }: Pick<Published, 'product'>,
): MatchedWords[] {
  const text = `${name} ${description}`
  const listing = product(slug)
  const toolNames = (listing?.tools() ?? []).flatMap((tool) => [tool.name, ...tool.aliases])
  const told = (
    stands: GroupMatch['stands'],
    words: readonly string[],
  ): Pick<MatchedWords, 'stands' | 'said'> => {
    if (stands === 'A') return { stands, said: ownWords(name, words) }
    if (stands === 'C') return { stands, said: ownWords(description, words) }
    if (stands !== 'B' || phrasesWith(words, toolNames).length > 0) return { stands, said: [] }
    // The names of tools and what people ask for are one text of the search: each may have some.
    const said = phrasesWith(words, listing?.asks() ?? [])
    return { stands: said.length > 0 ? 'B' : 'M', said }
  }
  return matches.flatMap(({ n, stands, on_topic, weight }) => {
    if (weight === 0) return []
    const { words, topics, hinted } = groups[n]!
    const meant = topics.length > 0 ? topics : hinted
    const said = on_topic
      ? (topicsIn(text, meant)[0] ?? (meant.length === 1 ? meant[0] : undefined))
      : undefined
    return {
      words: words.join(' '),
      ...told(stands, words),
      topic: said?.name ?? null,
      isOfTools: said?.of_tools === true,
      weight,
    }
  })
}

function present(
  chosen: readonly Ranked<Known>[],
  asked: RankingQuestion,
  { groups, licence }: { groups: readonly WordGroup[]; licence: AskedLicence | undefined },
  published: Pick<Published, 'product'>,
) {
  return chosen.map((one, index) => {
    const { candidate, score, task_match, matched_tool_slugs } = one
    return {
      rank: index + 1,
      score,
      product: candidate.detail(),
      match: {
        task_match,
        matched_tool_slugs,
        matched_tool_count: matched_tool_slugs.length,
        reasons: [
          ...reasonsOf(asked, one, matchedWords(candidate, groups, published)),
          ...licenceReason(licence, candidate),
        ],
      },
    }
  })
}

function licenceReason(
  asked: AskedLicence | undefined,
  { licence }: Pick<Listed, 'licence'>,
): string[] {
  return asked && licence ? [`Its licence is ${licence}.`] : []
}
