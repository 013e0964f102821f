import type { Listing, Published } from '#catalog/questions.ts'
import { detailOf } from '#catalog/listing-view.ts'
import { submissionBuckets } from '#contract/limits.ts'
import * as contract from '#contract/operations/report-fact.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { findReport, insertReport } from '#db/queries/reports.ts'
import { takeSlots, waitForSlots } from '#db/queries/submissions.ts'
import { addressBlock } from '#limits/address-block.ts'
import { factInWords, reportOutcomes, reportableTools } from '#present/review/reported-fact.ts'
import { type Handler, handling } from './answer.ts'
import { refuseUntil } from './failure.ts'
import { invalidRequest } from './problems.ts'
import { noSuchProduct } from './published-product.ts'
import type { Service } from './service.ts'

type Report = Parameters<Handler<typeof contract.reportFact>>[0]['body']

/** POST /reports: tells the editors that a fact of a public listing is wrong. */
export const reportFact = handling(
  contract.reportFact,
  async ({ body, query, address }, service) => {
    const published = await service.catalog.current()
    checkReported(body, published)
    const block = addressBlock(address)
    if (query.dry_run === 'true') {
      refuseUntil(
        await waitForSlots(service.db, service.limiter.slots.ofReport(block)),
        reportsRule,
      )
      return { status: 200, body: { valid: true as const } }
    }
    const report = await writeReport(body, published, block, service)
    service.wrote({ write: 'report', slug: body.slug })
    return { status: 202, body: { report, status_url: service.urls.reportState(report) } }
  },
)

/** The public listing that a report form is about; undefined for a pending one, as for unknown. */
export async function findReportable(
  slug: string,
  { catalog }: Pick<Service, 'catalog'>,
): Promise<ProductDetail | undefined> {
  const listing = (await catalog.current()).product(slug)
  return listing && detailOf(listing)
}

/**
 * What became of a report, for everybody who has its id: nothing of its reporter is in it. Junk, and
 * a report on a listing that is public no more, are closed alike.
 */
export async function findReportState(
  id: string,
  { db, catalog }: Pick<Service, 'db' | 'catalog'>,
) {
  const found = await findReport(db, id)
  if (!found) return undefined
  const { slug, name, fact, tool } = found
  const isPublic = found.status === 'approved'
  const state = isPublic ? found.state : 'junk'
  const { toolsBySlug } = await catalog.current()
  return {
    state,
    outcome: reportOutcomes[state],
    answer: state === 'junk' ? null : found.answer,
    listing: isPublic ? { slug, name } : undefined,
    about: factInWords({ fact, tool }, toolsBySlug.get(tool ?? '')?.name),
  }
}

/**
 * Checks that the listing is public and has the tool. The catalogue has approved listings alone, so
 * a pending one is as unknown as any other.
 */
function checkReported({ slug, fact, tool }: Report, published: Published): void {
  const listing = published.product(slug)
  if (!listing) throw noSuchProduct(slug, published)
  const isUnknown = fact === 'missing_tool' && tool && !published.toolsBySlug.has(tool)
  const problem = isUnknown ? 'is no slug of GET /tools' : toolProblem({ fact, tool }, listing)
  if (problem !== undefined) throw invalidRequest([{ path: 'tool', message: problem }])
}

function toolProblem({ fact, tool }: Pick<Report, 'fact' | 'tool'>, listing: Listing) {
  if (!contract.isOfTool(fact)) return undefined
  if (tool === undefined) return `is required when fact is ${fact}`
  const named = reportableTools(detailOf(listing), fact)
  if (named.some(({ slug }) => slug === tool)) return undefined
  return `must be one of the listing for the fact ${fact}: ${named.map(({ slug }) => slug).join(', ') || 'it has none'}`
}

function writeReport(
  { slug, fact, tool, message, source, email }: Report,
  published: Published,
  block: string,
  { db, limiter }: Pick<Service, 'db' | 'limiter'>,
): Promise<string> {
  const hasTool = contract.isOfTool(fact) || fact === 'missing_tool'
  const about = { slug, fact, tool: (hasTool && tool) || null }
  return db.transaction().execute(async (trx) => {
    refuseUntil(await takeSlots(trx, limiter.slots.ofReport(block)), reportsRule)
    const optional = { source: source ?? null, email: email ?? null }
    const id = await insertReport(trx, { ...about, message, ...optional })
    // It was withdrawn after the last update of the catalogue.
    if (id === undefined) throw noSuchProduct(slug, published)
    return id
  })
}

const { report_address: one, report_network: network } = submissionBuckets
const reportsRule = `At most ${one.tokens} reports an hour from one address, and ${network.tokens} from one IPv6 /48`
