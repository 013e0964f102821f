import { runCronJobs } from '#service/jobs.ts'
import type { Service } from '#service/service.ts'
import { jsonAnswer } from './answer.ts'
import { behindToken } from './behind-token.ts'

/**
 * GET and POST /api/cron: runs one round of the jobs. The scheduler that calls it sends
 * `Authorization: Bearer <CRON_SECRET>`.
 */
export function cron(service: Service): (context: { request: Request }) => Promise<Response> {
  const { cronSecret } = service.settings
  const guard = { token: cronSecret, realm: 'cron', methods: ['GET', 'POST'] }
  return behindToken(service, guard, async (request) => {
    const jobs = await runCronJobs(service)
    if (jobs.every(({ outcome }) => outcome === 'done'))
      return jsonAnswer(request, 200, { chores: jobs }, 'never')
    // A 500 is for monitors of the scheduler. Each failure is logged where it happened.
    const error = 'Not every job was done. What is left is tried again in the next round.'
    const body = { error, error_code: 'INTERNAL_ERROR', chores: jobs }
    return jsonAnswer(request, 500, body, 'never')
  })
}
