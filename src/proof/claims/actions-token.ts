// Checks an OpenID Connect token of GitHub Actions.
// https://docs.github.com/en/actions/reference/security/oidc
import { type JSONWebKeySet, createLocalJWKSet, decodeJwt, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { ClaimLookCode } from '#contract/resources/claim.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

/** The issuer of the tokens of GitHub Actions. */
export const actionsIssuer = 'https://token.actions.githubusercontent.com'
const keysUrl = `${actionsIssuer}/.well-known/jwks`
/** Keys are kept for this long, in ms. */
const keysMs = 10 * 60_000
/** The clocks of GitHub and of this machine may differ by this many seconds. */
const skewSeconds = 30

const Keys = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(100) })
const digits = z.string().regex(/^\d{1,20}$/)
const Payload = z.object({
  jti: z.string().min(1).max(200),
  exp: z.int(),
  repository_id: digits,
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  run_id: digits,
  sha: z.string().regex(/^[0-9a-f]{40,64}$/),
})

/** What a valid token says about the workflow that sent it. */
export type ActionsToken = z.infer<typeof Payload>

type Refused = { code: ClaimLookCode; message: string }

/** The keys of GitHub by the fetch that got them, so that tests do not share them. */
const kept = new WeakMap<GuardedFetch, { keys: JSONWebKeySet; at: number }>()

/** Checks signature, issuer, audience and times of a token. Its `jti` is the caller's to check. */
export async function readActionsToken(
  token: string,
  { audience, now, fetch }: { audience: string; now: Date; fetch: GuardedFetch },
): Promise<{ token: ActionsToken } | Refused> {
  let issuer: string | undefined
  try {
    issuer = decodeJwt(token).iss
  } catch {
    return malformed
  }
  if (issuer !== actionsIssuer) {
    const message = `The token is of another issuer; expected is ${actionsIssuer}.`
    return { code: 'token_issuer', message }
  }
  const keys = await keysOf(fetch, now)
  if ('code' in keys) return keys
  const options = {
    algorithms: ['RS256'],
    issuer: actionsIssuer,
    audience,
    currentDate: now,
    clockTolerance: skewSeconds,
    requiredClaims: ['exp', 'jti'],
  }
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), options)
    const read = Payload.safeParse(payload)
    if (read.success) return { token: read.data }
    const fields = read.error.issues.map(({ path }) => path.join('.')).join(', ')
    return { code: 'token_malformed', message: `The token lacks what GitHub gives: ${fields}.` }
  } catch (error) {
    return refusal(error, audience)
  }
}

const malformed: Refused = {
  code: 'token_malformed',
  message:
    'This is no token: expected are three parts with dots, as the token service of GitHub Actions gives them.',
}

function refusal(error: unknown, audience: string): Refused {
  if (error instanceof errors.JWTExpired)
    return {
      code: 'token_expired',
      message: 'The token has expired. Get a new one in the same step that sends it.',
    }
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud')
      return {
        code: 'token_audience',
        message: `The token is for another audience; expected is ${audience}.`,
      }
    if (error.claim === 'nbf')
      return { code: 'token_not_yet', message: 'The token is not valid yet by our clock.' }
    return {
      code: 'token_malformed',
      message: `The token has no valid \`${error.claim}\`.`,
    }
  }
  const isForged =
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JOSEAlgNotAllowed
  if (isForged)
    return {
      code: 'token_signature',
      message: 'The token is not signed with a key of GitHub Actions (RS256).',
    }
  if (error instanceof errors.JOSEError) return malformed
  throw error
}

async function keysOf(fetch: GuardedFetch, now: Date): Promise<JSONWebKeySet | Refused> {
  const known = kept.get(fetch)
  if (known && Math.abs(now.getTime() - known.at) < keysMs) return known.keys
  const answer = await fetch(keysUrl)
  const silent = (reason: string): Refused => ({
    code: 'keys_silent',
    message: `The keys of GitHub Actions could not be read: ${reason} Send the token again in a minute.`,
  })
  if (answer.kind !== 'answered') return silent(answer.reason)
  if (answer.status !== 200 || answer.isCut || new URL(answer.url).href !== keysUrl)
    return silent(`${keysUrl} answered ${answer.status}.`)
  try {
    const keys = Keys.parse(JSON.parse(answer.body)) as unknown as JSONWebKeySet
    kept.set(fetch, { keys, at: now.getTime() })
    return keys
  } catch {
    return silent(`${keysUrl} has no key set.`)
  }
}
