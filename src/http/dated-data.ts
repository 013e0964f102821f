import { keptDays, readDatedFile } from '#service/dated-data.ts'
import { tagOf } from '#service/answer.ts'
import type { Service } from '#service/service.ts'
import { readOnly, textAnswer } from './answer.ts'
import { type Guarding, guarded } from './guarded.ts'

/**
 * GET /data/days.json and /data/<day>/<file>. `sign` makes the signature of a manifest. The answers
 * are cached like the other files under /data, because a withdrawn listing leaves them.
 */
export function datedData(
  service: Guarding & Pick<Service, 'db' | 'to'>,
  sign: (bytes: Uint8Array) => string,
): (context: { request: Request; params: { day?: string; file?: string } }) => Promise<Response> {
  return ({ request, params: { day, file = '' } }) =>
    guarded(service, 'dated-data', request, async () => {
      const refused = readOnly(request)
      if (refused) return refused
      const { text, type } =
        day === undefined
          ? await keptDays(service)
          : await readDatedFile({ day, file }, service, sign)
      const content = { json: text, tag: tagOf(text) }
      return textAnswer(request, 200, content, 'revalidated', { 'content-type': type })
    })
}
