// The commands `claim` and `claim-check`: they start a claim of ownership and look for its proof.

const deadlineMs = 30_000

interface Answer {
  isError: boolean
  body: unknown
  lines: string[]
}

type Claimed = {
  error?: string
  claim?: string
  ways?: { way: string; where: string; content: string }[]
  state?: string
  looked?: { way: string; code: string; message: string }[]
}

/** Starts a claim, and says what to publish. */
export async function startClaim(site: string, slug: string, email: string): Promise<Answer> {
  const { isError, body } = await post(`${site}/api/v1/claims`, { slug, email })
  if (isError) return failed(site, body)
  const { claim = '', ways = [] } = body
  return {
    isError: false,
    body,
    lines: [
      `The claim ${claim}. Publish one of these:`,
      ...ways.map(({ way, where, content }) => `${way}  ${where}  ${content}`),
      `Then: proofstack claim-check ${claim}`,
    ],
  }
}

/** Looks for the proof of a claim; an error until the claim is proved. */
export async function lookAtClaim(site: string, claim: string): Promise<Answer> {
  const path = `/api/v1/claims/${encodeURIComponent(claim)}/check`
  const { isError, body } = await post(`${site}${path}`)
  if (isError) return failed(site, body)
  const { state = 'open', looked = [] } = body
  return {
    isError: state !== 'proved',
    body,
    lines: [`The claim is ${state}.`, ...looked.map(({ way, message }) => `${way}  ${message}`)],
  }
}

async function post(url: string, body?: object): Promise<{ isError: boolean; body: Claimed }> {
  const response = await fetch(url, {
    method: 'POST',
    ...(body
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
    signal: AbortSignal.timeout(deadlineMs),
  })
  const answer = (await response.json().catch(() => ({}))) as Claimed
  return { isError: !response.ok, body: answer }
}

function failed(site: string, body: Claimed): Answer {
  return { isError: true, body, lines: [body.error ?? `${site} did not answer as expected.`] }
}
