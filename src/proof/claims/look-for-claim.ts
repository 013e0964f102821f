// Looks for the id of a claim in the places where only the owner of a product can publish it.
import type { ClaimWay } from '#contract/enums.ts'
import type { ClaimLookCode } from '#contract/resources/claim.ts'
import { beforeDeadline } from '#proof/fetch/deadline.ts'
import { failureSentence } from '#proof/fetch/failure-sentence.ts'
import { guard } from '#proof/fetch/guard.ts'
import { type GitHub, askNewest, rawUrl } from '#proof/repositories/ask-github.ts'
import { NotRead } from '#proof/repositories/not-read.ts'
import {
  type Claimant,
  type Published,
  claimContent,
  claimFile,
  claimFileBytes,
  readClaimFile,
  readClaimRecords,
} from './claim-file.ts'
import { type ClaimPlaces, recordName, siteFile } from './claim-places.ts'

/** A proof that was seen. */
export interface SeenAt {
  where: string
  commit: string | null
  /** GitHub's id of the repository. */
  repository_id: string | null
}

/** What was found in one place. `isSilent`: it gave no answer, which says nothing of the proof. */
export type Look = { way: ClaimWay; where: string; code: ClaimLookCode; message: string } & (
  { proof: SeenAt } | { proof?: undefined; isSilent: boolean }
)

export interface Outside {
  gitHub: GitHub
  /** Like `resolveTxt` of `node:dns`. */
  resolveTxt: (name: string) => Promise<string[][]>
  startDeadline?: ((ms: number) => AbortSignal) | undefined
}

/** Looks for a claim in every place of a product, or in those of some ways. */
export async function lookForClaim(
  { claim, places }: { claim: Claimant; places: ClaimPlaces },
  outside: Outside,
  ways: readonly ClaimWay[] = ['dns', 'website', 'repository'],
): Promise<Look[]> {
  const { site, repository } = places
  const looks: (Promise<Look> | undefined)[] = ways.map((way) => {
    if (way === 'repository')
      return repository === null ? undefined : inRepository(repository, claim, places, outside)
    if (site === null) return undefined
    return way === 'dns' ? inDns(site.registrable, claim, outside) : onSite(site, claim, outside)
  })
  return Promise.all(looks.filter((look) => look !== undefined))
}

/** Names that have TXT records, of two operators. */
const knownNames = ['example.com', 'wikipedia.org']

async function inDns(registrable: string, claim: Claimant, outside: Outside): Promise<Look> {
  const { resolveTxt, startDeadline = (ms: number) => AbortSignal.timeout(ms) } = outside
  const name = recordName(registrable)
  const at = { way: 'dns', where: `dns:${name}?type=TXT` } as const
  const deadline = startDeadline(guard.deadlineMs)
  const ask = (one: string) => beforeDeadline(deadline, resolveTxt(one))
  const records = await ask(name).catch((error: unknown) => error)
  const code = records instanceof Error && 'code' in records ? records.code : undefined
  // The name has no TXT record, or does not exist; a failing resolver says so of every name.
  const isEmpty = code === 'ENODATA' || code === 'ENOTFOUND'
  const isKnown = isEmpty && (await Promise.any(knownNames.map(ask)).catch(() => undefined))
  const found: unknown = isKnown ? [] : records
  if (Array.isArray(found)) return judged(at, name, readClaimRecords(found, claim.id), claim)
  const why = isEmpty ? 'we find no name now.' : failureSentence(name, records, deadline)
  return missing(at, 'dns_silent', `The TXT records of ${name} could not be read: ${why}`, true)
}

