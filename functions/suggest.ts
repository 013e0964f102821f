import { suggest } from '#http/suggest.ts'
import { service } from '#composition.ts'

/** GET /suggest?q=…: suggestions for the address bar of a browser. */
export const ALL = suggest(service)
