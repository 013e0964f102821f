import { badgeImage, badgeLook, badgePolicy } from '#exports/badge-image.ts'
import { badge } from '#http/badge.ts'
import { service } from '#composition.ts'

/** GET /badge/<slug>.svg: the badge that owners of an approved listing show on their site. */
export const ALL = badge(service, (search) => badgeImage(badgeLook(search)), badgePolicy)
