import * as contract from '#contract/operations/prove-claim.ts'
import type { ClaimChecked, ClaimLookCode } from '#contract/resources/claim.ts'
import { readActionsToken } from '#proof/claims/actions-token.ts'
import { askRepository } from '#proof/claims/look-for-claim.ts'
import { handling } from './answer.ts'
import type { Service } from './service.ts'
import { checkedClaim, gitHubOf, isWaiting, openClaim, settleSeen } from './settle-claim.ts'

/** POST /claims/{claim}/oidc: proves a claim by a token of GitHub Actions. */
export const proveClaim = handling(
  contract.proveClaim,
  async ({ params: { claim: id }, body: { token }, address }, service) => ({
    status: 200,
    body: await proveByToken({ id, token, address }, service),
  }),
)

async function proveByToken(
  { id, token, address }: { id: string; token: string; address: string },
  service: Service,
): Promise<ClaimChecked> {
  const { claim, places } = await openClaim({ id, address }, service)
  if (!isWaiting(claim)) return checkedClaim(id, [], service)
  const { repository: name } = places
  const where = name === null ? service.to.proveClaim(id) : `https://github.com/${name}`
  const refused = (code: ClaimLookCode, message: string) =>
    checkedClaim(id, [{ way: 'actions', where, code, message }], service)
  if (name === null)
    return refused(
      'token_no_repository',
      'No repository at GitHub is known of this product, so that no token of it can be expected. Use another way.',
    )
  const gitHub = gitHubOf(service)
  const read = await readActionsToken(token, {
    audience: service.to.site,
    now: service.clock(),
    fetch: gitHub.fetch,
  })
  if ('code' in read) return refused(read.code, read.message)
  const { jti, exp, repository_id, repository, run_id, sha } = read.token
  const known = await askRepository(name, gitHub)
  if ('code' in known) return refused(known.code, known.message)
  if (known.repository_id !== repository_id)
    return refused(
      'token_repository',
      `The token is of the repository ${repository} (${repository_id}); expected is ${name} (${known.repository_id}).`,
    )
  const run = `${where}/actions/runs/${run_id}`
  const at = { where: run, commit: sha, repository_id }
  const expires_at = new Date(exp * 1000)
  const more = await settleSeen(claim, { way: 'actions', at, token: { jti, expires_at } }, service)
  const found = {
    way: 'actions',
    where: run,
    code: 'found',
    message: `The token is of ${name}.`,
  } as const
  return checkedClaim(id, more.length > 0 ? more : [found], service)
}
