import { ApiError } from '#contract/errors.ts'
import * as contract from '#contract/operations/update-product.ts'
import { domainName } from '#core/domain-name.ts'
import { findDomainHolder } from '#db/queries/decisions.ts'
import { ownerChanges } from '#editorial/owner-changes.ts'
import { type Revised, proposeChange, reviseListing } from '#editorial/revise.ts'
import { handling } from './answer.ts'
import { productStatus } from './get-product.ts'
import { type Managed, managedBy, requireToken, unauthorized } from './managed.ts'
import { invalidRequest } from './problems.ts'
import type { Service } from './service.ts'
import { resolveNames, topicSlugs } from './submission-names.ts'
import { checkSubmission } from './submit-product.ts'
import { duplicateDomain } from './write-submission.ts'

/** PUT /products/{slug}: an owner replaces a pending submission, or proposes a change. */
export const updateProduct = handling(
  contract.updateProduct,
  async ({ params: { slug }, headers, body }, service) => {
    const managed = await managedBy(requireToken(headers.authorization), service)
    // The 401 does not reveal whether the slug exists.
    if (managed?.slug !== slug) throw unauthorized()
    const email = managed.submitter_email ?? ''
    if (body.email !== undefined && body.email !== email) {
      const message =
        'must stay the address that submitted the product; to change it, write to us from it'
      throw invalidRequest([{ path: 'email', message }])
    }
    const outcome = await write(managed, body, service)
    if (outcome.outcome === 'done')
      service.wrote({ write: managed.status === 'approved' ? 'proposal' : 'revision', slug })
    if (outcome.outcome === 'done' && managed.status === 'approved') {
      const changed_fields = outcome.changes.map(({ field }) => field)
      return {
        status: 202,
        body: { success: true as const, slug, status: 'proposed' as const, changed_fields },
      }
    }
    if (outcome.outcome !== 'done' && outcome.outcome !== 'unchanged')
      throw refused(outcome, service)
    return productStatus({ slug, email }, service)
  },
  ({ body }, { catalog }) => checkSubmission(body, catalog),
)

async function write(
  { id, slug, status }: Managed,
  body: contract.ChangeBody,
  { db, catalog }: Service,
): Promise<Revised> {
  const { referral_code: _, ...named } = body
  const { tools } = await catalog.current()
  const { toolSlugs } = await resolveNames(db, named, tools)
  const topics = body.topics && topicSlugs(body.topics, catalog.topics)
  const requested = ownerChanges({ ...body, topics }, toolSlugs)
  const request = { slug, requested, message: body.message }
  if (status === 'pending') return reviseListing(db, request, catalog.codeHosts)
  const { domain } = domainName(body.url, catalog.codeHosts) as { domain: string }
  const holder = await findDomainHolder(db, domain, id)
  if (holder) return { outcome: 'domain_taken', slug, domain, holder: holder.slug }
  return proposeChange(db, request)
}

function refused(
  outcome: Exclude<Revised, { outcome: 'done' | 'unchanged' }>,
  service: Service,
): ApiError {
  if (outcome.outcome === 'domain_taken') return duplicateDomain(outcome.domain, null, service)
  if (outcome.outcome === 'invalid') {
    const details = outcome.problems.map((problem) => ({
      path: problem.split(' ')[0]!,
      message: problem.slice(problem.indexOf(' ') + 1),
    }))
    return new ApiError('invalid_request', outcome.problems.join(' '), { details })
  }
  // An editor decided about the listing after it was read and before it was written.
  return new ApiError(
    'unavailable',
    'The state of this product changed at this moment. Read how it stands, and send again.',
    { retryAfterSeconds: 1 },
  )
}
