import { fallback } from '#http/fallback.ts'
import { service } from '#composition.ts'

/** Every /api address that no other function answers. */
export const ALL = fallback(service)
