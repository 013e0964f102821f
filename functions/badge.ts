import { badgeImage, badgeLook, badgePolicy } from '#exports/badge-image.ts'
import { badge } from '#http/badge.ts'
import { service } from '#composition.ts'

/** /badge/<slug>.svg */
export const ALL = badge(service, (search) => badgeImage(badgeLook(search)), badgePolicy)
