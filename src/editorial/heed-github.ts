import type { Db } from '#db/connection/connect.ts'
import { forgetHostWaits, isHostWaiting, setHostWait } from '#db/queries/host-waits.ts'
import { type GitHub, gitHubHosts } from '#proof/repositories/ask-github.ts'
import { requestedWait } from '#proof/repositories/not-read.ts'

const hosts: readonly string[] = gitHubHosts

/**
 * Access to GitHub that keeps its refusals, and asks it nothing until the wait is over: GitHub
 * blocks clients that go on asking. Requests to other hosts pass.
 */
export function heedGitHub(db: Db, gitHub: GitHub): GitHub {
  const { fetch, clock } = gitHub
  return {
    ...gitHub,
    fetch: async (url, request) => {
      const host = new URL(url).hostname
      if (!hosts.includes(host)) return fetch(url, request)
      if (await isHostWaiting(db, hosts, clock()))
        return { kind: 'failed', reason: 'it takes no questions of ours for some minutes.' }
      const answer = await fetch(url, request)
      if (answer.kind !== 'answered') return answer
      const { status, headers } = answer
      const now = clock()
      if (status === 403 || status === 429)
        await setHostWait(db, { host, seconds: requestedWait(headers, now), now })
      else if (status < 400) await forgetHostWaits(db, hosts)
      return answer
    },
  }
}
