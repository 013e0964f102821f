import { suggest } from '#http/suggest.ts'
import { service } from '#composition.ts'

/** /suggest */
export const ALL = suggest(service)
