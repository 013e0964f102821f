import { badgeImage, badgeLook, badgePolicy } from '#exports/badge-image.ts'
import { badge } from '#http/badge.ts'
import { service } from '#composition.ts'

/** GET /badge/<slug>.svg and its former address /embed/<slug>.svg, for other sites to show. */
export const ALL = badge(service, (query) => badgeImage(badgeLook(query)), badgePolicy)
