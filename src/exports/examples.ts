import type { ApiErrorBody, ErrorKind } from '#contract/errors.ts'
import { recordedSite } from './example-request.ts'
import recorded from './examples.json' with { type: 'json' }

/**
 * Recorded answers of an operation: to its example request by status, and to failing requests by
 * kind of error. `recorded-examples.served.test.ts` records them.
 */
interface Examples {
  answers: Record<string, unknown>
  errors: Partial<Record<ErrorKind, ApiErrorBody>>
}

/**
 * The recorded answers of an operation, with the URLs of this site. Only code of prerendered files
 * may import this module: the recordings are too large for the function.
 */
export function examplesOf(id: string, site: string): Examples {
  const found = recorded[id as keyof typeof recorded]
  if (found === undefined) throw new Error(`${id} is not in src/exports/examples.json`)
  return JSON.parse(JSON.stringify(found).replaceAll(recordedSite, site)) as Examples
}