async function onSite(
  { host, registrable }: { host: string; registrable: string },
  claim: Claimant,
  { gitHub: { fetch } }: Outside,
): Promise<Look> {
  const where = siteFile(host)
  const at = { way: 'website', where } as const
  const answer = await fetch(where, { bodyBytes: claimFileBytes })
  if (answer.kind !== 'answered')
    return missing(at, 'host_silent', `${where} could not be read: ${answer.reason}`, true)
  const { protocol, hostname, origin } = new URL(answer.url)
  // After a redirect to another domain or to plain http, a stranger may have written the answer.
  if (protocol !== 'https:' || !`.${hostname}`.endsWith(`.${registrable}`)) {
    const message = `${where} redirects to ${origin}; expected was https at ${registrable}.`
    return missing(at, 'file_redirected', message)
  }
  const { status } = answer
  if (status === 404 || status === 410)
    return missing(at, 'file_missing', `${where} is not there (${status}). ${expected(at, claim)}`)
  if (status !== 200) {
    const message = `${where} answered ${status}. ${expected(at, claim)}`
    return missing(at, 'file_refused', message, status === 429 || status >= 500)
  }
  if (answer.isCut) return missing(at, 'file_too_large', tooLarge(where))
  return judged(at, where, readClaimFile(answer.body, claim), claim)
}

async function inRepository(
  name: string,
  claim: Claimant,
  places: ClaimPlaces,
  { gitHub }: Outside,
): Promise<Look> {
  const page = `https://github.com/${name}`
  const at = { way: 'repository', where: `${page}/blob/HEAD/${claimFile}` } as const
  const repository = await askRepository(name, at, places, gitHub)
  if ('code' in repository) return repository
  const { commit, repository_id } = repository
  const answer = await gitHub.fetch(rawUrl(repository.name, commit, claimFile), {
    bodyBytes: claimFileBytes,
  })
  const file = `${page}/blob/${commit}/${claimFile}`
  if (answer.kind !== 'answered')
    return missing(at, 'repository_silent', `${file} could not be read: ${answer.reason}`, true)
  const { status } = answer
  if (status === 404) {
    const message = `${claimFile} is not in ${page} at the newest commit ${commit.slice(0, 12)} of the default branch. ${expected(at, claim)}`
    return missing(at, 'file_missing', message)
  }
  if (status !== 200)
    return missing(at, 'repository_silent', `GitHub answered ${status} for ${file}.`, true)
  if (answer.isCut) return missing(at, 'file_too_large', tooLarge(file))
  const seen = { where: file, commit, repository_id }
  return judged(at, file, readClaimFile(answer.body, claim), claim, seen)
}

/** A repository by its name, or why it cannot prove anything. */
async function askRepository(
  name: string,
  at: At,
  places: ClaimPlaces,
  gitHub: GitHub,
): Promise<{ name: string; commit: string; repository_id: string } | Look> {
  const page = `https://github.com/${name}`
  try {
    const { newest, id } = await askNewest(gitHub, name, places.kept)
    if (id === undefined)
      return missing(at, 'repository_silent', `GitHub did not name ${page}.`, true)
    if (id !== (places.repository_id ?? id)) {
      const message = `${page} is another repository than the one that was read: GitHub gives it another id. An editor corrects that, if you write to us.`
      return missing(at, 'repository_other', message)
    }
    if (newest.name.toLowerCase() !== name.toLowerCase()) {
      const message = `${page} has moved to ${newest.repository}; the listing still names the former. An editor corrects that, if you write to us.`
      return missing(at, 'repository_moved', message)
    }
    return { name: newest.name, commit: newest.commit, repository_id: id }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error
    const { kind, reason } = error.unread
    if (kind === 'gone') {
      const message = `${page} is not there, or is not public. Expected is the public repository of the listing.`
      return missing(at, 'repository_missing', message)
    }
    const message = `GitHub could not be asked about ${page}: ${reason}`
    return missing(at, 'repository_silent', message, true)
  }
}

type At = { way: ClaimWay; where: string }

function judged(at: At, place: string, published: Published, claim: Claimant, seen?: SeenAt): Look {
  if (published !== 'found')
    return missing(at, published.code, `${place} ${published.found}. ${expected(at, claim)}`)
  const proof = seen ?? { where: at.where, commit: null, repository_id: null }
  return { ...at, where: proof.where, code: 'found', message: `${place} has the claim.`, proof }
}

function missing(at: At, code: ClaimLookCode, message: string, isSilent = false): Look {
  return { ...at, code, message, isSilent }
}

function expected({ way }: At, claim: Claimant): string {
  return way === 'dns'
    ? `Expected is a TXT record ${claim.id}.`
    : `Expected is ${claimContent(claim)}.`
}

function tooLarge(place: string): string {
  return `${place} has more than ${claimFileBytes / 1024} KiB; expected is a small file.`
}
