import { submitProduct } from '#contract/operations/submit-product.ts'
import { submission, validSubmission } from '#testing/api.ts'
import { freshAddress, request, runScript, startService } from '#testing/service.ts'

export interface Killed {
  rounds: number
  acknowledged: number
  approved: number
  /** Submissions that were answered with 201 and that their submitter cannot find any more. */
  lost: string[]
}

interface Acknowledged {
  slug: string
  email: string
}

/**
 * Kills a service with SIGKILL in the middle of submissions and approvals, again and again, and
 * asks the next one for everything that was acknowledged.
 */
export async function kills(
  start: { dataDir: string; environment?: Record<string, string> },
  rounds: number,
): Promise<Killed> {
  const acknowledged: Acknowledged[] = []
  const approved = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const service = await startService(start)
    const before = acknowledged.length
    let isKilled = false
    const submitting = Array.from({ length: 4 }, async () => {
      while (!isKilled) {
        const taken = await submit(service.url).catch(() => undefined)
        if (taken) acknowledged.push(taken)
      }
    })
    // Not always at the same moment: after 5 to 40 of them, and every third time in an approval.
    while (acknowledged.length < before + 5 + ((round * 7) % 36)) await sleep(5)
    const { slug } = acknowledged.at(-1)!
    const approving =
      round % 3 === 0
        ? runScript('editor.ts', ['approve', slug, '--yes'], { dataDir: start.dataDir })
        : undefined
    if (approving) await sleep(round * 60)
    await service.stop('SIGKILL')
    isKilled = true
    await Promise.all(submitting)
    if ((await approving)?.code === 0) approved.add(slug)
  }
  const service = await startService(start)
  const lost: string[] = []
  for (const { slug, email } of acknowledged) {
    // What was approved is there for everybody; the rest for its submitter alone.
    const query = approved.has(slug) ? '' : `?email=${encodeURIComponent(email)}`
    // Each from an address of its own: one may ask ten times a minute by e-mail.
    const address = `${service.url}/api/v1/products/${slug}${query}`
    const answer = await request(address, { from: freshAddress() })
    if (answer.status !== 200) lost.push(slug)
  }
  await service.stop()
  return { rounds, acknowledged: acknowledged.length, approved: approved.size, lost }
}

async function submit(url: string): Promise<Acknowledged | undefined> {
  const body = validSubmission()
  const { path, ...options } = submission(body)
  const answer = await request(`${url}/api/v1${path}`, { ...options, from: freshAddress() })
  if (answer.status !== 201) return undefined
  const { slug } = submitProduct.responses[201].schema.parse(answer.json())
  return { slug, email: body.email }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
