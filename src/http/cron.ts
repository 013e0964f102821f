import { runCronJobs } from '#service/jobs.ts'
import type { Service } from '#service/service.ts'
import { jsonAnswer } from './answer.ts'
import { behindToken } from './behind-token.ts'

/** GET and POST /api/cron: one round of the jobs, with `Authorization: Bearer <CRON_SECRET>`. */
export function cron(service: Service): (context: { request: Request }) => Promise<Response> {
  const { cronSecret } = service.settings
  const guard = { token: cronSecret, realm: 'cron', methods: ['GET', 'POST'] }
  return behindToken(service, guard, async (request) => {
    const jobs = await runCronJobs(service)
    if (jobs.every(({ outcome }) => outcome === 'done'))
      return jsonAnswer(request, 200, { chores: jobs }, 'never')
    // The status is for monitors of the cron; each failure is logged where it happened.
    const error = 'Not every job was done. What is left is tried again in the next round.'
    const body = { error, error_code: 'INTERNAL_ERROR', chores: jobs }
    return jsonAnswer(request, 500, body, 'never')
  })
}
