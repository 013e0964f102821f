import { badgeOf } from '#exports/badge-fact.ts'
import { badge } from '#http/badge.ts'
import { service } from '#composition.ts'

/** GET /badge/<slug>.svg, /badge/<slug>.json and /embed/<slug>.svg, for other sites to show. */
export const ALL = badge(service, badgeOf)
