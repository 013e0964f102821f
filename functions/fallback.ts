import { fallback } from '#http/fallback.ts'
import { service } from '#composition.ts'

/** Answers requests to addresses below /api for which no other function exists. */
export const ALL = fallback(service)
