import type { Published } from '#catalog/questions.ts'
import { detailOf } from '#catalog/listing-view.ts'
import { submissionBuckets } from '#contract/limits.ts'
import * as contract from '#contract/operations/report-fact.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { insertReport } from '#db/queries/reports.ts'
import { addressBlock } from '#limits/address-block.ts'
import { reportableTools } from '#present/review/reported-fact.ts'
import { type Handler, handling } from './answer.ts'
import { rateLimited } from './failure.ts'
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
      const wait = await service.limiter.waitReport(block, service.db)
      if (wait > 0) throw tooMany(wait)
      return { status: 200, body: { valid: true as const } }
    }
    const report = await writeReport(body, published, block, service)
    service.wrote({ write: 'report', slug: body.slug })
    return { status: 202, body: { report } }
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
 * Checks that the listing is public and has the tool. The catalogue has approved listings alone, so
 * a pending one is as unknown as any other.
 */
function checkReported({ slug, fact, tool }: Report, published: Published): void {
  const listing = published.product(slug)
  if (!listing) throw noSuchProduct(slug, published)
  if (!contract.isOfTool(fact)) return
  const named = reportableTools(detailOf(listing), fact).map((one) => one.slug)
  if (tool !== undefined && named.includes(tool)) return
  const message =
    tool === undefined
      ? `is required when fact is ${fact}`
      : `must be one of the listing for the fact ${fact}: ${named.join(', ') || 'it has none'}`
  throw invalidRequest([{ path: 'tool', message }])
}

function writeReport(
  { slug, fact, tool, message, source, email }: Report,
  published: Published,
  block: string,
  { db, limiter }: Pick<Service, 'db' | 'limiter'>,
): Promise<string> {
  const about = { slug, fact, tool: contract.isOfTool(fact) ? (tool ?? null) : null }
  return db.transaction().execute(async (trx) => {
    const wait = await limiter.takeReport(block, trx)
    if (wait > 0) throw tooMany(wait)
    const optional = { source: source ?? null, email: email ?? null }
    const id = await insertReport(trx, { ...about, message, ...optional })
    // It was withdrawn after the last update of the catalogue.
    if (id === undefined) throw noSuchProduct(slug, published)
    return id
  })
}

function tooMany(wait: number) {
  const { report_address: address, report_network: network } = submissionBuckets
  return rateLimited(
    wait,
    `At most ${address.tokens} reports an hour from one address, and ${network.tokens} from one IPv6 /48`,
  )
}
